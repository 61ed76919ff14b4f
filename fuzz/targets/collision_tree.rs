//! See `wonderwheel_fuzzing::commando::collision_tree`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wonderwheel_fuzzing::commando::collision_tree(bytes));
