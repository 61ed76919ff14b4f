//! Triangles cut up by what they are drawn with.

use std::collections::BTreeMap;

use glam::Vec3;

use crate::scene::{MaterialId, Primitive};

/// The triangles of one look, and the vertices that they use.
#[derive(Debug, PartialEq)]
pub(super) struct Part<L> {
    pub look: L,
    /// Which of the mesh's vertices each of the part's is.
    pub vertices: Vec<u32>,
    /// Three of the part's vertices a triangle.
    pub indices: Vec<u32>,
}

/// Cuts triangles up, in the order in which looks are met. Triangles without area, and those with a corner that is not there, are
/// left out.
pub(super) fn parts<L: Ord + Copy>(
    triangles: impl IntoIterator<Item = (L, [u32; 3])>,
    positions: &[[f32; 3]],
) -> Vec<Part<L>> {
    let mut places = BTreeMap::new();
    let mut lists: Vec<(L, Vec<[u32; 3]>)> = Vec::new();
    for (look, corners) in triangles {
        let [a, b, c] = corners.map(|corner| positions.get(corner as usize));
        let (Some(a), Some(b), Some(c)) = (a, b, c) else {
            continue;
        };
        if a == b || b == c || c == a {
            continue;
        }
        let place = *places.entry(look).or_insert_with(|| {
            lists.push((look, Vec::new()));
            lists.len() - 1
        });
        if let Some((_, list)) = lists.get_mut(place) {
            list.push(corners);
        }
    }
    // Which part has numbered a vertex last, and how.
    let mut numbers = vec![(usize::MAX, 0_u32); positions.len()];
    let mut number_parts = Vec::with_capacity(lists.len());
    for (number, (look, list)) in lists.into_iter().enumerate() {
        let mut part = Part {
            look,
            vertices: Vec::new(),
            indices: Vec::with_capacity(list.len() * 3),
        };
        for corner in list.into_iter().flatten() {
            let Some(known) = numbers.get_mut(corner as usize) else {
                continue;
            };
            if known.0 != number {
                *known = (number, part.vertices.len() as u32);
                part.vertices.push(corner);
            }
            part.indices.push(known.1);
        }
        number_parts.push(part);
    }
    number_parts
}

impl<L> Part<L> {
    /// The part's own of values that the mesh has for each vertex.
    pub fn gather<T: Copy>(&self, values: &[T]) -> Vec<T> {
        let own = self.vertices.iter();
        own.filter_map(|vertex| values.get(*vertex as usize))
            .copied()
            .collect()
    }
}

/// The arrays of a primitive.
#[derive(Debug, Default)]
pub(super) struct Arrays {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub uvs: Vec<[f32; 2]>,
    pub colours: Vec<[u16; 4]>,
    pub joints: Vec<[u16; 4]>,
    pub weights: Vec<[f32; 4]>,
    pub indices: Vec<u32>,
    pub material: Option<MaterialId>,
}

impl Arrays {
    pub fn primitive(&self) -> Primitive<'_> {
        Primitive {
            positions: &self.positions,
            normals: &self.normals,
            uv_sets: [&self.uvs, &[]],
            colours: &self.colours,
            joints: &self.joints,
            weights: &self.weights,
            indices: &self.indices,
            material: self.material,
            ..Primitive::default()
        }
    }
}

/// A direction with length 1; up when there is none.
pub(super) fn unit(direction: [f32; 3]) -> [f32; 3] {
    Vec3::from(direction).normalize_or(Vec3::Y).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_their_own_vertices_and_no_triangle_without_area() {
        let positions = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
        ];
        let triangles = [
            ('b', [4, 1, 2]),
            ('a', [0, 1, 2]),
            ('b', [2, 1, 0]),
            ('a', [1, 2, 3]),
            ('c', [0, 0, 1]),
            ('c', [0, 1, 5]),
        ];
        let parts = parts(triangles, &positions);
        let part = |look, vertices: &[u32], indices: &[u32]| Part {
            look,
            vertices: vertices.to_vec(),
            indices: indices.to_vec(),
        };
        assert_eq!(
            parts,
            [
                part('b', &[4, 1, 2, 0], &[0, 1, 2, 2, 1, 3]),
                part('a', &[0, 1, 2], &[0, 1, 2]),
            ]
        );
        assert_eq!(parts[0].gather(&[10, 11, 12, 13, 14]), [14, 11, 12, 10]);
    }

    #[test]
    fn what_has_no_direction_points_up() {
        assert_eq!(unit([0.0; 3]), [0.0, 1.0, 0.0]);
        assert_eq!(unit([f32::NAN, 0.0, 0.0]), [0.0, 1.0, 0.0]);
        assert_eq!(unit([0.0, 0.0, -4.0]), [0.0, 0.0, -1.0]);
    }
}
