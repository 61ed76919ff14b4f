//! The level's core: its directory, and where the directory's things are in the geometry. Source: spec/commando-container.md
//! 6, 7, 9.2.
//!
//! [`CoreIndex`] is the directory, a file of fixed tables. What it points at lies in the decompressed core data, whose
//! [`Regions`] have no sizes of their own: each ends where the next thing begins.

mod class_entry;
mod header;
mod hero;
mod index;
mod outline;
mod particles;
mod regions;
mod tables;
#[cfg(test)]
mod tests;
mod texture_entry;

pub use class_entry::{ClassEntry, ShrubClassEntry};
pub use header::CoreHeader;
pub use hero::{HERO_MARKER, find_hero_sequence, is_hero_sequence};
pub use index::CoreIndex;
pub use outline::outline;
pub use particles::{EffectTexture, ParticleDefinitions, ParticleTexture};
pub use regions::{HeroBound, Regions};
pub use tables::CoreTables;
pub use texture_entry::{BillboardTexture, GsRamEntry, PixelFormat, TextureEntry};
