//! See `wonderwheel_fuzzing::warriors::game_objects`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::game_objects(bytes));
