//! See `wonderwheel_fuzzing::warriors::archive_index`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::archive_index(bytes));
