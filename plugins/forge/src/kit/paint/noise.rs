//! Value noise that tiles, so that a wall can repeat its texture without a seam.

use crate::kit::rng::hash_unit;

/// Smooth noise in 0..1 at `(x, y)` in lattice units; repeats every `period` units on both axes.
pub fn value(x: f32, y: f32, period: (i32, i32), seed: u32) -> f32 {
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let (sx, sy) = (fx * fx * (3.0 - 2.0 * fx), fy * fy * (3.0 - 2.0 * fy));
    let (ix, iy) = (x0 as i32, y0 as i32);
    let at = |dx: i32, dy: i32| {
        hash_unit(
            (ix + dx).rem_euclid(period.0.max(1)),
            (iy + dy).rem_euclid(period.1.max(1)),
            seed,
        )
    };
    let top = at(0, 0) + (at(1, 0) - at(0, 0)) * sx;
    let bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * sx;
    top + (bottom - top) * sy
}

/// `octaves` layers of [`value`], each twice as fine and half as strong, in 0..1. `u` and `v` are in 0..1 over the tile.
pub fn layered(u: f32, v: f32, cells: (i32, i32), octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
    for octave in 0..octaves {
        let cells = (cells.0 << octave, cells.1 << octave);
        sum += weight
            * value(
                u * cells.0 as f32,
                v * cells.1 as f32,
                cells,
                seed.wrapping_add(octave * 101),
            );
        total += weight;
        weight *= 0.5;
    }
    if total > 0.0 { sum / total } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_repeats_over_the_tile() {
        for i in 0..50 {
            let t = i as f32 / 50.0;
            let (a, b) = (layered(0.0, t, (4, 6), 3, 9), layered(1.0, t, (4, 6), 3, 9));
            assert!((a - b).abs() < 1e-4);
            assert!((0.0..=1.0).contains(&a));
        }
    }
}
