//! What a leaf holds: packed vertices and faces.

/// Steps of a whole unit in which this crate reckons with collision: the finest of the format.
pub(super) const STEPS: i32 = 64;

/// A vertex, 32 bits: an offset from the middle of its cell. From the lowest bit: 10 bits of x and 10 of y, 1/16 unit, then 12 of
/// z, 1/64 unit, all signed: up to 32 units on every axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PackedVertex(pub u32);

/// A triangle or quad of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Face {
    /// Vertices of the cell, clockwise seen from outside. The fourth is 0 in a triangle.
    pub corners: [u8; 4],
    /// How the surface behaves; what the values mean is not known.
    pub ty: u8,
}

impl PackedVertex {
    /// The offset from the middle of the cell in 1/64 unit.
    pub(super) fn steps(self) -> [i32; 3] {
        let word = self.0.cast_signed();
        // Left to the top, then back with the sign: x and y times 4 to make 1/64 of 1/16.
        [(word << 22) >> 22 << 2, (word << 12) >> 22 << 2, word >> 20]
    }

    /// Packs an offset in 1/64 unit whose x and y are multiples of 4; `None` when it is out of range.
    pub(super) fn from_steps([x, y, z]: [i32; 3]) -> Option<Self> {
        let (x, y) = (x >> 2, y >> 2);
        let is_in_range = |value: i32, half: i32| (-half..half).contains(&value);
        (is_in_range(x, 512) && is_in_range(y, 512) && is_in_range(z, 2048))
            .then(|| Self((x & 0x3FF | (y & 0x3FF) << 10 | z << 20).cast_unsigned()))
    }

    /// The offset from the middle of the cell, units.
    pub fn offset(self) -> [f32; 3] {
        self.steps().map(|steps| steps as f32 / STEPS as f32)
    }
}

/// A colour to draw a surface type in, the one that other tools use: r, g, b of 0..=255.
pub fn display_colour(ty: u8) -> [u8; 3] {
    [(ty & 0x03) << 6, (ty & 0x0C) << 4, ty & 0xF0]
}

/// A place in the world in units, from one in 1/64 unit.
pub(super) fn to_units(steps: [i32; 3]) -> [f32; 3] {
    // As the game has them: whole cells are far below what single precision holds.
    steps.map(|value| value as f32 / STEPS as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_is_ten_ten_and_twelve_signed_bits() {
        // x = -1, y = 1, z = -2: 0x3FF, 1 << 10, 0xFFE << 20.
        let vertex = PackedVertex(0xFFE0_07FF);
        assert_eq!(vertex.steps(), [-4, 4, -2]);
        assert_eq!(vertex.offset(), [-0.0625, 0.0625, -0.03125]);
        assert_eq!(PackedVertex::from_steps([-4, 4, -2]), Some(vertex));
        let least = [-2048, -2048, -2048];
        assert_eq!(PackedVertex(0x8008_0200).steps(), least);
        assert_eq!(
            PackedVertex::from_steps(least),
            Some(PackedVertex(0x8008_0200))
        );
        for outside in [[2048, 0, 0], [0, -2052, 0], [0, 0, 2048]] {
            assert_eq!(PackedVertex::from_steps(outside), None);
        }
    }

    #[test]
    fn types_have_the_colours_that_other_tools_give_them() {
        assert_eq!(display_colour(0), [0, 0, 0]);
        assert_eq!(display_colour(0xAB), [0xC0, 0x80, 0xA0]);
    }
}
