//! What stands behind a house.

use glam::Vec3;

use super::dustbin::dustbin;
use crate::demo_city::plan::House;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Shade, Surface, Wall};
use crate::kit::rng::Rng;

pub(super) fn yard(piece: &mut Piece, wall: &Wall, house: &House, rng: &mut Rng) {
    for i in 0..rng.below(3) {
        dustbin(
            piece,
            wall.at((0.8 + 0.75 * i as f32).min(wall.width - 0.4), 0.0, 0.6),
        );
    }
    if house.number % 4 == 1 {
        let at = wall.at(wall.width * 0.6, 0.0, 1.2);
        let half = (wall.right * 0.9 + wall.out * 0.55).abs();
        let green = Surface::of("iron").tinted(150, 205, 170);
        piece.block(
            green,
            at - half,
            at + half + Vec3::Y * 1.25,
            2.0,
            Shade::LIT,
            Faces::STANDING,
        );
    }
}
