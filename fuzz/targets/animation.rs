//! See `wonderwheel_fuzzing::warriors::animation`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::animation(bytes));
