//! Street furniture: parked cars, hydrants, dustbins, hoardings at the ends of the streets, traffic lights.

use glam::Vec3;

use crate::city::plan::{AVENUES, Ground, House, KERB, Plan, STREETS, Side, Use, X_RANGE, Z_RANGE};
use crate::city::shore::basket;
use crate::light::{Haze, Lamp, LampColour};
use crate::mesh::piece::Faces;
use crate::mesh::{Piece, Shade, Surface, Wall};
use crate::recipe::CityRecipe;
use crate::rng::Rng;
use crate::textures::vehicles::uv;

// A material costs its sector as much as some twenty vertices: furniture shares these.
const IRON: Surface = Surface::of("iron");
const ZINC: Surface = Surface::of("iron").tinted(235, 240, 245);
const RED: Surface = Surface::plain([150, 44, 34, 255]);
const BLUE: Surface = Surface::plain([44, 62, 104, 255]);

/// All furniture, each item a piece.
pub fn pieces(plan: &Plan, recipe: &CityRecipe) -> Vec<Piece> {
    let mut rng = Rng::new(recipe.seed, "props");
    let mut out = Vec::new();
    parked(&mut out, &mut rng);
    meters(&mut out, plan);
    floodlights(&mut out, plan);
    street_ends(&mut out);
    for [x0, x1] in STREETS {
        for [z0, z1] in AVENUES {
            out.push(traffic_light(
                Vec3::new(x0 - 0.8, KERB, z0 - 0.8),
                Vec3::X,
                &mut rng,
            ));
            out.push(traffic_light(
                Vec3::new(x1 + 0.8, KERB, z1 + 0.8),
                Vec3::NEG_X,
                &mut rng,
            ));
        }
    }
    for house in &plan.houses {
        if house.purpose == Use::Warehouse {
            continue;
        }
        for side in 0..4_u8 {
            let wall = Wall::of_rect(house.rect, side, KERB);
            let mut piece = Piece::new();
            match house.sides.get(usize::from(side)) {
                Some(Side::Front) => pavement(&mut piece, &wall, &mut rng),
                Some(Side::Back) => yard(&mut piece, &wall, house, &mut rng),
                _ => {}
            }
            if piece.triangle_count() > 0 {
                out.push(piece);
            }
        }
    }
    out
}

fn pavement(piece: &mut Piece, wall: &Wall, rng: &mut Rng) {
    let u = rng.range(1.0, wall.width - 1.0);
    match rng.below(8) {
        0 => hydrant(piece, wall.at(u, 0.0, 3.3)),
        1 => basket(piece, wall.at(u, 0.0, 3.2)),
        2 if rng.chance(0.5) => {
            for i in 0..2 + rng.below(2) {
                dustbin(
                    piece,
                    wall.at((u + 0.7 * i as f32).min(wall.width - 0.4), 0.0, 0.5),
                );
            }
        }
        3 => mailbox(piece, wall.at(u, 0.0, 3.0)),
        4 => phone_booth(piece, wall, u),
        5 | 6 => newspapers(piece, wall, u, rng),
        _ => {
            for i in 0..2 + rng.below(3) {
                let at = (u + 0.55 * i as f32).min(wall.width - 0.4);
                sack(piece, wall.at(at, 0.0, 3.1 + 0.3 * rng.unit()), rng);
            }
        }
    }
}

/// A sack of rubbish, tied at the top.
fn sack(piece: &mut Piece, at: Vec3, rng: &mut Rng) {
    let (r, h) = (rng.range(0.24, 0.34), rng.range(0.4, 0.6));
    let up = |y: f32| at + Vec3::Y * h * y;
    piece.rod(IRON, [up(0.0), up(0.5)], [r, r * 1.08], 6, 1.0, Shade::LIT);
    piece.rod(
        IRON,
        [up(0.5), up(1.0)],
        [r * 1.08, 0.05],
        6,
        1.0,
        Shade::LIT,
    );
}

/// Two or three boxes that sell newspapers.
fn newspapers(piece: &mut Piece, wall: &Wall, u: f32, rng: &mut Rng) {
    let half = (wall.right * 0.24 + wall.out * 0.22).abs();
    for i in 0..2 + rng.below(2) {
        let surface = rng.pick(&[RED, BLUE, ZINC]).copied().unwrap_or(ZINC);
        let at = wall.at((u + 0.58 * i as f32).min(wall.width - 0.4), 0.0, 3.25);
        piece.block(
            surface,
            at - half + Vec3::Y * 0.35,
            at + half + Vec3::Y * 1.05,
            1.0,
            Shade::LIT,
            Faces::STANDING,
        );
        piece.bar(IRON, at, at + Vec3::Y * 0.4, 0.13, 1.0, Shade::shaded(0.7));
    }
}

/// A telephone under a lit hood, on a post at the kerb.
fn phone_booth(piece: &mut Piece, wall: &Wall, u: f32) {
    let at = wall.at(u, 0.0, 3.2);
    let (right, out) = (wall.right, wall.out);
    piece.bar(IRON, at, at + Vec3::Y * 1.1, 0.14, 1.0, Shade::LIT);
    let up = Vec3::Y;
    let (low, high) = (at + up * 0.95, at + up * 2.15);
    // Back to the kerb, two cheeks.
    let back = out * 0.22;
    for (a, b) in [
        (-right * 0.4 + back, right * 0.4 + back),
        (-right * 0.4 - back, -right * 0.4 + back),
        (right * 0.4 + back, right * 0.4 - back),
    ] {
        piece.double_quad(
            ZINC,
            [low + a, low + b, high + b, high + a],
            [0.0, 0.0, 1.0, 1.0],
            Shade::LIT,
        );
    }
    let half = (right * 0.44 + out * 0.26).abs();
    piece.block(
        BLUE,
        high - half,
        high + half + up * 0.24,
        1.0,
        Shade::glowing([0.62, 0.66, 0.74]),
        Faces::ALL,
    );
    let set = (right * 0.14 + out * 0.08).abs();
    let box_at = at + out * 0.13 + up * 1.25;
    piece.block(
        IRON,
        box_at - set,
        box_at + set + up * 0.5,
        1.0,
        Shade::glowing([0.06; 3]),
        Faces::STANDING,
    );
    piece.lamps.push(Lamp {
        position: high - up * 0.2 - out * 0.3,
        radius: 5.0,
        strength: 0.6,
        colour: LampColour::Fixed([0.72, 0.82, 1.0]),
        haze: Haze::None,
    });
}

/// Parking meters along both avenues.
fn meters(out: &mut Vec<Piece>, plan: &Plan) {
    for [z0, z1] in AVENUES {
        for (z, lamp_side) in [(z0 - 0.32, -1.0), (z1 + 0.32, 1.0)] {
            let mut x = X_RANGE[0] + 7.0;
            while x < X_RANGE[1] - 7.0 {
                let clear = STREETS.iter().all(|s| x < s[0] - 6.0 || x > s[1] + 6.0);
                // Under the railway the columns stand here.
                let column = (x - X_RANGE[0] - 2.0).rem_euclid(16.0);
                let beside_column = z > 0.0 && !(1.2..=14.8).contains(&column);
                if clear
                    && !beside_column
                    && plan.ground(x, z + lamp_side) == Some(Ground::Pavement)
                {
                    out.push(meter(Vec3::new(x, KERB, z)));
                }
                x += 6.4;
            }
        }
    }
}

fn meter(at: Vec3) -> Piece {
    let mut piece = Piece::new();
    let up = Vec3::Y;
    piece.bar(IRON, at, at + up * 1.1, 0.07, 1.0, Shade::LIT);
    let half = Vec3::new(0.1, 0.0, 0.07);
    piece.block(
        ZINC,
        at - half + up * 1.08,
        at + half + up * 1.34,
        1.0,
        Shade::LIT,
        Faces::STANDING,
    );
    piece
}

/// Masts with lamps over the fields behind Second Avenue.
fn floodlights(out: &mut Vec<Piece>, plan: &Plan) {
    for [x0, z0, x1, z1] in &plan.vacant {
        if z1 - z0 < 25.0 {
            continue;
        }
        let z = (z0 + z1) * 0.5;
        for x in [x0 + 3.0, (x0 + 24.0).min(x1 - 1.5)] {
            let foot = Vec3::new(x, KERB, z);
            if plan.ground(x, z) != Some(Ground::Earth) {
                continue;
            }
            let mut piece = Piece::new();
            piece.tube(IRON, foot, 6.4, (0.14, 0.08), 5, Shade::LIT);
            let head = foot + Vec3::Y * 6.4;
            piece.bar(
                IRON,
                head - Vec3::X * 0.9,
                head + Vec3::X * 0.9,
                0.1,
                1.0,
                Shade::LIT,
            );
            for dx in [-0.7, 0.7] {
                let lamp = head + Vec3::X * dx;
                let half = Vec3::new(0.22, 0.0, 0.16);
                piece.block(
                    Surface::of("white"),
                    lamp - half - Vec3::Y * 0.3,
                    lamp + half,
                    1.0,
                    Shade::glowing([0.9, 0.95, 1.0]),
                    Faces::ALL,
                );
            }
            piece.lamps.push(Lamp {
                position: head - Vec3::Y * 0.4,
                radius: 28.0,
                strength: 1.9,
                colour: LampColour::Fixed([0.78, 0.88, 1.0]),
                haze: Haze::Street(6.0),
            });
            out.push(piece);
        }
    }
}

fn yard(piece: &mut Piece, wall: &Wall, house: &House, rng: &mut Rng) {
    for i in 0..rng.below(3) {
        dustbin(
            piece,
            wall.at((0.8 + 0.75 * i as f32).min(wall.width - 0.4), 0.0, 0.6),
        );
    }
    if house.number % 4 == 1 {
        let at = wall.at(wall.width * 0.6, 0.0, 1.2);
        let half = (wall.right * 0.9 + wall.out * 0.55).abs();
        let green = Surface::of("iron").tinted(150, 205, 170);
        piece.block(
            green,
            at - half,
            at + half + Vec3::Y * 1.25,
            2.0,
            Shade::LIT,
            Faces::STANDING,
        );
    }
}

fn hydrant(piece: &mut Piece, at: Vec3) {
    piece.tube(RED, at, 0.62, (0.15, 0.12), 6, Shade::LIT);
    piece.tube(RED, at + Vec3::Y * 0.62, 0.12, (0.15, 0.04), 6, Shade::LIT);
    piece.bar(
        RED,
        at + Vec3::new(-0.2, 0.42, 0.0),
        at + Vec3::new(0.2, 0.42, 0.0),
        0.12,
        1.0,
        Shade::LIT,
    );
}

fn dustbin(piece: &mut Piece, at: Vec3) {
    piece.tube(ZINC, at, 0.75, (0.26, 0.3), 6, Shade::shaded(0.9));
    piece.tube(ZINC, at + Vec3::Y * 0.75, 0.14, (0.33, 0.05), 6, Shade::LIT);
}

fn mailbox(piece: &mut Piece, at: Vec3) {
    piece.block(
        BLUE,
        at + Vec3::new(-0.28, 0.3, -0.28),
        at + Vec3::new(0.28, 1.25, 0.28),
        1.0,
        Shade::LIT,
        Faces::ALL,
    );
    piece.block(
        IRON,
        at + Vec3::new(-0.22, 0.0, -0.22),
        at + Vec3::new(0.22, 0.3, 0.22),
        1.0,
        Shade::shaded(0.7),
        Faces::WALLS,
    );
}

/// Cars that always stand where the player first looks: x, z, heading, taxi.
const STAGED: [(f32, f32, Vec3, bool); 3] = [
    (12.4, 30.7, Vec3::NEG_X, true),
    (14.2, 21.3, Vec3::X, false),
    (-13.5, 30.7, Vec3::NEG_X, false),
];

fn parked(out: &mut Vec<Piece>, rng: &mut Rng) {
    for (x, z, heading, taxi) in STAGED {
        out.push(car(Vec3::new(x, 0.0, z), heading, taxi, rng));
    }
    let staged = |x: f32, z: f32| {
        STAGED
            .iter()
            .any(|s| (s.0 - x).abs() < 6.0 && (s.1 - z).abs() < 2.0)
    };
    for [z0, z1] in AVENUES {
        for (z, heading) in [(z0 + 1.3, Vec3::X), (z1 - 1.3, Vec3::NEG_X)] {
            let mut x = X_RANGE[0] + 10.0;
            while x < X_RANGE[1] - 10.0 {
                let clear = STREETS.iter().all(|s| x < s[0] - 7.0 || x > s[1] + 7.0);
                if clear && rng.chance(0.40) && !staged(x, z) {
                    let taxi = rng.chance(0.16);
                    out.push(car(Vec3::new(x, 0.0, z), heading, taxi, rng));
                }
                x += 6.4;
            }
        }
    }
    for [x0, x1] in STREETS {
        for (x, heading) in [(x0 + 1.3, Vec3::Z), (x1 - 1.3, Vec3::NEG_Z)] {
            let mut z = Z_RANGE[0] + 12.0;
            while z < 12.0 {
                let clear = AVENUES.iter().all(|a| z < a[0] - 8.0 || z > a[1] + 8.0);
                if clear && rng.chance(0.34) {
                    let taxi = rng.chance(0.16);
                    out.push(car(Vec3::new(x, 0.0, z), heading, taxi, rng));
                }
                z += 6.4;
            }
        }
    }
}

/// A parked sedan of the time: long, low, heavy.
fn car(at: Vec3, heading: Vec3, taxi: bool, rng: &mut Rng) -> Piece {
    let mut piece = Piece::new();
    let colours = [
        (150, 48, 42),
        (60, 78, 110),
        (70, 96, 72),
        (170, 150, 104),
        (90, 88, 92),
        (196, 190, 178),
        (104, 70, 48),
    ];
    let (r, g, b) = if taxi {
        (214, 164, 40)
    } else {
        rng.pick(&colours).copied().unwrap_or((120, 120, 120))
    };
    let paint = Surface::of("sedan").tinted(r, g, b);
    let glass = Surface::of("sedan");
    let side = heading.cross(Vec3::Y);
    let p = |l: f32, y: f32, s: f32| at + heading * l + Vec3::Y * y + side * s;
    let (front, rear, half, roof_half) = (2.45, -2.45, 0.92, 0.72);
    let (sill, belt, roof) = (0.12, 0.92, 1.42);
    // The sheet's upper half is the side: windows above, wheels below. The cabin leans in above the belt.
    let v_belt = 24.0 / 128.0;
    let v_sill = 64.0 / 128.0;
    for (s, flip) in [(1.0, false), (-1.0, true)] {
        let q = |l0: f32, l1: f32| if flip { (l1, l0) } else { (l0, l1) };
        let (a, b) = q(rear, front);
        let uv_of = |l: f32| (l - rear) / (front - rear);
        piece.quad(
            paint,
            [
                p(a, sill, s * half),
                p(b, sill, s * half),
                p(b, belt, s * half),
                p(a, belt, s * half),
            ],
            [uv_of(a), v_belt, uv_of(b), v_sill],
            Shade::LIT,
        );
        let (c, d) = q(-1.15, 1.2);
        let (e, f) = q(-0.85, 0.7);
        let cabin = [
            p(c, belt, s * half * 0.96),
            p(d, belt, s * half * 0.96),
            p(f, roof, s * roof_half),
            p(e, roof, s * roof_half),
        ];
        piece.quad(paint, cabin, [uv_of(c), 0.02, uv_of(d), v_belt], Shade::LIT);
    }
    piece.quad(
        paint,
        [
            p(front, sill + 0.1, half),
            p(front, sill + 0.1, -half),
            p(front, belt - 0.06, -half),
            p(front, belt - 0.06, half),
        ],
        uv::FRONT,
        Shade::LIT,
    );
    piece.quad(
        paint,
        [
            p(rear, sill + 0.1, -half),
            p(rear, sill + 0.1, half),
            p(rear, belt - 0.06, half),
            p(rear, belt - 0.06, -half),
        ],
        uv::REAR,
        Shade::LIT,
    );
    let flat = |piece: &mut Piece,
                l0: f32,
                y0: f32,
                w0: f32,
                l1: f32,
                y1: f32,
                w1: f32,
                surface: Surface,
                uv: [f32; 4]| {
        piece.quad(
            surface,
            [p(l0, y0, -w0), p(l0, y0, w0), p(l1, y1, w1), p(l1, y1, -w1)],
            uv,
            Shade::LIT,
        );
    };
    // Rear to front over the top: boot, rear window, roof, windscreen, bonnet.
    flat(
        &mut piece,
        rear,
        belt - 0.06,
        half,
        -1.15,
        belt,
        half,
        paint,
        uv::PAINT,
    );
    flat(
        &mut piece,
        -1.15,
        belt,
        half * 0.96,
        -0.85,
        roof,
        roof_half,
        glass,
        uv::GLASS,
    );
    flat(
        &mut piece,
        -0.85,
        roof,
        roof_half,
        0.7,
        roof,
        roof_half,
        paint,
        uv::PAINT,
    );
    flat(
        &mut piece,
        0.7,
        roof,
        roof_half,
        1.2,
        belt,
        half * 0.96,
        glass,
        uv::GLASS,
    );
    flat(
        &mut piece,
        1.2,
        belt,
        half,
        front,
        belt - 0.06,
        half,
        paint,
        uv::PAINT,
    );
    if taxi {
        let half = (heading * 0.12 + side * 0.34).abs();
        let sign = p(-0.05, roof, 0.0);
        piece.block(
            Surface::of("white"),
            sign - half,
            sign + half + Vec3::Y * 0.2,
            1.0,
            Shade::glowing([0.92, 0.84, 0.52]),
            Faces::STANDING,
        );
    }
    piece
}

/// Hoardings where a street leaves the city.
fn street_ends(out: &mut Vec<Piece>) {
    let hoarding = Surface::of("hoarding");
    let mut wall = |wall: Wall| {
        let mut piece = Piece::new();
        let columns = (wall.width / 4.0).round().max(1.0);
        for i in 0..columns as u32 {
            let (u0, u1) = (
                wall.width * i as f32 / columns,
                wall.width * (i + 1) as f32 / columns,
            );
            let q = [
                wall.at(u0, 0.0, 0.0),
                wall.at(u1, 0.0, 0.0),
                wall.at(u1, 3.6, 0.0),
                wall.at(u0, 3.6, 0.0),
            ];
            piece.double_quad(hoarding, q, [u0 / 4.0, 0.0, u1 / 4.0, 0.95], Shade::LIT);
            piece.bar(
                IRON,
                wall.at(u0, 0.0, -0.2),
                wall.at(u0, 3.4, -0.2),
                0.14,
                1.0,
                Shade::LIT,
            );
        }
        out.push(piece);
    };
    for [x0, x1] in STREETS {
        wall(Wall {
            origin: Vec3::new(x0 - 4.0, 0.0, Z_RANGE[0] + 0.25),
            right: Vec3::X,
            out: Vec3::Z,
            width: x1 - x0 + 8.0,
        });
    }
    for [z0, z1] in AVENUES {
        let width = z1 - z0 + 8.0;
        wall(Wall {
            origin: Vec3::new(X_RANGE[0] + 0.25, 0.0, z1 + 4.0),
            right: Vec3::NEG_Z,
            out: Vec3::X,
            width,
        });
        wall(Wall {
            origin: Vec3::new(X_RANGE[1] - 0.25, 0.0, z0 - 4.0),
            right: Vec3::Z,
            out: Vec3::NEG_X,
            width,
        });
    }
}

fn traffic_light(foot: Vec3, arm: Vec3, rng: &mut Rng) -> Piece {
    let mut piece = Piece::new();
    let yellow = Surface::of("iron").tinted(255, 210, 90);
    piece.tube(IRON, foot, 4.2, (0.09, 0.07), 6, Shade::LIT);
    piece.bar(
        IRON,
        foot + Vec3::Y * 4.1,
        foot + Vec3::Y * 4.1 + arm * 1.6,
        0.07,
        1.0,
        Shade::LIT,
    );
    let head = foot + Vec3::Y * 3.6 + arm * 1.5;
    piece.block(
        yellow,
        head - Vec3::new(0.17, 0.5, 0.17),
        head + Vec3::new(0.17, 0.5, 0.17),
        1.0,
        Shade::LIT,
        Faces::ALL,
    );
    let red = rng.chance(0.5);
    let colours = [[1.0, 0.16, 0.1], [0.9, 0.6, 0.1], [0.15, 0.95, 0.5]];
    let on = if red { 0 } else { 2 };
    for (i, colour) in colours.into_iter().enumerate() {
        let y = 0.3 - 0.3 * i as f32;
        let k = if i == on { 1.0 } else { 0.06 };
        let glow = Shade {
            open: 0.1,
            ..Shade::glowing([colour[0] * k, colour[1] * k, colour[2] * k])
        };
        let centre = head + Vec3::Y * y;
        let r = Vec3::new(0.19, 0.1, 0.19);
        for (lo, hi) in [
            (Vec3::new(-r.x, -r.y, -0.1), Vec3::new(r.x, r.y, 0.1)),
            (Vec3::new(-0.1, -r.y, -r.z), Vec3::new(0.1, r.y, r.z)),
        ] {
            piece.block(
                Surface::of("white"),
                centre + lo,
                centre + hi,
                1.0,
                glow,
                Faces::WALLS,
            );
        }
        if i == on {
            piece.lamps.push(Lamp {
                position: centre + arm * 0.6,
                radius: 6.0,
                strength: 0.55,
                colour: LampColour::Fixed(colour),
                haze: Haze::Ball(1.0),
            });
        }
    }
    piece
}
