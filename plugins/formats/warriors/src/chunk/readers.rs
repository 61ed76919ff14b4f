//! Stream readers: they push what a chunk's RenderWare section holds. Source: spec/chunks.md 4.

use wonderwheel_ps2::error::Result;

use super::ChunkSlice;
use super::stacks::{Payload, Stacks};

/// 0x0B and 0x2A: a texture dictionary, pushed as 0x0B.
///
/// # Errors
/// The dictionary's own, or a full stack.
pub fn dictionary<'a>(chunk: &ChunkSlice<'a>, stacks: &mut Stacks<'a>) -> Result<()> {
    let dictionary = chunk.dictionary()?;
    stacks.chunks.push(dictionary.map(Payload::Dictionary))
}

/// 0x09, 0x25 and 0x47: a clump, pushed under the type of [`clump_type`](super::sections::clump_type).
///
/// # Errors
/// The clump's own, or a full stack.
pub fn clump<'a>(chunk: &ChunkSlice<'a>, stacks: &mut Stacks<'a>) -> Result<()> {
    stacks
        .chunks
        .push(chunk.clump()?.map(|clump| Payload::Clump(Box::new(clump))))
}

/// 0x15: a world, pushed as 0x42.
///
/// # Errors
/// The world's own, or a full stack.
pub fn world<'a>(chunk: &ChunkSlice<'a>, stacks: &mut Stacks<'a>) -> Result<()> {
    let world = chunk.world()?;
    stacks.chunks.push(world.map(Box::new).map(Payload::World))
}
