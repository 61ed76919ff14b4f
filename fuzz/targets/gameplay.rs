//! See `wonderwheel_fuzzing::commando::gameplay`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::gameplay(bytes));
