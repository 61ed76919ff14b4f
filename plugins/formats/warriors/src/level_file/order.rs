//! The 18 chunks: their types in file order, and their hash words.

use crate::chunk::ChunkType;
use crate::names::crc32;

/// Hash words, never read by the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelHashes {
    /// The resource header's.
    pub resource: u32,
    /// One a chunk.
    pub chunks: [u32; 18],
}

/// The types of the 18 chunks in file order. Source: spec/chunks.md 5.1.
pub const CHUNK_ORDER: [ChunkType; 18] = [
    ChunkType::Occluders,
    ChunkType::RenderwareTextureDic,
    ChunkType::PreinstanceObject,
    ChunkType::RenderwareTextureDic,
    ChunkType::PreinstanceObject,
    ChunkType::RenderwareTextureDic,
    ChunkType::PreinstanceObject,
    ChunkType::RenderwareTextureDic,
    ChunkType::SectorBspData,
    ChunkType::PathData,
    ChunkType::CollisionChecked,
    ChunkType::CollisionVertexBuffer,
    ChunkType::CollisionTriangles,
    ChunkType::CollisionGrid,
    ChunkType::CollisionStrings,
    ChunkType::CollisionMesh,
    ChunkType::LevelHeader,
    ChunkType::Subtitles,
];

impl LevelHashes {
    /// What a writer stores: the hash of the level's name, and of `<level>.<chunk type in hex>` a chunk.
    /// Source: spec/chunks.md 1.4.
    pub fn of(level: &str) -> Self {
        Self {
            resource: crc32(level),
            chunks: CHUNK_ORDER.map(|ty| crc32(&format!("{level}.{:02x}", ty.value()))),
        }
    }
}
