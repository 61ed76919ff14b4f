//! See `wonderwheel_fuzzing::warriors::part`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::part(bytes));
