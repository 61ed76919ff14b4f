//! RenderWare's default PS2 layout: floats. Only the glow world has it.
//!
//! Nothing is broken out: one tag sends everything, and strip batches store their two shared vertices twice.
//! Source: spec/ps2-geometry.md part B.

use wonderwheel_ps2::dma::{DmaTag, QUADWORD, quadword};
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::kept::KeptBytes;
use wonderwheel_ps2::vif::{
    FLUSH, ITOP, MSCALF, MSCNT, NOP, STCYCL_4_1, STMOD_0, Unpack, UnpackFormat,
};

use crate::batch::{self, Layout, Slot};
use crate::chain::{Chain, ChainOptions};
use crate::strip;

/// A mesh of float vertices in strip (or list) order, as the default layout holds it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FloatMesh {
    /// World positions, RenderWare axes, metres.
    pub positions: Vec<[f32; 3]>,
    /// s1, t1 (and s2, t2 when the chain has two sets).
    pub uvs: Vec<[f32; 4]>,
    /// Number of uv sets: 0, 1 or 2.
    pub uv_sets: u8,
    /// r, g, b, a; 255 = 1.0. Empty when absent.
    pub colours: Vec<[u8; 4]>,
    /// x, y, z over 127. Empty when absent.
    pub normals: Vec<[i8; 3]>,
}

impl FloatMesh {
    /// The triangles of the mesh read as a strip or as a list, degenerate ones (two equal positions) left out.
    pub fn triangles(&self, strip: bool) -> impl Iterator<Item = [u32; 3]> + '_ {
        let count = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        strip::triangles(count, strip).filter(|corners| {
            !strip::is_degenerate(corners.map(|i| self.positions.get(i as usize)))
        })
    }
}

/// Decodes one mesh. `expected_vertices` is the mesh's count in the mesh plugin.
///
/// # Errors
/// As [`decode_packed`](crate::packed_chain::decode_packed).
pub fn decode_default(chain: &Chain, strip: bool, expected_vertices: u32) -> Result<FloatMesh> {
    let mut mesh = FloatMesh::default();
    batch::for_each(
        &chain.bytes,
        Layout::Default,
        strip,
        expected_vertices,
        &mut |batch, repeated| {
            let (positions, _) = batch.vectors(Slot::Position, repeated).as_chunks::<12>();
            mesh.positions.extend(positions.iter().map(floats::<12, 3>));
            let uvs = batch.vectors(Slot::Uv, repeated);
            match batch.slot(Slot::Uv).map(|attribute| attribute.format) {
                None => {}
                Some(UnpackFormat::V2_32) => {
                    mesh.uv_sets = 1;
                    let pairs = uvs.as_chunks::<8>().0.iter().map(floats::<8, 2>);
                    mesh.uvs.extend(pairs.map(|[s, t]| [s, t, 0.0, 0.0]));
                }
                Some(_) => {
                    mesh.uv_sets = 2;
                    mesh.uvs
                        .extend(uvs.as_chunks::<16>().0.iter().map(floats::<16, 4>));
                }
            }
            mesh.colours
                .extend_from_slice(batch.vectors(Slot::Colour, repeated).as_chunks().0);
            let (normals, _) = batch.vectors(Slot::Normal, repeated).as_chunks::<3>();
            mesh.normals
                .extend(normals.iter().map(|normal| normal.map(u8::cast_signed)));
        },
    )?;
    Ok(mesh)
}

/// Numbers as they are stored.
pub(crate) fn floats<const BYTES: usize, const N: usize>(bytes: &[u8; BYTES]) -> [f32; N] {
    let (words, _) = bytes.as_chunks::<4>();
    std::array::from_fn(|i| words.get(i).copied().map_or(0.0, f32::from_le_bytes))
}

/// Writes one mesh as a chain. All four attributes are written, as RenderWare does: a missing uv set becomes 0, missing
/// colours (0, 0, 0, 255), missing normals 0.
///
/// [`ChainOptions::for_default_layout`] has RenderWare's batch size. A mesh without vertices gives an empty chain.
pub fn encode_default(mesh: &FloatMesh, strip: bool, options: &ChainOptions) -> Chain {
    let vertices = mesh.positions.len();
    if vertices == 0 {
        return Chain {
            no_references: 1,
            bytes: KeptBytes::default(),
        };
    }
    let (size, step) = batch_size(strip, options.batch_vertices as usize);
    let count = if strip {
        vertices.saturating_sub(2).div_ceil(step).max(1)
    } else {
        vertices.div_ceil(step)
    };
    let batches = (0..count).map(|i| {
        let first = i * step;
        let window = first..(first + size).min(vertices);
        batch_bytes(mesh, window, i == 0, i + 1 == count)
    });
    let mut bytes = Vec::new();
    push_tags(&mut bytes, batches);
    bytes.resize(bytes.len() + options.slack as usize, 0);
    Chain {
        no_references: 1,
        bytes: bytes.into(),
    }
}

/// Vertices a batch and from one batch to the next. The step of strips is even, which keeps the parity.
fn batch_size(strip: bool, wanted: usize) -> (usize, usize) {
    if strip {
        let size = (wanted / 2 * 2).clamp(4, 256);
        (size, size - 2)
    } else {
        let size = (wanted / 12 * 12).clamp(12, 252);
        (size, size)
    }
}

/// Puts the batches behind one `ret` tag; behind several tags only when they are more than one tag can count.
fn push_tags(bytes: &mut Vec<u8>, batches: impl Iterator<Item = Vec<u8>>) {
    const MAX_BYTES: usize = u16::MAX as usize * QUADWORD;
    let mut runs: Vec<Vec<u8>> = vec![Vec::new()];
    for batch in batches {
        match runs.last_mut() {
            Some(run) if run.len() + batch.len() <= MAX_BYTES => run.extend(batch),
            _ => runs.push(batch),
        }
    }
    let last = runs.len() - 1;
    for (i, run) in runs.into_iter().enumerate() {
        let codes = if i == 0 { [FLUSH; 2] } else { [NOP; 2] };
        let tag = if i == last { DmaTag::ret } else { DmaTag::cnt };
        tag((run.len() / QUADWORD) as u16, codes).write_to(bytes);
        bytes.extend(run);
    }
}

fn batch_bytes(
    mesh: &FloatMesh,
    window: std::ops::Range<usize>,
    first: bool,
    last: bool,
) -> Vec<u8> {
    let mut out = Vec::new();
    let count = window.len() as u32;
    let mut attribute = |format, slot: Slot, usn, data: Vec<u8>| {
        let unpack = Unpack::new(format, slot as u16, count as u16, usn);
        out.extend(quadword([NOP, STMOD_0, STCYCL_4_1, unpack.word()]));
        out.extend(data);
        out.resize(out.len().next_multiple_of(QUADWORD), 0);
    };
    let of = || window.clone();
    let at = |i: usize| mesh.positions.get(i).copied().unwrap_or_default();
    let uv = |i: usize| mesh.uvs.get(i).copied().unwrap_or_default();
    let colour = |i: usize| mesh.colours.get(i).copied().unwrap_or([0, 0, 0, 255]);
    let normal = |i: usize| mesh.normals.get(i).copied().unwrap_or_default();
    let positions = of().flat_map(at).flat_map(f32::to_le_bytes).collect();
    attribute(UnpackFormat::V3_32, Slot::Position, false, positions);
    if mesh.uv_sets >= 2 {
        let uvs = of().flat_map(uv).flat_map(f32::to_le_bytes).collect();
        attribute(UnpackFormat::V4_32, Slot::Uv, false, uvs);
    } else {
        let pairs = of().map(uv).flat_map(|[s, t, ..]| [s, t]);
        let pairs = pairs.flat_map(f32::to_le_bytes).collect();
        attribute(UnpackFormat::V2_32, Slot::Uv, false, pairs);
    }
    let colours = of().flat_map(colour).collect();
    attribute(UnpackFormat::V4_8, Slot::Colour, true, colours);
    let normals = of().flat_map(normal).map(i8::cast_unsigned).collect();
    attribute(UnpackFormat::V3_8, Slot::Normal, false, normals);
    let start = if first { MSCALF } else { MSCNT };
    let flush = if last { FLUSH } else { NOP };
    out.extend(quadword([ITOP | count, start, flush, flush]));
    out
}
