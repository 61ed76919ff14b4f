//! Packed vertices: as batches of stored bytes, and as a mesh of numbers.

use crate::strip;

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
