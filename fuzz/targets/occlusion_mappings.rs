//! See `wonderwheel_fuzzing::commando::occlusion_mappings`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::occlusion_mappings(bytes));
