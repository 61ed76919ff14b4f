//! See `wonderwheel_fuzzing::commando::sky`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::sky(bytes));
