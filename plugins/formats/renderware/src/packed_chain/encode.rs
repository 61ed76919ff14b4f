//! From packed vertices to a chain. Source: spec/ps2-geometry.md 8.

use wonderwheel_ps2::dma::{DmaTag, QUADWORD, quadword};
use wonderwheel_ps2::vif::{
    FLUSH, ITOP, MSCALF, MSCNT, STCYCL_4_1, STCYCL_5_1, Unpack, UnpackFormat,
};

use super::mesh::PackedMesh;
use crate::batch::Slot;
use crate::bone_weight::BoneWeight;
use crate::chain::{Chain, ChainOptions, TagForm};

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
    fn reference(&self, base: usize, first: usize, count: usize, cycle: u32) -> DmaTag {
        let quadwords = (count * self.vector_bytes).div_ceil(QUADWORD);
        let unpack = Unpack {
            num: (quadwords * QUADWORD / self.vector_bytes) as u16,
            ..self.unpack
        };
        let address = base + first * self.vector_bytes / QUADWORD;
        DmaTag::reference(quadwords as u16, address as u32, [cycle, unpack.word()])
    }
}

/// Writes one mesh as a chain. Attributes shorter than the positions are filled with zeros.
///
/// A mesh without vertices gives an empty chain.
pub fn encode_packed(mesh: &PackedMesh, strip: bool, options: &ChainOptions) -> Chain {
    encode_with_weights(mesh, &[], strip, options)
}

/// As [`encode_packed`], with bone weights when there are some.
pub(crate) fn encode_with_weights(
    mesh: &PackedMesh,
    weights: &[[BoneWeight; 4]],
    strip: bool,
    options: &ChainOptions,
) -> Chain {
    let vertices = mesh.positions.len();
    if vertices == 0 {
        return Chain::default();
    }
    let mut arrays = arrays(mesh);
    let cycle = if weights.is_empty() {
        STCYCL_4_1
    } else {
        let words = weights
            .iter()
            .flatten()
            .flat_map(|weight| weight.0.to_le_bytes());
        let (format, bytes) = (UnpackFormat::V4_32, words.collect());
        arrays.push(Array::new(format, Slot::Weights, false, vertices, bytes));
        STCYCL_5_1
    };
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
            array
                .reference(base, first, count, cycle)
                .write_to(&mut bytes);
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
        bytes: bytes.into(),
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
