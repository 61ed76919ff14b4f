//! See `wonderwheel_fuzzing::renderware::world`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::renderware::world(bytes));
