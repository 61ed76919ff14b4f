//! The shore: boardwalk, beach, pier.

use glam::{Vec2, Vec3};

use crate::demo_city::plan::{BOARDWALK, BOARDWALK_HEIGHT, KERB, STREETS, X_RANGE};
use crate::kit::mesh::corners::{raised, strides, upright};
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Finish, Piece, Shade, Surface};
use crate::kit::paint::noise;
use crate::kit::rng::Rng;

const PLANKS: Surface = Surface::of("planks");
const BEAMS: Finish = PLANKS.tile(2.0);
const RAILING: Surface = Surface::of("railing").cut_out();
const SAND: Surface = Surface::of("sand");
const IRON: Surface = Surface::of("iron");

/// Height of the sea.
pub const SEA_LEVEL: f32 = -1.5;
/// Where the sand ends under water.
pub const BEACH_END: f32 = 110.0;

/// Boardwalk and beach in pieces of 16 metres.
pub fn pieces(seed: u64) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut rng = Rng::new(seed, "shore");
    for x in strides(X_RANGE[0], X_RANGE[1], 16.0) {
        out.push(boardwalk(x, x + 16.0, &mut rng));
        for row in 0..3 {
            let z = BOARDWALK[1] + row as f32 * 16.0;
            out.push(beach(
                x,
                z,
                z + if row == 2 { BEACH_END - z } else { 16.0 },
                seed,
            ));
        }
    }
    out.push(pier());
    out
}

/// Height of the sand.
pub fn sand_height(x: f32, z: f32, seed: u64) -> f32 {
    let slope = -0.55 - 1.75 * ((z - BOARDWALK[1]) / (BEACH_END - BOARDWALK[1])).clamp(0.0, 1.0);
    slope + 0.3 * (noise::value(x / 7.0, z / 7.0, (1024, 1024), seed as u32) - 0.5)
}

fn boardwalk(x0: f32, x1: f32, rng: &mut Rng) -> Piece {
    let mut piece = Piece::new();
    let y = BOARDWALK_HEIGHT;
    let v = Vec3::new;
    let [z0, z1] = BOARDWALK;
    let steps = 4;
    for i in 0..steps {
        let (a, b) = (x0 + 4.0 * i as f32, x0 + 4.0 * (i + 1) as f32);
        for row in 0..7 {
            let (n, s) = (z0 + 2.0 * row as f32, z0 + 2.0 * (row + 1) as f32);
            // Boards lie in herring-bone halves: the seaward half runs across.
            let corner = |x: f32, z: f32| {
                let (u, w) = ((x - x0) / 2.0, (z - z0) / 2.0);
                let uv = if row < 4 {
                    Vec2::new(u, w)
                } else {
                    Vec2::new(w, u)
                };
                (v(x, y, z), [uv; 2], Shade::LIT)
            };
            let places = [(a, s), (b, s), (b, n), (a, n)];
            piece.quad_with(PLANKS, places.map(|(x, z)| corner(x, z)));
        }
        let front = upright([b, z0], [a, z0], [0.0, y]);
        piece.quad(PLANKS.shaded(0.7), front, [0.0, 0.0, 2.0, 0.4]);
        let sea = upright([a, z1], [b, z1], [-1.4, y]);
        piece.quad(PLANKS.shaded(0.7), sea, [0.0, 0.0, 2.0, 1.0]);
    }
    for (a, b) in [(x0, x0 + 8.0), (x0 + 8.0, x1)] {
        let rail = upright([a, z1 - 0.15], [b, z1 - 0.15], [y, y + 1.05]);
        piece.double_quad(RAILING, rail, [0.0, 0.0, 6.5, 1.0]);
    }
    // Steps where a street arrives.
    for [s0, s1] in STREETS {
        let (a, b) = (s0.max(x0), s1.min(x1));
        if b > a {
            for step in 0..3 {
                let height = KERB + (y - KERB) * (step + 1) as f32 / 4.0;
                let depth = 0.4 * (3 - step) as f32;
                let step = [v(a, 0.0, z0 - depth), v(b, height, z0)];
                piece.block(BEAMS, step, Faces::STANDING.without(Faces::SOUTH));
            }
        }
    }
    for i in 0..2 {
        if rng.chance(0.8) {
            bench(&mut piece, v(x0 + 3.0 + 8.0 * i as f32, y, z1 - 2.6));
        }
    }
    if rng.chance(0.4) {
        basket(&mut piece, v(x0 + 7.0, y, z1 - 2.4));
    }
    piece
}

fn bench(piece: &mut Piece, at: Vec3) {
    let v = Vec3::new;
    let seat = [v(-1.1, 0.42, -0.25), v(1.1, 0.5, 0.25)];
    let back = [v(-1.1, 0.55, -0.31), v(1.1, 0.95, -0.24)];
    for board in [seat, back] {
        piece.block(BEAMS, board.map(|corner| at + corner), Faces::ALL);
    }
    for dx in [-0.9, 0.9] {
        let leg = [v(dx - 0.05, 0.0, -0.25), v(dx + 0.05, 0.44, 0.25)];
        piece.block(IRON, leg.map(|corner| at + corner), Faces::WALLS);
    }
}

/// A wire litter basket.
pub fn basket(piece: &mut Piece, at: Vec3) {
    piece.tube(RAILING, at, 0.85, [0.26, 0.3], 7);
    piece.tube(IRON.shaded(0.6), at, 0.4, [0.22, 0.24], 7);
}

fn beach(x0: f32, z0: f32, z1: f32, seed: u64) -> Piece {
    let mut piece = Piece::new();
    let (columns, rows) = (4, ((z1 - z0) / 4.0).round().max(1.0) as u32);
    piece.field(SAND, [columns, rows], |column, row| {
        let (x, z) = (
            x0 + 4.0 * column as f32,
            z0 + (z1 - z0) * row as f32 / rows as f32,
        );
        let place = Vec3::new(x, sand_height(x, z, seed), z);
        (place, [Vec2::new(x / 5.0, z / 5.0); 2], Shade::LIT)
    });
    // One normal a vertex: the slope is gentle, so upright is close enough and keeps neighbours equal.
    for vertex in piece.vertices_mut() {
        vertex.normal = Vec3::Y;
    }
    piece
}

/// A short pier on piles.
fn pier() -> Piece {
    let mut piece = Piece::new();
    let v = Vec3::new;
    let (x0, x1, y) = (26.0, 34.0, BOARDWALK_HEIGHT - 0.02);
    let [_, z0] = BOARDWALK;
    for i in 0..10 {
        let (a, b) = (z0 + 4.0 * i as f32, z0 + 4.0 * (i + 1) as f32);
        for (xa, xb) in [(x0, 30.0), (30.0, x1)] {
            let half = [v(xa, y - 0.3, a), v(xb, y, b)];
            piece.block(BEAMS, half, Faces::TOP | Faces::BOTTOM);
        }
        let whole = [v(x0, y - 0.3, a), v(x1, y, b)];
        piece.block(BEAMS, whole, Faces::EAST | Faces::WEST);
        for (x, [from, to]) in [(x0 + 0.1, [a, b]), (x1 - 0.1, [b, a])] {
            let rail = raised(v(x, y, from), v(x, y, to), Vec3::Y * 1.05);
            piece.double_quad(RAILING, rail, [0.0, 0.0, 3.2, 1.0]);
            let [foot, head] = [-3.0, y].map(|y| v(x, y, a + 2.0));
            piece.bar(Surface::of("bark"), foot, head, 0.36);
        }
    }
    let deck = [v(x0, y - 0.3, z0), v(x1, y, z0 + 40.0)];
    piece.block(BEAMS, deck, Faces::SOUTH);
    for i in 0..3 {
        let lamp = crate::kit::light::lamp_post::LampPost {
            foot: v(x1 - 0.5, y, z0 + 8.0 + 14.0 * i as f32),
            arm: Vec3::ZERO,
        };
        piece.append(crate::demo_city::street_lamp::build(&lamp));
    }
    piece
}
