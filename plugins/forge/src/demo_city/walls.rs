//! What clings to walls: graffiti, posters, tags. 2 cm in front of the wall.

use glam::Vec3;

use crate::demo_city::plan::{AVENUES, KERB, Plan, STREETS, Side, Use, X_RANGE, Z_RANGE};
use crate::kit::mesh::{Piece, Surface, TextureId, Wall};
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
    for wall in street_ends() {
        decorate(&mut out, &wall, 3.0, &mut rng);
    }
    out
}

/// Where a street leaves the city, a wall across it that looks back: streets, then both ends of each avenue.
pub fn street_ends() -> Vec<Wall> {
    let wall = |x: f32, z: f32, right: Vec3, out: Vec3, [from, to]: [f32; 2]| Wall {
        origin: Vec3::new(x, 0.0, z),
        right,
        out,
        width: to - from + 8.0,
    };
    let ends = STREETS.map(|street| {
        let z = Z_RANGE[0] + 0.25;
        wall(street[0] - 4.0, z, Vec3::X, Vec3::Z, street)
    });
    let of_avenues = AVENUES.map(|avenue| {
        let ([z0, z1], [west, east]) = (avenue, [X_RANGE[0] + 0.25, X_RANGE[1] - 0.25]);
        [
            wall(west, z1 + 4.0, Vec3::NEG_Z, Vec3::X, avenue),
            wall(east, z0 - 4.0, Vec3::Z, Vec3::NEG_X, avenue),
        ]
    });
    [&ends[..], of_avenues.as_flattened()].concat()
}

fn decorate(out: &mut Vec<Piece>, wall: &Wall, room: f32, rng: &mut Rng) {
    let mut u = rng.range(0.4, 1.6);
    while u < wall.width - 1.2 {
        let left = wall.width - u;
        // What is there, how wide and high, how far up, and which part of its sheet.
        let (surface, [width, height], foot, uv) = match rng.below(6) {
            0 | 1 if left > 3.2 => {
                let width = rng.range(2.4, (left - 0.2).min(5.0));
                let height = (width * 0.46).min(room);
                let row = rng.below(2) as f32 * 0.5;
                let foot = (room - height) * rng.unit() + 0.05;
                let uv = [0.0, row + 0.01, 1.0, row + 0.49];
                (GRAFFITI, [width, height], foot, uv)
            }
            2 | 3 => {
                let height = room.min(1.2);
                let foot = (room - height).min(0.7);
                (POSTERS, [height * 0.85, height], foot, cell(rng, 0.005))
            }
            4 => {
                let size = room.min(1.1);
                (TAGS, [size; 2], (room - size).min(0.9), cell(rng, 0.0))
            }
            _ => {
                u += 1.2 + rng.range(0.2, 2.8);
                continue;
            }
        };
        let mut piece = Piece::new();
        let area = [u, foot, u + width, foot + height];
        wall.panel(&mut piece, surface, area, RAISED, uv);
        if piece.triangle_count() > 0 {
            out.push(piece);
        }
        u += width + rng.range(0.2, 2.8);
    }
}

/// One of four pictures on a sheet, without its rim.
fn cell(rng: &mut Rng, rim: f32) -> [f32; 4] {
    let cell = rng.below(4);
    let (x, y) = ((cell % 2) as f32 * 0.5, (cell / 2) as f32 * 0.5);
    let far = 0.5 - rim;
    [x + rim, y + rim, x + far, y + far]
}
