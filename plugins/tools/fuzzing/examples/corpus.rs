//! Writes the seeds of every kind, and a forged level's files, as the fuzzer's first inputs.
//!
//! `cargo run -p wonderwheel_fuzzing --example corpus -- fuzz/corpus`
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use wonderwheel_forge::{Recipe, forge};
use wonderwheel_fuzzing::{target, targets};
use wonderwheel_warriors::classify::FileKind;

/// Inputs longer than this slow a fuzzer down more than they teach it.
const LARGEST: usize = 64 << 10;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let folder = folder.ok_or("usage: corpus FOLDER")?;
    for target in targets() {
        for (index, seed) in (target.seeds)().iter().enumerate() {
            write(&folder, target.name, &format!("seed_{index}"), seed)?;
        }
    }
    let recipe = Recipe::builtin("retail_shape:level72").ok_or("no such recipe")?;
    let game = forge(&recipe, &mut |_| {})?;
    for (name, bytes) in game
        .files
        .iter()
        .filter(|(_, bytes)| bytes.len() <= LARGEST)
    {
        for kind in ["classify", "outline", "validate"] {
            write(&folder, kind, name, bytes)?;
        }
        let kind = match FileKind::from_content(bytes) {
            kind @ FileKind::Resource(_) if kind.row().fuzz.is_none() => "resource",
            kind => kind.name(),
        };
        if target(kind).is_some() {
            write(&folder, kind, name, bytes)?;
        }
    }
    println!("{} targets in {}", targets().len(), folder.display());
    Ok(())
}

fn write(folder: &Path, target: &str, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let folder = folder.join(target);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(name), bytes)
}
