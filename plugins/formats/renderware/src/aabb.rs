//! Boxes.

use glam::Vec3;

/// An axis-aligned box, RenderWare axes, metres, `min <= max` on every axis.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Aabb {
    /// Lowest corner.
    pub min: [f32; 3],
    /// Highest corner.
    pub max: [f32; 3],
}

impl Aabb {
    /// The box of two corners in any order.
    pub fn of_corners(a: [f32; 3], b: [f32; 3]) -> Self {
        Self {
            min: Vec3::from(a).min(b.into()).into(),
            max: Vec3::from(a).max(b.into()).into(),
        }
    }

    /// The corners as sections store them: maximum first.
    pub fn stored(&self) -> [[f32; 3]; 2] {
        [self.max, self.min]
    }

    /// How far the other box reaches out of this one at the face where it does most; not above 0 when it lies inside.
    pub(crate) fn overhang(&self, other: &Self) -> f32 {
        let below = self.min.iter().zip(&other.min);
        let above = other.max.iter().zip(&self.max);
        let faces = below.chain(above).map(|(outer, inner)| outer - inner);
        faces.fold(f32::NEG_INFINITY, f32::max)
    }

    /// The box around both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: Vec3::from(self.min).min(other.min.into()).into(),
            max: Vec3::from(self.max).max(other.max.into()).into(),
        }
    }
}
