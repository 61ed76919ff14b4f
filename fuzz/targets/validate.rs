//! See `wonderwheel_fuzzing::warriors::validate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::validate(bytes));
