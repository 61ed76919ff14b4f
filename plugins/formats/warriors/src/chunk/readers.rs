//! Stream readers: chunks that hold a RenderWare section. Source: spec/chunks.md 4.
//!
//! Each one finds its section in the chunk's window. The game skips what stands before and after it (on the disc only zeros up
//! to a multiple of 16); here that is kept: [`Around`].

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::section::id;
use wonderwheel_renderware::world::World;

use super::around::Around;
use super::stacks::{Payload, StackedChunk, Stacks};
use super::{ChunkSlice, ChunkType};

/// 0x0B and 0x2A: a texture dictionary, pushed as 0x0B.
///
/// # Errors
/// The dictionary's own, or a full stack.
pub fn dictionary<'a>(chunk: &ChunkSlice<'a>, stacks: &mut Stacks<'a>) -> Result<()> {
    let (dictionary, around) = Around::read(
        &chunk.payload,
        id::TEXTURE_DICTIONARY,
        TextureDictionary::read_from,
    )?;
    push(
        chunk,
        ChunkType::TextureDictionaryTid,
        around,
        Payload::Dictionary(dictionary),
        stacks,
    )
}

/// 0x09, 0x25 and 0x47: a clump, pushed under the type of [`clump_type`].
///
/// # Errors
/// The clump's own, or a full stack.
pub fn clump<'a>(chunk: &ChunkSlice<'a>, stacks: &mut Stacks<'a>) -> Result<()> {
    let (clump, around) = Around::read(&chunk.payload, id::CLUMP, Clump::read_from)?;
    let ty = clump_type(&clump).ok_or_else(|| {
        FormatError::malformed(chunk.payload.offset(), "a clump with an atomic", "none")
    })?;
    push(chunk, ty, around, Payload::Clump(clump), stacks)
}

/// 0x15: a world, pushed as 0x42.
///
/// # Errors
/// The world's own, or a full stack.
pub fn world<'a>(chunk: &ChunkSlice<'a>, stacks: &mut Stacks<'a>) -> Result<()> {
    let (world, around) = Around::read(&chunk.payload, id::WORLD, World::read_from)?;
    push(
        chunk,
        ChunkType::ObjectDeviceSid,
        around,
        Payload::World(Box::new(world)),
        stacks,
    )
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

fn push<'a>(
    chunk: &ChunkSlice<'a>,
    ty: ChunkType,
    around: Around,
    value: Payload<'a>,
    stacks: &mut Stacks<'a>,
) -> Result<()> {
    stacks.chunks.push(StackedChunk {
        ty,
        hash: chunk.hash,
        offset: chunk.payload.offset(),
        around,
        value,
    })
}
