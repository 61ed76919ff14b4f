//! Native data 0x510: one DMA chain a mesh, and what a chain decodes to.

/// Section 0x510. Source: spec/renderware.md 8.3.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NativeData {
    /// The size field of the inner struct header. Not to be trusted; kept so that writing gives the same bytes.
    pub inner_size: u32,
    /// One chain a mesh, in mesh-plugin order.
    pub chains: Vec<Chain>,
    /// What follows the platform word when there are no meshes (streamed-world sectors); otherwise empty.
    pub opaque: Vec<u8>,
}

/// The vertices of one mesh as a DMA source chain with VIF codes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chain {
    /// 0: the chain holds reference tags with addresses in quadwords from its first byte; 1: none.
    pub no_references: u32,
    /// The chain's bytes, trailing slack included.
    pub bytes: Vec<u8>,
}

/// Which of the two layouts a chain has. The owner decides, not the bytes. Source: spec/ps2-geometry.md 11.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainLayout {
    /// The game's own pipelines: 16-bit positions and texture coordinates with scales (part A).
    Packed,
    /// RenderWare's default PS2 pipeline: floats (part B). Only the glow world.
    Default,
}

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
