//! See `wonderwheel_fuzzing::renderware::atomic`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::renderware::atomic(bytes));
