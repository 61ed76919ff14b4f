//! Chunk containers: a counted list of typed, sized chunks.
//!
//! A standalone resource (a level file, a picture) is one *flat* container; a pack ([`crate::pack`]) is a list of them.
//! Nothing is compressed, nested or padded in between:
//!
//! ```text
//! resource header  {chunk count, sum of the chunk sizes, 0, name hash}
//! chunk header     {type, size, 0, hash}      then `size` bytes, a multiple of 16
//! chunk header     ...
//! ```
//!
//! Reading a container only cuts it up ([`container`]). Loading runs the chunks through a [`loader`] that keeps two
//! [`stacks`], as the game does: a chunk is pushed, and a later chunk's handler pops what belongs to it.

pub mod container;
pub mod loader;
pub mod readers;
pub mod stacks;
mod types;

pub use container::{Chunk, ChunkSlice, Resource, ResourceSlice, Rules};
pub use loader::{Handler, HandlerTable};
pub use types::ChunkType;
