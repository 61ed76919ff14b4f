//! See `wonderwheel_fuzzing::warriors::sprite_sheet`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::warriors::sprite_sheet(bytes));
