//! A ground floor of shops.

use super::masonry::{foot_shade, reveal};
use super::openings::{DOORS, STONE};
use crate::demo_city::plan::{GROUND_FLOOR, KERB};
use crate::kit::light::{Haze, Lamp, LampColour};
use crate::kit::mesh::{Piece, Shade, Surface, TextureId, Wall};
use crate::kit::rng::Rng;
use crate::textures::{shops, signs};

const SHUTTER: Surface = Surface::of("shutter");
const SHOP: Surface = Surface::textured(TextureId::part("shops"));
const SIGN: Surface = Surface::textured(TextureId::part("signs"));

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
