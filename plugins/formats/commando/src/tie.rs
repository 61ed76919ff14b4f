//! Tie classes: buildings, rocks and all else that stands in many places, in three levels of detail that morph into each other.
//!
//! [`TieClass`] is the class as it is stored: a header, three lists of packets, normals, materials. A packet's vertices say where
//! in the GS packet they go; [`TieClass::mesh`] follows that and gives a plain mesh, and [`TieClass::build`] makes a class of
//! three of them. [`TieHeader::lod_at`] chooses a level and how far it has morphed into the next.
//!
//! Positions are raw integers: `raw * scale / 1024` is class space (z up), which an instance's matrix takes to the world.
//!
//! Source: spec/commando-assets.md 6.

mod ad_gif;
mod build;
mod class;
mod header;
mod lod;
mod mesh;
mod outline;
mod packet;
mod records;
mod validate;

pub use ad_gif::TieAdGif;
pub use build::TieParts;
pub use class::TieClass;
pub use header::{LodTotals, TieHeader};
pub use lod::{LodChoice, is_culled, morphed_colour, morphed_position};
pub use mesh::TieMesh;
pub use outline::outline;
pub use packet::TiePacket;
pub use records::{DinkyVertex, FatVertex, PacketEntry, TieStrip, UnpackHeader};
