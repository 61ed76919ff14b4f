//! A piece: geometry that always travels together, such as a house or a tile of street. Sectors are made of pieces.

use std::collections::BTreeMap;

use glam::{Vec2, Vec3};
use wonderwheel_renderware::world::Aabb;

use crate::kit::light::Lamp;
use crate::kit::mesh::{Surface, snap};
use crate::kit::trig::{TAU, cos, sin};

/// How a vertex gets its prelight colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shade {
    /// Share of the baked light that arrives, 0 in a hole, 1 in the open.
    pub open: f32,
    /// Own light, 1.0 = full brightness; added.
    pub glow: [f32; 3],
    /// Vertex alpha.
    pub alpha: u8,
}

impl Shade {
    /// Lit by the level's lamps alone.
    pub const LIT: Self = Self {
        open: 1.0,
        glow: [0.0; 3],
        alpha: 255,
    };

    /// Lit by the lamps through a partly closed space.
    pub const fn shaded(open: f32) -> Self {
        Self {
            open,
            glow: [0.0; 3],
            alpha: 255,
        }
    }

    /// Shines by itself.
    pub const fn glowing(glow: [f32; 3]) -> Self {
        Self {
            open: 1.0,
            glow,
            alpha: 255,
        }
    }
}

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
    pub fn quad_with(&mut self, surface: Surface, corners: [(Vec3, [Vec2; 2], Shade); 4]) {
        let p = corners.map(|c| snap(c.0));
        let normal = (p[2] - p[0]).cross(p[3] - p[1]).normalize_or_zero();
        let v: [Vertex; 4] = std::array::from_fn(|i| Vertex {
            position: p[i],
            normal,
            uv: corners[i].1,
            shade: corners[i].2,
            colour: [0; 4],
        });
        self.triangle(surface, [v[0], v[1], v[2]]);
        self.triangle(surface, [v[0], v[2], v[3]]);
    }

    /// Adds a quad with one uv set and one shade. `uv` is the texture's box `[u0, v0, u1, v1]`, v0 at the quad's top. Whole
    /// repeats are taken off: a packed texture coordinate reaches 16 repeats only.
    pub fn quad(&mut self, surface: Surface, p: [Vec3; 4], uv: [f32; 4], shade: Shade) {
        let (u, v) = (uv[0].min(uv[2]).floor(), uv[1].min(uv[3]).floor());
        let [u0, v0, u1, v1] = [uv[0] - u, uv[1] - v, uv[2] - u, uv[3] - v];
        let uvs = [
            Vec2::new(u0, v1),
            Vec2::new(u1, v1),
            Vec2::new(u1, v0),
            Vec2::new(u0, v0),
        ];
        self.quad_with(surface, std::array::from_fn(|i| (p[i], [uvs[i]; 2], shade)));
    }

    /// A quad that is seen from both sides.
    pub fn double_quad(&mut self, surface: Surface, p: [Vec3; 4], uv: [f32; 4], shade: Shade) {
        self.quad(surface, p, uv, shade);
        let [u0, v0, u1, v1] = uv;
        self.quad(surface, [p[1], p[0], p[3], p[2]], [u1, v0, u0, v1], shade);
    }

    /// The outside of an axis-aligned box, textured by metres (`tile` metres a texture width); `faces` are the sides that are
    /// built.
    pub fn block(
        &mut self,
        surface: Surface,
        min: Vec3,
        max: Vec3,
        tile: f32,
        shade: Shade,
        faces: Faces,
    ) {
        let (a, b) = (min, max);
        let v = Vec3::new;
        let sides = [
            (
                Faces::SOUTH,
                [
                    v(a.x, a.y, b.z),
                    v(b.x, a.y, b.z),
                    v(b.x, b.y, b.z),
                    v(a.x, b.y, b.z),
                ],
                (a.x, b.x, a.y, b.y),
            ),
            (
                Faces::NORTH,
                [
                    v(b.x, a.y, a.z),
                    v(a.x, a.y, a.z),
                    v(a.x, b.y, a.z),
                    v(b.x, b.y, a.z),
                ],
                (-b.x, -a.x, a.y, b.y),
            ),
            (
                Faces::EAST,
                [
                    v(b.x, a.y, b.z),
                    v(b.x, a.y, a.z),
                    v(b.x, b.y, a.z),
                    v(b.x, b.y, b.z),
                ],
                (-b.z, -a.z, a.y, b.y),
            ),
            (
                Faces::WEST,
                [
                    v(a.x, a.y, a.z),
                    v(a.x, a.y, b.z),
                    v(a.x, b.y, b.z),
                    v(a.x, b.y, a.z),
                ],
                (a.z, b.z, a.y, b.y),
            ),
            (
                Faces::TOP,
                [
                    v(a.x, b.y, b.z),
                    v(b.x, b.y, b.z),
                    v(b.x, b.y, a.z),
                    v(a.x, b.y, a.z),
                ],
                (a.x, b.x, -b.z, -a.z),
            ),
            (
                Faces::BOTTOM,
                [
                    v(a.x, a.y, a.z),
                    v(b.x, a.y, a.z),
                    v(b.x, a.y, b.z),
                    v(a.x, a.y, b.z),
                ],
                (a.x, b.x, a.z, b.z),
            ),
        ];
        for (face, corners, (u0, u1, low, high)) in sides {
            if faces.has(face) {
                self.quad(
                    surface,
                    corners,
                    [u0 / tile, -high / tile, u1 / tile, -low / tile],
                    shade,
                );
            }
        }
    }

    /// A quad whose corners bring their own normals: neighbours with equal corners share vertices.
    pub fn smooth_quad(
        &mut self,
        surface: Surface,
        corners: [(Vec3, Vec3, Vec2); 4],
        shade: Shade,
    ) {
        let v = corners.map(|(position, normal, uv)| Vertex {
            position: snap(position),
            normal,
            uv: [uv; 2],
            shade,
            colour: [0; 4],
        });
        self.triangle(surface, [v[0], v[1], v[2]]);
        self.triangle(surface, [v[0], v[2], v[3]]);
    }

    /// A rod from `from` to `to` with `sides` sides, rounded by its normals, open at both ends; the texture goes once around
    /// and every `tile` metres along.
    pub fn rod(
        &mut self,
        surface: Surface,
        [from, to]: [Vec3; 2],
        radii: [f32; 2],
        sides: u32,
        tile: f32,
        shade: Shade,
    ) {
        let along = (to - from).normalize_or_zero();
        let e1 = if along.y.abs() > 0.9 {
            Vec3::Z
        } else {
            along.cross(Vec3::Y).normalize_or_zero()
        };
        let e2 = along.cross(e1);
        let length = (to - from).length() / tile;
        for i in 0..sides {
            let corner = |k: u32, end: bool| {
                // Half a side off, so that a rod of four sides stands straight.
                let angle = TAU * (k as f32 + 0.5) / sides as f32;
                let out = e1 * cos(angle) + e2 * sin(angle);
                let (middle, radius, v) = if end {
                    (to, radii[1], 0.0)
                } else {
                    (from, radii[0], length)
                };
                (
                    middle + out * radius,
                    out,
                    Vec2::new(k as f32 / sides as f32, v),
                )
            };
            self.smooth_quad(
                surface,
                [
                    corner(i, false),
                    corner(i + 1, false),
                    corner(i + 1, true),
                    corner(i, true),
                ],
                shade,
            );
        }
    }

    /// A thin bar: three sides, four when it is thick enough to look at.
    pub fn bar(
        &mut self,
        surface: Surface,
        from: Vec3,
        to: Vec3,
        thickness: f32,
        tile: f32,
        shade: Shade,
    ) {
        let sides = if thickness < 0.12 { 3 } else { 4 };
        self.rod(
            surface,
            [from, to],
            [thickness * 0.6; 2],
            sides,
            tile,
            shade,
        );
    }

    /// An upright tube with `sides` sides, open at both ends.
    pub fn tube(
        &mut self,
        surface: Surface,
        foot: Vec3,
        height: f32,
        radii: (f32, f32),
        sides: u32,
        shade: Shade,
    ) {
        self.rod(
            surface,
            [foot, foot + Vec3::Y * height],
            [radii.0, radii.1],
            sides,
            1.0,
            shade,
        );
    }

    /// A flat ribbon of quads with one normal: pairs of points with the texture's u, each pair's second point to the left of
    /// the way (so that the front looks at a viewer who has the way running to the right with the second points above). v runs
    /// from `v[0]` at the first points to `v[1]` at the second ones.
    pub fn ribbon(
        &mut self,
        surface: Surface,
        pairs: &[(Vec3, Vec3, f32)],
        v: [f32; 2],
        shade: Shade,
    ) {
        for two in pairs.windows(2) {
            let ((a, d, u0), (b, c, u1)) = (two[0], two[1]);
            let uv = |u: f32, v: f32| [Vec2::new(u, v); 2];
            self.quad_with(
                surface,
                [
                    (a, uv(u0, v[0]), shade),
                    (b, uv(u1, v[0]), shade),
                    (c, uv(u1, v[1]), shade),
                    (d, uv(u0, v[1]), shade),
                ],
            );
        }
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
        let mut points = self.vertices().map(|v| v.position);
        let first = points.next().unwrap_or(Vec3::ZERO);
        let (min, max) = points.fold((first, first), |(min, max), p| (min.min(p), max.max(p)));
        Aabb {
            min: min.to_array(),
            max: max.to_array(),
        }
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

    /// Both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the other one.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_of_a_block_faces_outwards() {
        let mut piece = Piece::new();
        piece.block(
            Surface::of("x"),
            Vec3::splat(-1.0),
            Vec3::splat(1.0),
            1.0,
            Shade::LIT,
            Faces::ALL,
        );
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
        piece.bar(
            Surface::of("x"),
            Vec3::new(-2.0, 0.0, 0.0),
            Vec3::new(2.0, 0.0, 0.0),
            0.5,
            1.0,
            Shade::LIT,
        );
        piece.tube(
            Surface::of("x"),
            Vec3::new(0.0, -1.0, 0.0),
            2.0,
            (0.5, 0.5),
            6,
            Shade::LIT,
        );
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
