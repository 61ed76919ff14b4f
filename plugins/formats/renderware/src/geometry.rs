//! Geometry, section 0x0F: format, materials, and vertices in plain or PS2-native form.

use crate::bin_mesh::BinMesh;
use crate::material::Material;
use crate::native_data::NativeData;
use crate::section::RawSection;

/// A geometry. Source: spec/renderware.md 6.3 and 6.5.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// Format bits, [`format`].
    pub format: u32,
    /// The exporter's triangle count; an upper bound of what the strips decode to.
    pub triangle_count: u32,
    /// The exporter's vertex count.
    pub vertex_count: u32,
    /// Centre x, y, z and radius, in scaled units.
    pub bounding_sphere: [f32; 4],
    /// Material list.
    pub materials: Vec<Material>,
    /// The material list's index words as stored; -1 = a material of its own.
    pub material_indices: Vec<i32>,
    /// Which vertices use which material.
    pub bin_mesh: BinMesh,
    /// The vertices.
    pub vertices: Vertices,
    /// Other extension sections.
    pub extension: Vec<RawSection>,
}

/// The vertices of a geometry.
#[derive(Debug, Clone, PartialEq)]
pub enum Vertices {
    /// PS2 native: chains, one a mesh.
    Native(NativeData),
    /// Platform-independent arrays.
    Plain(PlainVertices),
}

/// Platform-independent vertex arrays. Not on the disc; kept as a second form to compare the native one with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlainVertices {
    /// r, g, b, a a vertex, when prelit.
    pub colours: Vec<[u8; 4]>,
    /// Texture coordinates, set after set.
    pub uv_sets: Vec<Vec<[f32; 2]>>,
    /// v0, v1, v2, material.
    pub triangles: Vec<[u16; 4]>,
    /// Morph targets; the first one is what is drawn.
    pub morph_targets: Vec<MorphTarget>,
}

/// One morph target of a plain geometry.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MorphTarget {
    /// Centre x, y, z and radius.
    pub bounding_sphere: [f32; 4],
    /// Positions, when stored.
    pub positions: Option<Vec<[f32; 3]>>,
    /// Normals, when stored.
    pub normals: Option<Vec<[f32; 3]>>,
}

/// Format bits of geometries and worlds.
#[allow(missing_docs)] // The names are the documentation.
pub mod format {
    pub const STRIP: u32 = 0x01;
    pub const POSITIONS: u32 = 0x02;
    pub const TEXTURED: u32 = 0x04;
    pub const PRELIT: u32 = 0x08;
    pub const NORMALS: u32 = 0x10;
    pub const LIGHT: u32 = 0x20;
    pub const MODULATE: u32 = 0x40;
    pub const TEXTURED2: u32 = 0x80;
    pub const NATIVE: u32 = 0x0100_0000;
    pub const SECTORS_OVERLAP: u32 = 0x4000_0000;
}
