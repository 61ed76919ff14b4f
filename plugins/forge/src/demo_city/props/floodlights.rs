//! Light over the open fields.

use glam::Vec3;

use super::finish::IRON;
use crate::demo_city::plan::{Ground, KERB, Plan};
use crate::kit::light::Haze;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Surface};

/// Masts with lamps over the fields behind Second Avenue.
pub(super) fn floodlights(out: &mut Vec<Piece>, plan: &Plan) {
    for [x0, z0, x1, z1] in &plan.vacant {
        if z1 - z0 < 25.0 {
            continue;
        }
        let z = (z0 + z1) * 0.5;
        for x in [x0 + 3.0, (x0 + 24.0).min(x1 - 1.5)] {
            let foot = Vec3::new(x, KERB, z);
            if plan.ground(x, z) != Some(Ground::Earth) {
                continue;
            }
            let mut piece = Piece::new();
            piece.tube(IRON, foot, 6.4, [0.14, 0.08], 5);
            let head = foot + Vec3::Y * 6.4;
            piece.bar(IRON, head - Vec3::X * 0.9, head + Vec3::X * 0.9, 0.1);
            for dx in [-0.7, 0.7] {
                let lamp = head + Vec3::X * dx;
                let half = Vec3::new(0.22, 0.0, 0.16);
                let white = Surface::of("white").glowing([0.9, 0.95, 1.0]);
                let corners = [lamp - half - Vec3::Y * 0.3, lamp + half];
                piece.block(white, corners, Faces::ALL);
            }
            let (shine, colour) = (head - Vec3::Y * 0.4, [0.78, 0.88, 1.0]);
            piece.lamp(shine, [28.0, 1.9], colour, Haze::Street(6.0));
            out.push(piece);
        }
    }
}
