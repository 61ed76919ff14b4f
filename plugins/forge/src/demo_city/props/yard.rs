//! What stands behind a house.

use super::dustbin::dustbin;
use crate::demo_city::plan::House;
use crate::kit::mesh::corners::standing;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Surface, Wall};
use crate::kit::rng::Rng;

pub(super) fn yard(piece: &mut Piece, wall: &Wall, house: &House, rng: &mut Rng) {
    for i in 0..rng.below(3) {
        let u = (0.8 + 0.75 * i as f32).min(wall.width - 0.4);
        dustbin(piece, wall.at(u, 0.0, 0.6));
    }
    if house.number % 4 == 1 {
        let at = wall.at(wall.width * 0.6, 0.0, 1.2);
        let half = (wall.right * 0.9 + wall.out * 0.55).abs();
        let green = Surface::of("iron").tinted(150, 205, 170);
        let container = standing(at, half, [0.0, 1.25]);
        piece.block(green.tile(2.0), container, Faces::STANDING);
    }
}
