//! The packed layout: the game's own pipelines. Parts, object models, sky, clouds and skyline.
//!
//! Attributes are "broken out": each one is a contiguous array behind the tags, and every batch refers to a window of
//! each array. Decoding therefore hands on slices; it never looks at a vertex. Source: spec/ps2-geometry.md part A.

use wonderwheel_ps2::dma::{DmaTag, QUADWORD, quadword};
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::vif::{FLUSH, ITOP, MSCALF, MSCNT, STCYCL_4_1, Unpack, UnpackFormat};

use crate::batch::{self, Layout, Slot};
use crate::native_data::{Chain, ChainOptions, TagForm};
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

/// Decodes one mesh. `expected_vertices` is the mesh's count in the mesh plugin.
///
/// Skinned chains decode too; their weights are passed over. A mesh of no vertices may have an empty chain.
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
    batch::for_each(
        &chain.bytes,
        Layout::Packed,
        strip,
        expected_vertices,
        |batch, repeated| {
            let uv_sets = match batch.slot(Slot::Uv).map(|attribute| attribute.format) {
                None => 0,
                Some(UnpackFormat::V2_16) => 1,
                Some(_) => 2,
            };
            sink.batch(PackedBatch {
                vertex_count: batch.vertex_count - repeated,
                positions: batch.vectors(Slot::Position, repeated),
                uvs: batch.vectors(Slot::Uv, repeated),
                uv_sets,
                colours: batch.vectors(Slot::Colour, repeated),
                normals: batch.vectors(Slot::Normal, repeated),
            });
        },
    )
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

/// One attribute of the whole mesh, as it will lie behind the tags.
struct Array {
    unpack: Unpack,
    vector_bytes: usize,
    bytes: Vec<u8>,
}

impl Array {
    fn new(format: UnpackFormat, slot: Slot, usn: bool, vertices: usize, bytes: Vec<u8>) -> Self {
        let vector_bytes = format.bits() / 8;
        let mut bytes = bytes;
        bytes.resize((vertices * vector_bytes).next_multiple_of(QUADWORD), 0);
        Self {
            unpack: Unpack::new(format, slot as u16, 0, usn),
            vector_bytes,
            bytes,
        }
    }

    fn quadwords(&self) -> usize {
        self.bytes.len() / QUADWORD
    }

    /// The tag that sends vertices `first..first + count` of an array that begins at quadword `base`.
    fn reference(&self, base: usize, first: usize, count: usize) -> DmaTag {
        let quadwords = (count * self.vector_bytes).div_ceil(QUADWORD);
        let unpack = Unpack {
            num: (quadwords * QUADWORD / self.vector_bytes) as u16,
            ..self.unpack
        };
        let address = base + first * self.vector_bytes / QUADWORD;
        DmaTag::reference(
            quadwords as u16,
            address as u32,
            [STCYCL_4_1, unpack.word()],
        )
    }
}

/// Writes one mesh as a chain. Attributes shorter than the positions are filled with zeros.
///
/// A mesh without vertices gives an empty chain.
pub fn encode_packed(mesh: &PackedMesh, strip: bool, options: &ChainOptions) -> Chain {
    let vertices = mesh.positions.len();
    if vertices == 0 {
        return Chain::default();
    }
    let arrays = arrays(mesh);
    let windows = Windows::new(vertices, strip, options.batch_vertices as usize);
    let tag_quadwords = match options.form {
        TagForm::Separate => windows.count * (2 * arrays.len() + 2),
        TagForm::InTag => windows.count * (arrays.len() + 1) + 1,
    };

    let mut bytes = Vec::new();
    for i in 0..windows.count {
        let (first, count) = windows.get(i);
        let mut base = tag_quadwords;
        for array in &arrays {
            array.reference(base, first, count).write_to(&mut bytes);
            if options.form == TagForm::Separate {
                DmaTag::cnt(0, [0, 0]).write_to(&mut bytes);
            }
            base += array.quadwords();
        }
        let last = i + 1 == windows.count;
        let itop = ITOP | count as u32;
        let start = if i == 0 { MSCALF } else { MSCNT };
        match options.form {
            TagForm::Separate => {
                let tag = if last { DmaTag::ret } else { DmaTag::cnt };
                tag(1, [0, 0]).write_to(&mut bytes);
                let flush = if last { FLUSH } else { 0 };
                bytes.extend(quadword([itop, start, flush, flush]));
            }
            TagForm::InTag => DmaTag::cnt(0, [itop, start]).write_to(&mut bytes),
        }
    }
    if options.form == TagForm::InTag {
        DmaTag::ret(0, [FLUSH, FLUSH]).write_to(&mut bytes);
    }
    for array in &arrays {
        bytes.extend_from_slice(&array.bytes);
    }
    bytes.resize(bytes.len() + options.slack as usize, 0);
    Chain {
        no_references: 0,
        bytes,
    }
}

fn arrays(mesh: &PackedMesh) -> Vec<Array> {
    fn little_endian<const N: usize>(vectors: &[[i16; 4]]) -> Vec<u8> {
        vectors
            .iter()
            .flat_map(|vector| vector.iter().take(N))
            .flat_map(|value| value.to_le_bytes())
            .collect()
    }
    let vertices = mesh.positions.len();
    let array = |format, slot, usn, bytes| Array::new(format, slot, usn, vertices, bytes);
    let mut arrays = vec![array(
        UnpackFormat::V4_16,
        Slot::Position,
        false,
        little_endian::<4>(&mesh.positions),
    )];
    match mesh.uv_sets {
        0 => {}
        1 => arrays.push(array(
            UnpackFormat::V2_16,
            Slot::Uv,
            false,
            little_endian::<2>(&mesh.uvs),
        )),
        _ => arrays.push(array(
            UnpackFormat::V4_16,
            Slot::Uv,
            false,
            little_endian::<4>(&mesh.uvs),
        )),
    }
    if !mesh.colours.is_empty() {
        arrays.push(array(
            UnpackFormat::V4_8,
            Slot::Colour,
            true,
            mesh.colours.concat(),
        ));
    }
    if !mesh.normals.is_empty() {
        let bytes = mesh
            .normals
            .iter()
            .flatten()
            .map(|value| value.cast_unsigned())
            .collect();
        arrays.push(array(UnpackFormat::V4_8, Slot::Normal, false, bytes));
    }
    arrays
}

/// The windows of a mesh's batches. Source: spec/ps2-geometry.md 8.
struct Windows {
    vertices: usize,
    size: usize,
    step: usize,
    count: usize,
}

impl Windows {
    /// Windows step by a multiple of four vertices, so that each one begins at a quadword in every array: four more for
    /// strips, which repeat two, and twelve for lists, which keep triangles whole.
    fn new(vertices: usize, strip: bool, wanted: usize) -> Self {
        let (size, step, count) = if strip {
            let step = (wanted.saturating_sub(2) / 4 * 4).clamp(4, 252);
            let count = vertices.saturating_sub(2).div_ceil(step).max(1);
            (step + 2, step, count)
        } else {
            let step = (wanted / 12 * 12).clamp(12, 252);
            (step, step, vertices.div_ceil(step))
        };
        Self {
            vertices,
            size,
            step,
            count,
        }
    }

    /// First vertex and vertex count of a window.
    fn get(&self, i: usize) -> (usize, usize) {
        let first = i * self.step;
        (first, self.size.min(self.vertices - first))
    }
}
