//! Strips and lists as one index list with triangles that have an area.

use crate::vertex::Vertex;

/// Appends the triangles of a strip (or list) whose vertices stand at `first..` of the mesh's vertex array.
///
/// Corners are in counter-clockwise order seen from the front: odd triangles of a strip exchange their last two.
/// Triangles with two corners at one place only join strips; they count for the parity and are left out.
/// Source: spec/ps2-geometry.md 5.
pub(super) fn push_triangles<V: Vertex>(
    indices: &mut Vec<u32>,
    vertices: &[V],
    strip: bool,
    first: u32,
) {
    if strip {
        push_strip(indices, vertices, first);
    } else {
        push_list(indices, vertices, first);
    }
}

fn push_strip<V: Vertex>(indices: &mut Vec<u32>, vertices: &[V], first: u32) {
    let [a, b, rest @ ..] = vertices else { return };
    // Each place is made once and passed along, instead of three times a triangle.
    let (mut a, mut b) = (a.place(), b.place());
    let triangles = (first..).zip(rest).map(|(corner, vertex)| {
        let c = vertex.place();
        let odd = (corner - first) & 1;
        let has_area = (a != b) & (b != c) & (c != a);
        (a, b) = (b, c);
        ([corner, corner + 1 + odd, corner + 2 - odd], has_area)
    });
    push_with_area(indices, rest.len(), triangles);
}

fn push_list<V: Vertex>(indices: &mut Vec<u32>, vertices: &[V], first: u32) {
    let (triples, _) = vertices.as_chunks::<3>();
    let triangles = (first..)
        .step_by(3)
        .zip(triples)
        .map(|(corner, [a, b, c])| {
            let (a, b, c) = (a.place(), b.place(), c.place());
            let has_area = (a != b) & (b != c) & (c != a);
            ([corner, corner + 1, corner + 2], has_area)
        });
    push_with_area(indices, triples.len(), triangles);
}

/// Appends those of `count` triangles that have an area. Every triangle is written and the next one goes over it if it has
/// none: a branch a triangle would cost more than the rest of the work.
fn push_with_area(
    indices: &mut Vec<u32>,
    count: usize,
    triangles: impl Iterator<Item = ([u32; 3], bool)>,
) {
    let start = indices.len();
    indices.resize(start + 3 * count, 0);
    let (out, _) = indices
        .get_mut(start..)
        .unwrap_or_default()
        .as_chunks_mut::<3>();
    let mut kept = 0;
    for (triangle, has_area) in triangles {
        if let Some(out) = out.get_mut(kept) {
            *out = triangle;
        }
        kept += usize::from(has_area);
    }
    indices.truncate(start + 3 * kept);
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;
    use wonderwheel_renderware::strip;

    use super::*;
    use crate::vertex::GsVertex;

    /// Vertices at the given places on a line; which places differ is all that counts here.
    fn at(places: &[i16]) -> Vec<GsVertex> {
        let vertex = |&x| GsVertex {
            position: [x, 0, 0, 0],
            ..GsVertex::zeroed()
        };
        places.iter().map(vertex).collect()
    }

    fn indices(places: &[i16], strip: bool) -> Vec<u32> {
        let mut indices = Vec::new();
        push_triangles(&mut indices, &at(places), strip, 100);
        indices
    }

    #[test]
    fn odd_triangles_of_a_strip_turn_round() {
        assert_eq!(indices(&[0, 1, 2, 3], true), [100, 101, 102, 101, 103, 102]);
    }

    #[test]
    fn joining_triangles_are_dropped_and_keep_the_parity() {
        // Two quads joined by a repeated last and a repeated first vertex: six triangles lie between, four without area.
        assert_eq!(
            indices(&[0, 1, 2, 3, 3, 4, 4, 5, 6, 7], true),
            [100, 101, 102, 101, 103, 102, 106, 107, 108, 107, 109, 108]
        );
    }

    #[test]
    fn a_triangle_whose_first_and_last_corner_meet_has_no_area() {
        assert_eq!(indices(&[0, 1, 0], true), []);
        assert_eq!(indices(&[0, 1, 0], false), []);
    }

    #[test]
    fn a_list_takes_whole_triples_as_they_stand() {
        assert_eq!(
            indices(&[0, 1, 2, 3, 4, 5, 6], false),
            [100, 101, 102, 103, 104, 105]
        );
        assert_eq!(
            indices(&[0, 1, 2, 3, 3, 4, 5, 6, 7], false),
            [100, 101, 102, 106, 107, 108]
        );
    }

    #[test]
    fn too_few_vertices_are_no_triangle() {
        for places in [&[][..], &[0], &[0, 1]] {
            assert_eq!(indices(places, true), []);
            assert_eq!(indices(places, false), []);
        }
    }

    #[test]
    fn the_fast_way_agrees_with_the_plain_one() {
        // A walk that often stays or steps back gives every kind of degenerate triangle.
        let mut state = 1u32;
        let places: Vec<i16> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 30) as i16
        })
        .take(500)
        .collect();
        for strip in [true, false] {
            let plain = strip::triangles(500, strip)
                .filter(|corners| !strip::is_degenerate(corners.map(|i| places[i as usize])))
                .flat_map(|corners| corners.map(|i| 100 + i))
                .collect::<Vec<_>>();
            assert_eq!(indices(&places, strip), plain);
        }
    }
}
