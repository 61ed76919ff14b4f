//! Walls without openings, and the sides of a hole in one.

use glam::{Vec2, Vec3};

use crate::demo_city::plan::STOREY;
use crate::kit::mesh::{Piece, Shade, Surface, Wall};

/// How a wall's light depends on height: dark at the foot, open above one storey.
pub fn foot_shade(y: f32) -> Shade {
    Shade::shaded(0.60 + 0.40 * (y / 1.4).clamp(0.0, 1.0))
}

/// A wall without openings, in steps of a storey and of about four metres, so that light can fall on it.
pub fn blind(piece: &mut Piece, wall: &Wall, surface: Surface, [y0, y1]: [f32; 2]) {
    if y1 <= y0 {
        return;
    }
    let columns = (wall.width / 4.0).round().max(1.0);
    let rows = ((y1 - y0) / STOREY).round().max(1.0);
    for row in 0..rows as u32 {
        let (v0, v1) = (
            y0 + (y1 - y0) * row as f32 / rows,
            y0 + (y1 - y0) * (row + 1) as f32 / rows,
        );
        for column in 0..columns as u32 {
            let (u0, u1) = (
                wall.width * column as f32 / columns,
                wall.width * (column + 1) as f32 / columns,
            );
            wall.masonry(piece, surface, [u0, v0, u1, v1], 0.0, 4.0, foot_shade);
        }
    }
}

/// The four inner sides of a hole in the wall, as deep as `d` (negative): one ring, its corners shared.
pub(super) fn reveal(
    piece: &mut Piece,
    wall: &Wall,
    surface: Surface,
    [u0, y0, u1, y1]: [f32; 4],
    d: f32,
) {
    let corners = [(u0, y0), (u0, y1), (u1, y1), (u1, y0), (u0, y0)];
    let (middle_u, middle_y) = ((u0 + u1) * 0.5, (y0 + y1) * 0.5);
    let mut way = 0.0;
    for pair in corners.windows(2) {
        let ((ua, ya), (ub, yb)) = (pair[0], pair[1]);
        let next = way + ((ub - ua).abs() + (yb - ya).abs()) / 4.0;
        let corner = |u: f32, y: f32, out: f32, s: f32| {
            let inward = (wall.right * (middle_u - u).signum() + Vec3::Y * (middle_y - y).signum())
                .normalize_or_zero();
            (wall.at(u, y, out), inward, Vec2::new(s, -out / 4.0))
        };
        let quad = [
            corner(ua, ya, 0.0, way),
            corner(ua, ya, d, way),
            corner(ub, yb, d, next),
            corner(ub, yb, 0.0, next),
        ];
        piece.smooth_quad(surface, quad, Shade::shaded(0.5));
        way = next;
    }
}
