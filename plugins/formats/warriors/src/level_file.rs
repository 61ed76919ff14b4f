//! Level file, `<level>.lev`: sky, clouds, skyline, glow world, occluders, and what is kept raw for now.

use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::world::World;

use crate::occluder::Occluder;

/// A level file: 18 chunks in a fixed order. Source: spec/chunks.md 5.1.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelFile {
    /// Chunk 1, 0x53.
    pub occluders: Vec<Occluder>,
    /// Chunks 2-3: textures and model of the skyline.
    pub skyline: LevelModel,
    /// Chunks 4-5: the sky box.
    pub sky: LevelModel,
    /// Chunks 6-7: the cloud box, which turns.
    pub clouds: LevelModel,
    /// Chunk 8: the glow textures.
    pub glow_dictionary: TextureDictionary,
    /// Chunk 9, 0x15: the glow world, one sector, default layout.
    pub glow_world: World,
    /// Chunk 10, 0x40: path data, kept raw.
    pub path_data: Vec<u8>,
    /// Chunks 11-16, kept raw with their lengths checked.
    pub collision: RawCollision,
    /// Chunk 17, 0x17: 48 bytes of stale pointers.
    pub header: [u8; 48],
    /// Chunk 18, 0x51: subtitles, kept raw.
    pub subtitles: Vec<u8>,
    /// Hash words of the resource header and the 18 chunk headers, in file order.
    pub hashes: LevelHashes,
}

/// A background model: it shows its dictionary's first texture, whatever its material names.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelModel {
    /// Its textures.
    pub dictionary: TextureDictionary,
    /// One atomic.
    pub clump: Clump,
}

/// The collision chunks of a level, raw.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawCollision {
    /// Chunk 0x52.
    pub checked: Vec<u8>,
    /// Chunk 0x07: f32[4] a vertex.
    pub vertices: Vec<u8>,
    /// Chunk 0x04: 10 bytes a triangle.
    pub triangles: Vec<u8>,
    /// Chunk 0x05: u32 a cell.
    pub grid: Vec<u8>,
    /// Chunk 0x06: triangle index lists.
    pub lists: Vec<u8>,
    /// Chunk 0x03: 160-byte header.
    pub mesh: Vec<u8>,
}

/// Hash words, never read by the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelHashes {
    /// The resource header's.
    pub resource: u32,
    /// One a chunk.
    pub chunks: [u32; 18],
}
