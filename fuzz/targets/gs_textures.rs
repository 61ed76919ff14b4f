//! See `wonderwheel_fuzzing::commando::gs_textures`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::gs_textures(bytes));
