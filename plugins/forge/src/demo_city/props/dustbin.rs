//! Dustbins, before and behind the houses.

use glam::Vec3;

use super::finish::ZINC;
use crate::kit::mesh::Piece;

pub(super) fn dustbin(piece: &mut Piece, at: Vec3) {
    piece.tube(ZINC.shaded(0.9), at, 0.75, [0.26, 0.3], 5);
    piece.tube(ZINC, at + Vec3::Y * 0.75, 0.14, [0.33, 0.05], 5);
}
