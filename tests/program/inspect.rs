//! `inspect`: the tree of files on disk and of files in the game's data, as text and as JSON.

mod data;
mod memory;
mod tree;

use std::{path::Path, process::Output};

use super::program;

/// The program's answer to `inspect` with these arguments.
fn inspect<A: AsRef<std::ffi::OsStr>>(home: &Path, args: impl IntoIterator<Item = A>) -> Output {
    program(home)
        .arg("inspect")
        .args(args)
        .output()
        .expect("it runs")
}
