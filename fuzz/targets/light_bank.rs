//! See `wonderwheel_fuzzing::commando::light_bank`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::light_bank(bytes));
