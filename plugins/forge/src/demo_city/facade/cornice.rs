//! What a front ends with at the top.

use super::front::Front;
use super::openings::STONE;
use crate::kit::mesh::Surface;
use crate::kit::mesh::corners::parts;

const CORNICE: Surface = Surface::of("cornice");

impl Front<'_> {
    /// Cornice along the top of a front, and the parapet's outer side.
    pub fn cornice(&mut self, y: f32, rich: bool) {
        let (foot, top, d) = (y - 0.45, y + 0.75, 0.45);
        if rich {
            let wall = self.wall;
            for [u0, u1] in parts(wall.width, 4.0) {
                let front = wall.area([u0, foot, u1, top], d);
                self.piece
                    .quad(CORNICE, front, [u0 / 1.6, 0.0, u1 / 1.6, 1.0]);
                let uv = [u0 / 4.0, 0.0, u1 / 4.0, 0.1];
                let (below, above) = ([0.0, d], [d, 0.0]);
                self.piece
                    .quad(STONE.shaded(0.5), wall.level([u0, u1], foot, below), uv);
                self.piece.quad(STONE, wall.level([u0, u1], top, above), uv);
            }
            for (u, depth) in [(0.0, [0.0, d]), (wall.width, [d, 0.0])] {
                let end = wall.across(u, [foot, top], depth);
                self.piece.quad(CORNICE, end, [0.0, 0.0, 0.28, 1.0]);
            }
        }
        self.band([y, top]);
    }
}
