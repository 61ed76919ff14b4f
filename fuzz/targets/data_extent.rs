//! See `wonderwheel_fuzzing::commando::data_extent`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::data_extent(bytes));
