//! Packed chains with bone weights: the fifth attribute of a character's vertices.
//!
//! CL is 5 instead of 4 and slot 4 holds four words a vertex; everything else is the packed layout.
//! Source: spec/ps2-geometry.md 3 and 13.

use wonderwheel_ps2::error::Result;

use crate::batch::Slot;
use crate::chain::{Chain, ChainOptions};
use crate::packed_chain::{
    PackedBatch, PackedMesh, PackedSink, decode_any_form, encode_with_weights,
};

pub use crate::bone_weight::BoneWeight;

/// A packed mesh with the bones that move its vertices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SkinnedMesh {
    /// Everything else of the vertices.
    pub mesh: PackedMesh,
    /// Four words a vertex. Empty when the chain has no weights.
    pub weights: Vec<[BoneWeight; 4]>,
}

/// Decodes one mesh with its bone weights. `expected_vertices` is the mesh's count in the mesh plugin.
///
/// # Errors
/// As [`decode_packed`](crate::packed_chain::decode_packed).
pub fn decode_skinned(chain: &Chain, strip: bool, expected_vertices: u32) -> Result<SkinnedMesh> {
    let mut skinned = SkinnedMesh::default();
    let SkinnedMesh { mesh, weights } = &mut skinned;
    decode_any_form(
        chain,
        strip,
        expected_vertices,
        0,
        &mut |packed: PackedBatch<'_>, batch, repeated| {
            mesh.batch(packed);
            let (words, _) = batch.vectors(Slot::Weights, repeated).as_chunks::<16>();
            weights.extend(words.iter().map(|words| {
                let (words, _) = words.as_chunks::<4>();
                std::array::from_fn(|i| {
                    BoneWeight(words.get(i).copied().map_or(0, u32::from_le_bytes))
                })
            }));
        },
    )?;
    Ok(skinned)
}

/// Writes one mesh with bone weights as a chain. Without weights it is the chain of the mesh alone.
pub fn encode_skinned(skinned: &SkinnedMesh, strip: bool, options: &ChainOptions) -> Chain {
    encode_with_weights(&skinned.mesh, &skinned.weights, strip, options)
}
