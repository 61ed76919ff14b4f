//! Telephones.

use glam::Vec3;

use super::finish::{BLUE, IRON, ZINC};
use crate::kit::light::Haze;
use crate::kit::mesh::corners::{WHOLE, standing};
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Wall};

/// A telephone under a lit hood, on a post at the kerb.
pub(super) fn phone_booth(piece: &mut Piece, wall: &Wall, u: f32) {
    let at = wall.at(u, 0.0, 3.2);
    let (right, out) = (wall.right, wall.out);
    piece.bar(IRON, at, at + Vec3::Y * 1.1, 0.14);
    let up = Vec3::Y;
    let (low, high) = (at + up * 0.95, at + up * 2.15);
    // Back to the kerb, two cheeks.
    let back = out * 0.22;
    for (a, b) in [
        (-right * 0.4 + back, right * 0.4 + back),
        (-right * 0.4 - back, -right * 0.4 + back),
        (right * 0.4 + back, right * 0.4 - back),
    ] {
        piece.double_quad(ZINC, [low + a, low + b, high + b, high + a], WHOLE);
    }
    let half = (right * 0.44 + out * 0.26).abs();
    let hood = BLUE.glowing([0.62, 0.66, 0.74]);
    piece.block(hood, standing(high, half, [0.0, 0.24]), Faces::ALL);
    let set = (right * 0.14 + out * 0.08).abs();
    let box_at = at + out * 0.13 + up * 1.25;
    let case = standing(box_at, set, [0.0, 0.5]);
    piece.block(IRON.glowing([0.06; 3]), case, Faces::STANDING);
    let shine = high - up * 0.2 - out * 0.3;
    piece.lamp(shine, [5.0, 0.6], [0.72, 0.82, 1.0], Haze::None);
}
