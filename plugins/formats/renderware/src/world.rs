//! World, section 0x0B: a BSP of plane sectors and atomic sectors.

use crate::bin_mesh::BinMesh;
use crate::material::{Material, RightToRender};
use crate::native_data::NativeData;
use crate::section::RawSection;

/// A world. Source: spec/renderware.md 9.
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// Format bits, [`crate::geometry::format`] plus "sectors overlap".
    pub format: u32,
    /// Inverse origin, zero.
    pub inverse_origin: [f32; 3],
    /// Triangle count of the header; 0 in streamed worlds.
    pub triangle_count: u32,
    /// Vertex count of the header; 0 in streamed worlds.
    pub vertex_count: u32,
    /// Collision sector size word.
    pub collision_sector_size: u32,
    /// The two box corners as stored, maximum first.
    pub stored_box: [[f32; 3]; 2],
    /// Material list; empty in streamed worlds.
    pub materials: Vec<Material>,
    /// The material list's index words as stored.
    pub material_indices: Vec<i32>,
    /// Plane sectors in stream order (a plane before its left subtree before its right subtree).
    pub planes: Vec<Plane>,
    /// Atomic sectors in stream order, left before right: the leaf number.
    pub sectors: Vec<AtomicSector>,
    /// The root of the tree.
    pub root: Node,
    /// PVS plugin 0x12A of the world, opaque.
    pub pvs: Option<Vec<u8>>,
    /// Other extension sections.
    pub extension: Vec<RawSection>,
}

/// A node of the BSP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// Index into [`World::planes`].
    Plane(u32),
    /// Index into [`World::sectors`].
    Sector(u32),
}

/// A plane sector. The left subtree lies below `value` on `axis`, the right one above; a point on it goes right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// 0 = x, 1 = y, 2 = z.
    pub axis: u8,
    /// Where the plane cuts the axis.
    pub value: f32,
    /// Highest coordinate of the left side; may cross `value`.
    pub left_extent: f32,
    /// Lowest coordinate of the right side; may cross `value`.
    pub right_extent: f32,
    /// Below.
    pub left: Node,
    /// Above.
    pub right: Node,
}

/// An atomic sector: a leaf. In streamed worlds it is only a box with plugin 0x3F1.
#[derive(Debug, Clone, PartialEq)]
pub struct AtomicSector {
    /// First material of the sector's window; 0.
    pub material_base: u32,
    /// Triangle count; 0 in streamed worlds.
    pub triangle_count: u32,
    /// Vertex count; 0 in streamed worlds.
    pub vertex_count: u32,
    /// The two box corners as stored, maximum first.
    pub stored_box: [[f32; 3]; 2],
    /// Collision-present and unused words.
    pub trailing_words: [u32; 2],
    /// Mesh plugin.
    pub bin_mesh: Option<BinMesh>,
    /// Native data.
    pub native_data: Option<NativeData>,
    /// Right to render.
    pub right_to_render: Option<RightToRender>,
    /// Plugin 0x3F1.
    pub streamed: Option<StreamedSector>,
    /// PVS plugin 0x12A of the sector, opaque.
    pub pvs: Option<Vec<u8>>,
    /// Other extension sections.
    pub extension: Vec<RawSection>,
    /// The extension's section ids in file order, so that writing gives the same bytes.
    pub extension_order: Vec<u32>,
}

/// Plugin 0x3F1: which part holds the sector's atomic, and where it is placed. Source: spec/renderware.md 8.6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StreamedSector {
    /// Streamed-sector index k, or -1 when the sector has no atomic.
    pub index: i32,
    /// Part number, 1..=partCount; 0 without an atomic.
    pub part: u32,
    /// Translation of the atomic's frame, RenderWare axes, metres.
    pub origin: [f32; 3],
}

/// An axis-aligned box, RenderWare axes, metres, `min <= max` on every axis.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Aabb {
    /// Lowest corner.
    pub min: [f32; 3],
    /// Highest corner.
    pub max: [f32; 3],
}
