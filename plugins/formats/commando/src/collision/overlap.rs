//! Whether a triangle touches a box: the separating-axis test, in whole numbers and so exact.

use crate::lanes::{cross, dot, sub};

type Point = [i32; 3];

/// Whether a triangle and the box around `middle` with these half sides share a point, borders included.
pub(super) fn triangle_meets_box(triangle: [Point; 3], middle: Point, half: Point) -> bool {
    let corners = triangle.map(|corner| sub(corner.map(i64::from), middle.map(i64::from)));
    let half = half.map(i64::from);
    // Whether the projections onto an axis are apart.
    let is_apart = |axis: [i64; 3]| {
        let reach = dot(half, axis.map(i64::abs));
        let [a, b, c] = corners.map(|corner| dot(axis, corner));
        a.min(b).min(c) > reach || a.max(b).max(c) < -reach
    };
    let [a, b, c] = corners;
    let edges = [sub(b, a), sub(c, b), sub(a, c)];
    const UNITS: [[i64; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    !(UNITS.into_iter().any(is_apart)
        || is_apart(cross(edges[0], edges[1]))
        || edges
            .iter()
            .any(|&edge| UNITS.iter().any(|&unit| is_apart(cross(edge, unit)))))
}

/// Whether a triangle has no area.
pub(super) fn is_flat([a, b, c]: [Point; 3]) -> bool {
    let [a, b, c] = [a, b, c].map(|corner| corner.map(i64::from));
    cross(sub(b, a), sub(c, a)) == [0; 3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_that_passes_a_corner_diagonally_is_apart() {
        // Its box holds the cube's corner (1, 1, 1), its plane x + y + z = 4 does not reach it.
        let outside = [[4, 0, 0], [0, 4, 0], [0, 0, 4]];
        assert!(!triangle_meets_box(outside, [0; 3], [1; 3]));
        let touching = [[3, 0, 0], [0, 3, 0], [0, 0, 3]];
        assert!(triangle_meets_box(touching, [0; 3], [1; 3]));
        assert!(triangle_meets_box(touching, [2, 2, 2], [1; 3]));
        assert!(!triangle_meets_box(touching, [3, 3, 3], [1; 3]));
    }

    #[test]
    fn an_edge_that_passes_an_edge_of_the_box_is_apart() {
        // In the plane z = 0, across the corner (1, 1) of the square.
        let near = |at: i32| [[at, 0, 0], [0, at, 0], [at, at, 0]];
        assert!(triangle_meets_box(near(2), [0; 3], [1; 3]));
        assert!(!triangle_meets_box(near(3), [0; 3], [1; 3]));
        assert!(is_flat([[0; 3], [1, 1, 1], [3, 3, 3]]));
        assert!(!is_flat(near(2)));
        // The same edge and a box that is longer along x.
        assert!(triangle_meets_box(near(3), [0; 3], [2, 1, 1]));
    }
}
