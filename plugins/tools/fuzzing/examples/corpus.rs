//! Writes the seeds of every kind, and a forged level's files, as the fuzzer's first inputs.
//!
//! `cargo run -p wonderwheel_fuzzing --example corpus -- fuzz/corpus`
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use wonderwheel_forge::{Recipe, forge};
use wonderwheel_fuzzing::KINDS;
use wonderwheel_warriors::classify::{FileKind, ResourceShape};

/// Inputs longer than this slow a fuzzer down more than they teach it.
const LARGEST: usize = 64 << 10;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let folder = folder.ok_or("usage: corpus FOLDER")?;
    for kind in KINDS {
        for (index, seed) in (kind.seeds)().iter().enumerate() {
            write(&folder, kind.name, &format!("seed_{index}"), seed)?;
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
        if let Some(kind) = target(FileKind::from_content(bytes)) {
            write(&folder, kind, name, bytes)?;
        }
    }
    println!("{} kinds in {}", KINDS.len(), folder.display());
    Ok(())
}

fn target(kind: FileKind) -> Option<&'static str> {
    Some(match kind {
        FileKind::Pack => "pack",
        FileKind::Resource(ResourceShape::Level) => "level",
        FileKind::Resource(ResourceShape::SpriteSheet) => "picture",
        FileKind::Resource(ResourceShape::Character) => "character",
        FileKind::Resource(ResourceShape::Global) => "lists",
        FileKind::Resource(_) => "container",
        FileKind::WorldPart => "part",
        FileKind::WorldStream => "world_stream",
        FileKind::Manifest => "manifest",
        FileKind::ObjectList => "object_list",
        FileKind::BankIndex => "bank_index",
        FileKind::Lua => "lua",
        _ => return None,
    })
}

fn write(folder: &Path, kind: &str, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let folder = folder.join(kind);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(name), bytes)
}
