//! The quick walk over packed chains of the usual form: references to windows of attribute arrays, then a start code.
//!
//! It knows the two forms in which such chains are written (spec/ps2-geometry.md 4 and 8) word by word, and gives up at
//! the first word that is anything else. The general walk ([`crate::batch`]) then takes over where this one stopped: it
//! reads every legal chain and says what is wrong with the others, at a fraction of the speed.

use wonderwheel_ps2::dma::QUADWORD;
use wonderwheel_ps2::steps;
use wonderwheel_ps2::vif::{FLUSH, ITOP, MSCALF, MSCNT, STCYCL_4_1};

use crate::packed_chain::mesh::PackedBatch;

/// Heads of the three tags, quadword count clear. Priority and interrupt bits must be clear too.
mod tag {
    pub const CNT: u32 = 1 << 28;
    pub const REF: u32 = 3 << 28;
    pub const RET: u32 = 6 << 28;
}

/// UNPACK words of the attributes, vector count clear. Source: spec/ps2-geometry.md 3.
mod unpack {
    pub const POSITION: u32 = 0x6D00_8000;
    pub const TWO_UV_SETS: u32 = 0x6D00_8001;
    pub const ONE_UV_SET: u32 = 0x6500_8001;
    pub const COLOUR: u32 = 0x6E00_C002;
    pub const NORMAL: u32 = 0x6E00_8003;
}

/// Vertices that a strip batch repeats.
const OVERLAP: usize = 2;

/// The part of one attribute's array that a batch refers to. A vector size of 0: the attribute is absent.
#[derive(Debug, Clone, Copy, Default)]
struct Window {
    start: usize,
    vectors: usize,
    vector_bytes: usize,
}

impl Window {
    fn bytes<'a>(&self, chain: &'a [u8], from: usize, to: usize) -> Option<&'a [u8]> {
        chain.get(self.start + from * self.vector_bytes..self.start + to * self.vector_bytes)
    }
}

/// The windows of one batch by slot, and its vertex count once it is known.
#[derive(Debug, Clone, Copy, Default)]
struct Batch {
    windows: [Window; 4],
    vertex_count: usize,
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.windows.iter().all(|window| window.vector_bytes == 0)
    }

    fn is_complete(&self) -> bool {
        let [positions, ..] = &self.windows;
        let holds_all =
            |window: &Window| window.vector_bytes == 0 || window.vectors >= self.vertex_count;
        self.vertex_count > 0 && positions.vector_bytes != 0 && self.windows.iter().all(holds_all)
    }

    fn has_attributes_of(&self, other: &Self) -> bool {
        let mut pairs = self.windows.iter().zip(&other.windows);
        pairs.all(|(a, b)| a.vector_bytes == b.vector_bytes)
    }

    /// Whether the batch begins with the last two vertices of the one before. As a rule both windows share the bytes.
    fn continues(&self, previous: &Self, chain: &[u8]) -> bool {
        let Some(tail) = previous.vertex_count.checked_sub(OVERLAP) else {
            return false;
        };
        self.vertex_count >= OVERLAP
            && self
                .windows
                .iter()
                .zip(&previous.windows)
                .all(|(window, before)| {
                    window.start == before.start + tail * before.vector_bytes
                        || window.bytes(chain, 0, OVERLAP)
                            == before.bytes(chain, tail, previous.vertex_count)
                })
    }
}

/// A walk over one chain.
#[derive(Debug)]
pub(crate) struct BrokenOut<'a> {
    chain: &'a [u8],
    strip: bool,
    expected_vertices: usize,
    at: usize,
    batch: Batch,
    previous: Option<Batch>,
    vertices: usize,
    /// Batches that `visit` has been called with.
    pub visited: usize,
}

impl<'a> BrokenOut<'a> {
    pub fn new(chain: &'a [u8], strip: bool, expected_vertices: u32) -> Self {
        Self {
            chain,
            strip,
            expected_vertices: expected_vertices as usize,
            at: 0,
            batch: Batch::default(),
            previous: None,
            vertices: 0,
            visited: 0,
        }
    }

    /// Walks to the end of the chain. `None`: the chain has another form, or something is wrong with it.
    pub fn walk(&mut self, visit: &mut dyn FnMut(PackedBatch<'a>)) -> Option<()> {
        loop {
            let [head, address, code_0, code_1] = self.quadword()?;
            let quadwords = (head & 0xFFFF) as usize;
            match head & 0xFFFF_0000 {
                tag::REF if code_0 == STCYCL_4_1 => self.refer(address, quadwords, code_1)?,
                tag::CNT if quadwords == 0 && [code_0, code_1] == [0, 0] => {}
                kind @ (tag::CNT | tag::RET) => {
                    match (quadwords, code_0, code_1) {
                        (1, 0, 0) => {
                            let [itop, start, after_0, after_1] = self.quadword()?;
                            if !is_idle(after_0) || !is_idle(after_1) {
                                return None;
                            }
                            self.start(itop, start, visit)?;
                        }
                        (0, after_0, after_1)
                            if kind == tag::RET && is_idle(after_0) && is_idle(after_1) => {}
                        (0, itop, start) => self.start(itop, start, visit)?,
                        _ => return None,
                    }
                    if kind == tag::RET {
                        let is_whole = self.batch.is_empty()
                            && self.visited > 0
                            && self.vertices == self.expected_vertices;
                        return is_whole.then_some(());
                    }
                }
                _ => return None,
            }
        }
    }

    fn quadword(&mut self) -> Option<[u32; 4]> {
        steps::count(1);
        let bytes: &[u8; QUADWORD] = self.chain.get(self.at..)?.first_chunk()?;
        self.at += QUADWORD;
        let (words, _) = bytes.as_chunks::<4>();
        let words: &[[u8; 4]; 4] = words.first_chunk()?;
        Some(words.map(u32::from_le_bytes))
    }

    /// Notes the window that a reference tag sends.
    fn refer(&mut self, address: u32, quadwords: usize, code: u32) -> Option<()> {
        let (slot, vector_bytes) = match code & 0xFF00_FFFF {
            unpack::POSITION => (0, 8),
            unpack::TWO_UV_SETS => (1, 8),
            unpack::ONE_UV_SET => (1, 4),
            unpack::COLOUR => (2, 4),
            unpack::NORMAL => (3, 4),
            _ => return None,
        };
        let vectors = match (code >> 16 & 0xFF) as usize {
            0 => 256,
            vectors => vectors,
        };
        let bytes = quadwords * QUADWORD;
        let start = usize::try_from(u64::from(address) * QUADWORD as u64).ok()?;
        let window = self.batch.windows.get_mut(slot)?;
        let fits = vectors * vector_bytes == bytes
            && start <= self.chain.len()
            && bytes <= self.chain.len() - start;
        if !fits || window.vector_bytes != 0 {
            return None;
        }
        *window = Window {
            start,
            vectors,
            vector_bytes,
        };
        Some(())
    }

    /// Ends the batch.
    fn start(
        &mut self,
        itop: u32,
        start: u32,
        visit: &mut dyn FnMut(PackedBatch<'a>),
    ) -> Option<()> {
        if itop & !0x3FF != ITOP || !matches!(start, MSCALF | MSCNT) {
            return None;
        }
        let mut batch = std::mem::take(&mut self.batch);
        batch.vertex_count = (itop & 0x3FF) as usize;
        if !batch.is_complete() {
            return None;
        }
        let mut repeated = 0;
        if let Some(previous) = &self.previous {
            if !batch.has_attributes_of(previous)
                || (self.strip && !batch.continues(previous, self.chain))
            {
                return None;
            }
            repeated = if self.strip { OVERLAP } else { 0 };
        }
        let new_vertices = batch.vertex_count - repeated;
        if new_vertices > self.expected_vertices - self.vertices {
            return None;
        }
        let [positions, uvs, colours, normals] = &batch.windows;
        let vectors = |window: &Window| window.bytes(self.chain, repeated, batch.vertex_count);
        visit(PackedBatch {
            vertex_count: new_vertices,
            positions: vectors(positions)?,
            uvs: vectors(uvs)?,
            uv_sets: (uvs.vector_bytes / 4) as u8,
            colours: vectors(colours)?,
            normals: vectors(normals)?,
        });
        self.vertices += new_vertices;
        self.visited += 1;
        self.previous = Some(batch);
        Some(())
    }
}

/// Whether a code that may follow a start code does nothing to the batches.
fn is_idle(code: u32) -> bool {
    matches!(code, 0 | FLUSH)
}
