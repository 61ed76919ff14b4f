//! A wall that is being built.

use crate::demo_city::plan::STOREY;
use crate::kit::mesh::corners::parts;
use crate::kit::mesh::{Finish, Piece, Shade, Surface, Wall};
use crate::kit::rng::Rng;

/// A wall that is being built.
pub struct Front<'a> {
    /// What it becomes a part of.
    pub piece: &'a mut Piece,
    /// Where it stands.
    pub wall: Wall,
    /// What it is made of.
    pub surface: Surface,
    /// Decides what differs from wall to wall.
    pub rng: &'a mut Rng,
}

/// How a wall's light depends on height: dark at the foot, open above one storey.
pub(super) fn foot_shade(y: f32) -> Shade {
    Shade::shaded(0.60 + 0.40 * (y / 1.4).clamp(0.0, 1.0))
}

impl Front<'_> {
    /// The part that begins `u` metres to the right.
    pub fn part(&mut self, u: f32, width: f32) -> Front<'_> {
        Front {
            piece: self.piece,
            wall: self.wall.part(u, width),
            surface: self.surface,
            rng: self.rng,
        }
    }

    /// A rectangle of masonry.
    pub fn masonry(&mut self, area: [f32; 4]) {
        (self.wall).masonry(self.piece, self.surface, area, foot_shade);
    }

    /// A row of masonry that is high enough to be open, in steps of about four metres, so that light can fall on it.
    pub(super) fn band(&mut self, [y0, y1]: [f32; 2]) {
        for [u0, u1] in parts(self.wall.width, 4.0) {
            let area = [u0, y0, u1, y1];
            (self.wall).masonry(self.piece, self.surface, area, |_| Shade::LIT);
        }
    }

    /// Masonry in columns, cut at some heights.
    pub fn columns(&mut self, columns: [[f32; 2]; 2], heights: &[f32]) {
        for [u0, u1] in columns {
            for pair in heights.windows(2) {
                self.masonry([u0, pair[0], u1, pair[1]]);
            }
        }
    }

    /// A wall without openings, in steps of a storey and of about four metres, so that light can fall on it.
    pub fn blind(&mut self, [y0, y1]: [f32; 2]) {
        if y1 > y0 {
            for [v0, v1] in parts(y1 - y0, STOREY) {
                for [u0, u1] in parts(self.wall.width, 4.0) {
                    self.masonry([u0, y0 + v0, u1, y0 + v1]);
                }
            }
        }
    }

    /// A rectangle in the wall's plane, `d` metres out, with a texture stretched over it.
    pub fn panel(&mut self, finish: impl Into<Finish>, area: [f32; 4], d: f32, uv: [f32; 4]) {
        self.wall.panel(self.piece, finish, area, d, uv);
    }

    /// A box standing out of the wall between two depths.
    pub fn slab(&mut self, finish: impl Into<Finish>, area: [f32; 4], depth: [f32; 2]) {
        self.wall.slab(self.piece, finish, area, depth);
    }

    /// The four inner sides of a hole in the wall, as deep as `d` (negative).
    pub(super) fn reveal(&mut self, surface: Surface, area: [f32; 4], d: f32) {
        let finish = surface.tile(4.0).shaded(0.5);
        self.wall.reveal(self.piece, finish, area, d);
    }
}
