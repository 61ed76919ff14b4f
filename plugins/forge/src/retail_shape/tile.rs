//! A sector's tile: where it lies, how fine it is, how high its hills are.

use glam::Vec3;

use crate::kit::rng::hash_unit;

/// Side of a sector's tile, metres.
pub const TILE: f32 = 32.0;
/// Most quads across a tile.
const COLUMNS: usize = 64;

/// A tile of a world.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// Its middle.
    pub origin: Vec3,
    /// Columns and rows of quads.
    pub grid: [usize; 2],
    /// What its hills follow from.
    pub seed: u32,
    /// Lowest and highest corner of the house on it.
    pub house: Option<[Vec3; 2]>,
}

impl Tile {
    /// `x0, z0, x1, z1`.
    pub fn rect(&self) -> [f32; 4] {
        let (o, half) = (self.origin, TILE * 0.5);
        [o.x - half, o.z - half, o.x + half, o.z + half]
    }
}

/// The square of tiles that a world's sectors are, the first row in the north; its last row may be short.
pub fn columns_and_rows(sectors: u32) -> [u32; 2] {
    let columns = (sectors as f32).sqrt().ceil().max(1.0) as u32;
    [columns, sectors.div_ceil(columns)]
}

/// Columns and rows of quads whose strip comes nearest to a number of vertices.
pub fn grid(vertices: usize) -> [usize; 2] {
    let candidates = (1..=COLUMNS).map(|columns| {
        let row = 2 * (columns + 1) + 2;
        let rows = ((vertices + 2) as f32 / row as f32).round().max(1.0) as usize;
        (
            [columns, rows],
            (rows * row - 2).abs_diff(vertices),
            columns.abs_diff(rows),
        )
    });
    // Among equally near ones the squarest.
    candidates
        .min_by_key(|(_, miss, lopsided)| (miss / 4, *lopsided))
        .map_or([1, 1], |(grid, _, _)| grid)
}

/// How high a corner of a tile's grid lies above its edges, metres: they are level, so that tiles meet.
pub fn lift([column, row]: [usize; 2], [columns, rows]: [usize; 2], seed: u32) -> f32 {
    if column == 0 || row == 0 || column == columns || row == rows {
        return 0.0;
    }
    5.0 * hash_unit(column as i32, row as i32, seed)
        * hash_unit(column as i32 / 4, row as i32 / 4, seed ^ 1)
}
