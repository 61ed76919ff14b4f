//! Triangle strips: out of triangles, and back.

use std::collections::HashMap;
use std::hash::Hash;

/// A strip's vertices: triangle i has the corners i, i + 1, i + 2, and every odd one turns the other way round.
pub type Strip = Vec<u32>;

/// The triangles of a strip's vertices, the odd ones with their last corners exchanged, so that all wind as the first
/// does. `reversed` exchanges the even ones instead.
pub fn strip_triangles(vertices: &[u32], reversed: bool) -> impl Iterator<Item = [u32; 3]> {
    vertices
        .array_windows()
        .enumerate()
        .map(move |(i, &[a, b, c])| {
            if i.is_multiple_of(2) != reversed {
                [a, b, c]
            } else {
                [a, c, b]
            }
        })
}

/// Whether two of a triangle's corners are equal: it only joins two strips.
pub fn is_degenerate<T: PartialEq>([a, b, c]: &[T; 3]) -> bool {
    a == b || b == c || c == a
}

/// Cuts triangles into strips of at most `longest` vertices (at least three) that keep every triangle's winding.
/// Degenerate triangles are left out.
///
/// From each triangle that is left, in their order, it takes the first of the longest of the three strips that begin there.
pub fn strips(triangles: &[[u32; 3]], longest: usize) -> Vec<Strip> {
    let used = triangles.iter().map(is_degenerate).collect();
    strips_of_free(triangles, used, longest.max(3))
}

/// As [`strips`], of the triangles that are not used yet; those may be degenerate.
pub(crate) fn strips_of_free<V: Copy + Eq + Hash>(
    triangles: &[[V; 3]],
    used: Vec<bool>,
    longest: usize,
) -> Vec<Vec<V>> {
    let mut by_edge: HashMap<[V; 2], Vec<usize>> = HashMap::new();
    for (i, &[a, b, c]) in triangles.iter().enumerate() {
        for edge in [[a, b], [b, c], [c, a]] {
            by_edge.entry(edge).or_default().push(i);
        }
    }
    let mut stripper = Stripper {
        triangles,
        by_edge,
        used,
        longest,
    };
    let mut strips = Vec::new();
    for (first, &[a, b, c]) in triangles.iter().enumerate() {
        if stripper.used.get(first) != Some(&false) {
            continue;
        }
        let starts = [[a, b, c], [b, c, a], [c, a, b]];
        let grown = starts.map(|corners| stripper.grow(first, corners));
        let best = grown.into_iter().rev().max_by_key(|(strip, _)| strip.len());
        if let Some((strip, taken)) = best {
            stripper.mark(&taken, true);
            strips.push(strip);
        }
    }
    strips
}

struct Stripper<'a, V> {
    triangles: &'a [[V; 3]],
    /// The triangles that have a directed edge.
    by_edge: HashMap<[V; 2], Vec<usize>>,
    used: Vec<bool>,
    longest: usize,
}

impl<V: Copy + Eq + Hash> Stripper<'_, V> {
    /// A strip from one triangle on, and the triangles that it would take.
    fn grow(&mut self, first: usize, corners: [V; 3]) -> (Vec<V>, Vec<usize>) {
        let mut strip = corners.to_vec();
        let mut taken = vec![first];
        self.mark(&taken, true);
        while strip.len() < self.longest
            && let Some((next, vertex)) = self.next(&strip)
        {
            self.mark(&[next], true);
            strip.push(vertex);
            taken.push(next);
        }
        self.mark(&taken, false);
        (strip, taken)
    }

    /// The triangle that goes on from a strip's end, and its new vertex.
    fn next(&self, strip: &[V]) -> Option<(usize, V)> {
        let &[.., a, b] = strip else {
            return None;
        };
        // The new triangle's place in the strip is the strip's length less two: at an odd one its edge runs backwards.
        let edge = if strip.len().is_multiple_of(2) {
            [a, b]
        } else {
            [b, a]
        };
        let mut over_edge = self.by_edge.get(&edge)?.iter();
        let next = *over_edge.find(|&&i| self.used.get(i) == Some(&false))?;
        let &[a, b, c] = self.triangles.get(next)?;
        let turns = [([a, b], c), ([b, c], a), ([c, a], b)];
        let (_, vertex) = turns.into_iter().find(|(own, _)| *own == edge)?;
        Some((next, vertex))
    }

    fn mark(&mut self, triangles: &[usize], used: bool) {
        for &i in triangles {
            if let Some(mark) = self.used.get_mut(i) {
                *mark = used;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A triangle whose smallest corner stands first, winding kept.
    fn turned([a, b, c]: [u32; 3]) -> [u32; 3] {
        [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap()
    }

    #[test]
    fn a_ribbon_is_one_strip() {
        let triangles = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]];
        assert_eq!(strips(&triangles, 9), [vec![0, 1, 2, 3, 4, 5]]);
        assert_eq!(strips(&triangles, 4).len(), 2);
    }

    #[test]
    fn a_reversed_strip_turns_every_triangle() {
        let plain: Vec<_> = strip_triangles(&[0, 1, 2, 3], false).collect();
        let reversed: Vec<_> = strip_triangles(&[0, 1, 2, 3], true).collect();
        assert_eq!(plain, [[0, 1, 2], [1, 3, 2]]);
        assert_eq!(reversed, [[0, 2, 1], [1, 2, 3]]);
    }

    proptest! {
        #[test]
        fn strips_hold_every_triangle_once_with_its_winding(
            triangles in proptest::collection::vec(proptest::array::uniform3(0..9_u32), 0..40),
            longest in 3..12_usize,
        ) {
            let strips = strips(&triangles, longest);
            prop_assert!(strips.iter().all(|strip| (3..=longest).contains(&strip.len())));
            let mut found: Vec<_> = strips
                .iter()
                .flat_map(|strip| strip_triangles(strip, false).collect::<Vec<_>>())
                .map(turned)
                .collect();
            let mut expected: Vec<_> = triangles
                .into_iter()
                .filter(|corners| !is_degenerate(corners))
                .map(turned)
                .collect();
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
