//! Moby classes: everything that moves or acts, with a skeleton or without.
//!
//! [`MobyClass`] is the class as it is stored: a header, packets, skeleton, optional parts (bangles), and its animation sequences,
//! whose poses stay raw. [`MobyClass::mesh`] replays one of the class's lists of packets: vertices with their cache, matrices with
//! theirs, indices with their textures; it gives the bind pose as a plain mesh with up to three joints a vertex.
//! [`MobyClass::build`] makes a class of such meshes.
//!
//! Positions are raw integers: `raw * scale / 1024` is class space (z up).
//!
//! Source: spec/commando-assets.md 8.

mod build;
mod class;
mod header;
mod lists;
mod mesh;
mod metal;
mod outline;
mod pack;
mod packet;
mod pose;
mod queries;
mod skin;
mod validate;
mod vertices;
mod vif_list;

pub use build::MobyParts;
pub use class::MobyClass;
pub use header::MobyHeader;
pub use lists::{Bangles, GifUsage, MobyList};
pub use mesh::{MobyMesh, normal, packed_angles};
pub use metal::{MetalTable, MetalVertex};
pub use outline::outline;
pub use packet::{MobyPacket, MobyPacketEntry, MobyVertices};
pub use pose::{FrameHeader, Joint, Sequence, SequenceFrame};
pub use skin::Blend;
pub use vertices::{MobyVertex, VertexForm, VertexHeader, VertexTable};
pub use vif_list::{MobyTexture, MobyVifList, VifUnpack};
