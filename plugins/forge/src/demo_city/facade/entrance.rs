//! A ground floor of flats: door, stoop, lamp.

use glam::Vec3;

use super::masonry::{foot_shade, reveal};
use super::openings::{DOORS, Openings, STONE};
use super::storeys::storeys;
use crate::demo_city::plan::GROUND_FLOOR;
use crate::kit::light::{Haze, Lamp, LampColour};
use crate::kit::mesh::{Piece, Shade, Surface, Wall};
use crate::kit::paint::Rgb;
use crate::kit::rng::Rng;

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
        crate::kit::mesh::piece::Faces::WALLS,
    );
    piece.lamps.push(Lamp {
        position: at + out * 0.9,
        radius: 6.5,
        strength: 0.7,
        colour: LampColour::Fixed(colour),
        haze: Haze::Ball(0.9),
    });
}
