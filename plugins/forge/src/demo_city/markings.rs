//! What is painted on the street and lies on it: lines, crossings, manholes, gutters, litter. All 2 cm above the ground.

use glam::Vec3;

use crate::demo_city::plan::{AVENUES, Ground, KERB, Plan, STREETS, X_RANGE, Z_RANGE};
use crate::kit::mesh::{Piece, Shade, Surface};
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
fn flat(
    piece: &mut Piece,
    surface: Surface,
    centre: Vec3,
    along: Vec3,
    half: [f32; 2],
    uv: [f32; 4],
) {
    let across = along.cross(Vec3::Y) * half[0];
    let a = along * half[1];
    piece.quad(
        surface,
        [
            centre - across - a,
            centre + across - a,
            centre + across + a,
            centre - across + a,
        ],
        uv,
        Shade::LIT,
    );
}

/// All markings, in pieces of some metres.
pub fn pieces(plan: &Plan) -> Vec<Piece> {
    let mut out = Vec::new();
    for [z0, z1] in AVENUES {
        avenue(&mut out, (z0 + z1) * 0.5, (z1 - z0) * 0.5);
    }
    for [x0, x1] in STREETS {
        street(&mut out, (x0 + x1) * 0.5, (x1 - x0) * 0.5);
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
    flat(
        piece,
        MANHOLE,
        centre,
        Vec3::X,
        [0.38, 0.38],
        [0.0, 0.0, 1.0, 1.0],
    );
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

fn avenue(out: &mut Vec<Piece>, z: f32, half: f32) {
    for [x0, x1] in between(&STREETS, X_RANGE[0], X_RANGE[1]) {
        let mut x = x0;
        while x < x1 {
            let end = (x + 4.0).min(x1);
            let centre = Vec3::new((x + end) * 0.5, RAISED, z);
            let length = (end - x) * 0.5;
            let mut piece = Piece::new();
            flat(
                &mut piece,
                DOUBLE,
                centre,
                Vec3::X,
                [0.26, length],
                [0.0, 0.0, 1.0, length / 2.0],
            );
            for side in [-1.0, 1.0] {
                let lane = centre + Vec3::Z * side * half * 0.5;
                if half > 5.5 {
                    flat(
                        &mut piece,
                        LINE,
                        lane - Vec3::X * 0.4,
                        Vec3::X,
                        [0.09, length * 0.45],
                        [0.0, 0.0, 1.0, length / 4.0],
                    );
                }
            }
            out.push(piece);
            x = end;
        }
    }
}

fn street(out: &mut Vec<Piece>, x: f32, _half: f32) {
    for [z0, z1] in between(&AVENUES, Z_RANGE[0], 14.0) {
        let mut z = z0;
        while z < z1 {
            let end = (z + 4.0).min(z1);
            let centre = Vec3::new(x, RAISED, (z + end) * 0.5);
            let length = (end - z) * 0.5;
            let mut piece = Piece::new();
            flat(
                &mut piece,
                DOUBLE,
                centre,
                Vec3::Z,
                [0.26, length],
                [0.0, 0.0, 1.0, length / 2.0],
            );
            out.push(piece);
            z = end;
        }
    }
}

/// Crossings and stop lines around a junction.
fn junction([x0, x1]: [f32; 2], [z0, z1]: [f32; 2]) -> Piece {
    let mut piece = Piece::new();
    let y = RAISED;
    let (mx, mz) = ((x0 + x1) * 0.5, (z0 + z1) * 0.5);
    // Clear of the gutters.
    let (hx, hz) = ((x1 - x0) * 0.5 - 0.9, (z1 - z0) * 0.5 - 0.9);
    // Across the avenue, west and east of the junction.
    for x in [x0 - 2.2, x1 + 2.2] {
        flat(
            &mut piece,
            CROSSING,
            Vec3::new(x, y, mz),
            Vec3::X,
            [hz, 1.5],
            [0.0, 0.0, hz / 2.0, 1.0],
        );
    }
    for (x, z) in [(x0 - 4.4, mz + hz * 0.5), (x1 + 4.4, mz - hz * 0.5)] {
        flat(
            &mut piece,
            LINE,
            Vec3::new(x, y, z),
            Vec3::Z,
            [0.2, hz * 0.5],
            [0.0, 0.0, 1.0, hz / 4.0],
        );
    }
    // Across the street, north and south of it; the south side of Shore Avenue is for walkers only.
    for z in [z0 - 2.2, z1 + 2.2] {
        if z < 33.0 {
            flat(
                &mut piece,
                CROSSING,
                Vec3::new(mx, y, z),
                Vec3::Z,
                [hx, 1.5],
                [0.0, 0.0, hx / 2.0, 1.0],
            );
        }
    }
    piece
}

fn gutters(out: &mut Vec<Piece>, plan: &Plan) {
    for [z0, z1] in AVENUES {
        for (z, inward) in [(z0, 1.0), (z1, -1.0)] {
            let mut x = X_RANGE[0];
            while x < X_RANGE[1] {
                if plan.ground(x + 2.0, z - inward) == Some(Ground::Pavement) {
                    let mut piece = Piece::new();
                    let along = Vec3::new(0.0, 0.0, inward);
                    flat(
                        &mut piece,
                        GUTTER,
                        Vec3::new(x + 2.0, RAISED, z + inward * 0.4),
                        along,
                        [2.0, 0.4],
                        [x / 4.0, 0.0, x / 4.0 + 1.0, 1.0],
                    );
                    out.push(piece);
                }
                x += 4.0;
            }
        }
    }
    for [x0, x1] in STREETS {
        for (x, inward) in [(x0, 1.0), (x1, -1.0)] {
            let mut z = Z_RANGE[0];
            while z < 16.0 {
                if plan.ground(x - inward, z + 2.0) == Some(Ground::Pavement)
                    && plan.ground(x + inward, z + 2.0) == Some(Ground::Asphalt)
                {
                    let mut piece = Piece::new();
                    let along = Vec3::new(inward, 0.0, 0.0);
                    flat(
                        &mut piece,
                        GUTTER,
                        Vec3::new(x + inward * 0.4, RAISED, z + 2.0),
                        along,
                        [2.0, 0.4],
                        [z / 4.0, 0.0, z / 4.0 + 1.0, 1.0],
                    );
                    out.push(piece);
                }
                z += 4.0;
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
        let along = rng.pick(&directions).copied().unwrap_or(Vec3::X);
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
        let free = |other: &[f32; 4]| {
            own[2] <= other[0] || other[2] <= own[0] || own[3] <= other[1] || other[3] <= own[1]
        };
        if !taken.iter().all(free) {
            continue;
        }
        taken.push(own);
        let mut piece = Piece::new();
        let centre = Vec3::new(x, y, z);
        if ground == Ground::Asphalt && rng.chance(0.22) {
            manhole(&mut piece, centre);
        } else if rng.chance(0.25) {
            let (size, longer) = (rng.range(0.5, 0.9), rng.range(0.7, 1.0));
            flat(
                &mut piece,
                STAIN,
                centre,
                along,
                [size * longer, size],
                [0.0, 0.0, 1.0, 1.0],
            );
        } else {
            let (u, v) = ((kind % 2) as f32 * 0.5, (kind / 2) as f32 * 0.5);
            let size = rng.range(0.35, 0.8);
            flat(
                &mut piece,
                LITTER,
                centre,
                along,
                [size, size],
                [u + 0.01, v + 0.01, u + 0.49, v + 0.49],
            );
        }
        out.push(piece);
    }
    out
}
