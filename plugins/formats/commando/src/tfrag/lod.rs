//! Which level of detail is drawn at which depth.

use super::RAW_UNITS;
use crate::lanes::zip;

/// A level of detail, finest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lod {
    /// All three tiers.
    Zero,
    /// Tiers common and LOD 01.
    One,
    /// Tier common alone.
    Two,
}

impl Lod {
    /// All, finest first.
    pub const ALL: [Self; 3] = [Self::Zero, Self::One, Self::Two];

    /// 0, 1 or 2.
    pub const fn index(self) -> usize {
        match self {
            Self::Zero => 0,
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// How many tiers the level uses.
    pub const fn tiers(self) -> usize {
        3 - self.index()
    }
}

/// A part of a patch's vertices. They are stored in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// In every level.
    Common,
    /// In levels 0 and 1.
    Lod01,
    /// In level 0 alone.
    Lod0,
}

impl Tier {
    /// All, coarsest first.
    pub const ALL: [Self; 3] = [Self::Common, Self::Lod01, Self::Lod0];

    /// 0, 1 or 2.
    pub const fn index(self) -> usize {
        match self {
            Self::Common => 0,
            Self::Lod01 => 1,
            Self::Lod0 => 2,
        }
    }
}

/// What is drawn of a patch, coarsest first. For growing depth the mode never becomes finer.
///
/// Source: spec/commando-tfrag.md 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LodMode {
    /// LOD 2.
    Lod2 = 1,
    /// LOD 1; its own vertices morph and collapse.
    Lod1Collapse = 2,
    /// LOD 1; its own vertices morph.
    Lod1Morph = 3,
    /// LOD 0; its own vertices morph and collapse, those of LOD 01 morph.
    Lod0Collapse = 4,
    /// LOD 0; its own vertices morph, those of LOD 01 rest.
    Lod0Morph = 5,
    /// LOD 0 at rest.
    Lod0 = 6,
}

impl LodMode {
    /// All, coarsest first.
    pub const ALL: [Self; 6] = [
        Self::Lod2,
        Self::Lod1Collapse,
        Self::Lod1Morph,
        Self::Lod0Collapse,
        Self::Lod0Morph,
        Self::Lod0,
    ];

    /// The level whose triangles are drawn.
    pub const fn lod(self) -> Lod {
        match self {
            Self::Lod2 => Lod::Two,
            Self::Lod1Collapse | Self::Lod1Morph => Lod::One,
            Self::Lod0Collapse | Self::Lod0Morph | Self::Lod0 => Lod::Zero,
        }
    }

    /// Whether a tier's vertices wander towards their parents.
    pub const fn morphs(self, tier: Tier) -> bool {
        match tier {
            Tier::Common => false,
            Tier::Lod01 => matches!(
                self,
                Self::Lod1Collapse | Self::Lod1Morph | Self::Lod0Collapse
            ),
            Tier::Lod0 => matches!(self, Self::Lod0Collapse | Self::Lod0Morph),
        }
    }

    /// Whether a tier's vertices are replaced by their first parents where both parents are far.
    pub const fn collapses(self, tier: Tier) -> bool {
        matches!(
            (self, tier),
            (Self::Lod1Collapse, Tier::Lod01) | (Self::Lod0Collapse, Tier::Lod0)
        )
    }
}

/// The depths between which levels change, in world units: six, four and two times the block's base distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LodDistances {
    /// From here on, LOD 2 alone.
    pub coarse: f32,
    /// From here on, LOD 1.
    pub middle: f32,
    /// Up to here, LOD 0 at rest.
    pub fine: f32,
}

impl LodDistances {
    /// Of a block's base distance (32 on every disc level: 192, 128, 64).
    pub fn new(base: f32) -> Self {
        Self {
            coarse: 6.0 * base,
            middle: 4.0 * base,
            fine: 2.0 * base,
        }
    }

    /// The mode of a patch whose bounding sphere reaches over these depths. `base_only` is the patch header's.
    pub fn mode(&self, base_only: bool, depth: DepthRange) -> LodMode {
        let raw = |distance: f32| (distance * RAW_UNITS) as i32;
        let (coarse, middle, fine) = (raw(self.coarse), raw(self.middle), raw(self.fine));
        if base_only || depth.near >= coarse {
            LodMode::Lod2
        } else if depth.far >= coarse {
            LodMode::Lod1Collapse
        } else if depth.near >= middle {
            LodMode::Lod1Morph
        } else if depth.far >= middle {
            LodMode::Lod0Collapse
        } else if depth.far >= fine {
            LodMode::Lod0Morph
        } else {
            LodMode::Lod0
        }
    }

    /// How far a vertex of a tier has wandered to its parents at its own view depth (world units): 0 at rest, 1 between them.
    pub fn weight(&self, tier: Tier, depth: f32) -> f32 {
        let (near, far) = self.span(tier);
        if far > near {
            ((depth - near) / (far - near)).clamp(0.0, 1.0)
        } else {
            f32::from(depth >= far)
        }
    }

    /// Depths at which a tier's vertices begin to wander and arrive.
    pub(super) fn span(&self, tier: Tier) -> (f32, f32) {
        match tier {
            Tier::Common => (f32::INFINITY, f32::INFINITY),
            Tier::Lod01 => (self.middle, self.coarse),
            Tier::Lod0 => (self.fine, self.middle),
        }
    }
}

/// View depths of the nearest and the farthest point of a bounding sphere, cut off to raw units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthRange {
    /// Of the nearest point.
    pub near: i32,
    /// Of the farthest point.
    pub far: i32,
}

impl DepthRange {
    /// Of a sphere in raw units, as seen by a camera at `camera` (world units) that looks along `forward` (length 1).
    pub fn of_sphere(sphere: [f32; 4], camera: [f32; 3], forward: [f32; 3]) -> Self {
        let [x, y, z, radius] = sphere;
        let [dx, dy, dz] = zip([x, y, z], camera, |center, camera| {
            center - camera * RAW_UNITS
        });
        let [fx, fy, fz] = forward;
        let depth = fx * dx + fy * dy + fz * dz;
        Self {
            near: (depth - radius) as i32,
            far: (depth + radius) as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mode(near: i32, far: i32) -> LodMode {
        LodDistances::new(32.0).mode(false, DepthRange { near, far })
    }

    #[test]
    fn the_six_modes_change_where_the_sphere_crosses_the_distances() {
        let (d0, d1, d2) = (192 * 1024, 128 * 1024, 64 * 1024);
        assert_eq!(mode(d0, d0 + 9), LodMode::Lod2);
        assert_eq!(mode(d0 - 1, d0), LodMode::Lod1Collapse);
        assert_eq!(mode(0, d0), LodMode::Lod1Collapse);
        assert_eq!(mode(d1, d0 - 1), LodMode::Lod1Morph);
        assert_eq!(mode(d1 - 1, d0 - 1), LodMode::Lod0Collapse);
        assert_eq!(mode(0, d1), LodMode::Lod0Collapse);
        assert_eq!(mode(d2, d1 - 1), LodMode::Lod0Morph);
        assert_eq!(mode(-5, d2), LodMode::Lod0Morph);
        assert_eq!(mode(-5, d2 - 1), LodMode::Lod0);
        let near = DepthRange { near: 0, far: 1 };
        assert_eq!(LodDistances::new(32.0).mode(true, near), LodMode::Lod2);
    }

    #[test]
    fn weights_go_from_rest_to_the_parents_over_a_span() {
        let distances = LodDistances::new(32.0);
        for (tier, depth, weight) in [
            (Tier::Common, 1e9, 0.0),
            (Tier::Lod01, 128.0, 0.0),
            (Tier::Lod01, 160.0, 0.5),
            (Tier::Lod01, 500.0, 1.0),
            (Tier::Lod0, 64.0, 0.0),
            (Tier::Lod0, 112.0, 0.75),
            (Tier::Lod0, 128.0, 1.0),
        ] {
            assert_eq!(distances.weight(tier, depth), weight, "{tier:?} {depth}");
        }
    }

    #[test]
    fn depth_is_along_the_view() {
        let sphere = [10_240.0, 0.0, 0.0, 100.5];
        let range = |camera, forward| {
            let range = DepthRange::of_sphere(sphere, camera, forward);
            (range.near, range.far)
        };
        assert_eq!(range([0.0; 3], [1.0, 0.0, 0.0]), (10_139, 10_340));
        assert_eq!(range([10.0, 5.0, 0.0], [0.0, 1.0, 0.0]), (-5_220, -5_019));
    }

    proptest! {
        #[test]
        fn modes_never_become_finer_with_depth(
            depth in -300_000..300_000_i32, radius in 0..100_000_i32, step in 0..100_000_i32, base in 0.0..64.0_f32,
        ) {
            let distances = LodDistances::new(base);
            let at = |depth: i32| distances.mode(false, DepthRange { near: depth - radius, far: depth + radius });
            prop_assert!(at(depth + step) <= at(depth));
        }
    }
}
