//! Shrub classes: small plants, drawn in great numbers, with a billboard in their place far away.
//!
//! [`ShrubClass`] is the class as it is stored: a header, packets, perhaps a billboard, a palette of 24 normals.
//! [`ShrubPacket::replay`] walks a packet as the vector unit does and says what it draws; [`ShrubClass::mesh`] gathers all of
//! that into a plain mesh, and [`ShrubClass::build`] makes a class of one. [`fade`] and [`Billboard::placed`] say what is seen
//! from afar.
//!
//! Positions are raw integers: `raw * scale / 1024` is class space (z up), which an instance's matrix takes to the world.
//!
//! Source: spec/commando-assets.md 7.

mod billboard;
mod build;
mod class;
mod header;
mod mesh;
mod normals;
mod outline;
mod packet;
mod replay;
mod validate;

pub use billboard::{Billboard, Fade, PlacedBillboard, fade};
pub use build::ShrubParts;
pub use class::ShrubClass;
pub use header::ShrubHeader;
pub use mesh::ShrubMesh;
pub use normals::{NORMALS, Normals, even_normals, nearest_normal};
pub use outline::outline;
pub use packet::{GifTag, ShrubPacket, TextureBlock};
pub use replay::{Primitive, PrimitiveKind, Record};
