//! See `wonderwheel_fuzzing::commando::level_wad`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::level_wad(bytes));
