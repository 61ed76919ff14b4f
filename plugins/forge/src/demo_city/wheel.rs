//! The big wheel at the western end of the shore, outlined in bulbs.

use glam::Vec3;

use crate::kit::mesh::{Piece, Shade, Surface};
use crate::kit::trig::{TAU, cos, sin};
use crate::textures::sky::sheet;

const SHEET: Surface = Surface::of("skyline");
/// The hub.
const HUB: Vec3 = Vec3::new(-222.0, 35.0, 58.0);
const RADIUS: f32 = 30.0;
const SPOKES: u32 = 16;

/// Adds the wheel to the skyline.
pub fn build(piece: &mut Piece) {
    let facing = Vec3::new(0.88, 0.0, -0.475);
    let across = Vec3::new(0.475, 0.0, 0.88);
    let at = |angle: f32, r: f32, d: f32| {
        HUB + (across * cos(angle) + Vec3::Y * sin(angle)) * r + facing * d
    };
    let bright = Shade {
        open: 0.0,
        glow: [0.9; 3],
        alpha: 255,
    };
    for depth in [-1.6, 1.6] {
        let rings = [
            (RADIUS, 1.3, 4 * SPOKES),
            (RADIUS * 0.62, 0.8, 2 * SPOKES),
            (3.4, 1.0, SPOKES),
        ];
        for (radius, width, segments) in rings {
            for i in 0..segments {
                let (a, b) = (
                    TAU * i as f32 / segments as f32,
                    TAU * (i + 1) as f32 / segments as f32,
                );
                let quad = [
                    at(a, radius - width * 0.5, depth),
                    at(b, radius - width * 0.5, depth),
                    at(b, radius + width * 0.5, depth),
                    at(a, radius + width * 0.5, depth),
                ];
                let u = TAU * radius / segments as f32 / 32.0;
                piece.quad(
                    SHEET,
                    quad,
                    [0.0, sheet::BEAM[1], u.max(0.06), sheet::BEAM[3]],
                    bright,
                );
            }
        }
        for i in 0..SPOKES {
            let angle = TAU * i as f32 / SPOKES as f32;
            strip(
                piece,
                at(angle, 3.0, depth),
                at(angle, RADIUS, depth),
                at(angle + TAU * 0.25, 0.4, depth) - HUB - facing * depth,
                0.86,
                bright,
            );
            // Braces between the spokes make a star.
            let brace = at(angle + TAU / 32.0, RADIUS * 0.62, depth);
            let tip = at(angle, RADIUS, depth);
            strip(
                piece,
                brace,
                tip,
                at(angle + TAU * 0.25, 0.25, depth) - HUB - facing * depth,
                0.5,
                bright,
            );
        }
    }
    for i in 0..SPOKES {
        let angle = TAU * (i as f32 + 0.5) / SPOKES as f32;
        let hung = at(angle, RADIUS, 0.0) - Vec3::Y * 1.9;
        let colour = match i % 3 {
            0 => sheet::RED,
            1 => sheet::BLUE,
            _ => sheet::GOLD,
        };
        cabin(piece, hung, across, facing, colour);
    }
    // A-frame.
    for depth in [-3.4, 3.4] {
        for lean in [-13.0, 13.0] {
            let foot = Vec3::new(HUB.x, -1.0, HUB.z) + across * lean + facing * depth;
            strip(
                piece,
                foot,
                HUB + facing * depth,
                across * 0.9,
                1.0,
                Shade {
                    open: 0.0,
                    glow: [0.55; 3],
                    alpha: 255,
                },
            );
        }
    }
    // The name over the entrance.
    let foot = Vec3::new(HUB.x, 3.0, HUB.z) + facing * 10.0 + across * 7.0;
    let half = across * -22.0;
    let sign = [
        foot - half,
        foot + half,
        foot + half + Vec3::Y * 5.0,
        foot - half + Vec3::Y * 5.0,
    ];
    piece.quad(
        SHEET,
        sign,
        sheet::SIGN,
        Shade {
            open: 0.0,
            glow: [0.95; 3],
            alpha: 255,
        },
    );
}

/// A flat beam with bulbs from `a` to `b`, `half` to each side.
fn strip(piece: &mut Piece, a: Vec3, b: Vec3, half: Vec3, width: f32, shade: Shade) {
    let half = half.normalize_or_zero() * width * 0.5;
    let length = (b - a).length() / 32.0;
    piece.quad(
        SHEET,
        [a - half, b - half, b + half, a + half],
        [0.0, sheet::BEAM[1], length, sheet::BEAM[3]],
        shade,
    );
}

fn cabin(piece: &mut Piece, centre: Vec3, across: Vec3, facing: Vec3, uv: [f32; 4]) {
    let (a, b, up) = (across * 1.4, facing * 1.4, Vec3::Y * 1.2);
    let shade = Shade {
        open: 0.0,
        glow: [0.55; 3],
        alpha: 255,
    };
    for (side, out) in [(a, b), (-b, a), (-a, -b), (b, -a)] {
        let c = centre + out;
        piece.quad(
            SHEET,
            [c + side - up, c - side - up, c - side + up, c + side + up],
            uv,
            shade,
        );
    }
    let roof = centre + up;
    piece.quad(
        SHEET,
        [roof - a + b, roof + a + b, roof + a - b, roof - a - b],
        uv,
        shade,
    );
}
