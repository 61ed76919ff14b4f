//! Terrain: one block of independent patches, each with three levels of detail over shared vertices.
//!
//! A patch is five lists of VIF codes and a few arrays. The vertices of its coarsest level are the *common* tier; the next
//! finer level adds the *LOD 01* tier, the finest the *LOD 0* tier. A vertex of a finer tier knows two parents in coarser ones,
//! and wanders half way between them as it becomes distant, so that no level is seen to change.
//!
//! | Step | Here |
//! | --- | --- |
//! | a whole block, checked and unpacked | [`TfragBlock`] |
//! | one patch of it | [`Patch`] |
//! | triangles of a level, by texture | [`Patch::triangles`], [`TriangleList`] |
//! | which level is drawn at a depth | [`LodDistances`], [`LodMode`] |
//! | where vertices are meanwhile | [`Patch::morph`] |
//! | a patch as plain values, to be changed or made | [`PatchData`] |
//! | patches from heights or triangles | [`GridPatch`], [`MeshPatch`] |
//!
//! A block keeps its bytes: what is written is what was read. To change one, take its patches' [`PatchData`] and
//! [build](TfragBlock::build) another block.
//!
//! Coordinates are in raw units, 1,024 of them a world unit; axes are right-handed with z up.
//!
//! ```
//! use wonderwheel_commando::tfrag::{GridPatch, Lod, TfragBlock};
//!
//! // A flat square of four by four cells, each half a world unit wide.
//! let grid = GridPatch::flat([102_400, 51_200, 20_480], 512, [4, 4]);
//! let block = TfragBlock::build(32.0, &[grid.build()?])?;
//! let block = TfragBlock::read(&block.write()?)?;
//! let patch = block.patch(0).expect("one patch");
//! assert_eq!(patch.triangles(Lod::Zero).count(), 32);
//! assert_eq!(patch.triangles(Lod::Two).count(), 2);
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```
//!
//! Source: spec/commando-tfrag.md.

mod block;
mod bounds;
mod data;
mod decode;
mod encode;
mod fault;
mod grid;
mod header;
mod invariants;
mod lists;
mod lod;
mod mesh;
mod morph;
mod outline;
mod patch;
mod records;
mod strips;
mod table;
mod triangles;
mod validate;

pub use block::TfragBlock;
pub use bounds::{bounding_sphere, clip_box, texture_sphere};
pub use data::PatchData;
pub use fault::PatchFault;
pub use grid::{CentreParents, GridPatch};
pub use header::{PatchHeader, TierCounts, VuHeader};
pub use lod::{DepthRange, Lod, LodDistances, LodMode, Tier};
pub use mesh::{MeshPatch, MeshTriangle, MeshVertex};
pub use morph::{Morph, Parents};
pub use outline::outline;
pub use patch::Patch;
pub use records::{AdGif, GifRegister, StripRecord, TextureSphere, VertexInfo};
pub use strips::Run;
pub use table::triangle_counts;
pub use triangles::{MaterialRun, Triangle, TriangleList};

/// Raw units in a world unit.
pub const RAW_UNITS: f32 = 1024.0;

#[cfg(test)]
mod tests;
