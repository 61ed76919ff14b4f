//! What can be walked on and bumped into, gathered as quads and boxes in RenderWare axes.

use std::collections::HashMap;

use glam::Vec3;
use wonderwheel_warriors::axes::game_from_rw;
use wonderwheel_warriors::collision::{
    CollisionMesh, Material, RawCollision, Triangle, TriangleFlags,
};

use crate::error::{ForgeError, Result};
use crate::kit::mesh::corners::{level, upright};
use crate::kit::mesh::snap;

/// What a surface is made of, and whose ground it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matter {
    /// Material of the game's table.
    pub material: Material,
    /// Flag bits beside those of ordinary geometry.
    pub flags: u16,
    /// Ground area, 0 for what is not walked on. Source: spec/collision.md 3.2.
    pub area: u8,
}

impl Matter {
    /// Ordinary walls.
    pub const CONCRETE: Self = Self::wall(Material::CONCRETE);

    /// Something that stands.
    pub const fn wall(material: Material) -> Self {
        Self {
            material,
            flags: 0,
            area: 0,
        }
    }

    /// Something to walk on.
    pub const fn ground(material: Material, area: u8) -> Self {
        Self {
            material,
            flags: 0,
            area,
        }
    }

    /// The same with more flag bits.
    #[must_use]
    pub const fn with(mut self, flags: u16) -> Self {
        self.flags |= flags;
        self
    }
}

/// Triangles of a level's collision mesh; equal corners are one vertex.
#[derive(Debug, Clone, Default)]
pub struct Solid {
    vertices: Vec<[f32; 3]>,
    known: HashMap<[u32; 3], usize>,
    triangles: Vec<([usize; 3], Matter)>,
}

impl Solid {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A quad, corners counter-clockwise seen from the side that is met.
    pub fn quad(&mut self, corners: [Vec3; 4], matter: Matter) {
        let [a, b, c, d] = corners.map(|corner| self.vertex(corner));
        for triangle in [[a, b, c], [a, c, d]] {
            let [p, q, r] = triangle;
            if p != q && q != r && r != p {
                self.triangles.push((triangle, matter));
            }
        }
    }

    /// Level ground between two corners `[x, z]`.
    pub fn floor(&mut self, [x0, z0]: [f32; 2], [x1, z1]: [f32; 2], y: f32, matter: Matter) {
        self.quad(level([x0, z0, x1, z1], y), matter);
    }

    /// Four walls and a lid over `[x0, z0, x1, z1]`.
    pub fn block(&mut self, [x0, z0, x1, z1]: [f32; 4], [y0, y1]: [f32; 2], matter: Matter) {
        let ring = [(x0, z1), (x1, z1), (x1, z0), (x0, z0)];
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            self.wall([a.0, a.1], [b.0, b.1], [y0, y1], matter);
        }
        self.floor([x0, z0], [x1, z1], y1, matter);
    }

    /// An upright wall from `[x, z]` to `[x, z]`, met by who has its begin to the left.
    pub fn wall(&mut self, from: [f32; 2], to: [f32; 2], height: [f32; 2], matter: Matter) {
        self.quad(upright(from, to, height), matter);
    }

    /// Number of triangles so far.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// The mesh with its grid. Source: spec/collision.md 4.
    ///
    /// # Errors
    /// More vertices or triangles than the format counts.
    pub fn mesh(&self) -> Result<CollisionMesh> {
        let triangle = |(vertices, matter): &([usize; 3], Matter)| {
            let [a, b, c] = vertices.map(u16::try_from);
            let too_many = |_| {
                let count = self.vertices.len();
                ForgeError::Impossible(format!("a collision mesh of {count} vertices"))
            };
            Ok(Triangle {
                vertices: [
                    a.map_err(too_many)?,
                    b.map_err(too_many)?,
                    c.map_err(too_many)?,
                ],
                flags: TriangleFlags::ORDINARY.with(matter.flags),
                material: matter.material,
                area: matter.area,
            })
        };
        let triangles: Vec<Triangle> =
            self.triangles.iter().map(triangle).collect::<Result<_>>()?;
        Ok(CollisionMesh::build(&self.vertices, &triangles)?)
    }

    /// The chunks of the mesh.
    ///
    /// # Errors
    /// As [`Self::mesh`].
    pub fn chunks(&self) -> Result<RawCollision> {
        Ok(self.mesh()?.write())
    }

    fn vertex(&mut self, point: Vec3) -> usize {
        // Adding 0 makes one zero of both.
        let point = game_from_rw(snap(point).to_array()).map(|value| value + 0.0);
        let next = self.vertices.len();
        let index = *self.known.entry(point.map(f32::to_bits)).or_insert(next);
        if index == next {
            self.vertices.push(point);
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::finding::Findings;

    const ASPHALT: Matter = Matter::ground(Material::ASPHALT, 1);

    #[test]
    fn a_floor_and_a_block_share_corners_and_face_outwards() {
        let mut solid = Solid::new();
        solid.floor([-20.0, -10.0], [20.0, 10.0], 0.0, ASPHALT);
        solid.block([-20.0, -10.0, 4.0, 2.0], [0.0, 3.0], Matter::CONCRETE);
        let mesh = solid.mesh().unwrap();
        // Four corners of the floor, eight of the block, one in common; 2 + 5 x 2 triangles.
        assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (11, 12));
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.vertices.map(|i| {
                let [x, y, z, _] = mesh.vertices[usize::from(i)];
                Vec3::new(x, y, z)
            });
            let normal = (b - a).cross(c - a);
            let middle = (a + b + c) / 3.0;
            // Game axes: the block's middle; z is up.
            let out = match triangle.area {
                1 => Vec3::Z,
                _ => middle - Vec3::new(-8.0, 4.0, 1.5),
            };
            assert!(normal.dot(out) > 0.0, "{triangle:?}");
        }
        let mut findings = Findings::new();
        mesh.validate(&mut findings);
        assert!(findings.is_empty(), "{findings:?}");
    }

    #[test]
    fn the_two_zeros_are_one_corner() {
        let mut solid = Solid::new();
        solid.floor([-4.0, -0.0], [0.0, 4.0], 0.0, ASPHALT);
        solid.floor([0.0, 0.0], [4.0, 4.0], -0.0, ASPHALT);
        assert_eq!(solid.mesh().unwrap().vertices.len(), 6);
    }
}
