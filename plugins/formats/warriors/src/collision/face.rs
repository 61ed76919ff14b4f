//! A triangle's corners and the plane they lie in.

use glam::Vec3;

use super::mesh::CollisionMesh;
use super::triangle::{Triangle, TriangleFlags};

/// A triangle with a face: three corners that span one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    pub(super) corners: [Vec3; 3],
    /// Unit normal, the side that it is met from.
    pub(super) normal: Vec3,
    pub(super) two_sided: bool,
}

impl CollisionMesh {
    /// The corners of a triangle; `None` when it names a vertex that does not exist.
    pub(super) fn corners(&self, triangle: &Triangle) -> Option<[Vec3; 3]> {
        let corner = |index: u16| {
            let &[x, y, z, _] = self.vertices.get(usize::from(index))?;
            Some(Vec3::new(x, y, z))
        };
        let [a, b, c] = triangle.vertices;
        Some([corner(a)?, corner(b)?, corner(c)?])
    }

    /// The face of a triangle; `None` when its corners lie on one line.
    pub(super) fn face(&self, triangle: &Triangle) -> Option<Face> {
        let corners = self.corners(triangle)?;
        let [a, b, c] = corners;
        Some(Face {
            corners,
            normal: (b - a).cross(c - a).try_normalize()?,
            two_sided: triangle.flags.has(TriangleFlags::TWO_SIDED),
        })
    }

    /// The unit normal of a triangle, on the side that it is met from; `None` when it has none or does not exist.
    pub fn normal(&self, triangle: u16) -> Option<[f32; 3]> {
        let triangle = self.triangles.get(usize::from(triangle))?;
        Some(self.face(triangle)?.normal.to_array())
    }
}

impl Face {
    /// Height of a point over the plane.
    pub(super) fn distance_to(&self, point: Vec3) -> f32 {
        let [a, _, _] = self.corners;
        self.normal.dot(point - a)
    }

    /// Whether a point's projection on the plane lies inside all three edges, borders included.
    ///
    /// `edge x normal` points outward for corners that run anticlockwise around the normal.
    pub(super) fn is_over(&self, point: Vec3) -> bool {
        self.edges()
            .iter()
            .all(|&(from, to)| (to - from).cross(self.normal).dot(point - from) <= 0.0)
    }

    pub(super) fn edges(&self) -> [(Vec3, Vec3); 3] {
        let [a, b, c] = self.corners;
        [(a, b), (b, c), (c, a)]
    }
}
