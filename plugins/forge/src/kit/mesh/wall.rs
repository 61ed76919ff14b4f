//! The frame of an upright wall: everything on a facade is placed by metres along it, up it and out of it.

use glam::{Vec2, Vec3};

use crate::kit::mesh::{Piece, Shade, Surface};

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
    pub fn of_rect(rect: [f32; 4], side: u8, y: f32) -> Self {
        let [x0, z0, x1, z1] = rect;
        match side {
            0 => Self {
                origin: Vec3::new(x0, y, z1),
                right: Vec3::X,
                out: Vec3::Z,
                width: x1 - x0,
            },
            1 => Self {
                origin: Vec3::new(x1, y, z1),
                right: Vec3::NEG_Z,
                out: Vec3::X,
                width: z1 - z0,
            },
            2 => Self {
                origin: Vec3::new(x1, y, z0),
                right: Vec3::NEG_X,
                out: Vec3::NEG_Z,
                width: x1 - x0,
            },
            _ => Self {
                origin: Vec3::new(x0, y, z0),
                right: Vec3::Z,
                out: Vec3::NEG_X,
                width: z1 - z0,
            },
        }
    }

    /// The point `u` metres to the right, `y` up and `d` out.
    pub fn at(&self, u: f32, y: f32, d: f32) -> Vec3 {
        self.origin + self.right * u + Vec3::Y * y + self.out * d
    }

    /// A rectangle in the wall's plane, `d` metres out, with a texture stretched over it.
    pub fn panel(
        &self,
        piece: &mut Piece,
        surface: Surface,
        area: [f32; 4],
        d: f32,
        uv: [f32; 4],
        shade: Shade,
    ) {
        let [u0, y0, u1, y1] = area;
        piece.quad(
            surface,
            [
                self.at(u0, y0, d),
                self.at(u1, y0, d),
                self.at(u1, y1, d),
                self.at(u0, y1, d),
            ],
            uv,
            shade,
        );
    }

    /// A rectangle of masonry: first uv set by metres (`tile` metres a texture width), second set over the whole wall.
    pub fn masonry(
        &self,
        piece: &mut Piece,
        surface: Surface,
        area: [f32; 4],
        d: f32,
        tile: f32,
        shade: impl Fn(f32) -> Shade,
    ) {
        let [u0, y0, u1, y1] = area;
        let corner = |u: f32, y: f32| {
            let first = Vec2::new((u + self.phase()) / tile, -(self.origin.y + y) / tile);
            let second = Vec2::new((u + self.phase()) / 16.0, -y / 16.0);
            (self.at(u, y, d), [first, second], shade(y))
        };
        piece.quad_with(
            surface,
            [
                corner(u0, y0),
                corner(u1, y0),
                corner(u1, y1),
                corner(u0, y1),
            ],
        );
    }

    /// A box standing out of the wall from depth `d0` to `d1`, all sides but the back; textured by metres.
    pub fn slab(
        &self,
        piece: &mut Piece,
        surface: Surface,
        area: [f32; 4],
        depth: [f32; 2],
        tile: f32,
        shade: Shade,
    ) {
        let [u0, y0, u1, y1] = area;
        let [d0, d1] = depth;
        let by_metres = |a: f32, b: f32, c: f32, e: f32| [a / tile, -e / tile, b / tile, -c / tile];
        let front = [
            self.at(u0, y0, d1),
            self.at(u1, y0, d1),
            self.at(u1, y1, d1),
            self.at(u0, y1, d1),
        ];
        piece.quad(surface, front, by_metres(u0, u1, y0, y1), shade);
        let top = [
            self.at(u0, y1, d1),
            self.at(u1, y1, d1),
            self.at(u1, y1, d0),
            self.at(u0, y1, d0),
        ];
        piece.quad(surface, top, by_metres(u0, u1, d0, d1), shade);
        let bottom = [
            self.at(u0, y0, d0),
            self.at(u1, y0, d0),
            self.at(u1, y0, d1),
            self.at(u0, y0, d1),
        ];
        piece.quad(
            surface,
            bottom,
            by_metres(u0, u1, d0, d1),
            Shade {
                open: shade.open * 0.6,
                ..shade
            },
        );
        let left = [
            self.at(u0, y0, d0),
            self.at(u0, y0, d1),
            self.at(u0, y1, d1),
            self.at(u0, y1, d0),
        ];
        piece.quad(surface, left, by_metres(d0, d1, y0, y1), shade);
        let right = [
            self.at(u1, y0, d1),
            self.at(u1, y0, d0),
            self.at(u1, y1, d0),
            self.at(u1, y1, d1),
        ];
        piece.quad(surface, right, by_metres(d0, d1, y0, y1), shade);
    }

    /// The edge of a plate that stands out of the wall from depth `d0` to `d1`: four narrow sides around `area`, rounded by
    /// their normals. The plate's face is somebody else's.
    pub fn rim(
        &self,
        piece: &mut Piece,
        surface: Surface,
        area: [f32; 4],
        [d0, d1]: [f32; 2],
        shade: Shade,
    ) {
        let [u0, y0, u1, y1] = area;
        let corners = [(u0, y0), (u1, y0), (u1, y1), (u0, y1), (u0, y0)];
        let (middle_u, middle_y) = ((u0 + u1) * 0.5, (y0 + y1) * 0.5);
        let mut way = 0.0;
        for pair in corners.windows(2) {
            let ((ua, ya), (ub, yb)) = (pair[0], pair[1]);
            let next = way + (ub - ua).abs() + (yb - ya).abs();
            let corner = |u: f32, y: f32, d: f32, s: f32| {
                let away = (self.right * (u - middle_u).signum()
                    + Vec3::Y * (y - middle_y).signum())
                .normalize_or_zero();
                (self.at(u, y, d), away, Vec2::new(s, d))
            };
            let quad = [
                corner(ua, ya, d0, way),
                corner(ub, yb, d0, next),
                corner(ub, yb, d1, next),
                corner(ua, ya, d1, way),
            ];
            piece.smooth_quad(surface, quad, shade);
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
    fn a_rim_faces_away_from_its_plate() {
        let wall = Wall::of_rect([0.0, 0.0, 4.0, 6.0], 3, 0.0);
        let mut piece = Piece::new();
        wall.rim(
            &mut piece,
            Surface::of("x"),
            [1.0, 1.0, 3.0, 2.0],
            [0.0, 0.2],
            Shade::LIT,
        );
        assert_eq!(piece.triangle_count(), 8);
        let middle = wall.at(2.0, 1.5, 0.1);
        for t in piece.meshes.values().flatten() {
            let [a, b, c] = t.map(|v| v.position);
            assert!((b - a).cross(c - a).dot((a + b + c) / 3.0 - middle) > 0.0);
        }
    }

    #[test]
    fn the_sides_of_a_slab_face_away_from_it() {
        let wall = Wall::of_rect([0.0, 0.0, 4.0, 6.0], 1, 0.0);
        let mut piece = Piece::new();
        wall.slab(
            &mut piece,
            Surface::of("x"),
            [1.0, 1.0, 2.0, 2.0],
            [0.0, 1.0],
            1.0,
            Shade::LIT,
        );
        let middle = wall.at(1.5, 1.5, 0.5);
        for t in piece.meshes.values().flatten() {
            let [a, b, c] = t.map(|v| v.position);
            assert!((b - a).cross(c - a).dot((a + b + c) / 3.0 - middle) > 0.0);
        }
    }
}
