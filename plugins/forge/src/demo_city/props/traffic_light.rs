//! Traffic lights.

use glam::Vec3;

use super::finish::IRON;
use crate::kit::light::Haze;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Shade, Surface};
use crate::kit::rng::Rng;

pub(super) fn traffic_light(foot: Vec3, arm: Vec3, rng: &mut Rng) -> Piece {
    let mut piece = Piece::new();
    let yellow = Surface::of("iron").tinted(255, 210, 90);
    piece.tube(IRON, foot, 4.2, [0.09, 0.07], 5);
    let bend = foot + Vec3::Y * 4.1;
    piece.bar(IRON, bend, bend + arm * 1.6, 0.07);
    let head = foot + Vec3::Y * 3.6 + arm * 1.5;
    let half = Vec3::new(0.17, 0.5, 0.17);
    piece.block(yellow, [head - half, head + half], Faces::ALL);
    let red = rng.chance(0.5);
    let colours = [[1.0, 0.16, 0.1], [0.9, 0.6, 0.1], [0.15, 0.95, 0.5]];
    let on = if red { 0 } else { 2 };
    for (i, colour) in colours.into_iter().enumerate() {
        let y = 0.3 - 0.3 * i as f32;
        let k = if i == on { 1.0 } else { 0.06 };
        let glow = Shade::glowing(colour.map(|c| c * k)).open(0.1);
        let centre = head + Vec3::Y * y;
        for half in [Vec3::new(0.19, 0.1, 0.1), Vec3::new(0.1, 0.1, 0.19)] {
            let white = Surface::of("white").lit(glow);
            piece.block(white, [centre - half, centre + half], Faces::WALLS);
        }
        if i == on {
            piece.lamp(centre + arm * 0.6, [6.0, 0.55], colour, Haze::Ball(1.0));
        }
    }
    piece
}
