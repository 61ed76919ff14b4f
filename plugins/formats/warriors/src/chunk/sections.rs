//! Chunks that hold a RenderWare section. Source: spec/chunks.md 4.
//!
//! Each one finds its section in the chunk's window. The game skips what stands before and after it (on the disc only zeros up
//! to a multiple of 16); here that is kept: [`Around`].

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::section::id;
use wonderwheel_renderware::world::World;

use super::around::Around;
use super::stacked::StackedChunk;
use super::{ChunkSlice, ChunkType};

impl<'a> ChunkSlice<'a> {
    /// The texture dictionary of a chunk 0x0B or 0x2A, as a result of type 0x0B.
    ///
    /// # Errors
    /// The dictionary's own.
    pub fn dictionary(&self) -> Result<StackedChunk<TextureDictionary>> {
        let ty = ChunkType::TextureDictionaryTid;
        self.section(id::TEXTURE_DICTIONARY, TextureDictionary::read_from, ty)
    }

    /// The clump of a chunk 0x09, 0x25 or 0x47, as a result of the type of [`clump_type`].
    ///
    /// # Errors
    /// The clump's own; `Malformed` when it has no atomic.
    pub fn clump(&self) -> Result<StackedChunk<Clump>> {
        let clump = self.section(id::CLUMP, Clump::read_from, self.ty)?;
        let ty = clump_type(&clump.value).ok_or_else(|| {
            FormatError::malformed(clump.offset, "a clump with an atomic", "none")
        })?;
        Ok(StackedChunk { ty, ..clump })
    }

    /// The world of a chunk 0x15, as a result of type 0x42.
    ///
    /// # Errors
    /// The world's own.
    pub fn world(&self) -> Result<StackedChunk<World>> {
        self.section(id::WORLD, World::read_from, ChunkType::ObjectDeviceSid)
    }

    /// The section `id` of the payload, as a result of type `ty`.
    fn section<T>(
        &self,
        id: u32,
        read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
        ty: ChunkType,
    ) -> Result<StackedChunk<T>> {
        let (value, around) = Around::read(&self.payload, id, read)?;
        Ok(StackedChunk {
            ty,
            hash: self.hash,
            offset: self.payload.offset(),
            around,
            value,
        })
    }
}

/// The result type of a clump: 0x50 for several atomics, 0x41 for one atomic on one frame, 0x0A for one atomic on
/// several. `None` without an atomic.
pub fn clump_type(clump: &Clump) -> Option<ChunkType> {
    match (clump.atomics.len(), clump.frames.len()) {
        (0, _) => None,
        (1, 0 | 1) => Some(ChunkType::ObjectDeviceOid),
        (1, _) => Some(ChunkType::CharacterDeviceOid),
        _ => Some(ChunkType::ImportCars),
    }
}
