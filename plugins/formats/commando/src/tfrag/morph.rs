//! Where the vertices of finer tiers are while their level fades into the next coarser one.

use wonderwheel_ps2::steps;

use super::lod::{LodDistances, LodMode, Tier};
use super::patch::Patch;
use crate::lanes::zip;

/// The two vertices between which a finer one arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parents {
    /// The first parent as a vertex: what the finer one is replaced by when it collapses.
    pub first_vertex_info: u8,
    /// The first parent's position.
    pub first_position: usize,
    /// The second parent's position.
    pub second_position: usize,
}

/// A patch's positions and colours at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Morph {
    /// World units, one a position of the patch.
    pub positions: Vec<[f32; 3]>,
    /// One a position of the patch, 0..=255.
    pub colors: Vec<[f32; 4]>,
    /// The vertex drawn for each vertex: itself, or its first parent.
    pub vertex_infos: Vec<u8>,
}

impl Patch<'_> {
    /// The parents of a vertex; none in the common tier.
    pub fn parents(&self, vertex_info: usize) -> Option<Parents> {
        let own = self.vertex_infos.get(vertex_info)?;
        let [common, ..] = self.tiers();
        let first = *self
            .first_parents
            .get(vertex_info.checked_sub(common.infos())?)?;
        let first_info = self.vertex_infos.get(usize::from(first))?;
        Some(Parents {
            first_vertex_info: first,
            first_position: first_info.position(),
            second_position: own.second_parent(),
        })
    }

    /// The tier that a vertex belongs to.
    pub fn tier_of(&self, vertex_info: usize) -> Tier {
        let within = |tier: &Tier| self.vertex_infos_of(*tier).contains(&vertex_info);
        Tier::ALL.into_iter().find(within).unwrap_or(Tier::Lod0)
    }

    /// Moves the vertices of the finer tiers as the mode asks, each by the weight of its own depth. `colors` are the patch's lit
    /// colours, one a position; missing ones are black. `depth` gives the view depth of a point, both in world units.
    ///
    /// Tier LOD 01 moves first, so that tier LOD 0 goes towards parents that have moved. Whether a collapse looks at parents
    /// where they are or where they rest is not known; they are taken where they are.
    ///
    /// Source: spec/commando-tfrag.md 8.
    pub fn morph(
        &self,
        mode: LodMode,
        distances: &LodDistances,
        colors: &[[u8; 4]],
        depth: impl Fn([f32; 3]) -> f32,
    ) -> Morph {
        steps::count((self.positions.len() + self.vertex_infos.len()) as u64);
        let color = |i: usize| colors.get(i).copied().unwrap_or_default().map(f32::from);
        let mut morph = Morph {
            positions: (0..self.positions.len())
                .filter_map(|i| self.world_position(i))
                .collect(),
            colors: (0..self.positions.len()).map(color).collect(),
            vertex_infos: (0..=u8::MAX).take(self.vertex_infos.len()).collect(),
        };
        for tier in [Tier::Lod01, Tier::Lod0] {
            if mode.morphs(tier) {
                self.move_tier(tier, mode.collapses(tier), distances, &depth, &mut morph);
            }
        }
        morph
    }

    fn move_tier(
        &self,
        tier: Tier,
        collapses: bool,
        distances: &LodDistances,
        depth: &impl Fn([f32; 3]) -> f32,
        morph: &mut Morph,
    ) {
        let (_, far) = distances.span(tier);
        let owners = self.positions_of(tier).len();
        for (k, vertex) in self.vertex_infos_of(tier).enumerate() {
            let (Some(parents), Some(info)) = (self.parents(vertex), self.vertex_infos.get(vertex))
            else {
                continue;
            };
            let ends = [parents.first_position, parents.second_position];
            let [first, second] = ends.map(|i| morph.positions.get(i).copied().unwrap_or_default());
            if collapses && depth(first) >= far && depth(second) >= far {
                if let Some(drawn) = morph.vertex_infos.get_mut(vertex) {
                    *drawn = parents.first_vertex_info;
                }
                continue;
            }
            // Vertices that share a position move with its owner.
            let own = info.position();
            if k >= owners {
                continue;
            }
            let Some(position) = morph.positions.get_mut(own) else {
                continue;
            };
            let weight = distances.weight(tier, depth(*position));
            *position = blend([first, second], *position, weight);
            let [first, second] = ends.map(|i| morph.colors.get(i).copied().unwrap_or_default());
            if let Some(color) = morph.colors.get_mut(own) {
                *color = blend([first, second], *color, weight);
            }
        }
    }
}

/// From `own` to the middle of two.
fn blend<const N: usize>(ends: [[f32; N]; 2], own: [f32; N], weight: f32) -> [f32; N] {
    let [first, second] = ends;
    let ends = zip(first, second, |first, second| first + second);
    zip(ends, own, |ends, own| {
        ends * (weight / 2.0) + own * (1.0 - weight)
    })
}
