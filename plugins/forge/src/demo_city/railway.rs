//! The elevated railway over Shore Avenue: riveted columns, lattice girders, an open deck of ties, a station, a train.

use glam::{Vec2, Vec3};

use crate::demo_city::plan::{KERB, X_RANGE};
use crate::kit::light::Haze;
use crate::kit::mesh::corners::{WHOLE, parts, raised, standing, strides, upright};
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Finish, Piece, Shade, Surface};

const RIVETS: Surface = Surface::of("rivets");
const STEEL: Finish = RIVETS.tile(2.0);
const LATTICE: Surface = Surface::of("lattice").cut_out();
const TIES: Surface = Surface::of("ties").cut_out();
const IRON: Surface = Surface::of("iron");
const PLANKS: Finish = Surface::of("planks").tile(2.0);
const RAILING: Surface = Surface::of("railing").cut_out();
const TRAIN: Surface = Surface::of("train");

/// Length of one bay, metres.
pub const BAY: f32 = 16.0;
/// Middle of the avenue.
const MIDDLE: f32 = 26.0;
/// Height of the deck's underside.
const SOFFIT: f32 = 5.6;
/// Height of the rails.
const DECK: f32 = 6.6;
/// Half the deck's width.
const HALF: f32 = 4.75;
/// The station, west and east end.
const STATION: [f32; 2] = [-56.0, -8.0];

/// The line, one piece a bay, and the train.
pub fn pieces() -> Vec<Piece> {
    let mut out = Vec::new();
    for x in strides(X_RANGE[0], X_RANGE[1], BAY) {
        let mut piece = Piece::new();
        bay(&mut piece, x, x + BAY);
        if x >= STATION[0] && x + BAY <= STATION[1] {
            platform(&mut piece, x, x + BAY);
        }
        out.push(piece);
    }
    let mut stairs = Piece::new();
    stair(&mut stairs);
    out.push(stairs);
    for car in 0..3 {
        out.push(train_car(STATION[0] + 1.0 + 15.6 * car as f32));
    }
    out
}

/// Where a bay's columns stand after its begin, and the kerb lines that they stand on.
const COLUMN_X: f32 = 2.0;
const COLUMN_Z: [f32; 2] = [18.9, 33.1];

/// The feet of all columns.
pub fn columns() -> impl Iterator<Item = Vec3> {
    let bays = ((X_RANGE[1] - X_RANGE[0]) / BAY) as u32;
    (0..bays).flat_map(|bay| {
        let x = X_RANGE[0] + bay as f32 * BAY + COLUMN_X;
        COLUMN_Z.map(|z| Vec3::new(x, 0.0, z))
    })
}

fn bay(piece: &mut Piece, x0: f32, x1: f32) {
    let v = Vec3::new;
    // A bent: two columns and the cross girder.
    for z in COLUMN_Z {
        column(piece, v(x0 + COLUMN_X, 0.0, z));
    }
    let girder = [v(x0 + 1.7, SOFFIT - 0.9, 18.6), v(x0 + 2.3, SOFFIT, 33.4)];
    long_block(piece, girder, Faces::ALL);
    // Knee braces.
    for (z0, z1) in [(18.9, 20.6), (33.1, 31.4)] {
        let [low, high] = [(SOFFIT - 2.3, z0), (SOFFIT - 0.9, z1)].map(|(y, z)| v(x0 + 2.0, y, z));
        piece.bar(STEEL, low, high, 0.22);
    }
    // Long girders: lattice outside, plates inside.
    for (z, out) in [(MIDDLE - HALF, -1.0), (MIDDLE + HALF, 1.0)] {
        let z_out = z + 0.12 * out;
        let step = BAY / 2.0;
        for i in 0..2 {
            let (a, b) = (x0 + step * i as f32, x0 + step * (i + 1) as f32);
            let q = upright([a, z_out], [b, z_out], [SOFFIT, DECK + 0.3]);
            piece.double_quad(LATTICE, q, [a / 1.4, 0.0, b / 1.4, 1.0]);
        }
        for (y0, y1) in [(SOFFIT, SOFFIT + 0.18), (DECK + 0.2, DECK + 0.38)] {
            let plate = [v(x0, y0, z - 0.2), v(x1, y1, z + 0.2)];
            long_block(piece, plate, Faces::ALL.without(Faces::EAST | Faces::WEST));
        }
        // Hand rail.
        let rail = upright([x0, z], [x1, z], [DECK + 0.38, DECK + 1.3]);
        piece.double_quad(RAILING, rail, [x0 / 1.2, 0.0, x1 / 1.2, 1.0]);
    }
    // Two tracks: stringers, ties with light between them, rails.
    for track in [MIDDLE - 2.2, MIDDLE + 2.2] {
        let step = BAY / 4.0;
        for i in 0..4 {
            let (a, b) = (x0 + step * i as f32, x0 + step * (i + 1) as f32);
            let corner = |x: f32, z: f32| {
                let uv = Vec2::new((z - track) / 4.0 + 0.5, (x - x0) / 2.0);
                (v(x, DECK, z), [uv; 2], Shade::LIT)
            };
            let (n, s) = (track - 1.9, track + 1.9);
            for (z0, z1) in [(s, n), (n, s)] {
                let places = [(a, z0), (b, z0), (b, z1), (a, z1)];
                piece.quad_with(TIES, places.map(|(x, z)| corner(x, z)));
            }
        }
        for dz in [-0.75, 0.75] {
            let middle = track + dz;
            for ([y0, y1], half, open) in [
                ([DECK, DECK + 0.16], 0.06, Faces::TOP),
                ([SOFFIT + 0.1, DECK - 0.02], 0.14, Faces::BOTTOM),
            ] {
                let beam = [v(x0, y0, middle - half), v(x1, y1, middle + half)];
                long_block(piece, beam, open | Faces::NORTH | Faces::SOUTH);
            }
        }
    }
}

/// A steel block along x or z whose long sides are cut every 4 metres, so that lamps show on them.
fn long_block(piece: &mut Piece, [min, max]: [Vec3; 2], faces: Faces) {
    let size = max - min;
    let along_x = size.x >= size.z;
    // A way along x has the south on its right hand, one along z the west.
    let (length, [left, right], [left_face, right_face], ends) = if along_x {
        let ends = Faces::EAST | Faces::WEST;
        (size.x, [min.z, max.z], [Faces::NORTH, Faces::SOUTH], ends)
    } else {
        let ends = Faces::NORTH | Faces::SOUTH;
        (size.z, [max.x, min.x], [Faces::EAST, Faces::WEST], ends)
    };
    let (low, high) = (min.y, max.y);
    let (height, width) = (high - low, (right - left).abs());
    for (face, first, second, across) in [
        (right_face, (low, right), (high, right), height),
        (left_face, (high, left), (low, left), height),
        (Faces::TOP, (high, right), (high, left), width),
        (Faces::BOTTOM, (low, left), (low, right), width),
    ] {
        if faces.has(face) {
            let corner = |t: f32, (y, side): (f32, f32), v: f32| {
                let place = if along_x {
                    Vec3::new(min.x + t, y, side)
                } else {
                    Vec3::new(side, y, min.z + t)
                };
                (place, [Vec2::new(t / 2.0, v); 2], Shade::LIT)
            };
            for [a, b] in parts(length, 4.0) {
                let places = [(a, first), (b, first), (b, second), (a, second)];
                let v = [across / 2.0, across / 2.0, 0.0, 0.0];
                let corners = std::array::from_fn(|i| corner(places[i].0, places[i].1, v[i]));
                piece.quad_with(RIVETS, corners);
            }
        }
    }
    if faces == Faces::ALL {
        piece.block(STEEL, [min, max], ends);
    }
}

fn column(piece: &mut Piece, foot: Vec3) {
    let w = Vec3::new(0.28, 0.0, 0.28);
    for heights in [[0.0, 2.0], [2.0, SOFFIT - 0.9]] {
        piece.block(STEEL, standing(foot, w, heights), Faces::WALLS);
    }
    let concrete = Surface::of("concrete").tile(4.0).shaded(0.8);
    let base = standing(foot, Vec3::new(0.5, 0.0, 0.5), [0.0, 0.55]);
    piece.block(concrete, base, Faces::STANDING);
}

/// Side platforms with a roof and lamps.
fn platform(piece: &mut Piece, x0: f32, x1: f32) {
    let v = Vec3::new;
    for side in [-1.0_f32, 1.0] {
        let (near, far) = (MIDDLE + side * (HALF - 0.2), MIDDLE + side * (HALF + 2.9));
        let (n, s) = (near.min(far), near.max(far));
        let y = DECK + 1.0;
        for i in 0..4 {
            let (a, b) = (x0 + 4.0 * i as f32, x0 + 4.0 * (i + 1) as f32);
            let faces = Faces::TOP | Faces::NORTH | Faces::SOUTH;
            let deck = [v(a, y - 0.25, n), v(b, y, s)];
            piece.block(PLANKS, deck, faces | Faces::BOTTOM);
            let roof = [v(a, y + 3.0, n - 0.4), v(b, y + 3.16, s + 0.4)];
            piece.block(STEEL, roof, faces);
            piece.block(PLANKS, roof, Faces::BOTTOM);
        }
        let back = if side < 0.0 { n } else { s };
        let wall = upright([x0, back], [x1, back], [y, y + 1.2]);
        let boards = [x0 / 4.0, 0.0, x1 / 4.0, 0.4];
        piece.double_quad(Surface::of("hoarding"), wall, boards);
        for x in [x0 + 2.0, x0 + 10.0] {
            let foot = v(x, y, (n + s) * 0.5);
            piece.bar(IRON, foot, foot + Vec3::Y * 3.0, 0.14);
            let lamp = foot + v(2.0, 2.85, 0.0);
            let half = v(0.6, 0.05, 0.08);
            let tube = Surface::of("white").glowing([1.0, 0.96, 0.8]);
            piece.block(tube, [lamp - half, lamp + half], Faces::ALL);
            let (shine, colour) = (lamp - Vec3::Y * 0.2, [1.0, 0.9, 0.66]);
            piece.lamp(shine, [9.0, 0.75], colour, Haze::Ball(1.5));
            let strut = [SOFFIT - 0.4, y - 0.2].map(|y| v(x, y, back));
            piece.bar(STEEL, strut[0], strut[1], 0.2);
        }
    }
}

/// The stair from the pavement to the station.
fn stair(piece: &mut Piece) {
    let v = Vec3::new;
    let (z0, z1) = (33.6, 35.2);
    let bottom = v(STATION[1] + 10.0, KERB, z0);
    let top = v(STATION[1], DECK + 0.9, z0);
    let steps = 24;
    for i in 0..steps {
        let [a, b] = [i, i + 1].map(|at| bottom.lerp(top, at as f32 / steps as f32));
        let step = [v(b.x, b.y - 0.12, z0), v(a.x, b.y, z1)];
        piece.block(PLANKS, step, Faces::ALL.without(Faces::WEST));
    }
    for z in [z0, z1] {
        let (a, b) = (v(bottom.x, bottom.y, z), v(top.x, top.y, z));
        let rail = raised(b, a, Vec3::Y * 1.1);
        piece.double_quad(RAILING, rail, [0.0, 0.0, 9.0, 1.0]);
        piece.bar(STEEL, a, b, 0.16);
    }
    let landing = [
        v(STATION[1] - 3.0, DECK + 0.75, MIDDLE + HALF + 2.6),
        v(STATION[1], DECK + 1.0, z1),
    ];
    piece.block(PLANKS, landing, Faces::ALL);
}

/// One car of a train that waits in the station, its lights on.
fn train_car(x: f32) -> Piece {
    let mut piece = Piece::new();
    let v = Vec3::new;
    let (length, z) = (15.2, MIDDLE - 2.2);
    let (y0, y1, half) = (DECK + 0.75, DECK + 3.7, 1.45);
    let glow = Shade::glowing([0.46, 0.42, 0.34]).open(0.8);
    let (x1, n, s) = (x + length, z - half, z + half);
    for (from, to) in [([x, s], [x1, s]), ([x1, n], [x, n])] {
        piece.quad(TRAIN.lit(glow), upright(from, to, [y0, y1]), WHOLE);
    }
    let body = [v(x, y0, n), v(x1, y1, s)];
    piece.block(RIVETS.tile(4.0), body, Faces::EAST | Faces::WEST);
    let roof = IRON.tinted(190, 200, 205).tile(2.0);
    piece.block(roof, [v(x, y1, n), v(x1, y1 + 0.3, s)], Faces::STANDING);
    let (low, high) = (v(x + 0.6, DECK + 0.2, z - 1.1), v(x1 - 0.6, y0, z + 1.1));
    piece.block(IRON.tile(2.0).shaded(0.6), [low, high], Faces::ALL);
    for dx in [4.0, 11.0] {
        for side in [-1.0, 1.0] {
            let shine = v(x + dx, y0 + 1.9, z + side * (half + 0.8));
            piece.lamp(shine, [6.0, 0.5], [1.0, 0.9, 0.62], Haze::None);
        }
    }
    piece
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sides_of_a_long_block_face_outwards() {
        for max in [Vec3::new(12.0, 1.0, 1.0), Vec3::new(1.0, 1.0, 12.0)] {
            let mut piece = Piece::new();
            long_block(&mut piece, [Vec3::ZERO, max], Faces::ALL);
            // Four long sides of three steps, two ends.
            assert_eq!(piece.triangle_count(), 2 * (4 * 3 + 2));
            for t in piece.meshes.values().flatten() {
                let [a, b, c] = t.map(|v| v.position);
                let away = (a + b + c) / 3.0 - max * 0.5;
                let facing = (b - a).cross(c - a).normalize();
                assert!(facing.dot(away) > 0.4, "{facing} {away}");
            }
        }
    }
}
