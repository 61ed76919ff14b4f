//! The smallest legal collision mesh: two triangles of level ground.

use wonderwheel_warriors::collision::{RawCollision, checked_bytes};

/// Ordinary geometry: enabled, top nibble 15. Source: spec/collision.md 3.1.
const FLAGS: u16 = 0xF001;
/// Asphalt. Source: spec/collision.md 3.3.
const MATERIAL: u8 = 6;
/// Cells along x and y.
const CELLS: u16 = 2;

/// Level ground at height `z` between two corners, game axes. Source: spec/collision.md 2 to 4.
pub fn ground([x0, y0]: [f32; 2], [x1, y1]: [f32; 2], z: f32) -> RawCollision {
    let corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
    let mut vertices = Vec::new();
    for [x, y] in corners {
        vertices.extend([x, y, z, 1.0].iter().flat_map(|v| v.to_le_bytes()));
    }
    let faces: [[u16; 3]; 2] = [[0, 1, 2], [0, 2, 3]];
    let mut triangles = Vec::new();
    for face in faces {
        triangles.extend(face.iter().chain([&FLAGS]).flat_map(|v| v.to_le_bytes()));
        triangles.extend([MATERIAL, 1]);
    }
    // Every cell lists both triangles. Word 0 stays 0, so that offset 0 is an empty list.
    let mut lists: Vec<u16> = vec![0];
    let mut grid = Vec::new();
    for _ in 0..CELLS * CELLS {
        grid.extend((lists.len() as u32).to_le_bytes());
        lists.extend([2, 0, 1]);
    }
    let list_words = lists.len() as u32;
    let pad = |mut bytes: Vec<u8>| {
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        bytes
    };
    RawCollision {
        checked: vec![0; checked_bytes(faces.len())],
        vertices,
        triangles: pad(triangles),
        grid: pad(grid),
        lists: pad(lists.iter().flat_map(|v| v.to_le_bytes()).collect()),
        mesh: header(
            [x0, y0],
            [x1, y1],
            z,
            list_words,
            faces.len() as u16,
            corners.len() as u32,
        ),
    }
}

fn header(
    [x0, y0]: [f32; 2],
    [x1, y1]: [f32; 2],
    z: f32,
    list_words: u32,
    triangles: u16,
    vertices: u32,
) -> Vec<u8> {
    let n = f32::from(CELLS);
    // Grid from world: the lowest corner maps to 0, the highest to n - 1; one layer needs no height.
    let scale = |low: f32, high: f32| {
        if high > low {
            (n - 1.0) / (high - low)
        } else {
            0.0
        }
    };
    let (sx, sy) = (scale(x0, x1), scale(y0, y1));
    let mut out = vec![0; 0x10];
    let rows = [
        [sx, 0.0, 0.0, 0.0],
        [0.0, sy, 0.0, 0.0],
        [0.0; 4],
        [-x0 * sx, -y0 * sy, 0.0, 1.0],
        [0.5, 0.5, 0.5, 1.0],
        [n - 0.5, n - 0.5, 0.5, 1.0],
    ];
    out.extend(rows.as_flattened().iter().flat_map(|v| v.to_le_bytes()));
    out.extend([CELLS, CELLS, 1, 0].iter().flat_map(|v| v.to_le_bytes()));
    out.extend(
        [0, list_words, 0]
            .iter()
            .flat_map(|v: &u32| v.to_le_bytes()),
    );
    out.extend([triangles, 0].iter().flat_map(|v| v.to_le_bytes()));
    out.extend(
        [0, 0, vertices, 0]
            .iter()
            .flat_map(|v: &u32| v.to_le_bytes()),
    );
    out.extend(z.to_le_bytes());
    out.extend([0; 4]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_160_bytes_and_counts_what_is_there() {
        let collision = ground([-160.0, -70.0], [160.0, 120.0], 0.0);
        assert_eq!(collision.mesh.len(), 160);
        let counts = collision.counts().unwrap();
        assert_eq!(
            (
                counts.cells,
                counts.triangles,
                counts.vertices,
                counts.list_words
            ),
            ([2, 2, 1], 2, 4, 13)
        );
        collision.check_lengths(0).unwrap();
    }

    #[test]
    fn both_triangles_face_up() {
        let collision = ground([0.0, 0.0], [10.0, 20.0], 1.5);
        let p = |i: usize| -> [f32; 3] {
            std::array::from_fn(|k| {
                let at = 16 * i + 4 * k;
                f32::from_le_bytes(collision.vertices[at..at + 4].try_into().unwrap())
            })
        };
        for t in 0..2 {
            let v: [usize; 3] = std::array::from_fn(|k| {
                let at = 10 * t + 2 * k;
                usize::from(u16::from_le_bytes(
                    collision.triangles[at..at + 2].try_into().unwrap(),
                ))
            });
            let (a, b, c) = (p(v[0]), p(v[1]), p(v[2]));
            assert!((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0);
        }
    }
}
