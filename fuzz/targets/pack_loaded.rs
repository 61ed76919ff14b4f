//! See `wonderwheel_fuzzing::warriors::pack_loaded`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::pack_loaded(bytes));
