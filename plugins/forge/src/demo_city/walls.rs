//! What clings to walls: graffiti, posters, tags. 2 cm in front of the wall.

use glam::Vec3;

use crate::demo_city::plan::{AVENUES, KERB, Plan, STREETS, Side, Use, X_RANGE, Z_RANGE};
use crate::kit::mesh::{Piece, Shade, Surface, TextureId, Wall};
use crate::kit::rng::Rng;

const GRAFFITI: Surface = Surface::textured(TextureId::part("graffiti")).blended();
const POSTERS: Surface = Surface::textured(TextureId::part("posters")).cut_out();
const TAGS: Surface = Surface::of("tags").cut_out();

/// Distance from the wall.
pub const RAISED: f32 = 0.02;

/// All of it, each a piece.
pub fn pieces(plan: &Plan, seed: u64) -> Vec<Piece> {
    let mut rng = Rng::new(seed, "walls");
    let mut out = Vec::new();
    for house in &plan.houses {
        for side in 0..4_u8 {
            let wall = Wall::of_rect(house.rect, side, KERB);
            let room = match house.sides.get(usize::from(side)) {
                // Below the sills of the ground floor.
                Some(Side::Back) => 1.3,
                Some(Side::Blind(from)) if *from <= 0.0 => 2.6,
                Some(Side::Front) if house.purpose == Use::Warehouse => 2.4,
                _ => continue,
            };
            decorate(&mut out, &wall, room, &mut rng);
        }
    }
    for [x0, x1] in STREETS {
        let wall = Wall {
            origin: Vec3::new(x0 - 4.0, 0.0, Z_RANGE[0] + 0.25),
            right: Vec3::X,
            out: Vec3::Z,
            width: x1 - x0 + 8.0,
        };
        decorate(&mut out, &wall, 3.0, &mut rng);
    }
    for [z0, z1] in AVENUES {
        let width = z1 - z0 + 8.0;
        let west = Wall {
            origin: Vec3::new(X_RANGE[0] + 0.25, 0.0, z1 + 4.0),
            right: Vec3::NEG_Z,
            out: Vec3::X,
            width,
        };
        let east = Wall {
            origin: Vec3::new(X_RANGE[1] - 0.25, 0.0, z0 - 4.0),
            right: Vec3::Z,
            out: Vec3::NEG_X,
            width,
        };
        decorate(&mut out, &west, 3.0, &mut rng);
        decorate(&mut out, &east, 3.0, &mut rng);
    }
    out
}

fn decorate(out: &mut Vec<Piece>, wall: &Wall, room: f32, rng: &mut Rng) {
    let mut u = rng.range(0.4, 1.6);
    while u < wall.width - 1.2 {
        let mut piece = Piece::new();
        let left = wall.width - u;
        let step = match rng.below(6) {
            0 | 1 if left > 3.2 => {
                let width = rng.range(2.4, (left - 0.2).min(5.0));
                let height = (width * 0.46).min(room);
                let row = rng.below(2) as f32 * 0.5;
                let y = (room - height) * rng.unit() + 0.05;
                wall.panel(
                    &mut piece,
                    GRAFFITI,
                    [u, y, u + width, y + height],
                    RAISED,
                    [0.0, row + 0.01, 1.0, row + 0.49],
                    Shade::LIT,
                );
                width
            }
            2 | 3 => {
                let height = room.min(1.2);
                let width = height * 0.85;
                let cell = rng.below(4);
                let (x, y) = ((cell % 2) as f32 * 0.5, (cell / 2) as f32 * 0.5);
                let foot = (room - height).min(0.7);
                wall.panel(
                    &mut piece,
                    POSTERS,
                    [u, foot, u + width, foot + height],
                    RAISED,
                    [x + 0.005, y + 0.005, x + 0.495, y + 0.495],
                    Shade::LIT,
                );
                width
            }
            4 => {
                let cell = rng.below(4);
                let (x, y) = ((cell % 2) as f32 * 0.5, (cell / 2) as f32 * 0.5);
                let size = room.min(1.1);
                let foot = (room - size).min(0.9);
                wall.panel(
                    &mut piece,
                    TAGS,
                    [u, foot, u + size, foot + size],
                    RAISED,
                    [x, y, x + 0.5, y + 0.5],
                    Shade::LIT,
                );
                size
            }
            _ => 1.2,
        };
        if piece.triangle_count() > 0 {
            out.push(piece);
        }
        u += step + rng.range(0.2, 2.8);
    }
}
