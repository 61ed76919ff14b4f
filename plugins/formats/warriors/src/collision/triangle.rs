//! A triangle as chunk 0x04 stores it.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::material::Material;
use crate::record::{Field, record};

record! {
    /// One of the mesh's triangles, 10 bytes in the file. Source: spec/collision.md 3.
    ///
    /// Its face points along `(v1 - v0) x (v2 - v0)`: it is met only from that side, unless it is two-sided.
    #[derive(Eq)]
    pub struct Triangle: 10, "triangles" {
        /// Indices of its vertices.
        pub vertices: [u16; 3],
        /// What it is, and who meets it.
        pub flags: TriangleFlags,
        /// What it is made of.
        pub material: Material,
        /// Number of the ground area that it belongs to, 0 to 124; 0 is unmarked ground. Path areas carry the same number.
        /// Source: spec/collision.md 3.2.
        pub area: u8,
    }
}

impl Field for TriangleFlags {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Field::read(cursor).map(Self)
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
}

impl Field for Material {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Field::read(cursor).map(Self)
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
}

/// The 16 flag bits of a triangle. Bits without a name have no known reader. Source: spec/collision.md 3.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TriangleFlags(pub u16);

impl TriangleFlags {
    /// Met by queries. Quirk: the game sets it on every triangle when it loads a mesh, so what the file says does not count.
    pub const ENABLED: u16 = 0x0001;
    /// Met from both sides.
    pub const TWO_SIDED: u16 = 0x0002;
    /// The player can climb it (inferred).
    pub const CLIMBABLE: u16 = 0x0004;
    /// Skipped by some of the sight rays (inferred).
    pub const SEEN_THROUGH: u16 = 0x0008;
    /// Ground in shadow: it dims who stands on it, and hides him.
    pub const SHADOW: u16 = 0x0010;
    /// Ground that is passed to another switch of who stands on it; meaning unknown.
    pub const GROUND_SWITCH: u16 = 0x0020;
    /// On no triangle of the disc.
    pub const NEVER: u16 = 0x0040;
    /// Camera rays pass through.
    pub const CAMERA_PASSES: u16 = 0x0200;
    /// Can be met while disabled by a query whose mask has this bit too.
    pub const MET_WHEN_DISABLED: u16 = 0x0800;
    /// The bits that query results show; the four above them are a number that no known query reads.
    pub const SHOWN: u16 = 0x0FFF;

    /// Ordinary geometry as a writer stores it: enabled, top number 15.
    pub const ORDINARY: Self = Self(0xF001);

    /// Whether all of these bits are set.
    pub fn has(self, bits: u16) -> bool {
        self.0 & bits == bits
    }

    /// These flags with more bits set.
    #[must_use]
    pub fn with(self, bits: u16) -> Self {
        Self(self.0 | bits)
    }

    /// What query results show: the lower 12 bits.
    #[must_use]
    pub fn shown(self) -> Self {
        Self(self.0 & Self::SHOWN)
    }

    /// The number in the top four bits.
    pub fn top_number(self) -> u8 {
        (self.0 >> 12) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_has_ten_bytes_in_the_specs_order() {
        let triangle = Triangle {
            vertices: [1, 0x0203, 4],
            flags: TriangleFlags(0xF00D),
            material: Material::CONCRETE,
            area: 124,
        };
        let mut bytes = Vec::new();
        triangle.write(&mut bytes);
        assert_eq!(bytes, [1, 0, 3, 2, 4, 0, 0x0D, 0xF0, 5, 124]);
        assert_eq!(Triangle::read(&mut Cursor::new(&bytes)).unwrap(), triangle);
    }

    #[test]
    fn the_flags_seen_around_a_parked_car_are_climbable_and_seen_through() {
        // Source: spec/collision.md 3.1, seen at run time.
        let flags = TriangleFlags(0xF00D);
        assert!(
            flags.has(
                TriangleFlags::ENABLED | TriangleFlags::CLIMBABLE | TriangleFlags::SEEN_THROUGH
            )
        );
        assert!(!flags.has(TriangleFlags::TWO_SIDED));
        assert_eq!((flags.top_number(), flags.shown().0), (15, 0x00D));
        assert_eq!(TriangleFlags::ORDINARY.with(0x0C), flags);
    }
}
