//! See `wonderwheel_fuzzing::commando::disc_toc`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::disc_toc(bytes));
