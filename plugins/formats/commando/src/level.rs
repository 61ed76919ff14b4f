//! A level's file and what is inside it. Source: spec/commando-container.md 3, 5, 8, 9, 10.
//!
//! A [`LevelFile`] is a [`LevelHeader`] and members on sectors of their own: the [`DataExtent`] with the level's directory and
//! its geometry, the sound bank, the gameplay stream, occlusion mappings, and for few levels [`ChunkFile`]s. [`Level`] opens all
//! of it at once; [`NewLevel`] makes such a file out of its pieces.

mod chunk;
mod data;
mod file;
mod header;
mod new;
mod open;
mod outline;
mod overlay;
#[cfg(test)]
mod tests;

pub use chunk::ChunkFile;
pub use data::{DataExtent, DataHeader, DataMembers};
pub use file::{LevelFile, LevelMembers};
pub use header::{HeaderForm, LevelHeader};
pub use new::{NewChunk, NewClass, NewLevel, NewShrubClass, NewTextures};
pub use open::{ClassKind, Level, TextureKind};
pub use outline::{outline, outline_chunk, outline_data, outline_overlay};
pub use overlay::{Overlay, OverlaySection};
