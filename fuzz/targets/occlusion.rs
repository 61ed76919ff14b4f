//! See `wonderwheel_fuzzing::commando::occlusion`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::occlusion(bytes));
