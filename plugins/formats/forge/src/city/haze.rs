//! Light in the air: thin cards of the `d` world, which is drawn after the scenery and so lies over it.

use glam::Vec3;

use crate::light::{BakedLamp, Haze};
use crate::mesh::{Piece, Shade, Surface};

const BALL: Surface = Surface::of("haze").blended();
const CONE: Surface = Surface::of("cone").blended();

/// The cards of all lamps.
pub fn pieces(lamps: &[BakedLamp]) -> Vec<Piece> {
    lamps
        .iter()
        .filter_map(|baked| {
            let mut piece = Piece::new();
            let shade = Shade {
                open: 0.0,
                glow: baked.colour.map(|c| c * 0.9),
                alpha: 255,
            };
            let p = baked.lamp.position;
            match baked.lamp.haze {
                Haze::None => return None,
                Haze::Ball(width) => ball(&mut piece, p, width * 0.5, shade),
                Haze::Street(height) => {
                    ball(&mut piece, p, 1.5, shade);
                    cone(&mut piece, p, height, shade);
                }
                Haze::Sheet(half_width, half_height, out) => {
                    let right = Vec3::Y.cross(out);
                    let (a, b) = (right * half_width, Vec3::Y * half_height);
                    // Just before the wall: the lamp itself hangs a little farther out.
                    let c = p - out * 0.7;
                    piece.quad(
                        BALL,
                        [c - a - b, c + a - b, c + a + b, c - a + b],
                        [0.0, 0.0, 1.0, 1.0],
                        shade,
                    );
                }
            }
            Some(piece)
        })
        .collect()
}

fn ball(piece: &mut Piece, centre: Vec3, half: f32, shade: Shade) {
    for side in [Vec3::X, Vec3::Z] {
        let (a, b) = (side * half, Vec3::Y * half);
        piece.double_quad(
            BALL,
            [
                centre - a - b,
                centre + a - b,
                centre + a + b,
                centre - a + b,
            ],
            [0.0, 0.0, 1.0, 1.0],
            shade,
        );
    }
}

fn cone(piece: &mut Piece, top: Vec3, height: f32, shade: Shade) {
    let shade = Shade {
        glow: shade.glow.map(|c| c * 0.8),
        ..shade
    };
    for side in [Vec3::X, Vec3::Z] {
        let a = side * 2.6;
        let down = Vec3::Y * height;
        piece.double_quad(
            CONE,
            [top - a - down, top + a - down, top + a, top - a],
            [0.0, 0.0, 1.0, 1.0],
            shade,
        );
    }
}
