//! See `wonderwheel_fuzzing::commando::tfrag`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::tfrag(bytes));
