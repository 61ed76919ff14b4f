//! The two vertex layouts, as the GPU receives them.

use bytemuck::{Pod, Zeroable};

/// A vertex of the game's own pipelines, still in the PS2's packed integers: 24 bytes.
///
/// | Offset | Field | Becomes |
/// | --- | --- | --- |
/// | 0 | `position` | metres from the sector's origin: x, y, z times the mesh's position scale; w unused |
/// | 8 | `uv` | s1, t1, s2, t2 times the mesh's uv scale; t grows downwards |
/// | 16 | `colour` | prelight r, g, b, a as stored |
/// | 20 | `normal` | x, y, z over 127; pad |
///
/// Source: spec/ps2-geometry.md 3.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct GsVertex {
    /// x, y, z, w.
    pub position: [i16; 4],
    /// s1, t1, s2, t2; what a mesh does not have is 0.
    pub uv: [i16; 4],
    /// r, g, b, a; (0, 0, 0, 255) for a mesh without colours.
    pub colour: [u8; 4],
    /// x, y, z, pad; 0 for a mesh without normals.
    pub normal: [i8; 4],
}

/// A vertex of RenderWare's default pipeline (the glow world): floats, 36 bytes.
///
/// | Offset | Field | Becomes |
/// | --- | --- | --- |
/// | 0 | `position` | metres |
/// | 12 | `uv` | s1, t1, s2, t2 |
/// | 28 | `colour` | prelight r, g, b, a as stored |
/// | 32 | `normal` | x, y, z over 127; pad |
///
/// Source: spec/ps2-geometry.md 9.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct GsFloatVertex {
    /// x, y, z.
    pub position: [f32; 3],
    /// s1, t1, s2, t2; what a mesh does not have is 0.
    pub uv: [f32; 4],
    /// r, g, b, a; (0, 0, 0, 255) for a mesh without colours.
    pub colour: [u8; 4],
    /// x, y, z, pad; 0 for a mesh without normals.
    pub normal: [i8; 4],
}

/// What RenderWare writes for geometry without prelight. Source: spec/ps2-geometry.md 3.
pub(crate) const NO_COLOUR: [u8; 4] = [0, 0, 0, 255];

/// What both layouts have in common, for building index lists.
pub(crate) trait Vertex {
    /// Equal for two vertices at the same place. The fourth word of a packed position is no part of the place.
    fn place(&self) -> impl PartialEq + Copy;

    /// Prelight alpha.
    fn alpha(&self) -> u8;
}

impl Vertex for GsVertex {
    fn place(&self) -> impl PartialEq + Copy {
        const XYZ: u64 = 0x0000_FFFF_FFFF_FFFF;
        u64::from_le_bytes(bytemuck::cast(self.position)) & XYZ
    }

    fn alpha(&self) -> u8 {
        self.colour[3]
    }
}

impl Vertex for GsFloatVertex {
    fn place(&self) -> impl PartialEq + Copy {
        self.position
    }

    fn alpha(&self) -> u8 {
        self.colour[3]
    }
}

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;

    #[test]
    fn the_layouts_are_those_the_shader_reads() {
        assert_eq!(size_of::<GsVertex>(), 24);
        assert_eq!(offset_of!(GsVertex, uv), 8);
        assert_eq!(offset_of!(GsVertex, colour), 16);
        assert_eq!(offset_of!(GsVertex, normal), 20);
        assert_eq!(size_of::<GsFloatVertex>(), 36);
        assert_eq!(offset_of!(GsFloatVertex, uv), 12);
        assert_eq!(offset_of!(GsFloatVertex, colour), 28);
        assert_eq!(offset_of!(GsFloatVertex, normal), 32);
    }

    #[test]
    fn the_fourth_position_word_is_no_part_of_the_place() {
        let vertex = |position| GsVertex {
            position,
            ..GsVertex::zeroed()
        };
        assert!(vertex([-1, 2, -3, 0]).place() == vertex([-1, 2, -3, 77]).place());
        assert!(vertex([-1, 2, -3, 0]).place() != vertex([-1, 2, 3, 0]).place());
        assert!(vertex([1, 0, 0, 0]).place() != vertex([0, 1, 0, 0]).place());
    }
}
