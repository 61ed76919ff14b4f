//! Tiles and their houses as they are drawn.

use glam::Vec3;
use wonderwheel_renderware::packed_chain::PackedMesh;
use wonderwheel_renderware::world::Aabb;

use super::tile::{TILE, Tile, lift};
use crate::error::Result;
use crate::kit::mesh::pack::pack;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{GRID, Piece, Surface, UV_GRID};
use crate::kit::rng::hash_unit;

/// A house: a plain block in grey.
pub fn house([low, high]: [Vec3; 2], origin: Vec3) -> Result<PackedMesh> {
    let mut piece = Piece::new();
    let plain = Surface::plain([255; 4]);
    piece.block(plain.tile(4.0), [low, high], Faces::STANDING);
    for vertex in piece.vertices_mut() {
        let light = 42.0 + 18.0 * vertex.normal.x + 12.0 * vertex.normal.y;
        let [r, g, b] = [1.0, 0.94, 0.86].map(|tint| (light * tint) as u8);
        vertex.colour = [r, g, b, 255];
    }
    let triangles: Vec<_> = piece.meshes.into_values().flatten().collect();
    pack(&triangles, origin, GRID, 1, true)
}

/// A tile of hills as one strip, and its box.
pub fn tile(shape: &Tile, part: u32) -> (PackedMesh, Aabb) {
    let Tile { origin, seed, .. } = *shape;
    let [columns, rows] = shape.grid;
    let mut mesh = PackedMesh {
        uv_sets: 1,
        ..PackedMesh::default()
    };
    let tint = [0, 1, 2].map(|c| 24.0 + 72.0 * hash_unit(part as i32, c, 99));
    let (mut low, mut high) = ([i16::MAX; 3], [i16::MIN; 3]);
    let mut vertex = |column: usize, row: usize| {
        let lift = lift([column, row], shape.grid, seed);
        let at = |i: usize, n: usize| ((i as f32 / n as f32 - 0.5) * TILE / GRID).round() as i16;
        let p = [at(column, columns), (lift / GRID) as i16, at(row, rows)];
        for axis in 0..3 {
            low[axis] = low[axis].min(p[axis]);
            high[axis] = high[axis].max(p[axis]);
        }
        mesh.positions.push([p[0], p[1], p[2], 0]);
        let uv = |i: usize, n: usize| (i as f32 / n as f32 * 8.0 / UV_GRID) as i16;
        mesh.uvs.push([uv(column, columns), uv(row, rows), 0, 0]);
        let light = 0.55 + 0.45 * hash_unit(column as i32, row as i32, seed ^ 2);
        let [r, g, b] = tint.map(|t| (t * light) as u8);
        mesh.colours.push([r, g, b, 255]);
        mesh.normals.push([0, 127, 0, 0]);
    };
    for row in 0..rows {
        // The row's first vertex twice and its last one twice: joins of an even length keep the winding.
        if row > 0 {
            vertex(0, row);
        }
        for column in 0..=columns {
            vertex(column, row);
            vertex(column, row + 1);
        }
        if row + 1 < rows {
            vertex(columns, row + 1);
        }
    }
    let world = |p: [i16; 3]| std::array::from_fn(|axis| f32::from(p[axis]) * GRID + origin[axis]);
    let [min, max] = [low, high].map(world);
    (mesh, Aabb { min, max })
}
