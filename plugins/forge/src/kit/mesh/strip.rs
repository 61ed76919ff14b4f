//! Triangles to one strip with degenerate joins.

use std::collections::{BTreeSet, HashMap};

/// One strip that shows exactly the given triangles (three indices each, counter-clockwise), as a list of indices. A join
/// repeats the last vertex of one run and the first of the next, and once more where the parity would flip the winding.
///
/// Source: spec/ps2-geometry.md 5 and 8.
pub fn strip(triangles: &[[u32; 3]]) -> Vec<u32> {
    let mut edges: HashMap<(u32, u32), Vec<u32>> = HashMap::with_capacity(triangles.len() * 3);
    for (i, t) in triangles.iter().enumerate() {
        for k in 0..3 {
            let edge = (t[k], t[(k + 1) % 3]);
            edges.entry(edge).or_default().push(i as u32);
        }
    }
    let neighbours: Vec<Vec<u32>> = triangles
        .iter()
        .map(|t| {
            let across = |k: usize| {
                let edge = edges.get(&(t[(k + 1) % 3], t[k]));
                edge.into_iter().flatten().copied()
            };
            (0..3).flat_map(across).collect()
        })
        .collect();
    let mut degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    // Triangles with the fewest free neighbours begin: started late, they would be left alone.
    let mut waiting: BTreeSet<(usize, usize)> = degrees.iter().copied().zip(0..).collect();
    let mut used = vec![false; triangles.len()];
    let mut out = Vec::with_capacity(triangles.len() * 2);
    while let Some(&(_, start)) = waiting.first() {
        // Three ways to begin with this triangle; the longest run wins, the first one on a tie.
        let mut best = run(triangles, &edges, &mut used, start, 0);
        for turn in 1..3 {
            let other = run(triangles, &edges, &mut used, start, turn);
            if other.0.len() > best.0.len() {
                best = other;
            }
        }
        for taken in best.1.iter().map(|i| *i as usize) {
            used[taken] = true;
            waiting.remove(&(degrees[taken], taken));
            for other in neighbours[taken].iter().map(|i| *i as usize) {
                if waiting.remove(&(degrees[other], other)) {
                    degrees[other] -= 1;
                    waiting.insert((degrees[other], other));
                }
            }
        }
        join(&mut out, &best.0);
    }
    out
}

/// The longest strip from one triangle, begun at its corner `turn`: its vertices and its triangles. Leaves `used` as it was.
fn run(
    triangles: &[[u32; 3]],
    edges: &HashMap<(u32, u32), Vec<u32>>,
    used: &mut [bool],
    start: usize,
    turn: usize,
) -> (Vec<u32>, Vec<u32>) {
    let t = triangles[start];
    let mut vertices = vec![t[turn], t[(turn + 1) % 3], t[(turn + 2) % 3]];
    let mut taken = vec![start as u32];
    used[start] = true;
    loop {
        let n = vertices.len();
        let (a, b) = (vertices[n - 2], vertices[n - 1]);
        // Triangle number n - 2 of the strip; an odd one is read (a, c, b), so its edge runs from b to a's place.
        let edge = if n % 2 == 1 { (b, a) } else { (a, b) };
        let next = edges
            .get(&edge)
            .and_then(|list| list.iter().find(|i| !used[**i as usize]));
        let Some(&next) = next else { break };
        let t = triangles[next as usize];
        let Some(third) = t.iter().find(|v| **v != a && **v != b) else {
            break;
        };
        vertices.push(*third);
        used[next as usize] = true;
        taken.push(next);
    }
    for i in &taken {
        used[*i as usize] = false;
    }
    (vertices, taken)
}

fn join(out: &mut Vec<u32>, run: &[u32]) {
    let (Some(&last), Some(&first)) = (out.last(), run.first()) else {
        out.extend_from_slice(run);
        return;
    };
    out.push(last);
    out.push(first);
    // A run must begin at an even place.
    if out.len() % 2 == 1 {
        out.push(first);
    }
    out.extend_from_slice(run);
}

/// The triangles of a strip, degenerate ones left out.
#[cfg(test)]
fn triangles(strip: &[u32]) -> Vec<[u32; 3]> {
    strip
        .windows(3)
        .enumerate()
        .map(|(i, w)| {
            if i % 2 == 0 {
                [w[0], w[1], w[2]]
            } else {
                [w[0], w[2], w[1]]
            }
        })
        .filter(|t| t[0] != t[1] && t[1] != t[2] && t[0] != t[2])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(list: &[[u32; 3]]) -> Vec<[u32; 3]> {
        let mut out: Vec<[u32; 3]> = list
            .iter()
            .map(|t| {
                let k = (0..3).min_by_key(|k| t[*k]).unwrap_or(0);
                [t[k], t[(k + 1) % 3], t[(k + 2) % 3]]
            })
            .collect();
        out.sort_unstable();
        out
    }

    #[test]
    fn a_grid_comes_back_with_its_winding_and_in_few_vertices() {
        let (w, h) = (8, 5);
        let mut list = Vec::new();
        for y in 0..h {
            for x in 0..w {
                let a = y * (w + 1) + x;
                let (b, c, d) = (a + 1, a + w + 2, a + w + 1);
                list.push([a, b, c]);
                list.push([a, c, d]);
            }
        }
        let strip = strip(&list);
        assert_eq!(canonical(&triangles(&strip)), canonical(&list));
        assert!(
            strip.len() < list.len() * 8 / 5,
            "{} for {}",
            strip.len(),
            list.len()
        );
    }

    #[test]
    fn loose_triangles_are_joined_without_flipping() {
        let list = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [2, 1, 9]];
        assert_eq!(canonical(&triangles(&strip(&list))), canonical(&list));
    }
}
