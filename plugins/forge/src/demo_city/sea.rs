//! The sea: a still surface.

use glam::{Vec2, Vec3};

use crate::demo_city::shore::SEA_LEVEL;
use crate::kit::mesh::{Piece, Shade, Surface};

const SEA: Surface = Surface::of("sea").under("foam");

/// The sea in pieces of 32 metres, from the beach to beyond the fog.
pub fn pieces() -> Vec<Piece> {
    let mut out = Vec::new();
    for row in 0..3 {
        for column in -6..6 {
            let (x0, z0) = (column as f32 * 32.0, 84.0 + row as f32 * 32.0);
            let mut piece = Piece::new();
            piece.field(SEA, [4, 4], |i, k| {
                let (x, z) = (x0 + 8.0 * i as f32, z0 + 8.0 * k as f32);
                let uv = [Vec2::new(x / 12.0, z / 12.0), Vec2::new(x / 28.0, z / 20.0)];
                let shade = Shade::glowing([0.03, 0.05, 0.08]);
                (Vec3::new(x, SEA_LEVEL, z), uv, shade)
            });
            out.push(piece);
        }
    }
    out
}
