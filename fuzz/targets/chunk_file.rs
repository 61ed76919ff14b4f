//! See `wonderwheel_fuzzing::commando::chunk_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::chunk_file(bytes));
