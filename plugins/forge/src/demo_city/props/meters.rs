//! Parking meters.

use glam::Vec3;

use super::finish::{IRON, ZINC};
use crate::demo_city::plan::{AVENUES, Ground, KERB, Plan, STREETS, X_RANGE};
use crate::kit::mesh::Piece;
use crate::kit::mesh::corners::{standing, strides};
use crate::kit::mesh::piece::Faces;

/// Parking meters along both avenues.
pub(super) fn meters(out: &mut Vec<Piece>, plan: &Plan) {
    for [z0, z1] in AVENUES {
        for (z, lamp_side) in [(z0 - 0.32, -1.0), (z1 + 0.32, 1.0)] {
            for x in strides(X_RANGE[0] + 7.0, X_RANGE[1] - 7.0, 6.4) {
                let clear = STREETS.iter().all(|s| x < s[0] - 6.0 || x > s[1] + 6.0);
                // Under the railway the columns stand here.
                let column = (x - X_RANGE[0] - 2.0).rem_euclid(16.0);
                let beside_column = z > 0.0 && !(1.2..=14.8).contains(&column);
                if clear
                    && !beside_column
                    && plan.ground(x, z + lamp_side) == Some(Ground::Pavement)
                {
                    out.push(meter(Vec3::new(x, KERB, z)));
                }
            }
        }
    }
}

fn meter(at: Vec3) -> Piece {
    let mut piece = Piece::new();
    let up = Vec3::Y;
    piece.bar(IRON, at, at + up * 1.1, 0.07);
    let half = Vec3::new(0.1, 0.0, 0.07);
    let head = standing(at, half, [1.08, 1.34]);
    piece.block(ZINC, head, Faces::STANDING);
    piece
}
