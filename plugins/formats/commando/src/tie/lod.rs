//! Which level is drawn, and how far it has morphed.

use super::TieHeader;

/// A level and its morph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LodChoice {
    /// 0 to 2, the nearest first.
    pub lod: usize,
    /// 0 for the level as it is, 1 for the shape of the next one.
    pub morph: f32,
}

/// World units beyond which no tie is drawn.
const FARTHEST: f32 = 720.0;

impl TieHeader {
    /// What is drawn with the bounding sphere's centre at a view depth, world units; behind the eye counts as 0.
    ///
    /// Source: spec/commando-assets.md 6.4.
    pub fn lod_at(&self, depth: f32) -> LodChoice {
        let depth = depth.max(0.0);
        let (near, mid, far) = (self.near_distance, self.mid_distance, self.far_distance);
        let part = |from: f32, to: f32| (depth - from) / (to - from);
        let (lod, morph) = if depth <= near {
            (0, 0.0)
        } else if depth > far {
            (2, 0.0)
        } else if depth <= mid {
            (0, part(near, mid))
        } else {
            (1, part(mid, far))
        };
        LodChoice { lod, morph }
    }
}

/// Whether an instance whose sphere (its radius in world units) stands at a view depth is too far to be drawn.
///
/// Source: spec/commando-assets.md 6.4.
pub fn is_culled(depth: f32, radius: f32, draw_distance: f32) -> bool {
    depth.max(0.0) - radius > draw_distance.min(FARTHEST)
}

/// A raw position at a morph.
pub fn morphed_position(position: [i16; 3], delta: [i16; 3], morph: f32) -> [f32; 3] {
    let ([x, y, z], [dx, dy, dz]) = (position, delta);
    [(x, dx), (y, dy), (z, dz)].map(|(base, delta)| f32::from(base) + morph * f32::from(delta))
}

/// The colour of a vertex at a morph, of the colours that its three indices name: from the first to the mean of the others.
///
/// Source: spec/commando-assets.md 6.4.
pub fn morphed_colour([near, a, b]: [[f32; 4]; 3], morph: f32) -> [f32; 4] {
    let mut mixed = near;
    for ((value, a), b) in mixed.iter_mut().zip(a).zip(b) {
        *value = *value * (1.0 - morph) + (a + b) / 2.0 * morph;
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_follow_each_other_and_morph_between_their_distances() {
        let header = TieHeader {
            near_distance: 20.0,
            mid_distance: 40.0,
            far_distance: 80.0,
            ..TieHeader::default()
        };
        let rows = [
            (-5.0, 0, 0.0),
            (20.0, 0, 0.0),
            (30.0, 0, 0.5),
            (40.0, 0, 1.0),
            (50.0, 1, 0.25),
            (80.0, 1, 1.0),
            (81.0, 2, 0.0),
        ];
        for (depth, lod, morph) in rows {
            assert_eq!(header.lod_at(depth), LodChoice { lod, morph }, "{depth}");
        }
    }

    #[test]
    fn the_nearer_of_two_distances_ends_drawing() {
        assert!(!is_culled(105.0, 5.0, 100.0) && is_culled(105.5, 5.0, 100.0));
        assert!(!is_culled(725.0, 5.0, 900.0) && is_culled(725.5, 5.0, 900.0));
        assert!(!is_culled(-300.0, 5.0, 1.0));
    }

    #[test]
    fn a_morph_moves_positions_by_their_delta_and_colours_to_the_mean_of_two() {
        let at = |morph| morphed_position([100, -7, 0], [-10, 4, 1], morph);
        assert_eq!(at(0.0), [100.0, -7.0, 0.0]);
        assert_eq!(at(0.5), [95.0, -5.0, 0.5]);
        assert_eq!(at(1.0), [90.0, -3.0, 1.0]);
        let colours = [[8.0; 4], [16.0; 4], [32.0; 4]];
        assert_eq!(morphed_colour(colours, 0.0), [8.0; 4]);
        assert_eq!(morphed_colour(colours, 0.5), [16.0; 4]);
        assert_eq!(morphed_colour(colours, 1.0), [24.0; 4]);
    }
}
