//! Triangles in metres to a strip of packed vertices.

use std::collections::HashMap;

use glam::{Vec2, Vec3};
use wonderwheel_renderware::native_data::{FloatMesh, PackedMesh};

use crate::error::{ForgeError, Result};
use crate::kit::mesh::{UV_GRID, Vertex, strip::strip};

/// A packed vertex: position, uv, colour, normal.
type PackedVertex = ([i16; 3], [i16; 4], [u8; 4], [i8; 3]);

/// One mesh of an atomic at `origin`, as a strip; `scale` is the metres of one position unit. Source: spec/ps2-geometry.md 8.
///
/// # Errors
/// A vertex farther than 32,767 units from the origin, or a texture repeated more than 16 times each way.
pub fn pack(
    triangles: &[[Vertex; 3]],
    origin: Vec3,
    scale: f32,
    uv_sets: u8,
    normals: bool,
) -> Result<PackedMesh> {
    let shared = [0, 1].map(|set| whole_tiles(triangles.iter().flatten().map(|v| v.uv[set])));
    let mut seen: HashMap<PackedVertex, u32> = HashMap::with_capacity(triangles.len() * 2);
    let mut vertices: Vec<PackedVertex> = Vec::new();
    let mut list = Vec::with_capacity(triangles.len());
    for triangle in triangles {
        // Where a mesh spans too many repeats, each triangle goes by itself.
        let shift = [0, 1].map(|set| {
            shared[set].unwrap_or_else(|| {
                whole_tiles(triangle.iter().map(|v| v.uv[set])).unwrap_or_default()
            })
        });
        let mut indices = [0; 3];
        for (index, vertex) in indices.iter_mut().zip(triangle) {
            let packed = quantise(vertex, origin, scale, shift, uv_sets, normals)?;
            *index = *seen.entry(packed).or_insert_with(|| {
                vertices.push(packed);
                vertices.len() as u32 - 1
            });
        }
        list.push(indices);
    }
    let mut mesh = PackedMesh {
        uv_sets,
        ..PackedMesh::default()
    };
    for index in strip(&list) {
        let Some((p, uv, colour, n)) = vertices.get(index as usize) else {
            continue;
        };
        mesh.positions.push([p[0], p[1], p[2], 0]);
        mesh.uvs.push(*uv);
        mesh.colours.push(*colour);
        if normals {
            mesh.normals.push([n[0], n[1], n[2], 0]);
        }
    }
    Ok(mesh)
}

/// One mesh of the glow world: floats, world positions, one uv set. Source: spec/ps2-geometry.md 12.
pub fn pack_floats(triangles: &[[Vertex; 3]]) -> FloatMesh {
    let mut seen: HashMap<[u32; 6], u32> = HashMap::new();
    let mut vertices: Vec<&Vertex> = Vec::new();
    let list: Vec<[u32; 3]> = triangles
        .iter()
        .map(|t| {
            t.each_ref().map(|v| {
                let p = v.position.to_array().map(f32::to_bits);
                let uv = v.uv[0].to_array().map(f32::to_bits);
                *seen
                    .entry([p[0], p[1], p[2], uv[0], uv[1], u32::from_le_bytes(v.colour)])
                    .or_insert_with(|| {
                        vertices.push(v);
                        vertices.len() as u32 - 1
                    })
            })
        })
        .collect();
    let mut mesh = FloatMesh {
        uv_sets: 1,
        ..FloatMesh::default()
    };
    for v in strip(&list)
        .iter()
        .filter_map(|i| vertices.get(*i as usize))
    {
        mesh.positions.push(v.position.to_array());
        mesh.uvs.push([v.uv[0].x, v.uv[0].y, 0.0, 0.0]);
        mesh.colours.push(v.colour);
        mesh.normals.push([0; 3]);
    }
    mesh
}

/// The whole texture widths to take off, so that the mesh lies around zero; `None` when it is still too wide.
fn whole_tiles(uvs: impl Iterator<Item = Vec2>) -> Option<Vec2> {
    const MOST: f32 = 30.0;
    let (low, high) = uvs.fold((Vec2::MAX, Vec2::MIN), |(low, high), uv| {
        (low.min(uv), high.max(uv))
    });
    let narrow = (high - low).max_element() <= MOST;
    narrow.then(|| {
        if low.x > high.x {
            Vec2::ZERO
        } else {
            ((low + high) * 0.5).floor()
        }
    })
}

fn quantise(
    vertex: &Vertex,
    origin: Vec3,
    scale: f32,
    shift: [Vec2; 2],
    uv_sets: u8,
    normals: bool,
) -> Result<PackedVertex> {
    let position = ((vertex.position - origin) / scale).to_array();
    let mut p = [0; 3];
    for (packed, value) in p.iter_mut().zip(position) {
        *packed = to_i16(value)
            .ok_or_else(|| too_far("a vertex is out of reach of its sector's origin", vertex))?;
    }
    let mut uv = [0; 4];
    for set in 0..usize::from(uv_sets).min(2) {
        let value = (vertex.uv[set] - shift[set]) / UV_GRID;
        for (packed, value) in uv[set * 2..].iter_mut().zip(value.to_array()) {
            *packed = to_i16(value)
                .ok_or_else(|| too_far("a texture repeats more than 16 times", vertex))?;
        }
    }
    let n = if normals {
        vertex.normal.to_array().map(|v| (v * 127.0).round() as i8)
    } else {
        [0; 3]
    };
    Ok((p, uv, vertex.colour, n))
}

fn to_i16(value: f32) -> Option<i16> {
    let rounded = value.round();
    (f32::from(i16::MIN)..=f32::from(i16::MAX))
        .contains(&rounded)
        .then_some(rounded as i16)
}

fn too_far(what: &str, vertex: &Vertex) -> ForgeError {
    ForgeError::Impossible(format!("{what}, at {:?}", vertex.position.to_array()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::mesh::corners::upright;
    use crate::kit::mesh::{GRID, Piece, Surface};

    #[test]
    fn neighbours_with_different_origins_meet_in_the_same_bits() {
        let mut piece = Piece::new();
        let v = Vec3::new;
        let wall = upright([100.3, 8.0], [101.9, 8.0], [1.7, 3.1]);
        piece.quad(Surface::of("x"), wall, [0.0, 0.0, 1.0, 1.0]);
        let triangles = piece.meshes.values().next().unwrap();
        let world = |origin: Vec3| -> Vec<[i32; 3]> {
            let mesh = pack(triangles, origin, GRID, 1, true).unwrap();
            mesh.positions
                .iter()
                .map(|p| std::array::from_fn(|i| i32::from(p[i]) + (origin[i] / GRID) as i32))
                .collect()
        };
        assert_eq!(world(v(80.0, 0.0, 10.0)), world(v(130.0, 4.0, -9.0)));
    }

    #[test]
    fn a_vertex_out_of_reach_is_an_error() {
        let mut piece = Piece::new();
        let surface = Surface::of("x");
        piece.bar(surface.tile(8.0), Vec3::ZERO, Vec3::X * 140.0, 1.0);
        let triangles = &piece.meshes[&surface];
        assert!(pack(triangles, Vec3::ZERO, GRID, 1, true).is_err());
    }
}
