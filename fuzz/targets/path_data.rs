//! See `wonderwheel_fuzzing::warriors::path_data`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::path_data(bytes));
