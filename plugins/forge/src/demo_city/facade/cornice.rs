//! What a front ends with at the top.

use super::openings::STONE;
use crate::kit::mesh::{Piece, Shade, Surface, Wall};

const CORNICE: Surface = Surface::of("cornice");

/// Cornice along the top of a front, and the parapet's outer side.
pub fn cornice(piece: &mut Piece, wall: &Wall, surface: Surface, y: f32, rich: bool) {
    let columns = (wall.width / 4.0).round().max(1.0);
    let top = y + 0.75;
    if rich {
        let d = 0.45;
        let p = |u: f32, h: f32, out: f32| wall.at(u, h, out);
        for i in 0..columns as u32 {
            let (u0, u1) = (
                wall.width * i as f32 / columns,
                wall.width * (i + 1) as f32 / columns,
            );
            let uv = [u0 / 1.6, 0.0, u1 / 1.6, 1.0];
            piece.quad(
                CORNICE,
                [
                    p(u0, y - 0.45, d),
                    p(u1, y - 0.45, d),
                    p(u1, top, d),
                    p(u0, top, d),
                ],
                uv,
                Shade::LIT,
            );
            piece.quad(
                STONE,
                [
                    p(u0, y - 0.45, 0.0),
                    p(u1, y - 0.45, 0.0),
                    p(u1, y - 0.45, d),
                    p(u0, y - 0.45, d),
                ],
                [u0 / 4.0, 0.0, u1 / 4.0, 0.1],
                Shade::shaded(0.5),
            );
            piece.quad(
                STONE,
                [
                    p(u0, top, d),
                    p(u1, top, d),
                    p(u1, top, 0.0),
                    p(u0, top, 0.0),
                ],
                [u0 / 4.0, 0.0, u1 / 4.0, 0.1],
                Shade::LIT,
            );
        }
        for (u, flip) in [(0.0, false), (wall.width, true)] {
            let q = if flip {
                [
                    p(u, y - 0.45, d),
                    p(u, y - 0.45, 0.0),
                    p(u, top, 0.0),
                    p(u, top, d),
                ]
            } else {
                [
                    p(u, y - 0.45, 0.0),
                    p(u, y - 0.45, d),
                    p(u, top, d),
                    p(u, top, 0.0),
                ]
            };
            piece.quad(CORNICE, q, [0.0, 0.0, 0.28, 1.0], Shade::LIT);
        }
    }
    for i in 0..columns as u32 {
        let (u0, u1) = (
            wall.width * i as f32 / columns,
            wall.width * (i + 1) as f32 / columns,
        );
        wall.masonry(piece, surface, [u0, y, u1, top], 0.0, 4.0, |_| Shade::LIT);
    }
}
