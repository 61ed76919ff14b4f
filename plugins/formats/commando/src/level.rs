//! A level's file and what is inside it. Source: spec/commando-container.md 3, 5, 8, 9, 10.
//!
//! A [`LevelFile`] is a [`LevelHeader`] and members on sectors of their own: the [`DataExtent`] with the level's directory and
//! its geometry, the sound bank, the gameplay stream, occlusion mappings, and for few levels [`ChunkFile`]s. [`Level`] opens all
//! of it at once; [`NewLevel`] makes such a file out of its pieces.
//!
//! ```
//! use wonderwheel_commando::level::{ClassKind, Level, NewClass, NewLevel};
//!
//! let tie = NewClass {
//!     class: 7,
//!     textures: vec![],
//!     bytes: vec![3; 64],
//! };
//! let new = NewLevel {
//!     id: 30,
//!     tfrags: vec![1; 64],
//!     sky: vec![2; 64],
//!     tie_classes: vec![tie],
//!     ..NewLevel::default()
//! };
//! let file = new.write()?;
//! let level = Level::read(&file)?;
//! assert_eq!((level.header.id, level.sky()[0]), (30, 2));
//! for tie in level.classes(ClassKind::Tie) {
//!     assert!(level.class_bytes(tie).is_some_and(|(_, bytes)| bytes.starts_with(&[3; 64])));
//! }
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```

mod chunk;
mod data;
mod file;
mod header;
mod new;
mod occlusion;
mod open;
mod outline;
mod overlay;
#[cfg(test)]
mod tests;

pub use chunk::ChunkFile;
pub use data::{DataExtent, DataHeader, DataMembers};
pub use file::LevelFile;
pub use header::{HeaderForm, LevelHeader, LevelMembers};
pub use new::{NewChunk, NewClass, NewLevel, NewShrubClass, NewTextures};
pub use open::{ClassKind, Level, TextureKind};
pub use outline::{outline, outline_chunk, outline_data, outline_overlay};
pub use overlay::{Overlay, OverlaySection};
