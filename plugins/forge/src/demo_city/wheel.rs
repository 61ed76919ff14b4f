//! The big wheel at the western end of the shore, outlined in bulbs.

use glam::Vec3;

use crate::kit::mesh::corners::{around, raised};
use crate::kit::mesh::{Finish, Piece, Shade, Surface};
use crate::kit::trig::{TAU, cos, sin};
use crate::textures::sky::sheet;

/// The skyline's sheet, as bright as that.
const fn lit(glow: f32) -> Finish {
    Surface::of("skyline").lit(Shade::glowing([glow; 3]).open(0.0))
}

const BRIGHT: Finish = lit(0.9);
const DIM: Finish = lit(0.55);
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
    for depth in [-1.6, 1.6] {
        let rings = [
            (RADIUS, 1.3, 4 * SPOKES),
            (RADIUS * 0.62, 0.8, 2 * SPOKES),
            (3.4, 1.0, SPOKES),
        ];
        for (radius, width, segments) in rings {
            for i in 0..segments {
                let [a, b] = [i, i + 1].map(|k| TAU * k as f32 / segments as f32);
                let (low, high) = (radius - width * 0.5, radius + width * 0.5);
                let quad = [(a, low), (b, low), (b, high), (a, high)];
                let u = TAU * radius / segments as f32 / 32.0;
                let uv = [0.0, sheet::BEAM[1], u.max(0.06), sheet::BEAM[3]];
                piece.quad(BRIGHT, quad.map(|(angle, r)| at(angle, r, depth)), uv);
            }
        }
        for i in 0..SPOKES {
            let angle = TAU * i as f32 / SPOKES as f32;
            let tip = at(angle, RADIUS, depth);
            let aside = |r: f32| at(angle + TAU * 0.25, r, depth) - HUB - facing * depth;
            strip(
                piece,
                BRIGHT,
                [at(angle, 3.0, depth), tip],
                aside(0.4),
                0.86,
            );
            // Braces between the spokes make a star.
            let brace = at(angle + TAU / 32.0, RADIUS * 0.62, depth);
            strip(piece, BRIGHT, [brace, tip], aside(0.25), 0.5);
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
            strip(piece, DIM, [foot, HUB + facing * depth], across * 0.9, 1.0);
        }
    }
    // The name over the entrance.
    let foot = Vec3::new(HUB.x, 3.0, HUB.z) + facing * 10.0 + across * 7.0;
    let half = across * -22.0;
    let sign = raised(foot - half, foot + half, Vec3::Y * 5.0);
    piece.quad(lit(0.95), sign, sheet::SIGN);
}

/// A flat beam with bulbs from `a` to `b`, `half` to each side.
fn strip(piece: &mut Piece, finish: Finish, [a, b]: [Vec3; 2], half: Vec3, width: f32) {
    let half = half.normalize_or_zero() * width * 0.5;
    let uv = [0.0, sheet::BEAM[1], (b - a).length() / 32.0, sheet::BEAM[3]];
    piece.quad(finish, [a - half, b - half, b + half, a + half], uv);
}

fn cabin(piece: &mut Piece, centre: Vec3, across: Vec3, facing: Vec3, uv: [f32; 4]) {
    let (a, b, up) = (across * 1.4, facing * 1.4, Vec3::Y * 1.2);
    for (side, out) in [(a, b), (-b, a), (-a, -b), (b, -a)] {
        piece.quad(DIM, around(centre + out, -side, up), uv);
    }
    piece.quad(DIM, around(centre + up, a, -b), uv);
}
