//! See `wonderwheel_fuzzing::warriors::level_forced`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::level_forced(bytes));
