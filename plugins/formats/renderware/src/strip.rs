//! Triangles of strips and lists, with their winding. Source: spec/ps2-geometry.md 5.

/// The triangles of `len` strip or list vertices, counter-clockwise from the front: every odd triangle of a strip has its
/// last two corners exchanged. Degenerate triangles are counted and included; see [`is_degenerate`].
pub fn triangles(len: u32, strip: bool) -> impl ExactSizeIterator<Item = [u32; 3]> + Clone {
    let count = if strip {
        len.saturating_sub(2)
    } else {
        len / 3
    };
    (0..count).map(move |i| {
        if !strip {
            [3 * i, 3 * i + 1, 3 * i + 2]
        } else if i % 2 == 0 {
            [i, i + 1, i + 2]
        } else {
            [i, i + 2, i + 1]
        }
    })
}

/// Whether a triangle only joins two strips: two of its corners are equal. Give it packed positions (x, y, z without
/// the fourth word), or vertex indices of plain geometry.
pub fn is_degenerate<T: PartialEq>(corners: [T; 3]) -> bool {
    let [a, b, c] = corners;
    a == b || b == c || c == a
}

/// Joins strips into one by degenerate triangles: the last vertex of a strip and the first of the next are repeated,
/// and the first once more where the next strip would otherwise begin on an odd place and turn inside out.
pub fn join<T: Copy>(strips: impl IntoIterator<Item = impl AsRef<[T]>>) -> Vec<T> {
    let mut joined: Vec<T> = Vec::new();
    for strip in strips {
        let strip = strip.as_ref();
        if let (Some(&last), Some(&first)) = (joined.last(), strip.first()) {
            joined.extend([last, first]);
            if !joined.len().is_multiple_of(2) {
                joined.push(first);
            }
        }
        joined.extend_from_slice(strip);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(len: u32, strip: bool) -> Vec<[u32; 3]> {
        triangles(len, strip).collect()
    }

    #[test]
    fn odd_triangles_of_a_strip_exchange_their_last_corners() {
        assert_eq!(all(5, true), [[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
    }

    #[test]
    fn a_list_has_whole_triples_only() {
        assert_eq!(all(8, false), [[0, 1, 2], [3, 4, 5]]);
    }

    #[test]
    fn fewer_than_three_vertices_give_no_triangles() {
        for len in 0..3 {
            assert!(all(len, true).is_empty() && all(len, false).is_empty());
        }
    }

    #[test]
    fn a_triangle_with_two_equal_corners_is_degenerate() {
        assert!(!is_degenerate([1, 2, 3]));
        for corners in [[1, 1, 2], [2, 1, 1], [1, 2, 1]] {
            assert!(is_degenerate(corners));
        }
    }

    #[test]
    fn joined_strips_keep_every_triangle_and_its_winding() {
        // A strip of odd and one of even length before the last one.
        let strips: [&[u32]; 3] = [&[0, 1, 2, 3, 4], &[10, 11, 12, 13], &[20, 21, 22]];
        let joined = join(strips);
        assert_eq!(
            joined,
            [0, 1, 2, 3, 4, 4, 10, 10, 10, 11, 12, 13, 13, 20, 20, 21, 22]
        );
        let drawn: Vec<[u32; 3]> = triangles(17, true)
            .map(|corners| corners.map(|i| joined[i as usize]))
            .filter(|&corners| !is_degenerate(corners))
            .collect();
        assert_eq!(
            drawn,
            [
                [0, 1, 2],
                [1, 3, 2],
                [2, 3, 4],
                [10, 11, 12],
                [11, 13, 12],
                [20, 21, 22]
            ]
        );
    }
}
