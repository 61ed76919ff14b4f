//! World, section 0x0B: a BSP of plane sectors and atomic sectors.

use binrw::binrw;
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result};

use crate::extension::{self, Extension, ExtensionWriter};
use crate::geometry::format;
use crate::material::Material;
use crate::material_list;
use crate::section::{self, id};
use crate::stamps::Stamps;
use crate::world_tree::{self, Tree};

pub use crate::aabb::Aabb;
pub use crate::atomic_sector::{AtomicSector, StreamedSector};
pub use crate::world_tree::{Node, Plane};

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
    /// Other extension sections, and the order of all.
    pub extension: Extension,
    /// The library stamps of the stream.
    pub stamps: Stamps,
}

/// The 64 bytes of a world's struct. Source: spec/renderware.md 9.1.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy)]
struct WorldStruct {
    root_is_sector: u32,
    inverse_origin: [f32; 3],
    triangle_count: u32,
    vertex_count: u32,
    plane_count: u32,
    sector_count: u32,
    collision_sector_size: u32,
    format: u32,
    stored_box: [[f32; 3]; 2],
}

impl World {
    /// Format bits of a glow world: strips, one uv set, prelit, no normals. Source: spec/renderware.md 9.1.
    pub const GLOW_FORMAT: u32 = 0x4101_000D;
    /// Format bits of a streamed world of one uv set. Source: spec/renderware.md 9.1.
    pub const ONE_UV_SET_FORMAT: u32 = 0x4101_003D;
    /// Format bits of a streamed world of two uv sets. Source: spec/renderware.md 9.1.
    pub const TWO_UV_SETS_FORMAT: u32 = 0x4102_00B9;

    /// A world of a tree, its box around all sectors. `format` gets the native bit.
    pub fn new(
        format: u32,
        materials: Vec<Material>,
        planes: Vec<Plane>,
        sectors: Vec<AtomicSector>,
        root: Node,
    ) -> Self {
        let bounds = sectors
            .iter()
            .map(AtomicSector::bounds)
            .reduce(|all, one| all.union(&one))
            .unwrap_or_default();
        Self {
            format: format | format::NATIVE,
            inverse_origin: [0.0; 3],
            triangle_count: sectors.iter().map(|sector| sector.triangle_count).sum(),
            vertex_count: sectors.iter().map(|sector| sector.vertex_count).sum(),
            collision_sector_size: 0,
            stored_box: bounds.stored(),
            material_indices: vec![-1; materials.len()],
            materials,
            planes,
            sectors,
            root,
            pvs: None,
            extension: Extension::default(),
            stamps: Stamps::default(),
        }
    }

    /// A world of one sector: the glow world.
    pub fn single(format: u32, materials: Vec<Material>, sector: AtomicSector) -> Self {
        Self::new(format, materials, Vec::new(), vec![sector], Node::Sector(0))
    }

    /// The world's box, corners in order.
    pub fn bounds(&self) -> Aabb {
        let [a, b] = self.stored_box;
        Aabb::of_corners(a, b)
    }

    /// Whether the world or any of its sectors carries a PVS plugin. Source: spec/renderware.md 10.
    pub fn has_pvs(&self) -> bool {
        self.pvs.is_some() || self.sectors.iter().any(|sector| sector.pvs.is_some())
    }

    /// The sector that holds a point, by the planes alone; a point on a plane goes right.
    ///
    /// `None` only for a hand-made tree that is not one.
    pub fn leaf_at(&self, point: [f32; 3]) -> Option<u32> {
        world_tree::leaf_at(&self.planes, self.root, point)
    }

    /// Visits every sector, the far side of each plane first: the order in which the game draws.
    pub fn back_to_front(&self, eye: [f32; 3], visit: &mut impl FnMut(u32)) {
        world_tree::back_to_front(&self.planes, self.root, eye, visit);
    }

    fn read_payload(payload: &mut Cursor<'_>) -> Result<Self> {
        let (fields, at) = section::read(payload, id::STRUCT, |fields| {
            section::expect_size(fields, 64)?;
            let at = fields.offset();
            let fields = fields.record::<WorldStruct>()?;
            section::finite(at + 4, &fields.inverse_origin)?;
            section::finite(at + 0x28, fields.stored_box.as_flattened())?;
            if fields.format & format::NATIVE == 0 {
                return Err(FormatError::unsupported(
                    at + 0x24,
                    "a world that is not PS2 native",
                ));
            }
            Ok((fields, at))
        })?;
        let (materials, material_indices) = material_list::read(payload)?;
        let tree = Tree::read(
            payload,
            fields.root_is_sector != 0,
            fields.plane_count,
            materials.len(),
        )?;
        for (offset, found, header) in [
            (0x18, tree.planes.len(), fields.plane_count),
            (0x1C, tree.sectors.len(), fields.sector_count),
        ] {
            if found as u64 != u64::from(header) {
                return Err(FormatError::malformed(
                    at + offset,
                    format!("the tree's {found} sections"),
                    header,
                ));
            }
        }
        let mut pvs = None;
        let extension = extension::read(payload, extension::of::WORLD, |plugin, body| {
            if plugin != id::PVS || pvs.is_some() {
                return Ok(false);
            }
            pvs = Some(body.take(body.remaining())?.to_vec());
            Ok(true)
        })?;
        Ok(Self {
            format: fields.format,
            inverse_origin: fields.inverse_origin,
            triangle_count: fields.triangle_count,
            vertex_count: fields.vertex_count,
            collision_sector_size: fields.collision_sector_size,
            stored_box: fields.stored_box,
            materials,
            material_indices,
            planes: tree.planes,
            sectors: tree.sectors,
            root: tree.root,
            pvs,
            extension,
            stamps: Stamps::default(),
        })
    }

    fn write_payload(&self, out: &mut Vec<u8>) {
        section::write(out, id::STRUCT, |out| {
            push_record(
                out,
                &WorldStruct {
                    root_is_sector: u32::from(matches!(self.root, Node::Sector(_))),
                    inverse_origin: self.inverse_origin,
                    triangle_count: self.triangle_count,
                    vertex_count: self.vertex_count,
                    plane_count: self.planes.len() as u32,
                    sector_count: self.sectors.len() as u32,
                    collision_sector_size: self.collision_sector_size,
                    format: self.format,
                    stored_box: self.stored_box,
                },
            );
        });
        material_list::write(out, &self.materials, &self.material_indices);
        world_tree::write(out, &self.planes, &self.sectors, self.root);
        let mut extension = ExtensionWriter::default();
        if let Some(pvs) = &self.pvs {
            extension.plugin(id::PVS, |out| out.extend_from_slice(pvs));
        }
        extension.write(&self.extension, out);
    }
}

section::stream!(World, id::WORLD);
