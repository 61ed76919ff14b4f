//! See `wonderwheel_fuzzing::commando::wad_stream`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::wad_stream(bytes));
