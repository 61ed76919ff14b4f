//! Telephones.

use glam::Vec3;

use super::finish::{BLUE, IRON, ZINC};
use crate::kit::light::{Haze, Lamp, LampColour};
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Shade, Wall};

/// A telephone under a lit hood, on a post at the kerb.
pub(super) fn phone_booth(piece: &mut Piece, wall: &Wall, u: f32) {
    let at = wall.at(u, 0.0, 3.2);
    let (right, out) = (wall.right, wall.out);
    piece.bar(IRON, at, at + Vec3::Y * 1.1, 0.14, 1.0, Shade::LIT);
    let up = Vec3::Y;
    let (low, high) = (at + up * 0.95, at + up * 2.15);
    // Back to the kerb, two cheeks.
    let back = out * 0.22;
    for (a, b) in [
        (-right * 0.4 + back, right * 0.4 + back),
        (-right * 0.4 - back, -right * 0.4 + back),
        (right * 0.4 + back, right * 0.4 - back),
    ] {
        piece.double_quad(
            ZINC,
            [low + a, low + b, high + b, high + a],
            [0.0, 0.0, 1.0, 1.0],
            Shade::LIT,
        );
    }
    let half = (right * 0.44 + out * 0.26).abs();
    piece.block(
        BLUE,
        high - half,
        high + half + up * 0.24,
        1.0,
        Shade::glowing([0.62, 0.66, 0.74]),
        Faces::ALL,
    );
    let set = (right * 0.14 + out * 0.08).abs();
    let box_at = at + out * 0.13 + up * 1.25;
    piece.block(
        IRON,
        box_at - set,
        box_at + set + up * 0.5,
        1.0,
        Shade::glowing([0.06; 3]),
        Faces::STANDING,
    );
    piece.lamps.push(Lamp {
        position: high - up * 0.2 - out * 0.3,
        radius: 5.0,
        strength: 0.6,
        colour: LampColour::Fixed([0.72, 0.82, 1.0]),
        haze: Haze::None,
    });
}
