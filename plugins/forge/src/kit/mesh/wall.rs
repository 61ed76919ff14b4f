//! The frame of an upright wall: everything on a facade is placed by metres along it, up it and out of it.

use glam::{Vec2, Vec3};

use crate::kit::mesh::{Finish, Piece, Shade, Surface};

/// An upright wall seen from outside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wall {
    /// Lower left corner, seen from outside.
    pub origin: Vec3,
    /// To the right, seen from outside.
    pub right: Vec3,
    /// Towards the viewer.
    pub out: Vec3,
    /// Metres from left to right.
    pub width: f32,
}

impl Wall {
    /// The side of a rectangle `[x0, z0, x1, z1]` that faces +z (0), +x (1), -z (2) or -x (3), standing on height `y`.
    pub fn of_rect([x0, z0, x1, z1]: [f32; 4], side: u8, y: f32) -> Self {
        let (along_x, along_z) = (x1 - x0, z1 - z0);
        let ([x, z], right, out, width) = match side {
            0 => ([x0, z1], Vec3::X, Vec3::Z, along_x),
            1 => ([x1, z1], Vec3::NEG_Z, Vec3::X, along_z),
            2 => ([x1, z0], Vec3::NEG_X, Vec3::NEG_Z, along_x),
            _ => ([x0, z0], Vec3::Z, Vec3::NEG_X, along_z),
        };
        Self {
            origin: Vec3::new(x, y, z),
            right,
            out,
            width,
        }
    }

    /// The point `u` metres to the right, `y` up and `d` out.
    pub fn at(&self, u: f32, y: f32, d: f32) -> Vec3 {
        self.origin + self.right * u + Vec3::Y * y + self.out * d
    }

    /// The part of it that begins `u` metres to the right.
    #[must_use]
    pub fn part(&self, u: f32, width: f32) -> Self {
        Self {
            origin: self.at(u, 0.0, 0.0),
            width,
            ..*self
        }
    }

    /// How many bays of about that width it has, and how wide each is.
    pub fn bays(&self, about: f32) -> (u32, f32) {
        let count = (self.width / about).round().max(1.0);
        (count as u32, self.width / count)
    }

    /// Corners of a rectangle `[u0, y0, u1, y1]` in the wall's plane, `d` metres out.
    pub fn area(&self, [u0, y0, u1, y1]: [f32; 4], d: f32) -> [Vec3; 4] {
        [(u0, y0), (u1, y0), (u1, y1), (u0, y1)].map(|(u, y)| self.at(u, y, d))
    }

    /// Corners of a level rectangle: from depth `d0` at its lower edge to `d1`.
    pub fn level(&self, [u0, u1]: [f32; 2], y: f32, [d0, d1]: [f32; 2]) -> [Vec3; 4] {
        [(u0, d0), (u1, d0), (u1, d1), (u0, d1)].map(|(u, d)| self.at(u, y, d))
    }

    /// Corners of an upright rectangle across the wall: from depth `d0` at its left edge to `d1`.
    pub fn across(&self, u: f32, [y0, y1]: [f32; 2], [d0, d1]: [f32; 2]) -> [Vec3; 4] {
        [(y0, d0), (y0, d1), (y1, d1), (y1, d0)].map(|(y, d)| self.at(u, y, d))
    }

    /// A rectangle in the wall's plane, `d` metres out, with a texture stretched over it.
    pub fn panel(
        &self,
        piece: &mut Piece,
        finish: impl Into<Finish>,
        area: [f32; 4],
        d: f32,
        uv: [f32; 4],
    ) {
        piece.quad(finish, self.area(area, d), uv);
    }

    /// A rectangle of masonry: first uv set by metres (4 metres a texture width), second set over the whole wall.
    pub fn masonry(
        &self,
        piece: &mut Piece,
        surface: Surface,
        [u0, y0, u1, y1]: [f32; 4],
        shade: impl Fn(f32) -> Shade,
    ) {
        let corner = |u: f32, y: f32| {
            let first = Vec2::new((u + self.phase()) / 4.0, -(self.origin.y + y) / 4.0);
            let second = Vec2::new((u + self.phase()) / 16.0, -y / 16.0);
            (self.at(u, y, 0.0), [first, second], shade(y))
        };
        let corners = [(u0, y0), (u1, y0), (u1, y1), (u0, y1)];
        piece.quad_with(surface, corners.map(|(u, y)| corner(u, y)));
    }

    /// A box standing out of the wall from depth `d0` to `d1`, all sides but the back; textured by metres.
    pub fn slab(
        &self,
        piece: &mut Piece,
        finish: impl Into<Finish>,
        area: [f32; 4],
        [d0, d1]: [f32; 2],
    ) {
        let finish = finish.into();
        let [u0, y0, u1, y1] = area;
        let (u, y, d) = ([u0, u1], [y0, y1], [d0, d1]);
        let below = finish.lit(finish.shade.open(finish.shade.open * 0.6));
        let by_metres = |[a, b]: [f32; 2], [c, e]: [f32; 2]| finish.by_metres([a, b, c, e]);
        piece.quad(finish, self.area(area, d1), by_metres(u, y));
        piece.quad(finish, self.level(u, y1, [d1, d0]), by_metres(u, d));
        piece.quad(below, self.level(u, y0, d), by_metres(u, d));
        piece.quad(finish, self.across(u0, y, d), by_metres(d, y));
        piece.quad(finish, self.across(u1, y, [d1, d0]), by_metres(d, y));
    }

    /// The edge of a plate that stands out of the wall from depth `d0` to `d1`: four narrow sides around `area`, rounded by
    /// their normals. The plate's face is somebody else's.
    pub fn rim(
        &self,
        piece: &mut Piece,
        finish: impl Into<Finish>,
        [u0, y0, u1, y1]: [f32; 4],
        depth: [f32; 2],
    ) {
        let corners = [(u0, y0), (u1, y0), (u1, y1), (u0, y1), (u0, y0)];
        self.ring(piece, finish.into(), corners, depth, 1.0);
    }

    /// The four inner sides of a hole in the wall, as deep as `d` (negative): one ring, its corners shared.
    pub fn reveal(
        &self,
        piece: &mut Piece,
        finish: impl Into<Finish>,
        [u0, y0, u1, y1]: [f32; 4],
        d: f32,
    ) {
        let corners = [(u0, y0), (u0, y1), (u1, y1), (u1, y0), (u0, y0)];
        self.ring(piece, finish.into(), corners, [0.0, d], -1.0);
    }

    /// Four sides between two depths, textured by metres. Their normals point away from their middle (`away` 1) or to it (-1).
    fn ring(
        &self,
        piece: &mut Piece,
        finish: Finish,
        corners: [(f32, f32); 5],
        [d0, d1]: [f32; 2],
        away: f32,
    ) {
        let [(ua, ya), _, (uc, yc), ..] = corners;
        let (middle_u, middle_y) = ((ua + uc) * 0.5, (ya + yc) * 0.5);
        let mut way = 0.0;
        for pair in corners.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let next = way + ((b.0 - a.0).abs() + (b.1 - a.1).abs()) / finish.tile;
            let corner = |(u, y): (f32, f32), d: f32, s: f32| {
                let out = (self.right * (u - middle_u).signum()
                    + Vec3::Y * (y - middle_y).signum())
                .normalize_or_zero();
                let uv = Vec2::new(s, d * away / finish.tile);
                (self.at(u, y, d), out * away, uv)
            };
            let [a0, a1] = [d0, d1].map(|d| corner(a, d, way));
            let [b0, b1] = [d0, d1].map(|d| corner(b, d, next));
            // Seen from inside the depth comes first.
            let quad = if away > 0.0 {
                [a0, b0, b1, a1]
            } else {
                [a0, a1, b1, b0]
            };
            piece.smooth_quad(finish, quad);
            way = next;
        }
    }

    /// Whole metres that make the texture differ from wall to wall.
    fn phase(&self) -> f32 {
        let along = self.origin.x + self.origin.z * 3.0;
        along.rem_euclid(8.0).floor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_and_up_span_the_outward_side() {
        for side in 0..4 {
            let wall = Wall::of_rect([0.0, 0.0, 4.0, 6.0], side, 0.0);
            assert_eq!(wall.right.cross(Vec3::Y), wall.out);
            let end = wall.at(wall.width, 0.0, 0.0);
            assert!(end.x >= 0.0 && end.x <= 4.0 && end.z >= 0.0 && end.z <= 6.0);
        }
    }

    #[test]
    fn the_sides_of_a_rim_and_of_a_slab_face_away_from_its_middle() {
        let [rim, slab] = [3, 1].map(|side| Wall::of_rect([0.0, 0.0, 4.0, 6.0], side, 0.0));
        let (mut of_rim, mut of_slab) = (Piece::new(), Piece::new());
        let surface = Surface::of("x");
        rim.rim(&mut of_rim, surface, [1.0, 1.0, 3.0, 2.0], [0.0, 0.2]);
        slab.slab(&mut of_slab, surface, [1.0, 1.0, 2.0, 2.0], [0.0, 1.0]);
        assert_eq!(of_rim.triangle_count(), 8);
        for (name, piece, middle) in [
            ("rim", of_rim, rim.at(2.0, 1.5, 0.1)),
            ("slab", of_slab, slab.at(1.5, 1.5, 0.5)),
        ] {
            for t in piece.meshes.values().flatten() {
                let [a, b, c] = t.map(|v| v.position);
                let away = (a + b + c) / 3.0 - middle;
                assert!((b - a).cross(c - a).dot(away) > 0.0, "{name}");
            }
        }
    }
}
