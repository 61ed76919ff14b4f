//! From pieces to the game's files.

pub mod atomic;
pub mod bsp;
pub mod level;
pub mod noise_texture;
pub mod solid;
pub mod walk;
pub mod world;

use std::collections::BTreeMap;

/// Files by their flat, lower-case names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// `<level>_objs.txt`, which objects stand where. Source: spec/archives.md 12.
pub fn objects_file(level: &str) -> String {
    format!("{level}_objs.txt")
}
