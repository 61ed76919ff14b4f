//! See `wonderwheel_fuzzing::warriors::object_list`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::object_list(bytes));
