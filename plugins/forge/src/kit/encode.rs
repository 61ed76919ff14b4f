//! From pieces to the game's files.

pub mod atomic;
pub mod bsp;
pub mod level;
pub mod noise_texture;
pub mod solid;
pub mod walk;
pub mod world;

use std::collections::BTreeMap;

use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::names::crc32;

/// Files by their flat, lower-case names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// `<level>_objs.txt`, which objects stand where. Source: spec/archives.md 12.
pub fn objects_file(level: &str) -> String {
    format!("{level}_objs.txt")
}

/// A resource whose chunks all have its own hash, as most of the disc's do. Source: spec/chunks.md 1.4.
pub fn resource(name: &str, chunks: impl IntoIterator<Item = (ChunkType, Vec<u8>)>) -> Resource {
    let name_hash = crc32(name);
    let chunk = |(ty, bytes)| Chunk::new(ty, name_hash, bytes);
    Resource::new(name_hash, chunks.into_iter().map(chunk))
}
