//! The gameplay stream: what stands where in a level. Source: spec/commando-assets.md 9.
//!
//! A table of 39 offsets leads to blocks. [`Gameplay`] keeps every block as it is and reads the known ones when asked: settings,
//! and the instances that place ties, shrubs and mobys.

mod blocks;
mod file;
mod instances;
mod outline;
mod settings;
mod table;
#[cfg(test)]
mod tests;
mod tie_ambients;

pub use blocks::BlockKind;
pub use file::{Block, Gameplay};
pub use instances::{MobyInstance, ShrubInstance, TieInstance};
pub use outline::outline;
pub use settings::{ChunkPlane, LevelSettings};
pub use table::{InstanceTable, read_class_list, write_class_list};
pub use tie_ambients::TieAmbients;
