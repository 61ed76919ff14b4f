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

    /// The box around both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: Vec3::from(self.min).min(other.min.into()).into(),
            max: Vec3::from(self.max).max(other.max.into()).into(),
        }
    }
}
