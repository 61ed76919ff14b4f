//! One patch of a block.

use std::ops::Range;

use super::header::{PatchHeader, TierCounts, VuHeader};
use super::lod::{Lod, Tier};
use super::records::{AdGif, StripRecord, TextureSphere, VertexInfo, world};
use super::strips::{Run, Runs};
use crate::lighting::LightRecord;

/// A patch that keeps every rule of the format. What it holds is borrowed from its block.
#[derive(Debug, Clone, Copy)]
pub struct Patch<'a> {
    /// Its header in the block's table.
    pub header: &'a PatchHeader,
    /// Its header in the common list.
    pub vu: &'a VuHeader,
    /// What positions count from, raw units in the world. The meaning of the fourth value is unknown.
    pub origin: [i32; 4],
    /// Raw units from the origin; all three tiers, coarsest first.
    pub positions: &'a [[i16; 3]],
    /// Stored colours, one a position. The game never shows them: see [`crate::lighting`].
    pub colors: &'a [[u8; 4]],
    /// Light records, one a position.
    pub lights: &'a [LightRecord],
    /// Vertices; all three tiers, coarsest first, each with those that own their positions first.
    pub vertex_infos: &'a [VertexInfo],
    /// First parents, as indices of vertices: one for each vertex that is not in the common tier.
    pub first_parents: &'a [u8],
    /// Indices of vertices, by level. Padding is left out.
    pub indices: [&'a [u8]; 3],
    /// Strip records, by level, end record included.
    pub strips: [&'a [StripRecord]; 3],
    /// Textures.
    pub ad_gifs: &'a [AdGif],
    /// Where textures are near.
    pub texture_spheres: &'a [TextureSphere],
    /// Corners of a box around the patch, in 64 raw units, in the world. Their order is unknown, and some files hold anything.
    pub clip_box: [[i16; 4]; 8],
    /// Where its positions begin among the block's; colours and lights too.
    pub first_position: usize,
    /// Where its vertices begin among the block's.
    pub first_vertex_info: usize,
    /// Where its ad-gifs begin among the block's.
    pub first_ad_gif: usize,
}

impl<'a> Patch<'a> {
    /// How much each tier has, coarsest first.
    pub fn tiers(&self) -> [TierCounts; 3] {
        self.vu.tiers()
    }

    /// The indices of a tier's positions.
    pub fn positions_of(&self, tier: Tier) -> Range<usize> {
        span(self.tiers().map(|tier| usize::from(tier.positions)), tier)
    }

    /// The indices of a tier's vertices.
    pub fn vertex_infos_of(&self, tier: Tier) -> Range<usize> {
        span(self.tiers().map(|tier| tier.infos()), tier)
    }

    /// How many vertices a level may use.
    pub fn vertex_infos_for(&self, lod: Lod) -> usize {
        let tiers = self.tiers();
        tiers.iter().take(lod.tiers()).map(TierCounts::infos).sum()
    }

    /// A position in the world, in world units; `None` when there are not so many.
    pub fn world_position(&self, index: usize) -> Option<[f32; 3]> {
        let position = self.positions.get(index)?;
        Some(world(self.origin, *position))
    }

    /// The strips of a level.
    pub fn runs(&self, lod: Lod) -> impl Iterator<Item = Run> + use<'a> {
        let (strips, indices) = (self.strips_of(lod), self.indices_of(lod));
        Runs::new(strips, self.ad_gifs.len(), indices.len()).map_while(Result::ok)
    }

    /// Indices of a level.
    pub fn indices_of(&self, lod: Lod) -> &'a [u8] {
        self.indices.get(lod.index()).copied().unwrap_or_default()
    }

    /// Strip records of a level.
    pub fn strips_of(&self, lod: Lod) -> &'a [StripRecord] {
        self.strips.get(lod.index()).copied().unwrap_or_default()
    }
}

fn span(counts: [usize; 3], tier: Tier) -> Range<usize> {
    let mut start = 0;
    for (i, count) in counts.into_iter().enumerate() {
        if i == tier.index() {
            return start..start + count;
        }
        start += count;
    }
    start..start
}
