//! Where the streets leave the city.

use super::finish::IRON;
use crate::demo_city::walls;
use crate::kit::mesh::corners::parts;
use crate::kit::mesh::{Piece, Surface};

/// Hoardings where a street leaves the city.
pub(super) fn street_ends(out: &mut Vec<Piece>) {
    let hoarding = Surface::of("hoarding");
    for wall in walls::street_ends() {
        let mut piece = Piece::new();
        for [u0, u1] in parts(wall.width, 4.0) {
            let boards = wall.area([u0, 0.0, u1, 3.6], 0.0);
            piece.double_quad(hoarding, boards, [u0 / 4.0, 0.0, u1 / 4.0, 0.95]);
            let [foot, head] = [0.0, 3.4].map(|y| wall.at(u0, y, -0.2));
            piece.bar(IRON, foot, head, 0.14);
        }
        out.push(piece);
    }
}
