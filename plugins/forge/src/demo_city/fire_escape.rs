//! Fire escapes: a balcony a storey, railings, ladders, all of cut-out iron.

use crate::demo_city::plan::{GROUND_FLOOR, STOREY};
use crate::kit::mesh::{Piece, Shade, Surface, Wall};

const GRATING: Surface = Surface::of("grating").cut_out();
const RAILING: Surface = Surface::of("railing").cut_out();

/// A fire escape over two bays of a front with `storeys` upper storeys.
pub fn build(piece: &mut Piece, wall: &Wall, storeys: u32, bay: f32) {
    let bays = (wall.width / bay).round().max(1.0);
    let bay = wall.width / bays;
    let first = ((bays - 2.0) * 0.5).floor().max(0.0);
    let (u0, u1) = (bay * first + 0.3, bay * (first + 2.0).min(bays) - 0.3);
    let depth = 1.1;
    let p = |u: f32, y: f32, d: f32| wall.at(u, y, d);
    let shade = Shade::shaded(0.9);
    let width = u1 - u0;
    for storey in 0..storeys {
        let y = GROUND_FLOOR + STOREY * storey as f32 + 0.35;
        let floor = [
            p(u0, y, depth),
            p(u1, y, depth),
            p(u1, y, 0.05),
            p(u0, y, 0.05),
        ];
        piece.double_quad(GRATING, floor, [0.0, 0.0, width, depth * 2.0], shade);
        let front = [
            p(u0, y, depth),
            p(u1, y, depth),
            p(u1, y + 0.95, depth),
            p(u0, y + 0.95, depth),
        ];
        piece.double_quad(RAILING, front, [0.0, 0.0, width / 1.2, 1.0], shade);
        for (u, flip) in [(u0, false), (u1, true)] {
            let (a, b) = if flip { (depth, 0.05) } else { (0.05, depth) };
            let side = [p(u, y, a), p(u, y, b), p(u, y + 0.95, b), p(u, y + 0.95, a)];
            piece.double_quad(RAILING, side, [0.0, 0.0, 1.0, 1.0], shade);
        }
        // Brackets.
        for u in [u0 + 0.1, u1 - 0.1] {
            piece.bar(
                Surface::of("iron"),
                p(u, y - 0.7, 0.0),
                p(u, y, depth - 0.1),
                0.07,
                1.0,
                shade,
            );
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
                p(a, low, near),
                p(b, high, near),
                p(b, high, far),
                p(a, low, far),
            ];
            piece.double_quad(GRATING, stair, [0.0, 0.0, 2.0, 1.0], shade);
            let (l, r) = if b > a { (a, b) } else { (b, a) };
            let (yl, yr) = if b > a { (low, high) } else { (high, low) };
            let rail = [
                p(l, yl, d1),
                p(r, yr, d1),
                p(r, yr + 0.8, d1),
                p(l, yl + 0.8, d1),
            ];
            piece.double_quad(RAILING, rail, [0.0, 0.0, 2.0, 1.0], shade);
        } else {
            let ladder = [
                p(u0 + 0.4, y, 0.12),
                p(u0 + 0.9, y, 0.12),
                p(u0 + 0.9, y + STOREY, 0.12),
                p(u0 + 0.4, y + STOREY, 0.12),
            ];
            piece.double_quad(RAILING, ladder, [0.0, 0.0, 0.125, 4.0], shade);
        }
    }
    // The drop ladder to the street.
    let y = GROUND_FLOOR + 0.35;
    let ladder = [
        p(u1 - 1.0, y - 2.0, depth),
        p(u1 - 0.5, y - 2.0, depth),
        p(u1 - 0.5, y, depth),
        p(u1 - 1.0, y, depth),
    ];
    piece.double_quad(RAILING, ladder, [0.0, 0.0, 0.125, 3.0], shade);
}
