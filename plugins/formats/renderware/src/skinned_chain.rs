//! Packed chains with bone weights: the fifth attribute of a character's vertices.
//!
//! CL is 5 instead of 4 and slot 4 holds four words a vertex; everything else is the packed layout.
//! Source: spec/ps2-geometry.md 3 and 13.

use wonderwheel_ps2::error::Result;

use crate::batch::Slot;
use crate::native_data::{Chain, ChainOptions};
use crate::packed_chain::{
    PackedBatch, PackedMesh, PackedSink, decode_any_form, encode_with_weights,
};

/// A packed mesh with the bones that move its vertices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SkinnedMesh {
    /// Everything else of the vertices.
    pub mesh: PackedMesh,
    /// Four words a vertex. Empty when the chain has no weights.
    pub weights: Vec<[BoneWeight; 4]>,
}

/// One of the four weights of a vertex: a float whose lowest ten bits hold a bone instead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BoneWeight(pub u32);

impl BoneWeight {
    /// The bits that hold the bone.
    const BONE_BITS: u32 = 0x3FF;

    /// A weight for a bone (0..=254); the weight's lowest ten bits are lost.
    pub fn new(bone: u8, weight: f32) -> Self {
        let number = (u32::from(bone) + 1) << 2;
        Self(weight.to_bits() & !Self::BONE_BITS | number & Self::BONE_BITS)
    }

    /// How much the bone moves the vertex; the weights of a vertex add up to 1.
    pub fn weight(self) -> f32 {
        f32::from_bits(self.0 & !Self::BONE_BITS)
    }

    /// The bone; `None` for a place that is not used.
    pub fn bone(self) -> Option<u8> {
        ((self.0 & Self::BONE_BITS) >> 2)
            .checked_sub(1)
            .and_then(|bone| u8::try_from(bone).ok())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_a_float_with_the_bone_in_its_lowest_bits() {
        // 0.5 = 0x3F000000; bone 31 is stored as 32 << 2 = 0x80.
        let weight = BoneWeight::new(31, 0.5);
        assert_eq!(weight.0, 0x3F00_0080);
        assert_eq!((weight.weight(), weight.bone()), (0.5, Some(31)));
        assert_eq!((BoneWeight(0).weight(), BoneWeight(0).bone()), (0.0, None));
    }
}
