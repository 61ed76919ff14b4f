//! A patch as plain values that can be changed.

use super::header::PatchHeader;
use super::lod::{Lod, Tier};
use super::patch::Patch;
use super::records::{AdGif, StripRecord, TextureSphere, VertexInfo};
use crate::lighting::LightRecord;

/// Everything that a patch says, without the offsets, sizes and addresses that follow from it. What [`super::TfragBlock::build`]
/// takes.
///
/// Arrays of three go by tier ([`Tier`]) or level ([`Lod`]), as their fields say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PatchData {
    /// What positions count from, raw units in the world; the fourth value is unknown, 0 when made.
    pub origin: [i32; 4],
    /// Centre and radius, raw units in the world. See [`super::bounding_sphere`].
    pub bounding_sphere: [f32; 4],
    /// By tier: positions, raw units from the origin.
    pub positions: [Vec<[i16; 3]>; 3],
    /// By tier: vertices, first one for each position of the tier, then those that share positions. Their position indices count
    /// through all tiers.
    pub vertex_infos: [Vec<VertexInfo>; 3],
    /// First parents of the vertices of tiers LOD 01 and LOD 0, as indices of vertices through all tiers.
    pub first_parents: [Vec<u8>; 2],
    /// By level: indices of vertices through all tiers.
    pub indices: [Vec<u8>; 3],
    /// By level: strip records. The end record is added when it is missing.
    pub strips: [Vec<StripRecord>; 3],
    /// Textures.
    pub ad_gifs: Vec<AdGif>,
    /// One a position, all tiers. The game replaces them when it lights the patch.
    pub colors: Vec<[u8; 4]>,
    /// One a position, all tiers. Where their positions stand is filled in when the patch is written.
    pub lights: Vec<LightRecord>,
    /// Where textures are near.
    pub texture_spheres: Vec<TextureSphere>,
    /// See [`super::clip_box`].
    pub clip_box: [[i16; 4]; 8],
    /// Depth inside which textures are loaded, raw units.
    pub mip_distance: u16,
    /// The patch's place in the occlusion words.
    pub occlusion_index: u16,
    /// Not 0: LOD 2 is always drawn.
    pub base_only: u8,
    /// Header byte 0x2D, unknown.
    pub flags: u8,
    /// Header bytes 0x2B and 0x35, set while the game runs.
    pub run_time: [u8; 2],
    /// Quadwords of the vector unit's memory left free between positions and vertices. The disc has some; why is unknown.
    pub slack: u16,
}

impl PatchData {
    /// A depth inside which textures are loaded, 8 world units.
    pub const MIP_DISTANCE: u16 = 8_192;

    /// Positions of all tiers.
    pub fn position_count(&self) -> usize {
        self.positions.iter().map(Vec::len).sum()
    }

    /// Vertices of all tiers.
    pub fn vertex_info_count(&self) -> usize {
        self.vertex_infos.iter().map(Vec::len).sum()
    }

    /// Sets what follows from the positions and textures: sphere, box, and a texture sphere for each ad-gif.
    pub fn set_bounds(&mut self) {
        let all = self.positions.concat();
        self.bounding_sphere = super::bounding_sphere(self.origin, &all);
        self.clip_box = super::clip_box(self.origin, &all);
        let sphere = |gif: &AdGif| {
            super::texture_sphere(self.bounding_sphere, self.mip_distance, gif.texture())
        };
        self.texture_spheres = self.ad_gifs.iter().map(sphere).collect();
    }
}

impl Patch<'_> {
    /// The patch as plain values.
    pub fn to_data(&self) -> PatchData {
        let part = |tier| {
            let positions = self.positions.get(self.positions_of(tier));
            let infos = self.vertex_infos.get(self.vertex_infos_of(tier));
            (
                positions.unwrap_or_default().to_vec(),
                infos.unwrap_or_default().to_vec(),
            )
        };
        let [common, middle, fine] = Tier::ALL.map(part);
        let (of_middle, of_fine) = self
            .first_parents
            .split_at_checked(middle.1.len())
            .unwrap_or_default();
        let PatchHeader {
            mip_distance,
            occlusion_index,
            base_only,
            flags,
            ..
        } = *self.header;
        let end_of_positions = self.vu.positions + 2 * self.positions.len() as u16;
        PatchData {
            origin: self.origin,
            bounding_sphere: self.header.bounding_sphere,
            positions: [common.0, middle.0, fine.0],
            vertex_infos: [common.1, middle.1, fine.1],
            first_parents: [of_middle.to_vec(), of_fine.to_vec()],
            indices: Lod::ALL.map(|lod| self.indices_of(lod).to_vec()),
            strips: Lod::ALL.map(|lod| self.strips_of(lod).to_vec()),
            ad_gifs: self.ad_gifs.to_vec(),
            colors: self.colors.to_vec(),
            lights: self.lights.to_vec(),
            texture_spheres: self.texture_spheres.to_vec(),
            clip_box: self.clip_box,
            mip_distance,
            occlusion_index,
            base_only,
            flags,
            run_time: [self.header.occlusion_stash, self.header.light_changed],
            slack: self.vu.infos_common.saturating_sub(end_of_positions),
        }
    }
}
