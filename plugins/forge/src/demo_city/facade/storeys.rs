//! Rows of windows.

use super::masonry::{blind, foot_shade, reveal};
use super::openings::{Openings, STONE};
use crate::kit::mesh::{Piece, Shade, Surface, Wall};
use crate::kit::rng::Rng;
use crate::textures::windows;

const LIT: Surface = Surface::of("windows_lit");
const DARK: Surface = Surface::of("windows_dark");

/// Storeys of windows, one above the other, from the first floor at `from` up to `to`. The masonry between the windows of two
/// storeys is one row.
pub fn storeys(
    piece: &mut Piece,
    wall: &Wall,
    surface: Surface,
    [from, to]: [f32; 2],
    floors: &[f32],
    openings: Openings,
    rng: &mut Rng,
) {
    let bays = (wall.width / openings.bay).round().max(1.0);
    let bay = wall.width / bays;
    let [w, h] = openings.size;
    // Where the masonry is cut: at the wall's ends and at both sides of every window.
    let mut columns = vec![0.0];
    for i in 0..bays as u32 {
        let middle = bay * (i as f32 + 0.5);
        columns.extend([middle - w * 0.5, middle + w * 0.5]);
    }
    columns.push(wall.width);
    let row = |piece: &mut Piece, y0: f32, y1: f32, step: usize| {
        for pair in columns.windows(2).step_by(step) {
            wall.masonry(
                piece,
                surface,
                [pair[0], y0, pair[1], y1],
                0.0,
                4.0,
                foot_shade,
            );
        }
    };
    let mut below = from;
    for floor in floors {
        let (sill, head) = (floor + openings.sill, floor + openings.sill + h);
        row(piece, below, sill, 1);
        // Between the windows only.
        row(piece, sill, head, 2);
        below = head;
    }
    row(piece, below, to, 1);
    for floor in floors {
        let sill = floor + openings.sill;
        for opening in columns[1..].chunks_exact(2) {
            window(
                piece,
                wall,
                surface,
                [opening[0], sill, opening[1], sill + h],
                openings,
                rng,
            );
        }
    }
}

/// A wall that few look at: masonry in large fields, windows laid flat before it.
pub fn flat_storey(
    piece: &mut Piece,
    wall: &Wall,
    surface: Surface,
    [y0, y1]: [f32; 2],
    openings: Openings,
    rng: &mut Rng,
) {
    blind(piece, wall, surface, [y0, y1]);
    let bays = (wall.width / openings.bay).round().max(1.0);
    let bay = wall.width / bays;
    let [w, h] = openings.size;
    for i in 0..bays as u32 {
        let u0 = bay * (i as f32 + 0.5) - w * 0.5;
        let sill = y0 + openings.sill;
        window(
            piece,
            wall,
            surface,
            [u0, sill, u0 + w, sill + h],
            openings,
            rng,
        );
    }
}

/// One window: reveal, glass, trims.
fn window(
    piece: &mut Piece,
    wall: &Wall,
    surface: Surface,
    area: [f32; 4],
    openings: Openings,
    rng: &mut Rng,
) {
    let [u0, y0, u1, _] = area;
    let d = -openings.depth;
    let lit = rng.chance(openings.lit);
    let index = rng.below(windows::SHEET * windows::SHEET);
    if openings.depth > 0.0 {
        reveal(piece, wall, surface, area, d);
    }
    let (glass, shade) = if lit {
        let k = rng.range(0.72, 1.0);
        (LIT, Shade::glowing([k, k, k]))
    } else {
        (
            DARK,
            Shade {
                open: 0.7,
                ..Shade::glowing([0.05, 0.06, 0.09])
            },
        )
    };
    wall.panel(piece, glass, area, d, windows::uv(index), shade);
    if openings.trims {
        let (s0, s1) = (u0 - 0.1, u1 + 0.1);
        let warm = if lit { [0.1, 0.07, 0.03] } else { [0.0; 3] };
        wall.panel(
            piece,
            STONE,
            [s0, y0 - 0.16, s1, y0],
            0.06,
            [0.0, 0.08, 0.4, 0.12],
            Shade::glowing(warm),
        );
    }
}
