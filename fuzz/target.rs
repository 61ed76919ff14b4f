//! Any target of `wonderwheel_fuzzing` for libFuzzer: the one that the environment names.
#![no_main]

use std::sync::LazyLock;

use wonderwheel_fuzzing::{Target, target};

/// What names the target.
const VARIABLE: &str = "WONDERWHEEL_FUZZ";

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var(VARIABLE).unwrap_or_default();
    target(&name).unwrap_or_else(|| {
        panic!("{VARIABLE}={name}: no target is called that; the folders of corpus/ are all")
    })
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
