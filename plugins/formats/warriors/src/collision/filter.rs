//! Which triangles count for a query.

use super::material::Material;
use super::triangle::TriangleFlags;

/// Which triangles a query meets. Source: spec/collision.md 5, 5.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filter<'a> {
    /// Triangles with one of these flag bits are passed through, but for bit 0 ([`Filter::DISABLED_TOO`]) and bit 11
    /// ([`TriangleFlags::MET_WHEN_DISABLED`]), which ask for more instead.
    pub mask: u32,
    /// Triangles of these materials are passed through. Quirk: material 1 (NONE) ends the list and cannot be excluded.
    pub exclude: &'a [Material],
}

impl Filter<'static> {
    /// Mask bit 0: disabled triangles are met as well.
    pub const DISABLED_TOO: u32 = 0x1;

    /// Meets every enabled triangle: ground and spawn snaps, the blob shadow's ray.
    pub const ALL: Self = Self {
        mask: 0,
        exclude: &[],
    };

    /// The follow camera's main ray and probes, without bit 0, which it adds when it watches one target.
    pub const CAMERA: Self = Self {
        mask: (TriangleFlags::CAMERA_PASSES | TriangleFlags::MET_WHEN_DISABLED) as u32,
        exclude: &Material::CAMERA_EXCLUSIONS,
    };

    /// The follow camera's height ray.
    pub const CAMERA_HEIGHT: Self = Self {
        mask: TriangleFlags::CAMERA_PASSES as u32,
        exclude: &Material::CAMERA_EXCLUSIONS,
    };

    /// The sight ray with which a spot at a car is chosen.
    pub const SIGHT: Self = Self {
        mask: TriangleFlags::SEEN_THROUGH as u32,
        exclude: &[],
    };
}

impl Filter<'_> {
    /// Whether a triangle with these flags (enabled bit as it is now) and material is met.
    pub(super) fn meets(&self, flags: TriangleFlags, material: Material) -> bool {
        const ASKED_APART: u32 = (TriangleFlags::ENABLED | TriangleFlags::MET_WHEN_DISABLED) as u32;
        let bits = u32::from(flags.shown().0);
        if bits & self.mask & !ASKED_APART != 0 {
            return false;
        }
        // Both the mask and the triangle must have bit 11.
        let when_disabled = u32::from(TriangleFlags::MET_WHEN_DISABLED) & bits & self.mask != 0;
        let is_asked = flags.has(TriangleFlags::ENABLED)
            || self.mask & Filter::DISABLED_TOO != 0
            || when_disabled;
        is_asked && !self.excludes(material)
    }

    /// Whether the list names a material before its end.
    pub(super) fn excludes(&self, material: Material) -> bool {
        self.exclude
            .iter()
            .take_while(|&&excluded| excluded != Material::NONE)
            .any(|&excluded| excluded == material)
    }
}
