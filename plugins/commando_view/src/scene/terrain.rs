//! Terrain for the vertex shader: positions that know between which others they arrive, vertices that know what replaces
//! them, one index list a patch and level.

use bytemuck::{Pod, Zeroable};
use wonderwheel_commando::bounds::Sphere;
use wonderwheel_commando::occlusion::Mask;
use wonderwheel_commando::tfrag::{Lod, LodDistances, Patch, TfragBlock, Tier, TriangleList};
use wonderwheel_ps2::cursor::Cursor;

use super::faults::Faults;
use super::pictures::{Materials, Picture, PictureOwner, Run, find};

/// `Position` in `commando.wgsl`: a vertex's place at rest, and the two places between which it arrives.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct PositionRecord {
    /// World units, the game's axes.
    pub point: [f32; 3],
    /// 0 common, 1 LOD 01, 2 LOD 0.
    pub tier: u32,
    /// Position of the first parent; its own where it has none.
    pub first: u32,
    /// Position of the second.
    pub second: u32,
    /// Unused.
    pub padding_0: u32,
    /// Unused.
    pub padding_1: u32,
}

/// `Info` in `commando.wgsl`: what a corner of a triangle is.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct InfoRecord {
    /// Index of its position.
    pub position: u32,
    /// s in the low half, t in the high one; 4,096 is one texture.
    pub st: u32,
    /// 0 common, 1 LOD 01, 2 LOD 0.
    pub tier: u32,
    /// The vertex that replaces it when it collapses; itself in the common tier.
    pub replacement: u32,
    /// Position of its first parent.
    pub first: u32,
    /// Position of its second.
    pub second: u32,
}

/// A patch as drawing sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainPatch {
    /// The chunk that it belongs to; 0 is the core's.
    pub chunk: usize,
    /// Its number in the block.
    pub index: usize,
    /// Its bit of the occlusion masks.
    pub bit: u32,
    /// Bounding sphere, raw units, by which its level is chosen.
    pub raw_sphere: [f32; 4],
    /// The same in world units.
    pub sphere: Sphere,
    /// Drawn in LOD 2 alone.
    pub base_only: bool,
    /// The runs of each level, finest first: places in [`Terrain::runs`].
    pub runs: [std::ops::Range<usize>; 3],
    /// Positions, and triangles of each level.
    pub positions: usize,
    /// Triangles of each level.
    pub triangles: [usize; 3],
}

/// The terrain of a level: of its core, and of the chunks that are loaded over it.
#[derive(Debug, Clone, PartialEq)]
pub struct Terrain {
    /// One a position of each block, the core's first.
    pub positions: Vec<PositionRecord>,
    /// One a vertex of each block.
    pub infos: Vec<InfoRecord>,
    /// Indices of [`Self::infos`], three a triangle.
    pub indices: Vec<u32>,
    /// Runs of one material.
    pub runs: Vec<Run>,
    /// The patches that could be read.
    pub patches: Vec<TerrainPatch>,
    /// Patches of the core's block, broken ones included.
    pub patch_count: usize,
    /// Where levels change: the core's.
    pub distances: LodDistances,
}

impl Default for Terrain {
    fn default() -> Self {
        Self {
            positions: Vec::new(),
            infos: Vec::new(),
            indices: Vec::new(),
            runs: Vec::new(),
            patches: Vec::new(),
            patch_count: 0,
            distances: LodDistances::new(32.0),
        }
    }
}

/// Reads a terrain block, if there is one. Broken patches are reported and left out, as is a block whose own table is broken.
pub fn read(bytes: &[u8], what: &str, faults: &mut Faults) -> Option<TfragBlock> {
    if bytes.is_empty() {
        return None;
    }
    let block = faults.read(what, TfragBlock::read_lenient(&mut Cursor::new(bytes)))?;
    for fault in block.faults() {
        faults.error(format!("{what}, patch {}", fault.patch), &fault.error);
    }
    Some(block)
}

/// The block that is being laid out: what comes before its positions and vertices.
struct Block<'a> {
    chunk: usize,
    first_position: usize,
    first_info: usize,
    bits: &'a [u32],
    pictures: &'a [Picture],
}

impl Terrain {
    /// Lays a block out behind those that are there; the core's comes first. `bits` are the occlusion bits of all blocks' patches.
    pub fn add(
        &mut self,
        chunk: usize,
        block: &TfragBlock,
        bits: &[Vec<u32>],
        pictures: &[Picture],
        materials: &mut Materials,
    ) {
        let before = Block {
            chunk,
            first_position: self.positions.len(),
            first_info: self.infos.len(),
            bits: bits.get(chunk).map(Vec::as_slice).unwrap_or_default(),
            pictures,
        };
        if chunk == 0 {
            self.patch_count = block.len();
            self.distances = block.lod_distances();
        }
        let positions = before.first_position + block.positions().len();
        let infos = before.first_info + block.vertex_infos().len();
        self.positions.resize(positions, PositionRecord::default());
        self.infos.resize(infos, InfoRecord::default());
        for (index, patch) in block.patches() {
            self.add_positions(&before, &patch);
            self.add_infos(&before, &patch);
            self.add_triangles(&before, index, &patch, materials);
        }
    }

    fn add_positions(&mut self, block: &Block<'_>, patch: &Patch<'_>) {
        let first = block.first_position + patch.first_position;
        for tier in Tier::ALL {
            for own in patch.positions_of(tier) {
                let Some(point) = patch.world_position(own) else {
                    continue;
                };
                let at = first + own;
                if let Some(record) = self.positions.get_mut(at) {
                    *record = PositionRecord {
                        point,
                        tier: tier.index() as u32,
                        first: at as u32,
                        second: at as u32,
                        ..PositionRecord::default()
                    };
                }
            }
            // The tier's first vertices own its positions; later ones share them.
            let owners = patch.positions_of(tier).len();
            for vertex in patch.vertex_infos_of(tier).take(owners) {
                let (Some(info), Some(parents)) =
                    (patch.vertex_infos.get(vertex), patch.parents(vertex))
                else {
                    continue;
                };
                let global = |position: usize| (first + position) as u32;
                if let Some(record) = self.positions.get_mut(first + info.position()) {
                    record.first = global(parents.first_position);
                    record.second = global(parents.second_position);
                }
            }
        }
    }

    fn add_infos(&mut self, block: &Block<'_>, patch: &Patch<'_>) {
        let first_info = block.first_info + patch.first_vertex_info;
        let first_position = block.first_position + patch.first_position;
        for (own, info) in patch.vertex_infos.iter().enumerate() {
            let at = first_info + own;
            let global = |position: usize| (first_position + position) as u32;
            let position = global(info.position());
            let mut record = InfoRecord {
                position,
                st: u32::from(info.s.cast_unsigned()) | u32::from(info.t.cast_unsigned()) << 16,
                tier: patch.tier_of(own).index() as u32,
                replacement: at as u32,
                first: position,
                second: position,
            };
            if let Some(parents) = patch.parents(own) {
                record.replacement = first_info as u32 + u32::from(parents.first_vertex_info);
                record.first = global(parents.first_position);
                record.second = global(parents.second_position);
            }
            if let Some(slot) = self.infos.get_mut(at) {
                *slot = record;
            }
        }
    }

    fn add_triangles(
        &mut self,
        block: &Block<'_>,
        index: usize,
        patch: &Patch<'_>,
        materials: &mut Materials,
    ) {
        let mut runs = [0..0, 0..0, 0..0];
        let mut triangles = [0; 3];
        for lod in Lod::ALL {
            let mut list = TriangleList::default();
            list.push(patch, lod);
            let first_index = self.indices.len() as u32;
            let first_run = self.runs.len();
            for run in &list.runs {
                let ad_gif = patch.ad_gifs.get(run.ad_gif as usize - patch.first_ad_gif);
                let picture = usize::try_from(run.texture).ok();
                let picture = picture
                    .and_then(|texture| find(block.pictures, PictureOwner::Terrain, texture));
                let (clamp, k) = ad_gif.map_or(([false; 2], 0), |gif| (gif.clamp(), gif.k()));
                self.runs.push(Run {
                    material: materials.index(picture, clamp, k),
                    indices: run.indices.start + first_index..run.indices.end + first_index,
                });
            }
            triangles[lod.index()] = list.indices.len() / 3;
            let own = list.indices.iter();
            self.indices
                .extend(own.map(|index| block.first_info as u32 + index));
            runs[lod.index()] = first_run..self.runs.len();
        }
        let raw_sphere = patch.header.bounding_sphere;
        self.patches.push(TerrainPatch {
            chunk: block.chunk,
            index,
            bit: block.bits.get(index).copied().unwrap_or(Mask::ALWAYS),
            raw_sphere,
            sphere: Sphere::from_raw(raw_sphere),
            base_only: patch.header.base_only != 0,
            runs,
            positions: patch.positions.len(),
            triangles,
        });
    }
}
