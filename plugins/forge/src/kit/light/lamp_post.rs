//! Where a street lamp stands and shines.

use glam::Vec3;

/// A lamp: where it stands and which way its arm reaches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LampPost {
    /// Foot.
    pub foot: Vec3,
    /// Direction of the arm, unit length; zero for a globe on a post.
    pub arm: Vec3,
}

impl LampPost {
    /// Where the light is.
    pub fn light(&self) -> Vec3 {
        if self.arm == Vec3::ZERO {
            self.foot + Vec3::Y * 3.75
        } else {
            self.foot + Vec3::Y * 4.9 + self.arm * 1.5
        }
    }
}
