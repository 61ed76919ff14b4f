//! Streets, pavements, yards: one grid of 2 metre cells, so that all neighbours share their edges.

use std::collections::BTreeMap;

use glam::{Vec2, Vec3};

use crate::demo_city::plan::{CELL, Ground, KERB, Plan, X_RANGE, Z_RANGE};
use crate::kit::mesh::corners::upright;
use crate::kit::mesh::{Piece, Shade, Surface};
use crate::textures::ground::{ASPHALT_TILE, PAVEMENT_TILE, PUDDLE_TILE};

/// Metres of one ground piece: 8 by 8 cells.
const TILE: f32 = 16.0;

/// The carriageway, wet.
const ASPHALT: Surface = Surface::of("asphalt").under("puddle");
const PAVEMENT: Surface = Surface::of("pavement").under("puddle");
const YARD: Surface = Surface::of("concrete");
const EARTH: Surface = Surface::of("earth");
const KERB_STONE: Surface = Surface::of("kerb");

/// The ground in pieces of 16 by 16 metres.
pub fn pieces(plan: &Plan) -> Vec<Piece> {
    let mut tiles: BTreeMap<(i32, i32), Piece> = BTreeMap::new();
    let rows = ((Z_RANGE[1] - Z_RANGE[0]) / CELL) as i32;
    let columns = ((X_RANGE[1] - X_RANGE[0]) / CELL) as i32;
    for row in 0..rows {
        for column in 0..columns {
            let (x, z) = (
                X_RANGE[0] + column as f32 * CELL,
                Z_RANGE[0] + row as f32 * CELL,
            );
            let Some(ground) = plan.ground(x + 1.0, z + 1.0) else {
                continue;
            };
            let key = ((x / TILE).floor() as i32, (z / TILE).floor() as i32);
            let piece = tiles.entry(key).or_default();
            cell(piece, ground, x, z);
            kerbs(piece, plan, ground, x, z);
        }
    }
    tiles
        .into_values()
        .filter(|p| p.triangle_count() > 0)
        .collect()
}

fn cell(piece: &mut Piece, ground: Ground, x: f32, z: f32) {
    let (surface, y, tile) = match ground {
        Ground::Asphalt => (ASPHALT, 0.0, ASPHALT_TILE),
        Ground::Pavement => (PAVEMENT, KERB, PAVEMENT_TILE),
        Ground::Yard => (YARD, KERB, 4.0),
        Ground::Earth => (EARTH, KERB, 5.0),
        Ground::House => return,
    };
    let corner = |dx: f32, dz: f32| {
        let (px, pz) = (x + dx, z + dz);
        let open = if Plan::under_railway(px, pz) && ground == Ground::Asphalt {
            0.8
        } else {
            1.0
        };
        let first = Vec2::new(px / tile, pz / tile);
        let second = Vec2::new(px / PUDDLE_TILE + 0.31, pz / PUDDLE_TILE);
        (Vec3::new(px, y, pz), [first, second], Shade::shaded(open))
    };
    piece.field(surface, [1, 1], |i, k| {
        corner(CELL * i as f32, CELL * k as f32)
    });
}

/// Kerb stones where the carriageway ends, facing it.
fn kerbs(piece: &mut Piece, plan: &Plan, ground: Ground, x: f32, z: f32) {
    if ground != Ground::Asphalt {
        return;
    }
    let raised = |dx: f32, dz: f32| {
        matches!(
            plan.ground(x + 1.0 + dx, z + 1.0 + dz),
            Some(Ground::Pavement | Ground::Yard | Ground::Earth)
        )
    };
    let (x1, z1) = (x + CELL, z + CELL);
    let sides = [
        (0.0, -CELL, upright([x, z], [x1, z], [0.0, KERB])),
        (0.0, CELL, upright([x1, z1], [x, z1], [0.0, KERB])),
        (-CELL, 0.0, upright([x, z1], [x, z], [0.0, KERB])),
        (CELL, 0.0, upright([x1, z], [x1, z1], [0.0, KERB])),
    ];
    for (dx, dz, corners) in sides {
        if raised(dx, dz) {
            // One texture is 4 metres long; along the street the corners go on where the neighbour's end.
            let along = |p: Vec3| if dz != 0.0 { p.x } else { p.z } / 4.0;
            let corner = |i: usize| {
                let uv = Vec2::new(along(corners[i]), if i < 2 { 1.0 } else { 0.0 });
                (corners[i], [uv; 2], Shade::LIT)
            };
            piece.quad_with(KERB_STONE, std::array::from_fn(corner));
        }
    }
}
