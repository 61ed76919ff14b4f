//! The elevated railway over Shore Avenue: riveted columns, lattice girders, an open deck of ties, a station, a train.

use glam::{Vec2, Vec3};

use crate::demo_city::plan::{KERB, X_RANGE};
use crate::kit::light::{Haze, Lamp, LampColour};
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Shade, Surface};

const RIVETS: Surface = Surface::of("rivets");
const LATTICE: Surface = Surface::of("lattice").cut_out();
const TIES: Surface = Surface::of("ties").cut_out();
const IRON: Surface = Surface::of("iron");
const PLANKS: Surface = Surface::of("planks");
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
    let mut x = X_RANGE[0];
    while x < X_RANGE[1] {
        let mut piece = Piece::new();
        bay(&mut piece, x, x + BAY);
        if x >= STATION[0] && x + BAY <= STATION[1] {
            platform(&mut piece, x, x + BAY);
        }
        out.push(piece);
        x += BAY;
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
    long_block(piece, girder[0], girder[1], Faces::ALL);
    // Knee braces.
    for (z0, z1) in [(18.9, 20.6), (33.1, 31.4)] {
        piece.bar(
            RIVETS,
            v(x0 + 2.0, SOFFIT - 2.3, z0),
            v(x0 + 2.0, SOFFIT - 0.9, z1),
            0.22,
            2.0,
            Shade::LIT,
        );
    }
    // Long girders: lattice outside, plates inside.
    for (z, out) in [(MIDDLE - HALF, -1.0), (MIDDLE + HALF, 1.0)] {
        let z_out = z + 0.12 * out;
        let step = BAY / 2.0;
        for i in 0..2 {
            let (a, b) = (x0 + step * i as f32, x0 + step * (i + 1) as f32);
            let q = [
                v(a, SOFFIT, z_out),
                v(b, SOFFIT, z_out),
                v(b, DECK + 0.3, z_out),
                v(a, DECK + 0.3, z_out),
            ];
            piece.double_quad(LATTICE, q, [a / 1.4, 0.0, b / 1.4, 1.0], Shade::LIT);
        }
        for (y0, y1) in [(SOFFIT, SOFFIT + 0.18), (DECK + 0.2, DECK + 0.38)] {
            long_block(
                piece,
                v(x0, y0, z - 0.2),
                v(x1, y1, z + 0.2),
                Faces::ALL.without(Faces::EAST).without(Faces::WEST),
            );
        }
        // Hand rail.
        let rail = [
            v(x0, DECK + 0.38, z),
            v(x1, DECK + 0.38, z),
            v(x1, DECK + 1.3, z),
            v(x0, DECK + 1.3, z),
        ];
        piece.double_quad(
            Surface::of("railing").cut_out(),
            rail,
            [x0 / 1.2, 0.0, x1 / 1.2, 1.0],
            Shade::LIT,
        );
    }
    // Two tracks: stringers, ties with light between them, rails.
    for track in [MIDDLE - 2.2, MIDDLE + 2.2] {
        let step = BAY / 4.0;
        for i in 0..4 {
            let (a, b) = (x0 + step * i as f32, x0 + step * (i + 1) as f32);
            let corner = |x: f32, z: f32| {
                (
                    v(x, DECK, z),
                    [Vec2::new((z - track) / 4.0 + 0.5, (x - x0) / 2.0); 2],
                    Shade::LIT,
                )
            };
            let (n, s) = (track - 1.9, track + 1.9);
            piece.quad_with(
                TIES,
                [corner(a, s), corner(b, s), corner(b, n), corner(a, n)],
            );
            piece.quad_with(
                TIES,
                [corner(a, n), corner(b, n), corner(b, s), corner(a, s)],
            );
        }
        for dz in [-0.75, 0.75] {
            long_block(
                piece,
                v(x0, DECK, track + dz - 0.06),
                v(x1, DECK + 0.16, track + dz + 0.06),
                Faces::TOP.and(Faces::NORTH).and(Faces::SOUTH),
            );
            long_block(
                piece,
                v(x0, SOFFIT + 0.1, track + dz - 0.14),
                v(x1, DECK - 0.02, track + dz + 0.14),
                Faces::BOTTOM.and(Faces::NORTH).and(Faces::SOUTH),
            );
        }
    }
}

/// A steel block along x or z whose long sides are cut every 4 metres, so that lamps show on them.
fn long_block(piece: &mut Piece, min: Vec3, max: Vec3, faces: Faces) {
    let v = Vec3::new;
    let along_x = max.x - min.x >= max.z - min.z;
    let length = if along_x {
        max.x - min.x
    } else {
        max.z - min.z
    };
    let steps = (length / 4.0).round().max(1.0) as u32;
    // Along the way, two corners of the cross-section: lower left and upper left of each long side.
    let at = |i: u32, y: f32, side: f32| {
        let t = length * i as f32 / steps as f32;
        if along_x {
            v(min.x + t, y, side)
        } else {
            v(side, y, min.z + t)
        }
    };
    let (low, high) = if along_x {
        (min.z, max.z)
    } else {
        (min.x, max.x)
    };
    let (near, far) = if along_x {
        (Faces::NORTH, Faces::SOUTH)
    } else {
        (Faces::WEST, Faces::EAST)
    };
    let mut side = |face: Faces, first: (f32, f32), second: (f32, f32), height: f32| {
        if faces.has(face) {
            let pairs: Vec<(Vec3, Vec3, f32)> = (0..=steps)
                .map(|i| {
                    (
                        at(i, first.0, first.1),
                        at(i, second.0, second.1),
                        length * i as f32 / steps as f32 / 2.0,
                    )
                })
                .collect();
            piece.ribbon(RIVETS, &pairs, [height / 2.0, 0.0], Shade::LIT);
        }
    };
    let (height, width) = (max.y - min.y, high - low);
    // A way along x has the south on its right hand, one along z the west.
    let (right, left) = if along_x { (high, low) } else { (low, high) };
    let (right_face, left_face) = if along_x { (far, near) } else { (near, far) };
    side(right_face, (min.y, right), (max.y, right), height);
    side(left_face, (max.y, left), (min.y, left), height);
    side(Faces::TOP, (max.y, right), (max.y, left), width);
    side(Faces::BOTTOM, (min.y, left), (min.y, right), width);
    if faces == Faces::ALL {
        let ends = if along_x {
            Faces::EAST.and(Faces::WEST)
        } else {
            Faces::NORTH.and(Faces::SOUTH)
        };
        piece.block(RIVETS, min, max, 2.0, Shade::LIT, ends);
    }
}

fn column(piece: &mut Piece, foot: Vec3) {
    let w = 0.28;
    let block = |piece: &mut Piece, r: f32, y0: f32, y1: f32, faces: Faces| {
        piece.block(
            RIVETS,
            foot + Vec3::new(-r, y0, -r),
            foot + Vec3::new(r, y1, r),
            2.0,
            Shade::LIT,
            faces,
        );
    };
    block(piece, w, 0.0, 2.0, Faces::WALLS);
    block(piece, w, 2.0, SOFFIT - 0.9, Faces::WALLS);
    piece.block(
        Surface::of("concrete"),
        foot + Vec3::new(-0.5, 0.0, -0.5),
        foot + Vec3::new(0.5, 0.55, 0.5),
        4.0,
        Shade::shaded(0.8),
        Faces::STANDING,
    );
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
            piece.block(
                PLANKS,
                v(a, y - 0.25, n),
                v(b, y, s),
                2.0,
                Shade::LIT,
                Faces::TOP
                    .and(Faces::BOTTOM)
                    .and(Faces::NORTH)
                    .and(Faces::SOUTH),
            );
            let roof = [v(a, y + 3.0, n - 0.4), v(b, y + 3.0, s + 0.4)];
            piece.block(
                RIVETS,
                roof[0],
                v(roof[1].x, y + 3.16, roof[1].z),
                2.0,
                Shade::LIT,
                Faces::TOP.and(Faces::NORTH).and(Faces::SOUTH),
            );
            piece.block(
                PLANKS,
                roof[0],
                v(roof[1].x, y + 3.16, roof[1].z),
                2.0,
                Shade::LIT,
                Faces::BOTTOM,
            );
        }
        let back = if side < 0.0 { n } else { s };
        let wall = [
            v(x0, y, back),
            v(x1, y, back),
            v(x1, y + 1.2, back),
            v(x0, y + 1.2, back),
        ];
        piece.double_quad(
            Surface::of("hoarding"),
            wall,
            [x0 / 4.0, 0.0, x1 / 4.0, 0.4],
            Shade::LIT,
        );
        for x in [x0 + 2.0, x0 + 10.0] {
            let foot = v(x, y, (n + s) * 0.5);
            piece.bar(IRON, foot, foot + Vec3::Y * 3.0, 0.14, 1.0, Shade::LIT);
            let lamp = foot + v(2.0, 2.85, 0.0);
            piece.block(
                Surface::of("white"),
                lamp - v(0.6, 0.05, 0.08),
                lamp + v(0.6, 0.05, 0.08),
                1.0,
                Shade::glowing([1.0, 0.96, 0.8]),
                Faces::ALL,
            );
            piece.lamps.push(Lamp {
                position: lamp - Vec3::Y * 0.2,
                radius: 9.0,
                strength: 0.75,
                colour: LampColour::Fixed([1.0, 0.9, 0.66]),
                haze: Haze::Ball(1.5),
            });
            piece.bar(
                RIVETS,
                v(x, SOFFIT - 0.4, back),
                v(x, y - 0.2, back),
                0.2,
                2.0,
                Shade::LIT,
            );
        }
    }
}

/// The stair from the pavement to the station.
fn stair(piece: &mut Piece) {
    let v = Vec3::new;
    let (z0, z1) = (33.6, 35.2);
    let (bottom, top) = (
        v(STATION[1] + 10.0, KERB, z0),
        v(STATION[1], DECK + 0.9, z0),
    );
    let steps = 24;
    for i in 0..steps {
        let (t0, t1) = (i as f32 / steps as f32, (i + 1) as f32 / steps as f32);
        let (a, b) = (bottom.lerp(top, t0), bottom.lerp(top, t1));
        piece.block(
            PLANKS,
            v(b.x, b.y - 0.12, z0),
            v(a.x, b.y, z1),
            2.0,
            Shade::LIT,
            Faces::ALL.without(Faces::WEST),
        );
    }
    for z in [z0, z1] {
        let (a, b) = (v(bottom.x, bottom.y, z), v(top.x, top.y, z));
        let rail = [b, a, a + Vec3::Y * 1.1, b + Vec3::Y * 1.1];
        piece.double_quad(
            Surface::of("railing").cut_out(),
            rail,
            [0.0, 0.0, 9.0, 1.0],
            Shade::LIT,
        );
        piece.bar(RIVETS, a, b, 0.16, 2.0, Shade::LIT);
    }
    let landing = [
        v(STATION[1] - 3.0, DECK + 0.75, MIDDLE + HALF + 2.6),
        v(STATION[1], DECK + 1.0, z1),
    ];
    piece.block(PLANKS, landing[0], landing[1], 2.0, Shade::LIT, Faces::ALL);
}

/// One car of a train that waits in the station, its lights on.
fn train_car(x: f32) -> Piece {
    let mut piece = Piece::new();
    let v = Vec3::new;
    let (length, z) = (15.2, MIDDLE - 2.2);
    let (y0, y1, half) = (DECK + 0.75, DECK + 3.7, 1.45);
    let glow = Shade {
        open: 0.8,
        ..Shade::glowing([0.46, 0.42, 0.34])
    };
    let south = [
        v(x, y0, z + half),
        v(x + length, y0, z + half),
        v(x + length, y1, z + half),
        v(x, y1, z + half),
    ];
    piece.quad(TRAIN, south, [0.0, 0.0, 1.0, 1.0], glow);
    let north = [
        v(x + length, y0, z - half),
        v(x, y0, z - half),
        v(x, y1, z - half),
        v(x + length, y1, z - half),
    ];
    piece.quad(TRAIN, north, [0.0, 0.0, 1.0, 1.0], glow);
    let body = (v(x, y0, z - half), v(x + length, y1, z + half));
    piece.block(
        RIVETS,
        body.0,
        body.1,
        4.0,
        Shade::LIT,
        Faces::EAST.and(Faces::WEST),
    );
    let roof = Surface::of("iron").tinted(190, 200, 205);
    piece.block(
        roof,
        v(x, y1, z - half),
        v(x + length, y1 + 0.3, z + half),
        2.0,
        Shade::LIT,
        Faces::STANDING,
    );
    piece.block(
        IRON,
        v(x + 0.6, DECK + 0.2, z - 1.1),
        v(x + length - 0.6, y0, z + 1.1),
        2.0,
        Shade::shaded(0.6),
        Faces::ALL,
    );
    for dx in [4.0, 11.0] {
        for side in [-1.0, 1.0] {
            piece.lamps.push(Lamp {
                position: v(x + dx, y0 + 1.9, z + side * (half + 0.8)),
                radius: 6.0,
                strength: 0.5,
                colour: LampColour::Fixed([1.0, 0.9, 0.62]),
                haze: Haze::None,
            });
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
            long_block(&mut piece, Vec3::ZERO, max, Faces::ALL);
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
