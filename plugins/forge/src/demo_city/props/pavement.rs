//! What stands on the pavement before a house: hydrants, boxes, sacks.

use glam::Vec3;

use super::dustbin::dustbin;
use super::finish::{BLUE, IRON, RED, ZINC};
use super::phone_booth::phone_booth;
use crate::demo_city::shore::basket;
use crate::kit::mesh::corners::standing;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Wall};
use crate::kit::rng::Rng;

pub(super) fn pavement(piece: &mut Piece, wall: &Wall, rng: &mut Rng) {
    let u = rng.range(1.0, wall.width - 1.0);
    match rng.below(8) {
        0 => hydrant(piece, wall.at(u, 0.0, 3.3)),
        1 => basket(piece, wall.at(u, 0.0, 3.2)),
        2 if rng.chance(0.5) => {
            for i in 0..2 + rng.below(2) {
                let at = (u + 0.7 * i as f32).min(wall.width - 0.4);
                dustbin(piece, wall.at(at, 0.0, 0.5));
            }
        }
        3 => mailbox(piece, wall.at(u, 0.0, 3.0)),
        4 => phone_booth(piece, wall, u),
        5 | 6 => newspapers(piece, wall, u, rng),
        _ => {
            for i in 0..2 + rng.below(3) {
                let at = (u + 0.55 * i as f32).min(wall.width - 0.4);
                sack(piece, wall.at(at, 0.0, 3.1 + 0.3 * rng.unit()), rng);
            }
        }
    }
}

/// A sack of rubbish, tied at the top.
fn sack(piece: &mut Piece, at: Vec3, rng: &mut Rng) {
    let (r, h) = (rng.range(0.24, 0.34), rng.range(0.4, 0.6));
    let up = |y: f32| at + Vec3::Y * h * y;
    piece.rod(IRON, [up(0.0), up(0.5)], [r, r * 1.08], 5);
    piece.rod(IRON, [up(0.5), up(1.0)], [r * 1.08, 0.05], 5);
}

/// Two or three boxes that sell newspapers.
fn newspapers(piece: &mut Piece, wall: &Wall, u: f32, rng: &mut Rng) {
    let half = (wall.right * 0.24 + wall.out * 0.22).abs();
    for i in 0..2 + rng.below(2) {
        let surface = rng.one_of([RED, BLUE, ZINC]);
        let at = wall.at((u + 0.58 * i as f32).min(wall.width - 0.4), 0.0, 3.25);
        let corners = standing(at, half, [0.35, 1.05]);
        piece.block(surface, corners, Faces::STANDING);
        piece.bar(IRON.shaded(0.7), at, at + Vec3::Y * 0.4, 0.13);
    }
}

fn hydrant(piece: &mut Piece, at: Vec3) {
    piece.tube(RED, at, 0.62, [0.15, 0.12], 5);
    piece.tube(RED, at + Vec3::Y * 0.62, 0.12, [0.15, 0.04], 5);
    let [a, b] = [-0.2, 0.2].map(|x| at + Vec3::new(x, 0.42, 0.0));
    piece.bar(RED, a, b, 0.12);
}

fn mailbox(piece: &mut Piece, at: Vec3) {
    let around = |half: f32| Vec3::new(half, 0.0, half);
    let (case, foot) = (around(0.28), around(0.22));
    piece.block(BLUE, standing(at, case, [0.3, 1.25]), Faces::ALL);
    piece.block(
        IRON.shaded(0.7),
        standing(at, foot, [0.0, 0.3]),
        Faces::WALLS,
    );
}
