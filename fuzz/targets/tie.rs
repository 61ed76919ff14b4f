//! See `wonderwheel_fuzzing::commando::tie`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::tie(bytes));
