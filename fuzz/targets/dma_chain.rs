//! See `wonderwheel_fuzzing::ps2::dma_chain`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::ps2::dma_chain(bytes));
