//! Fronts: rows of windows, shop fronts, cornices.

use glam::{Vec2, Vec3};

use crate::city::plan::{GROUND_FLOOR, KERB, STOREY};
use crate::light::{Haze, Lamp, LampColour};
use crate::mesh::{Piece, Shade, Surface, TextureId, Wall};
use crate::paint::Rgb;
use crate::rng::Rng;
use crate::textures::{shops, signs, windows};

const LIT: Surface = Surface::of("windows_lit");
const DARK: Surface = Surface::of("windows_dark");
const STONE: Surface = Surface::of("stone");
const CORNICE: Surface = Surface::of("cornice");
const DOORS: Surface = Surface::of("doors");
const SHUTTER: Surface = Surface::of("shutter");
const SHOP: Surface = Surface::textured(TextureId::part("shops"));
const SIGN: Surface = Surface::textured(TextureId::part("signs"));
const UPRIGHT: Surface = Surface::textured(TextureId::part("upright"));

/// Openings of one storey.
#[derive(Debug, Clone, Copy)]
pub struct Openings {
    /// Width of a bay, metres; rounded so that whole bays fit.
    pub bay: f32,
    /// Width and height of a window.
    pub size: [f32; 2],
    /// Height of the sill above the floor.
    pub sill: f32,
    /// How deep the glass lies behind the wall.
    pub depth: f32,
    /// Stone above and below.
    pub trims: bool,
    /// Share of windows with the light on.
    pub lit: f32,
}

/// How a wall's light depends on height: dark at the foot, open above one storey.
pub fn foot_shade(y: f32) -> Shade {
    Shade::shaded(0.60 + 0.40 * (y / 1.4).clamp(0.0, 1.0))
}

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

/// The four inner sides of a hole in the wall, as deep as `d` (negative): one ring, its corners shared.
fn reveal(piece: &mut Piece, wall: &Wall, surface: Surface, [u0, y0, u1, y1]: [f32; 4], d: f32) {
    let corners = [(u0, y0), (u0, y1), (u1, y1), (u1, y0), (u0, y0)];
    let (middle_u, middle_y) = ((u0 + u1) * 0.5, (y0 + y1) * 0.5);
    let mut way = 0.0;
    for pair in corners.windows(2) {
        let ((ua, ya), (ub, yb)) = (pair[0], pair[1]);
        let next = way + ((ub - ua).abs() + (yb - ya).abs()) / 4.0;
        let corner = |u: f32, y: f32, out: f32, s: f32| {
            let inward = (wall.right * (middle_u - u).signum() + Vec3::Y * (middle_y - y).signum())
                .normalize_or_zero();
            (wall.at(u, y, out), inward, Vec2::new(s, -out / 4.0))
        };
        let quad = [
            corner(ua, ya, 0.0, way),
            corner(ua, ya, d, way),
            corner(ub, yb, d, next),
            corner(ub, yb, 0.0, next),
        ];
        piece.smooth_quad(surface, quad, Shade::shaded(0.5));
        way = next;
    }
}

/// A wall without openings, in steps of a storey and of about four metres, so that light can fall on it.
pub fn blind(piece: &mut Piece, wall: &Wall, surface: Surface, [y0, y1]: [f32; 2]) {
    if y1 <= y0 {
        return;
    }
    let columns = (wall.width / 4.0).round().max(1.0);
    let rows = ((y1 - y0) / STOREY).round().max(1.0);
    for row in 0..rows as u32 {
        let (v0, v1) = (
            y0 + (y1 - y0) * row as f32 / rows,
            y0 + (y1 - y0) * (row + 1) as f32 / rows,
        );
        for column in 0..columns as u32 {
            let (u0, u1) = (
                wall.width * column as f32 / columns,
                wall.width * (column + 1) as f32 / columns,
            );
            wall.masonry(piece, surface, [u0, v0, u1, v1], 0.0, 4.0, foot_shade);
        }
    }
}

/// A ground floor of shops: stall risers, lit windows with goods, doors, sign boards with neon.
pub fn shops(piece: &mut Piece, wall: &Wall, surface: Surface, rng: &mut Rng) {
    let pier = 0.5;
    let count = ((wall.width - pier) / 5.0).round().max(1.0);
    let unit = wall.width / count;
    // Neighbours differ: they take the sheets' pictures in turn.
    let first = rng.below(signs::COUNT);
    for i in 0..count as u32 {
        let (a, b) = (unit * i as f32, unit * (i + 1) as f32);
        shop(piece, wall, [a, b], surface, first + i, rng);
    }
    // Masonry above the sign boards.
    let columns = (wall.width / 4.0).round().max(1.0);
    for i in 0..columns as u32 {
        let (u0, u1) = (
            wall.width * i as f32 / columns,
            wall.width * (i + 1) as f32 / columns,
        );
        wall.masonry(
            piece,
            surface,
            [u0, 3.0, u1, GROUND_FLOOR],
            0.0,
            4.0,
            |_| Shade::LIT,
        );
    }
    wall.slab(
        piece,
        STONE,
        [0.0, GROUND_FLOOR - 0.2, wall.width, GROUND_FLOOR],
        [0.0, 0.12],
        4.0,
        Shade::LIT,
    );
}

fn shop(
    piece: &mut Piece,
    wall: &Wall,
    [a, b]: [f32; 2],
    surface: Surface,
    number: u32,
    rng: &mut Rng,
) {
    const PIER: f32 = 0.25;
    const HEAD: f32 = 3.0;
    const RISER: f32 = 0.6;
    const INSET: f32 = -0.35;
    const DOOR: f32 = 1.2;
    let (u0, u1) = (a + PIER, b - PIER);
    for (p0, p1) in [(a, u0), (u1, b)] {
        for (y0, y1) in [(0.0, 1.4), (1.4, HEAD)] {
            wall.masonry(piece, surface, [p0, y0, p1, y1], 0.0, 4.0, foot_shade);
        }
    }
    reveal(piece, wall, STONE, [u0, KERB, u1, HEAD], INSET);
    let open = rng.chance(0.74);
    let (w0, w1, d0) = if rng.chance(0.5) {
        (u0 + DOOR, u1, u0)
    } else {
        (u0, u1 - DOOR, u1 - DOOR)
    };
    let middle = (a + b) * 0.5;
    wall.panel(
        piece,
        STONE,
        [w0, 0.0, w1, RISER],
        INSET,
        [w0 / 4.0, 0.5, w1 / 4.0, 0.65],
        foot_shade(0.3),
    );
    let door = rng.below(3) as f32 * 0.25;
    let door_glow = if open { [0.5, 0.42, 0.3] } else { [0.02; 3] };
    wall.panel(
        piece,
        DOORS,
        [d0, KERB, d0 + DOOR, HEAD],
        INSET,
        [door + 0.004, 0.0, door + 0.246, 1.0],
        Shade::glowing(door_glow),
    );
    if open {
        let k = rng.range(0.82, 1.0);
        wall.panel(
            piece,
            SHOP,
            [w0, RISER, w1, HEAD],
            INSET,
            shops::uv(number % shops::COUNT),
            Shade::glowing([k; 3]),
        );
        piece.lamps.push(Lamp {
            position: wall.at(middle, 1.9, 1.3),
            radius: 7.5,
            strength: 0.62,
            colour: LampColour::Fixed([1.0, 0.82, 0.55]),
            haze: Haze::None,
        });
    } else {
        wall.panel(
            piece,
            SHUTTER,
            [w0, RISER, w1, HEAD],
            INSET,
            [0.0, 0.0, (w1 - w0) / 2.4, 1.0],
            Shade::LIT,
        );
    }
    board(piece, wall, [u0, u1], open, number % signs::COUNT);
    if rng.chance(0.45) {
        awning(piece, wall, [u0, u1], rng);
    }
}

/// The sign board over a shop, and its neon.
fn board(piece: &mut Piece, wall: &Wall, [u0, u1]: [f32; 2], on: bool, index: u32) {
    let middle = (u0 + u1) * 0.5;
    let half = ((u1 - u0) * 0.5).min(2.2);
    let area = [middle - half, 3.02, middle + half, 3.02 + half * 0.5];
    wall.rim(
        piece,
        Surface::of("iron"),
        area,
        [0.0, 0.21],
        Shade::shaded(0.7),
    );
    let glow = if on { [0.98; 3] } else { [0.06; 3] };
    wall.panel(
        piece,
        SIGN,
        area,
        0.21,
        signs::uv(index),
        Shade {
            open: 0.2,
            ..Shade::glowing(glow)
        },
    );
    if on {
        piece.lamps.push(Lamp {
            position: wall.at(middle, 3.4, 1.4),
            radius: 10.0,
            strength: 0.66,
            colour: LampColour::Sign(index),
            haze: Haze::Sheet(half * 1.5, 1.5, wall.out),
        });
    }
}

fn awning(piece: &mut Piece, wall: &Wall, [u0, u1]: [f32; 2], rng: &mut Rng) {
    let surface = Surface::of(if rng.chance(0.5) {
        "awning_red"
    } else {
        "awning_green"
    });
    let p = |u: f32, y: f32, out: f32| wall.at(u, y, out);
    let (high, low, reach) = (2.98, 2.35, 1.3);
    let repeat = (u1 - u0) / 2.0;
    let slope = [
        p(u0, low, reach),
        p(u1, low, reach),
        p(u1, high, 0.02),
        p(u0, high, 0.02),
    ];
    piece.double_quad(surface, slope, [0.0, 0.0, repeat, 0.8], Shade::LIT);
    let skirt = [
        p(u0, low - 0.25, reach),
        p(u1, low - 0.25, reach),
        p(u1, low, reach),
        p(u0, low, reach),
    ];
    piece.double_quad(surface, skirt, [0.0, 0.8, repeat, 1.0], Shade::LIT);
}

/// A sign that stands out over the pavement.
pub fn upright_sign(piece: &mut Piece, wall: &Wall, u: f32, y: f32, rng: &mut Rng) {
    let half = rng.below(2);
    let (height, reach) = (3.4, 0.95);
    let x = half as f32 * 0.5;
    let uv = [x + 0.01, 0.0, x + 0.49, 1.0];
    let shade = Shade {
        open: 0.2,
        ..Shade::glowing([0.98; 3])
    };
    let (near, far) = (0.35, 0.35 + reach);
    let p = |du: f32, dy: f32, out: f32| wall.at(u + du, y + dy, out);
    piece.quad(
        UPRIGHT,
        [
            p(0.12, 0.0, far),
            p(0.12, 0.0, near),
            p(0.12, height, near),
            p(0.12, height, far),
        ],
        uv,
        shade,
    );
    piece.quad(
        UPRIGHT,
        [
            p(-0.12, 0.0, near),
            p(-0.12, 0.0, far),
            p(-0.12, height, far),
            p(-0.12, height, near),
        ],
        uv,
        shade,
    );
    let iron = Surface::of("iron");
    piece.quad(
        iron,
        [
            p(-0.12, 0.0, far),
            p(0.12, 0.0, far),
            p(0.12, height, far),
            p(-0.12, height, far),
        ],
        [0.0, 0.0, 0.2, 3.0],
        Shade::LIT,
    );
    piece.quad(
        iron,
        [
            p(0.12, 0.0, near),
            p(-0.12, 0.0, near),
            p(-0.12, height, near),
            p(0.12, height, near),
        ],
        [0.0, 0.0, 0.2, 3.0],
        Shade::LIT,
    );
    piece.bar(
        iron,
        p(0.0, 0.5, 0.0),
        p(0.0, 0.5, near),
        0.08,
        1.0,
        Shade::LIT,
    );
    piece.bar(
        iron,
        p(0.0, height - 0.5, 0.0),
        p(0.0, height - 0.5, near),
        0.08,
        1.0,
        Shade::LIT,
    );
    for side in [-1.0, 1.0] {
        piece.lamps.push(Lamp {
            position: p(side * 1.0, height * 0.5, (near + far) * 0.5),
            radius: 8.0,
            strength: 0.5,
            colour: LampColour::Upright(half),
            haze: Haze::None,
        });
    }
    piece.lamps.push(Lamp {
        position: p(0.0, height * 0.5, far),
        radius: 0.1,
        strength: 0.0,
        colour: LampColour::Upright(half),
        haze: Haze::Ball(2.6),
    });
}

/// A ground floor of flats: plinth, windows, a door with a stoop and a lamp beside it.
pub fn entrance(
    piece: &mut Piece,
    wall: &Wall,
    surface: Surface,
    openings: Openings,
    rng: &mut Rng,
) {
    let bays = (wall.width / openings.bay).round().max(1.0);
    let bay = wall.width / bays;
    let door_bay = rng.below(bays as u32);
    for i in 0..bays as u32 {
        let part = Wall {
            origin: wall.at(bay * i as f32, 0.0, 0.0),
            width: bay,
            ..*wall
        };
        if i == door_bay {
            doorway(piece, &part, surface, rng);
        } else {
            storeys(
                piece,
                &part,
                surface,
                [0.0, GROUND_FLOOR],
                &[0.0],
                Openings {
                    sill: 1.4,
                    bay,
                    ..openings
                },
                rng,
            );
        }
    }
    wall.slab(
        piece,
        STONE,
        [0.0, GROUND_FLOOR - 0.25, wall.width, GROUND_FLOOR],
        [0.0, 0.12],
        4.0,
        Shade::LIT,
    );
}

fn doorway(piece: &mut Piece, wall: &Wall, surface: Surface, rng: &mut Rng) {
    let (w, foot, head) = (1.2, 0.75, 3.2);
    let (u0, u1) = ((wall.width - w) * 0.5, (wall.width + w) * 0.5);
    for (a, b) in [(0.0, u0), (u1, wall.width)] {
        for (y0, y1) in [(0.0, foot), (foot, head), (head, GROUND_FLOOR)] {
            wall.masonry(piece, surface, [a, y0, b, y1], 0.0, 4.0, foot_shade);
        }
    }
    wall.masonry(
        piece,
        surface,
        [u0, head, u1, GROUND_FLOOR],
        0.0,
        4.0,
        foot_shade,
    );
    wall.masonry(piece, surface, [u0, 0.0, u1, foot], 0.0, 4.0, foot_shade);
    reveal(piece, wall, STONE, [u0, foot, u1, head], -0.3);
    let door = rng.below(2) as f32 * 0.25;
    wall.panel(
        piece,
        DOORS,
        [u0, foot, u1, head],
        -0.3,
        [door + 0.004, 0.0, door + 0.246, 1.0],
        Shade::glowing([0.2, 0.16, 0.1]),
    );
    stoop(piece, wall, [u0 - 0.2, u1 + 0.2], foot);
    lamp_beside_door(piece, wall.at(u1 + 0.4, 2.7, 0.0), wall.out);
}

/// Four steps up to a door: fronts and tops, and the two cheeks.
fn stoop(piece: &mut Piece, wall: &Wall, [u0, u1]: [f32; 2], height: f32) {
    const STEPS: u32 = 4;
    let p = |u: f32, y: f32, out: f32| wall.at(u, y, out);
    let shade = Shade::shaded(0.9);
    for step in 0..STEPS {
        let (y0, y1) = (
            height * step as f32 / STEPS as f32,
            height * (step + 1) as f32 / STEPS as f32,
        );
        let out = 0.3 * (STEPS - step) as f32;
        piece.quad(
            STONE,
            [
                p(u0, y0, out),
                p(u1, y0, out),
                p(u1, y1, out),
                p(u0, y1, out),
            ],
            [0.0, 0.0, 0.4, 0.05],
            shade,
        );
        piece.quad(
            STONE,
            [
                p(u0, y1, out),
                p(u1, y1, out),
                p(u1, y1, out - 0.3),
                p(u0, y1, out - 0.3),
            ],
            [0.0, 0.1, 0.4, 0.18],
            shade,
        );
    }
    let reach = 0.3 * STEPS as f32;
    for (u, flip) in [(u0, false), (u1, true)] {
        let (near, far) = if flip { (reach, 0.0) } else { (0.0, reach) };
        let (low, high) = if flip { (0.2, height) } else { (height, 0.2) };
        piece.quad(
            STONE,
            [
                p(u, 0.0, near),
                p(u, 0.0, far),
                p(u, high, far),
                p(u, low, near),
            ],
            [0.0, 0.0, 0.3, 0.2],
            shade,
        );
    }
}

/// A small lamp on the wall.
pub fn lamp_beside_door(piece: &mut Piece, at: Vec3, out: Vec3) {
    let colour: Rgb = [1.0, 0.76, 0.42];
    let white = Surface::of("white");
    let centre = at + out * 0.16;
    let half = Vec3::new(0.09, 0.13, 0.09);
    piece.block(
        white,
        centre - half,
        centre + half,
        1.0,
        Shade::glowing([1.0, 0.86, 0.55]),
        crate::mesh::piece::Faces::WALLS,
    );
    piece.lamps.push(Lamp {
        position: at + out * 0.9,
        radius: 6.5,
        strength: 0.7,
        colour: LampColour::Fixed(colour),
        haze: Haze::Ball(0.9),
    });
}

/// Cornice along the top of a front, and the parapet's outer side.
pub fn cornice(piece: &mut Piece, wall: &Wall, surface: Surface, y: f32, rich: bool) {
    let columns = (wall.width / 4.0).round().max(1.0);
    let top = y + 0.75;
    if rich {
        let d = 0.45;
        let p = |u: f32, h: f32, out: f32| wall.at(u, h, out);
        for i in 0..columns as u32 {
            let (u0, u1) = (
                wall.width * i as f32 / columns,
                wall.width * (i + 1) as f32 / columns,
            );
            let uv = [u0 / 1.6, 0.0, u1 / 1.6, 1.0];
            piece.quad(
                CORNICE,
                [
                    p(u0, y - 0.45, d),
                    p(u1, y - 0.45, d),
                    p(u1, top, d),
                    p(u0, top, d),
                ],
                uv,
                Shade::LIT,
            );
            piece.quad(
                STONE,
                [
                    p(u0, y - 0.45, 0.0),
                    p(u1, y - 0.45, 0.0),
                    p(u1, y - 0.45, d),
                    p(u0, y - 0.45, d),
                ],
                [u0 / 4.0, 0.0, u1 / 4.0, 0.1],
                Shade::shaded(0.5),
            );
            piece.quad(
                STONE,
                [
                    p(u0, top, d),
                    p(u1, top, d),
                    p(u1, top, 0.0),
                    p(u0, top, 0.0),
                ],
                [u0 / 4.0, 0.0, u1 / 4.0, 0.1],
                Shade::LIT,
            );
        }
        for (u, flip) in [(0.0, false), (wall.width, true)] {
            let q = if flip {
                [
                    p(u, y - 0.45, d),
                    p(u, y - 0.45, 0.0),
                    p(u, top, 0.0),
                    p(u, top, d),
                ]
            } else {
                [
                    p(u, y - 0.45, 0.0),
                    p(u, y - 0.45, d),
                    p(u, top, d),
                    p(u, top, 0.0),
                ]
            };
            piece.quad(CORNICE, q, [0.0, 0.0, 0.28, 1.0], Shade::LIT);
        }
    }
    for i in 0..columns as u32 {
        let (u0, u1) = (
            wall.width * i as f32 / columns,
            wall.width * (i + 1) as f32 / columns,
        );
        wall.masonry(piece, surface, [u0, y, u1, top], 0.0, 4.0, |_| Shade::LIT);
    }
}
