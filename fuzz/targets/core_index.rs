//! See `wonderwheel_fuzzing::commando::core_index`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::core_index(bytes));
