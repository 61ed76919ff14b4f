//! The packed layout: the game's own pipelines. Parts, object models, sky, clouds and skyline.
//!
//! Attributes are "broken out": each one is a contiguous array behind the tags, and every batch refers to a window of
//! each array. Decoding therefore hands on slices; it never looks at a vertex. Source: spec/ps2-geometry.md part A.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::vif::UnpackFormat;

use crate::batch::{self, Batch, Layout, Slot};
use crate::broken_out::BrokenOut;
use crate::native_data::Chain;
use crate::strip;

mod encode;

pub use encode::encode_packed;
pub(crate) use encode::encode_with_weights;

/// Receives the joined strip (or list) of one mesh, batch by batch, in order. The two repeated vertices at the start of
/// every later strip batch have been dropped, so that parity counts over everything received.
pub trait PackedSink {
    /// `batch` holds one window; every present slice has `batch.vertex_count` records.
    fn batch(&mut self, batch: PackedBatch<'_>);
}

/// One batch of a packed chain: raw bytes of each attribute, as stored.
#[derive(Debug, Clone, Copy)]
pub struct PackedBatch<'a> {
    /// Vertices in this batch, overlap excluded.
    pub vertex_count: usize,
    /// i16 x, y, z, w: 8 bytes a vertex.
    pub positions: &'a [u8],
    /// i16 s1, t1 (4 bytes a vertex) or s1, t1, s2, t2 (8 bytes); empty when absent.
    pub uvs: &'a [u8],
    /// 0, 1 or 2 uv sets.
    pub uv_sets: u8,
    /// u8 r, g, b, a: 4 bytes a vertex; empty when absent.
    pub colours: &'a [u8],
    /// i8 x, y, z, pad: 4 bytes a vertex; empty when absent.
    pub normals: &'a [u8],
}

/// A mesh of packed vertices in strip (or list) order, ready to be written as a chain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackedMesh {
    /// i16 x, y, z, w; times the position scale of plugin 0x3F0.
    pub positions: Vec<[i16; 4]>,
    /// Number of uv sets: 0, 1 or 2.
    pub uv_sets: u8,
    /// i16 s1, t1, s2, t2 (second pair 0 with one set); times the uv scale of plugin 0x3F0. Empty with 0 sets.
    pub uvs: Vec<[i16; 4]>,
    /// r, g, b, a. Empty when the mesh has no colours.
    pub colours: Vec<[u8; 4]>,
    /// x, y, z, pad; over 127. Empty when the mesh has no normals.
    pub normals: Vec<[i8; 4]>,
}

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

/// Bytes of a vertex that [`PackedBatch::interleave`] makes.
pub const INTERLEAVED_BYTES: usize = 24;

impl PackedBatch<'_> {
    /// Moves the attributes of each vertex side by side: position at 0, both uv sets at 8, colour at 16, normal at 20.
    /// Bytes are moved and nothing else. Fills the shorter of `out` and the batch.
    ///
    /// Absent uv sets and normals become 0; an absent colour becomes `no_colour`.
    pub fn interleave(&self, out: &mut [[u8; INTERLEAVED_BYTES]], no_colour: [u8; 4]) {
        let positions = self.positions.as_chunks::<8>().0;
        let pairs = self.uvs.as_chunks::<4>().0;
        let quads = self.uvs.as_chunks::<8>().0;
        let colours = self.colours.as_chunks::<4>().0;
        let normals = self.normals.as_chunks::<4>().0;
        if self.uv_sets == 2 && !colours.is_empty() && !normals.is_empty() {
            // The usual case, without a branch a vertex.
            let attributes = positions.iter().zip(quads).zip(colours).zip(normals);
            for (vertex, (((position, uv), colour), normal)) in out.iter_mut().zip(attributes) {
                *vertex = join(*position, *uv, *colour, *normal);
            }
            return;
        }
        for (i, (vertex, position)) in out.iter_mut().zip(positions).enumerate() {
            let uv = match self.uv_sets {
                0 => [0; 8],
                1 => pairs
                    .get(i)
                    .map_or([0; 8], |&[a, b, c, d]| [a, b, c, d, 0, 0, 0, 0]),
                _ => quads.get(i).copied().unwrap_or_default(),
            };
            let colour = colours.get(i).copied().unwrap_or(no_colour);
            let normal = normals.get(i).copied().unwrap_or_default();
            *vertex = join(*position, uv, colour, normal);
        }
    }
}

fn join(
    position: [u8; 8],
    uv: [u8; 8],
    colour: [u8; 4],
    normal: [u8; 4],
) -> [u8; INTERLEAVED_BYTES] {
    let mut vertex = [0; INTERLEAVED_BYTES];
    let (words, _) = vertex.as_chunks_mut::<8>();
    if let [first, second, third] = words {
        *first = position;
        *second = uv;
        let tail =
            u64::from(u32::from_le_bytes(normal)) << 32 | u64::from(u32::from_le_bytes(colour));
        *third = tail.to_le_bytes();
    }
    vertex
}

impl PackedMesh {
    /// The triangles of the mesh read as a strip, degenerate ones left out: two packed positions are equal, whatever
    /// their fourth word holds.
    pub fn strip_triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.triangles(true)
    }

    /// The triangles of the mesh read as a strip or as a list, degenerate ones left out.
    pub fn triangles(&self, strip: bool) -> impl Iterator<Item = [u32; 3]> + '_ {
        let count = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        strip::triangles(count, strip).filter(|corners| {
            let place = |i: u32| {
                self.positions
                    .get(i as usize)
                    .map(|&[x, y, z, _]| [x, y, z])
            };
            !strip::is_degenerate(corners.map(place))
        })
    }
}

impl PackedSink for PackedMesh {
    fn batch(&mut self, batch: PackedBatch<'_>) {
        fn quads(bytes: &[u8]) -> impl Iterator<Item = [i16; 4]> {
            let (records, _) = bytes.as_chunks::<8>();
            records.iter().map(|&[a, b, c, d, e, f, g, h]| {
                [[a, b], [c, d], [e, f], [g, h]].map(i16::from_le_bytes)
            })
        }
        self.uv_sets = batch.uv_sets;
        self.positions.extend(quads(batch.positions));
        if batch.uv_sets == 1 {
            let (pairs, _) = batch.uvs.as_chunks::<4>();
            self.uvs.extend(pairs.iter().map(|&[a, b, c, d]| {
                [i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d]), 0, 0]
            }));
        } else {
            self.uvs.extend(quads(batch.uvs));
        }
        self.colours.extend_from_slice(batch.colours.as_chunks().0);
        let (normals, _) = batch.normals.as_chunks::<4>();
        self.normals
            .extend(normals.iter().map(|normal| normal.map(u8::cast_signed)));
    }
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::vif::{FLUSH, ITOP, MSCALF, MSCNT, STCYCL_4_1};

    use super::*;
    use crate::native_data::{ChainOptions, TagForm};

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
