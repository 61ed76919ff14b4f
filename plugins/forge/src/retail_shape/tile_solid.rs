//! Tiles of ground as feet meet them: collision mesh, areas and routes.

use std::collections::BTreeMap;

use glam::Vec3;
use wonderwheel_warriors::collision::Material;
use wonderwheel_warriors::path_data::{AreaPlan, PathData};

use super::tile::{TILE, Tile, lift};
use crate::error::Result;
use crate::kit::encode::solid::{Matter, Solid};
use crate::kit::encode::walk;
use crate::kit::rng::hash_unit;

/// Quads along a tile's side in the collision mesh at most; what is drawn is finer.
const MOST_QUADS: usize = 4;
/// Nodes along a tile's side, and metres between them.
const NODES: usize = 3;
const NODE_STEP: f32 = TILE / NODES as f32;
/// Ground areas are numbered 1 to this. Source: spec/collision.md 3.2.
const LAST_AREA: usize = 124;

/// What routes lead around: its house, or a few places that differ from tile to tile.
fn holes(tile: &Tile) -> Vec<[f32; 4]> {
    if let Some([low, high]) = tile.house {
        return vec![[low.x, low.z, high.x, high.z]];
    }
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let place = |(i, (x, z)): (i32, (f32, f32))| {
        // Between four nodes, or on the line between two.
        let z = if hash_unit(i, 3, tile.seed) < 0.5 {
            0.0
        } else {
            z
        };
        let side = z * NODE_STEP * 0.5 + x.min(0.0) * 0.25;
        let middle = tile.origin + Vec3::new(x * NODE_STEP * 0.5, 0.0, side);
        let half = 0.4 + hash_unit(i, 4, tile.seed);
        [
            middle.x - half,
            middle.z - half,
            middle.x + half,
            middle.z + half,
        ]
    };
    (0..).zip(corners).map(place).collect()
}

/// The number of a tile's ground area.
fn area(index: usize) -> u8 {
    (index % LAST_AREA + 1) as u8
}

/// The tiles as a collision mesh.
pub fn solid(tiles: &[Tile]) -> Solid {
    let mut solid = Solid::new();
    for (index, tile) in tiles.iter().enumerate() {
        let matter = Matter::ground(Material::ASPHALT, area(index));
        let [columns, rows] = tile.grid;
        let steps = |n: usize| -> Vec<usize> {
            let quads = n.min(MOST_QUADS);
            (0..=quads).map(|i| i * n / quads).collect()
        };
        let [x0, z0, ..] = tile.rect();
        let corner = |column: usize, row: usize| {
            Vec3::new(
                x0 + TILE * column as f32 / columns as f32,
                tile.origin.y + lift([column, row], tile.grid, tile.seed),
                z0 + TILE * row as f32 / rows as f32,
            )
        };
        for r in steps(rows).windows(2) {
            for c in steps(columns).windows(2) {
                let corners = [(c[0], r[1]), (c[1], r[1]), (c[1], r[0]), (c[0], r[0])];
                solid.quad(corners.map(|(c, r)| corner(c, r)), matter);
            }
        }
        if let Some([low, high]) = tile.house {
            let rect = [low.x, low.z, high.x, high.z];
            solid.block(rect, [low.y, high.y], Matter::CONCRETE);
        }
    }
    solid
}

/// An area a tile, with nodes that are joined inside it and with its neighbours'.
///
/// # Errors
/// More tiles than the format holds.
pub fn path_data(tiles: &[Tile]) -> Result<PathData> {
    let mut areas = Vec::with_capacity(tiles.len());
    // Nodes of all tiles lie on one lattice: place to number.
    let mut numbers: BTreeMap<[i32; 2], u16> = BTreeMap::new();
    let mut next = 0_u16;
    for (index, tile) in tiles.iter().enumerate() {
        let [x0, z0, x1, z1] = tile.rect();
        let mut nodes = Vec::with_capacity(NODES * NODES);
        for row in 0..NODES {
            for column in 0..NODES {
                let x = x0 + (column as f32 + 0.5) * NODE_STEP;
                let z = z0 + (row as f32 + 0.5) * NODE_STEP;
                let place = [x, z].map(|v| (v / NODE_STEP).floor() as i32);
                numbers.insert(place, next);
                next = next.saturating_add(1);
                nodes.push([x, -z, tile.origin.y]);
            }
        }
        areas.push(AreaPlan {
            ground_area: area(index),
            outline: walk::rectangle([x0, -z1], [x1, -z0]),
            holes: holes(tile).into_iter().map(walk::hole).collect(),
            nodes,
        });
    }
    let mut pairs = Vec::new();
    for ([x, z], number) in &numbers {
        for other in [[x + 1, *z], [*x, z + 1]] {
            pairs.extend(numbers.get(&other).map(|other| [*number, *other]));
        }
    }
    walk::path_data(&areas, &pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::finding::Findings;

    /// A tile with a house of 6 m.
    fn tile(x: f32) -> Tile {
        let origin = Vec3::new(x, 0.0, 0.0);
        Tile {
            origin,
            grid: [8, 2],
            seed: 5,
            house: Some([origin + 2.0, origin + Vec3::splat(8.0)]),
        }
    }

    #[test]
    fn two_tiles_are_joined_along_their_border() {
        let tiles = [tile(-16.0), tile(16.0)];
        let mut findings = Findings::new();
        let data = path_data(&tiles).unwrap();
        data.validate(&mut findings);
        // Six columns by three rows: 5 x 3 + 6 x 2 steps, both ways.
        assert_eq!((data.nodes.len(), data.edges.len()), (18, 54));
        let mesh = solid(&tiles).mesh().unwrap();
        mesh.validate(&mut findings);
        // 4 x 2 quads a tile, and a house of 10 triangles twice.
        assert_eq!(mesh.triangles.len(), 2 * (16 + 10));
        assert!(findings.is_empty(), "{findings:?}");
    }
}
