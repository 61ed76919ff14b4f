//! See `wonderwheel_fuzzing::renderware::dictionary`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::renderware::dictionary(bytes));
