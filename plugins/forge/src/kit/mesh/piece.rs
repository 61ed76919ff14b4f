//! A piece: geometry that always travels together, such as a house or a tile of street. Sectors are made of pieces.

use std::collections::BTreeMap;
use std::ops::BitOr;

use glam::{Vec2, Vec3};
use wonderwheel_renderware::world::Aabb;

use crate::kit::light::{Haze, Lamp, LampColour};
use crate::kit::mesh::corners::{level, upright};
use crate::kit::mesh::{Finish, Shade, Surface, snap};
use crate::kit::trig::{TAU, cos, sin};

/// One corner of a triangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// World position, RenderWare axes, metres, on [`crate::kit::mesh::GRID`].
    pub position: Vec3,
    /// Unit normal.
    pub normal: Vec3,
    /// The two uv sets, in texture widths.
    pub uv: [Vec2; 2],
    /// How it is lit.
    pub shade: Shade,
    /// Prelight, 0x80 = full; filled by the baking.
    pub colour: [u8; 4],
}

impl Vertex {
    /// A vertex at the nearest point of the grid, not baked yet.
    pub fn new(position: Vec3, normal: Vec3, uv: [Vec2; 2], shade: Shade) -> Self {
        Self {
            position: snap(position),
            normal,
            uv,
            shade,
            colour: [0; 4],
        }
    }
}

/// A corner of a quad: where, both uv sets, how it is lit.
pub type Corner = (Vec3, [Vec2; 2], Shade);

/// Triangles of one material, three corners each, counter-clockwise seen from the front.
pub type Triangles = Vec<[Vertex; 3]>;

/// Geometry that is never cut.
#[derive(Debug, Clone, Default)]
pub struct Piece {
    /// Triangles by material.
    pub meshes: BTreeMap<Surface, Triangles>,
    /// What it sends into the street: baked into the vertices around it.
    pub lamps: Vec<Lamp>,
}

impl Piece {
    /// A piece without triangles.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one triangle. One without an area is left out.
    pub fn triangle(&mut self, surface: Surface, corners: [Vertex; 3]) {
        let [a, b, c] = corners.map(|v| v.position);
        if (b - a).cross(c - a).length_squared() > 0.0 {
            self.meshes.entry(surface).or_default().push(corners);
        }
    }

    /// Adds a quad, corners counter-clockwise seen from the front, starting at the lower left one.
    pub fn quad_with(&mut self, surface: Surface, corners: [Corner; 4]) {
        let p = corners.map(|c| snap(c.0));
        let normal = (p[2] - p[0]).cross(p[3] - p[1]).normalize_or_zero();
        let v = corners.map(|(position, uv, shade)| Vertex::new(position, normal, uv, shade));
        self.triangle(surface, [v[0], v[1], v[2]]);
        self.triangle(surface, [v[0], v[2], v[3]]);
    }

    /// Adds a quad with one uv set. `uv` is the texture's box `[u0, v0, u1, v1]`, v0 at the quad's top. Whole repeats are taken
    /// off: a packed texture coordinate reaches 16 repeats only.
    pub fn quad(&mut self, finish: impl Into<Finish>, p: [Vec3; 4], uv: [f32; 4]) {
        let Finish { surface, shade, .. } = finish.into();
        let (u, v) = (uv[0].min(uv[2]).floor(), uv[1].min(uv[3]).floor());
        let [u0, v0, u1, v1] = [uv[0] - u, uv[1] - v, uv[2] - u, uv[3] - v];
        let uvs = [[u0, v1], [u1, v1], [u1, v0], [u0, v0]].map(Vec2::from);
        self.quad_with(surface, std::array::from_fn(|i| (p[i], [uvs[i]; 2], shade)));
    }

    /// A quad that is seen from both sides.
    pub fn double_quad(&mut self, finish: impl Into<Finish>, p: [Vec3; 4], uv: [f32; 4]) {
        let finish = finish.into();
        self.quad(finish, p, uv);
        let [u0, v0, u1, v1] = uv;
        self.quad(finish, [p[1], p[0], p[3], p[2]], [u1, v0, u0, v1]);
    }

    /// Level quads side by side, row by row: `corner` gives the corners of the lattice, columns to the right, rows towards
    /// the viewer.
    pub fn field(
        &mut self,
        surface: Surface,
        [columns, rows]: [u32; 2],
        corner: impl Fn(u32, u32) -> Corner,
    ) {
        for row in 0..rows {
            for column in 0..columns {
                let places = [(0, 1), (1, 1), (1, 0), (0, 0)];
                let corners = places.map(|(i, k)| corner(column + i, row + k));
                self.quad_with(surface, corners);
            }
        }
    }

    /// The outside of an axis-aligned box, textured by metres; `faces` are the sides that are built.
    pub fn block(&mut self, finish: impl Into<Finish>, [min, max]: [Vec3; 2], faces: Faces) {
        let finish = finish.into();
        let ([x0, y0, z0], [x1, y1, z1]) = (min.to_array(), max.to_array());
        let wall = |from: [f32; 2], to: [f32; 2]| upright(from, to, [y0, y1]);
        let sides = [
            (Faces::SOUTH, wall([x0, z1], [x1, z1]), [x0, x1, y0, y1]),
            (Faces::NORTH, wall([x1, z0], [x0, z0]), [-x1, -x0, y0, y1]),
            (Faces::EAST, wall([x1, z1], [x1, z0]), [-z1, -z0, y0, y1]),
            (Faces::WEST, wall([x0, z0], [x0, z1]), [z0, z1, y0, y1]),
            (Faces::TOP, level([x0, z0, x1, z1], y1), [x0, x1, -z1, -z0]),
            (Faces::BOTTOM, level([x0, z1, x1, z0], y0), [x0, x1, z0, z1]),
        ];
        for (face, corners, metres) in sides {
            if faces.has(face) {
                self.quad(finish, corners, finish.by_metres(metres));
            }
        }
    }

    /// A quad whose corners bring their own normals: neighbours with equal corners share vertices.
    pub fn smooth_quad(&mut self, finish: impl Into<Finish>, corners: [(Vec3, Vec3, Vec2); 4]) {
        let Finish { surface, shade, .. } = finish.into();
        let v = corners.map(|(position, normal, uv)| Vertex::new(position, normal, [uv; 2], shade));
        self.triangle(surface, [v[0], v[1], v[2]]);
        self.triangle(surface, [v[0], v[2], v[3]]);
    }

    /// A rod from `from` to `to` with `sides` sides, rounded by its normals, open at both ends; the texture goes once around
    /// and by metres along.
    pub fn rod(
        &mut self,
        finish: impl Into<Finish>,
        [from, to]: [Vec3; 2],
        radii: [f32; 2],
        sides: u32,
    ) {
        let finish = finish.into();
        let along = (to - from).normalize_or_zero();
        let e1 = if along.y.abs() > 0.9 {
            Vec3::Z
        } else {
            along.cross(Vec3::Y).normalize_or_zero()
        };
        let e2 = along.cross(e1);
        let length = (to - from).length() / finish.tile;
        let ends = [(from, radii[0], length), (to, radii[1], 0.0)];
        for i in 0..sides {
            let corner = |k: u32, (middle, radius, v): (Vec3, f32, f32)| {
                // Half a side off, so that a rod of four sides stands straight.
                let angle = TAU * (k as f32 + 0.5) / sides as f32;
                let out = e1 * cos(angle) + e2 * sin(angle);
                let uv = Vec2::new(k as f32 / sides as f32, v);
                (middle + out * radius, out, uv)
            };
            let [[a, d], [b, c]] = [i, i + 1].map(|k| ends.map(|end| corner(k, end)));
            self.smooth_quad(finish, [a, b, c, d]);
        }
    }

    /// A thin bar: three sides, four when it is thick enough to look at.
    pub fn bar(&mut self, finish: impl Into<Finish>, from: Vec3, to: Vec3, thickness: f32) {
        let sides = if thickness < 0.12 { 3 } else { 4 };
        self.rod(finish, [from, to], [thickness * 0.6; 2], sides);
    }

    /// An upright tube with `sides` sides, open at both ends.
    pub fn tube(
        &mut self,
        finish: impl Into<Finish>,
        foot: Vec3,
        height: f32,
        radii: [f32; 2],
        sides: u32,
    ) {
        self.rod(finish, [foot, foot + Vec3::Y * height], radii, sides);
    }

    /// A light that is baked into what is around it: where it ends (metres), how bright it is right beside it, its colour, and
    /// what is shown in the air around it.
    pub fn lamp(
        &mut self,
        position: Vec3,
        [radius, strength]: [f32; 2],
        colour: impl Into<LampColour>,
        haze: Haze,
    ) {
        self.lamps.push(Lamp {
            position,
            radius,
            strength,
            colour: colour.into(),
            haze,
        });
    }

    /// Takes another piece in.
    pub fn append(&mut self, other: Self) {
        for (surface, triangles) in other.meshes {
            self.meshes.entry(surface).or_default().extend(triangles);
        }
        self.lamps.extend(other.lamps);
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.meshes.values().map(Vec::len).sum()
    }

    /// All vertices, mesh by mesh.
    pub fn vertices(&self) -> impl Iterator<Item = &Vertex> {
        self.meshes.values().flatten().flatten()
    }

    /// All vertices, to change.
    pub fn vertices_mut(&mut self) -> impl Iterator<Item = &mut Vertex> {
        self.meshes.values_mut().flatten().flatten()
    }

    /// Bounds of all vertices; a point at the origin for an empty piece.
    pub fn bounds(&self) -> Aabb {
        let first = self.vertices().next().map_or(Vec3::ZERO, |v| v.position);
        let (min, max) = self.vertices().fold((first, first), |(min, max), v| {
            (min.min(v.position), max.max(v.position))
        });
        let [min, max] = [min, max].map(|corner| corner.to_array());
        Aabb { min, max }
    }
}

/// A set of box sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Faces(u8);

impl Faces {
    /// Towards +z.
    pub const SOUTH: Self = Self(1);
    /// Towards -z.
    pub const NORTH: Self = Self(2);
    /// Towards +x.
    pub const EAST: Self = Self(4);
    /// Towards -x.
    pub const WEST: Self = Self(8);
    /// Towards +y.
    pub const TOP: Self = Self(16);
    /// Towards -y.
    pub const BOTTOM: Self = Self(32);
    /// The four walls.
    pub const WALLS: Self = Self(15);
    /// All but the bottom.
    pub const STANDING: Self = Self(31);
    /// All six.
    pub const ALL: Self = Self(63);

    /// Whether a side is in the set.
    pub const fn has(self, side: Self) -> bool {
        self.0 & side.0 != 0
    }

    /// This set without the other one.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Faces {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_of_a_block_faces_outwards() {
        let mut piece = Piece::new();
        let corners = [Vec3::splat(-1.0), Vec3::splat(1.0)];
        piece.block(Surface::of("x"), corners, Faces::ALL);
        assert_eq!(piece.triangle_count(), 12);
        for t in piece.meshes.values().flatten() {
            let [a, b, c] = t.map(|v| v.position);
            let facing = (b - a).cross(c - a);
            assert!(facing.dot((a + b + c) / 3.0) > 0.0);
            assert!(facing.normalize().dot(t[0].normal) > 0.99);
        }
    }

    #[test]
    fn every_side_of_a_bar_and_a_tube_faces_outwards() {
        let mut piece = Piece::new();
        let surface = Surface::of("x");
        piece.bar(surface, Vec3::X * -2.0, Vec3::X * 2.0, 0.5);
        piece.tube(surface, Vec3::NEG_Y, 2.0, [0.5, 0.5], 6);
        for t in piece.meshes.values().flatten() {
            let [a, b, c] = t.map(|v| v.position);
            let middle = (a + b + c) / 3.0;
            let facing = (b - a).cross(c - a);
            let away = if facing.x.abs() < 1e-6 && middle.y.abs().max(middle.z.abs()) < 0.3 {
                Vec3::new(0.0, middle.y, middle.z)
            } else {
                Vec3::new(middle.x, 0.0, middle.z)
            };
            assert!(facing.dot(away) > 0.0, "{middle} {facing}");
        }
    }
}
