//! See `wonderwheel_fuzzing::ps2::swizzle`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::ps2::swizzle(bytes));
