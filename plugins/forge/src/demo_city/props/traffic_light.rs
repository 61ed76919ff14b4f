//! Traffic lights.

use glam::Vec3;

use super::finish::IRON;
use crate::kit::light::{Haze, Lamp, LampColour};
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Shade, Surface};
use crate::kit::rng::Rng;

pub(super) fn traffic_light(foot: Vec3, arm: Vec3, rng: &mut Rng) -> Piece {
    let mut piece = Piece::new();
    let yellow = Surface::of("iron").tinted(255, 210, 90);
    piece.tube(IRON, foot, 4.2, (0.09, 0.07), 5, Shade::LIT);
    piece.bar(
        IRON,
        foot + Vec3::Y * 4.1,
        foot + Vec3::Y * 4.1 + arm * 1.6,
        0.07,
        1.0,
        Shade::LIT,
    );
    let head = foot + Vec3::Y * 3.6 + arm * 1.5;
    piece.block(
        yellow,
        head - Vec3::new(0.17, 0.5, 0.17),
        head + Vec3::new(0.17, 0.5, 0.17),
        1.0,
        Shade::LIT,
        Faces::ALL,
    );
    let red = rng.chance(0.5);
    let colours = [[1.0, 0.16, 0.1], [0.9, 0.6, 0.1], [0.15, 0.95, 0.5]];
    let on = if red { 0 } else { 2 };
    for (i, colour) in colours.into_iter().enumerate() {
        let y = 0.3 - 0.3 * i as f32;
        let k = if i == on { 1.0 } else { 0.06 };
        let glow = Shade {
            open: 0.1,
            ..Shade::glowing([colour[0] * k, colour[1] * k, colour[2] * k])
        };
        let centre = head + Vec3::Y * y;
        let r = Vec3::new(0.19, 0.1, 0.19);
        for (lo, hi) in [
            (Vec3::new(-r.x, -r.y, -0.1), Vec3::new(r.x, r.y, 0.1)),
            (Vec3::new(-0.1, -r.y, -r.z), Vec3::new(0.1, r.y, r.z)),
        ] {
            piece.block(
                Surface::of("white"),
                centre + lo,
                centre + hi,
                1.0,
                glow,
                Faces::WALLS,
            );
        }
        if i == on {
            piece.lamps.push(Lamp {
                position: centre + arm * 0.6,
                radius: 6.0,
                strength: 0.55,
                colour: LampColour::Fixed(colour),
                haze: Haze::Ball(1.0),
            });
        }
    }
    piece
}
