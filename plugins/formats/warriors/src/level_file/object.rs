//! What the game makes of a level file: the level object, which chunk 0x17 joins from the chunks before it.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::world::World;

use crate::chunk::ChunkType;
use crate::chunk::stacked::StackedChunk;
use crate::collision::RawCollision;
use crate::occluder::OccluderTable;

/// A level without path data and subtitles: the game keeps those in globals. Source: spec/chunks.md 5.1; 0x0040d088.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelObject {
    /// Chunk 1.
    pub occluders: StackedChunk<OccluderTable>,
    /// Chunks 2-3.
    pub skyline: ModelChunks,
    /// Chunks 4-5.
    pub sky: ModelChunks,
    /// Chunks 6-7.
    pub clouds: ModelChunks,
    /// Chunk 8.
    pub glow_dictionary: StackedChunk<TextureDictionary>,
    /// Chunk 9.
    pub glow_world: StackedChunk<World>,
    /// Chunks 11-16.
    pub collision: CollisionChunks,
    /// Chunk 17.
    pub header: StackedChunk<[u8; 48]>,
}

impl LevelObject {
    /// Chunk 17 as its 48 bytes.
    pub(crate) fn header(chunk: StackedChunk<Cursor<'_>>) -> Result<StackedChunk<[u8; 48]>> {
        let mut cursor = chunk.value.clone();
        let bytes = cursor.array().within(|| "level header")?;
        cursor.finish().within(|| "level header")?;
        Ok(chunk.map(|_| bytes))
    }

    /// Chunk 1 as a table.
    pub(crate) fn occluders(
        chunk: StackedChunk<Cursor<'_>>,
    ) -> Result<StackedChunk<OccluderTable>> {
        let table =
            OccluderTable::read(&mut chunk.value.clone()).within(|| chunk.ty.to_string())?;
        Ok(chunk.map(|_| table))
    }
}

/// The two chunks of a background model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelChunks {
    /// Its textures.
    pub dictionary: StackedChunk<TextureDictionary>,
    /// One atomic on one frame.
    pub clump: StackedChunk<Clump>,
}

impl ModelChunks {
    /// The result type of its clump.
    pub const CLUMP: ChunkType = ChunkType::ObjectDeviceOid;

    /// # Errors
    /// `Malformed` when the clump has several atomics or several frames.
    pub fn of(
        dictionary: StackedChunk<TextureDictionary>,
        clump: StackedChunk<Clump>,
    ) -> Result<Self> {
        if clump.ty != Self::CLUMP {
            let expected = format!("a {} chunk", Self::CLUMP);
            return Err(FormatError::malformed(clump.offset, expected, clump.ty));
        }
        Ok(Self { dictionary, clump })
    }
}

/// The six collision chunks and their hash words in file order.
#[derive(Debug, Clone, PartialEq)]
pub struct CollisionChunks {
    /// The chunks.
    pub chunks: RawCollision,
    /// Their hash words, 0x52 first, 0x03 last.
    pub hashes: [u32; 6],
}

impl CollisionChunks {
    /// The chunks in file order, 0x52 first, 0x03 last.
    ///
    /// # Errors
    /// As [`RawCollision::check_lengths`].
    pub fn of(chunks: [StackedChunk<Cursor<'_>>; 6]) -> Result<Self> {
        let hashes = chunks.each_ref().map(|chunk| chunk.hash);
        let offset = chunks.each_ref().map(|chunk| chunk.offset)[5];
        let [checked, vertices, triangles, grid, lists, mesh] =
            chunks.map(|chunk| chunk.value.rest().to_vec());
        let chunks = RawCollision {
            checked,
            vertices,
            triangles,
            grid,
            lists,
            mesh,
        };
        chunks.check_lengths(offset)?;
        Ok(Self { chunks, hashes })
    }
}
