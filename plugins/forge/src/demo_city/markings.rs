//! What is painted on the street and lies on it: lines, crossings, manholes, gutters, litter. All 2 cm above the ground.

use glam::Vec3;

use crate::demo_city::plan::{AVENUES, Ground, KERB, Plan, STREETS, X_RANGE, Z_RANGE, are_apart};
use crate::kit::mesh::corners::{WHOLE, around, strides};
use crate::kit::mesh::{Piece, Surface};
use crate::kit::rng::Rng;

const LINE: Surface = Surface::of("line").blended();
const DOUBLE: Surface = Surface::of("double_line").blended();
const CROSSING: Surface = Surface::of("crossing").blended();
const MANHOLE: Surface = Surface::of("manhole").cut_out();
const GUTTER: Surface = Surface::of("gutter").blended();
const LITTER: Surface = Surface::of("litter").cut_out();
const STAIN: Surface = Surface::of("stain").blended();

/// Height of everything here above the ground.
pub const RAISED: f32 = 0.02;

/// A flat quad on the ground: `along` is the texture's way up (v decreasing).
fn flat(piece: &mut Piece, surface: Surface, place: (Vec3, Vec3), half: [f32; 2], uv: [f32; 4]) {
    let (centre, along) = place;
    let across = along.cross(Vec3::Y) * half[0];
    piece.quad(surface, around(centre, across, along * half[1]), uv);
}

/// As [`flat`], a piece of its own; the texture once across and `repeat` times along.
fn stripe(surface: Surface, place: (Vec3, Vec3), half: [f32; 2], repeat: f32) -> Piece {
    let mut piece = Piece::new();
    flat(&mut piece, surface, place, half, [0.0, 0.0, 1.0, repeat]);
    piece
}

/// All markings, in pieces of some metres.
pub fn pieces(plan: &Plan) -> Vec<Piece> {
    let mut out = Vec::new();
    for [z0, z1] in AVENUES {
        avenue(&mut out, (z0 + z1) * 0.5, (z1 - z0) * 0.5);
    }
    for [x0, x1] in STREETS {
        street(&mut out, (x0 + x1) * 0.5);
        for [z0, z1] in AVENUES {
            out.push(junction([x0, x1], [z0, z1]));
        }
    }
    gutters(&mut out, plan);
    out
}

/// The boxes `x0, z0, x1, z1` of everything that lies flat: two decals at one height would fight over the same depth.
pub fn footprints(pieces: &[Piece]) -> Vec<[f32; 4]> {
    let triangles = pieces
        .iter()
        .flat_map(|piece| piece.meshes.values().flatten());
    triangles
        .filter(|corners| corners.iter().all(|v| v.normal.y > 0.99))
        .map(|corners| {
            let [a, b, c] = corners.map(|v| v.position);
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            [low.x, low.z, high.x, high.z]
        })
        .collect()
}

/// A manhole.
pub fn manhole(piece: &mut Piece, centre: Vec3) {
    flat(piece, MANHOLE, (centre, Vec3::X), [0.38, 0.38], WHOLE);
}

fn between(ranges: &[[f32; 2]], from: f32, to: f32) -> Vec<[f32; 2]> {
    let mut edges = vec![from];
    for [a, b] in ranges {
        edges.extend([a - 6.0, b + 6.0]);
    }
    edges.push(to);
    edges
        .chunks_exact(2)
        .filter(|p| p[1] - p[0] > 4.0)
        .map(|p| [p[0], p[1]])
        .collect()
}

/// The middles of the steps of 4 metres of a way, and half their lengths.
fn steps([from, to]: [f32; 2]) -> impl Iterator<Item = (f32, f32)> {
    strides(from, to, 4.0).map(move |at| {
        let end = (at + 4.0).min(to);
        ((at + end) * 0.5, (end - at) * 0.5)
    })
}

fn avenue(out: &mut Vec<Piece>, z: f32, half: f32) {
    for range in between(&STREETS, X_RANGE[0], X_RANGE[1]) {
        for (x, length) in steps(range) {
            let centre = Vec3::new(x, RAISED, z);
            let mut piece = stripe(DOUBLE, (centre, Vec3::X), [0.26, length], length / 2.0);
            for side in [-1.0, 1.0] {
                let lane = centre + Vec3::Z * side * half * 0.5;
                if half > 5.5 {
                    let place = (lane - Vec3::X * 0.4, Vec3::X);
                    piece.append(stripe(LINE, place, [0.09, length * 0.45], length / 4.0));
                }
            }
            out.push(piece);
        }
    }
}

fn street(out: &mut Vec<Piece>, x: f32) {
    for range in between(&AVENUES, Z_RANGE[0], 14.0) {
        out.extend(steps(range).map(|(z, length)| {
            let place = (Vec3::new(x, RAISED, z), Vec3::Z);
            stripe(DOUBLE, place, [0.26, length], length / 2.0)
        }));
    }
}

/// Crossings and stop lines around a junction.
fn junction([x0, x1]: [f32; 2], [z0, z1]: [f32; 2]) -> Piece {
    let mut piece = Piece::new();
    let at = |x: f32, z: f32| Vec3::new(x, RAISED, z);
    let (mx, mz) = ((x0 + x1) * 0.5, (z0 + z1) * 0.5);
    // Clear of the gutters.
    let (hx, hz) = ((x1 - x0) * 0.5 - 0.9, (z1 - z0) * 0.5 - 0.9);
    let mut crossing = |place: (Vec3, Vec3), half: f32| {
        let uv = [0.0, 0.0, half / 2.0, 1.0];
        flat(&mut piece, CROSSING, place, [half, 1.5], uv);
    };
    // Across the avenue, west and east of the junction.
    for x in [x0 - 2.2, x1 + 2.2] {
        crossing((at(x, mz), Vec3::X), hz);
    }
    // Across the street, north and south of it; the south side of Shore Avenue is for walkers only.
    for z in [z0 - 2.2, z1 + 2.2] {
        if z < 33.0 {
            crossing((at(mx, z), Vec3::Z), hx);
        }
    }
    for (x, z) in [(x0 - 4.4, mz + hz * 0.5), (x1 + 4.4, mz - hz * 0.5)] {
        let place = (at(x, z), Vec3::Z);
        piece.append(stripe(LINE, place, [0.2, hz * 0.5], hz / 4.0));
    }
    piece
}

fn gutters(out: &mut Vec<Piece>, plan: &Plan) {
    let mut gutter = |centre: Vec3, inward: Vec3, u: f32| {
        let mut piece = Piece::new();
        let uv = [u / 4.0, 0.0, u / 4.0 + 1.0, 1.0];
        flat(&mut piece, GUTTER, (centre, inward), [2.0, 0.4], uv);
        out.push(piece);
    };
    for [z0, z1] in AVENUES {
        for (z, inward) in [(z0, 1.0), (z1, -1.0)] {
            for x in strides(X_RANGE[0], X_RANGE[1], 4.0) {
                if plan.ground(x + 2.0, z - inward) == Some(Ground::Pavement) {
                    let centre = Vec3::new(x + 2.0, RAISED, z + inward * 0.4);
                    gutter(centre, Vec3::Z * inward, x);
                }
            }
        }
    }
    for [x0, x1] in STREETS {
        for (x, inward) in [(x0, 1.0), (x1, -1.0)] {
            for z in strides(Z_RANGE[0], 16.0, 4.0) {
                if plan.ground(x - inward, z + 2.0) == Some(Ground::Pavement)
                    && plan.ground(x + inward, z + 2.0) == Some(Ground::Asphalt)
                {
                    let centre = Vec3::new(x + inward * 0.4, RAISED, z + 2.0);
                    gutter(centre, Vec3::X * inward, z);
                }
            }
        }
    }
}

/// Manholes, stains and litter, clear of each other and of what is `taken`.
pub fn scattered(plan: &Plan, seed: u64, taken: &[[f32; 4]]) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut taken = taken.to_vec();
    let mut rng = Rng::new(seed, "litter");
    let directions = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z];
    for _ in 0..1500 {
        let (x, z) = (
            rng.range(X_RANGE[0] + 2.0, X_RANGE[1] - 2.0),
            rng.range(Z_RANGE[0] + 2.0, 54.0),
        );
        let along = rng.one_of(directions);
        let kind = rng.below(4);
        let Some(ground) = plan.ground(x, z) else {
            continue;
        };
        let y = match ground {
            Ground::House => continue,
            Ground::Asphalt => RAISED,
            _ => KERB + RAISED,
        };
        // All corners must lie on the same ground.
        let clear = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
            .iter()
            .all(|(dx, dz)| plan.ground(x + dx, z + dz) == Some(ground));
        if !clear {
            continue;
        }
        let half = 1.0;
        let own = [x - half, z - half, x + half, z + half];
        if !taken.iter().all(|other| are_apart(&own, other)) {
            continue;
        }
        taken.push(own);
        let mut piece = Piece::new();
        let centre = Vec3::new(x, y, z);
        let place = (centre, along);
        if ground == Ground::Asphalt && rng.chance(0.22) {
            manhole(&mut piece, centre);
        } else if rng.chance(0.25) {
            let (size, longer) = (rng.range(0.5, 0.9), rng.range(0.7, 1.0));
            flat(&mut piece, STAIN, place, [size * longer, size], WHOLE);
        } else {
            let (u, v) = ((kind % 2) as f32 * 0.5, (kind / 2) as f32 * 0.5);
            let uv = [u + 0.01, v + 0.01, u + 0.49, v + 0.49];
            flat(&mut piece, LITTER, place, [rng.range(0.35, 0.8); 2], uv);
        }
        out.push(piece);
    }
    out
}
