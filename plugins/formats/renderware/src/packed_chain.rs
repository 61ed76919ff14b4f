//! The packed layout: the game's own pipelines. Parts, object models, sky, clouds and skyline.
//!
//! Attributes are "broken out": each one is a contiguous array behind the tags, and every batch refers to a window of
//! each array. Decoding therefore hands on slices; it never looks at a vertex. Source: spec/ps2-geometry.md part A.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::vif::UnpackFormat;

use crate::batch::{self, Batch, Layout, Slot};
use crate::broken_out::BrokenOut;
use crate::chain::Chain;

mod encode;
pub(crate) mod mesh;

pub use encode::encode_packed;
pub(crate) use encode::encode_with_weights;
pub use mesh::{INTERLEAVED_BYTES, PackedBatch, PackedMesh, PackedSink};

/// Decodes one mesh. `expected_vertices` is the mesh's count in the mesh plugin.
///
/// Skinned chains decode too; their weights are passed over (see [`skinned_chain`](crate::skinned_chain)). A mesh of no vertices may have an empty chain.
///
/// # Errors
/// `Malformed` when the chain leaves its bytes, batches do not overlap as strips must, attributes change between
/// batches, or the vertices are not as many as expected. The sink may have received batches before.
pub fn decode_packed(
    chain: &Chain,
    strip: bool,
    expected_vertices: u32,
    sink: &mut impl PackedSink,
) -> Result<()> {
    let mut quick = BrokenOut::new(&chain.bytes, strip, expected_vertices);
    if quick.walk(&mut |batch| sink.batch(batch)).is_some() {
        return Ok(());
    }
    let visited = quick.visited;
    decode_any_form(
        chain,
        strip,
        expected_vertices,
        visited,
        &mut |batch, _, _| sink.batch(batch),
    )
}

/// Decodes a chain code by code and hands on all but the first `visited` batches: each with what the VIF unpacked and the
/// number of vertices that it repeats.
pub(crate) fn decode_any_form(
    chain: &Chain,
    strip: bool,
    expected_vertices: u32,
    visited: usize,
    sink: &mut dyn FnMut(PackedBatch<'_>, &Batch<'_>, usize),
) -> Result<()> {
    let mut number = 0;
    batch::for_each(
        &chain.bytes,
        Layout::Packed,
        strip,
        expected_vertices,
        &mut |batch, repeated| {
            number += 1;
            if number <= visited {
                return;
            }
            let uv_sets = match batch.slot(Slot::Uv).map(|attribute| attribute.format) {
                None => 0,
                Some(UnpackFormat::V2_16) => 1,
                Some(_) => 2,
            };
            let packed = PackedBatch {
                vertex_count: batch.vertex_count - repeated,
                positions: batch.vectors(Slot::Position, repeated),
                uvs: batch.vectors(Slot::Uv, repeated),
                uv_sets,
                colours: batch.vectors(Slot::Colour, repeated),
                normals: batch.vectors(Slot::Normal, repeated),
            };
            sink(packed, batch, repeated);
        },
    )
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::vif::{FLUSH, ITOP, MSCALF, MSCNT, STCYCL_4_1};

    use super::*;
    use crate::chain::{ChainOptions, TagForm};

    fn mesh(vertices: i16, uv_sets: u8) -> PackedMesh {
        PackedMesh {
            positions: (0..vertices).map(|i| [i, -i, 2 * i, 7]).collect(),
            uv_sets,
            uvs: (0..if uv_sets == 0 { 0 } else { vertices })
                .map(|i| [i, 3, if uv_sets == 2 { i } else { 0 }, 0])
                .collect(),
            colours: (0..vertices).map(|i| [i as u8, 1, 2, 255]).collect(),
            normals: (0..vertices).map(|i| [0, 0, i as i8, 1]).collect(),
        }
    }

    fn quick(chain: &Chain, vertices: u32) -> Option<PackedMesh> {
        let mut mesh = PackedMesh::default();
        let mut walk = BrokenOut::new(&chain.bytes, true, vertices);
        walk.walk(&mut |batch| mesh.batch(batch)).map(|()| mesh)
    }

    fn general(chain: &Chain, vertices: u32) -> Result<PackedMesh> {
        let mut mesh = PackedMesh::default();
        decode_any_form(chain, true, vertices, 0, &mut |batch, _, _| {
            mesh.batch(batch)
        })?;
        Ok(mesh)
    }

    fn options(form: TagForm) -> ChainOptions {
        ChainOptions {
            batch_vertices: 6,
            slack: 0,
            form,
        }
    }

    #[test]
    fn both_written_forms_take_the_quick_walk() {
        for form in [TagForm::Separate, TagForm::InTag] {
            for uv_sets in 0..=2 {
                let mesh = mesh(23, uv_sets);
                let chain = encode_packed(&mesh, true, &options(form));
                assert_eq!(quick(&chain, 23).as_ref(), Some(&mesh));
                assert_eq!(general(&chain, 23), Ok(mesh));
            }
        }
    }

    /// Every word of a chain, replaced by words that mean something in it.
    #[test]
    fn the_quick_walk_never_disagrees_with_the_general_one() {
        let words = [
            0,
            1,
            2,
            0x1000_0000,
            0x1000_0001,
            0x3000_0002,
            0x6000_0000,
            0x6000_0001,
        ];
        let codes = [
            STCYCL_4_1,
            ITOP | 3,
            ITOP | 6,
            MSCALF,
            MSCNT,
            FLUSH,
            0x6D06_8000,
            0x6504_8001,
            0x8400_0006,
        ];
        for form in [TagForm::Separate, TagForm::InTag] {
            let chain = encode_packed(&mesh(11, 2), true, &options(form));
            for at in (0..chain.bytes.len()).step_by(4) {
                for word in words.iter().chain(&codes) {
                    let mut damaged = chain.clone();
                    damaged.bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
                    let expected = general(&damaged, 11);
                    if let Some(mesh) = quick(&damaged, 11) {
                        assert_eq!(Ok(mesh), expected, "{word:#x} at {at:#x}");
                    }
                    let mut joined = PackedMesh::default();
                    let result = decode_packed(&damaged, true, 11, &mut joined);
                    assert_eq!(result.map(|()| joined), expected, "{word:#x} at {at:#x}");
                }
            }
        }
    }

    #[test]
    fn interleaving_moves_bytes_and_fills_what_is_absent() {
        let chain = encode_packed(&mesh(4, 2), true, &options(TagForm::Separate));
        let mut vertices = [[9; INTERLEAVED_BYTES]; 5];
        struct First<'a>(&'a mut [[u8; INTERLEAVED_BYTES]]);
        impl PackedSink for First<'_> {
            fn batch(&mut self, batch: PackedBatch<'_>) {
                batch.interleave(self.0, [5, 6, 7, 8]);
            }
        }
        decode_packed(&chain, true, 4, &mut First(&mut vertices)).unwrap();
        // Vertex 3: position 3, -3, 6, 7; uv 3, 3, 3, 0; colour 3, 1, 2, 255; normal 0, 0, 3, 1.
        let expected = [
            3, 0, 253, 255, 6, 0, 7, 0, 3, 0, 3, 0, 3, 0, 0, 0, 3, 1, 2, 255, 0, 0, 3, 1,
        ];
        assert_eq!(vertices[3], expected);
        assert_eq!(vertices[4], [9; INTERLEAVED_BYTES], "beyond the batch");

        let bare = PackedMesh {
            colours: Vec::new(),
            normals: Vec::new(),
            ..mesh(4, 1)
        };
        decode_packed(
            &encode_packed(&bare, true, &options(TagForm::InTag)),
            true,
            4,
            &mut First(&mut vertices),
        )
        .unwrap();
        let expected = [
            3, 0, 253, 255, 6, 0, 7, 0, 3, 0, 3, 0, 0, 0, 0, 0, 5, 6, 7, 8, 0, 0, 0, 0,
        ];
        assert_eq!(vertices[3], expected);
    }
}
