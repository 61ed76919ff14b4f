//! See `wonderwheel_fuzzing::commando::sound_bank`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::sound_bank(bytes));
