//! Fire escapes: a balcony a storey, railings, ladders, all of cut-out iron.

use crate::demo_city::plan::{GROUND_FLOOR, STOREY};
use crate::kit::mesh::{Finish, Piece, Surface, Wall};

const GRATING: Finish = Surface::of("grating").cut_out().shaded(0.9);
const RAILING: Finish = Surface::of("railing").cut_out().shaded(0.9);
const IRON: Finish = Surface::of("iron").shaded(0.9);

/// A fire escape over two bays of a front with `storeys` upper storeys.
pub fn build(piece: &mut Piece, wall: &Wall, storeys: u32, bay: f32) {
    let (bays, bay) = wall.bays(bay);
    let bays = bays as f32;
    let first = ((bays - 2.0) * 0.5).floor().max(0.0);
    let (u0, u1) = (bay * first + 0.3, bay * (first + 2.0).min(bays) - 0.3);
    let depth = 1.1;
    let p = |(u, y, d): (f32, f32, f32)| wall.at(u, y, d);
    let width = u1 - u0;
    for storey in 0..storeys {
        let y = GROUND_FLOOR + STOREY * storey as f32 + 0.35;
        let floor = wall.level([u0, u1], y, [depth, 0.05]);
        piece.double_quad(GRATING, floor, [0.0, 0.0, width, depth * 2.0]);
        let front = wall.area([u0, y, u1, y + 0.95], depth);
        piece.double_quad(RAILING, front, [0.0, 0.0, width / 1.2, 1.0]);
        for (u, depths) in [(u0, [0.05, depth]), (u1, [depth, 0.05])] {
            let side = wall.across(u, [y, y + 0.95], depths);
            piece.double_quad(RAILING, side, [0.0, 0.0, 1.0, 1.0]);
        }
        // Brackets.
        for u in [u0 + 0.1, u1 - 0.1] {
            piece.bar(IRON, p((u, y - 0.7, 0.0)), p((u, y, depth - 0.1)), 0.07);
        }
        // The stair up to the next balcony, leaning the other way each time.
        if storey + 1 < storeys {
            let (a, b) = if storey % 2 == 0 {
                (u0 + 0.5, u1 - 0.9)
            } else {
                (u1 - 0.5, u0 + 0.9)
            };
            let (d0, d1) = (0.45, 0.95);
            let (low, high) = (y, y + STOREY);
            let (near, far) = if b > a { (d1, d0) } else { (d0, d1) };
            let stair = [
                (a, low, near),
                (b, high, near),
                (b, high, far),
                (a, low, far),
            ];
            piece.double_quad(GRATING, stair.map(p), [0.0, 0.0, 2.0, 1.0]);
            let ((l, yl), (r, yr)) = if b > a {
                ((a, low), (b, high))
            } else {
                ((b, high), (a, low))
            };
            let rail = [
                (l, yl, d1),
                (r, yr, d1),
                (r, yr + 0.8, d1),
                (l, yl + 0.8, d1),
            ];
            piece.double_quad(RAILING, rail.map(p), [0.0, 0.0, 2.0, 1.0]);
        } else {
            let ladder = wall.area([u0 + 0.4, y, u0 + 0.9, y + STOREY], 0.12);
            piece.double_quad(RAILING, ladder, [0.0, 0.0, 0.125, 4.0]);
        }
    }
    // The drop ladder to the street.
    let y = GROUND_FLOOR + 0.35;
    let ladder = wall.area([u1 - 1.0, y - 2.0, u1 - 0.5, y], depth);
    piece.double_quad(RAILING, ladder, [0.0, 0.0, 0.125, 3.0]);
}
