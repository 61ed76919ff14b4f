//! See `wonderwheel_fuzzing::warriors::world_stream`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::world_stream(bytes));
