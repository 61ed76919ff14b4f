//! The corners of quads, counter-clockwise seen from the front, starting at the lower left one.

use glam::Vec3;

/// The uv box of a whole texture.
pub const WHOLE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];

/// An upright wall from `[x, z]` to `[x, z]`, seen by who has its begin to the left.
pub fn upright(from: [f32; 2], to: [f32; 2], [y0, y1]: [f32; 2]) -> [Vec3; 4] {
    [(from, y0), (to, y0), (to, y1), (from, y1)].map(|([x, z], y)| Vec3::new(x, y, z))
}

/// A level rectangle `[x0, z0, x1, z1]`, seen from above with north up.
pub fn level([x0, z0, x1, z1]: [f32; 4], y: f32) -> [Vec3; 4] {
    [(x0, z1), (x1, z1), (x1, z0), (x0, z0)].map(|(x, z)| Vec3::new(x, y, z))
}

/// A line from `a` to `b`, and the same line farther on.
pub fn raised(a: Vec3, b: Vec3, by: Vec3) -> [Vec3; 4] {
    [a, b, b + by, a + by]
}

/// A parallelogram around its middle: half of the way to the right, half of the way up.
pub fn around(middle: Vec3, right: Vec3, up: Vec3) -> [Vec3; 4] {
    [
        middle - right - up,
        middle + right - up,
        middle + right + up,
        middle - right + up,
    ]
}

/// Lowest and highest corner of a box over a foot: half its size to the sides, its heights above the foot.
pub fn standing(foot: Vec3, half: Vec3, [y0, y1]: [f32; 2]) -> [Vec3; 2] {
    [foot - half + Vec3::Y * y0, foot + half + Vec3::Y * y1]
}

/// A length from 0 in equal parts of about `about` each, at least one: where each begins and ends.
pub fn parts(length: f32, about: f32) -> impl Iterator<Item = [f32; 2]> + Clone {
    let count = (length / about).round().max(1.0);
    (0..count as u32).map(move |i| [i, i + 1].map(|at| length * at as f32 / count))
}

/// Places from `from` on that lie before `to`, so far apart.
pub fn strides(from: f32, to: f32, apart: f32) -> impl Iterator<Item = f32> {
    std::iter::successors(Some(from), move |at| Some(at + apart)).take_while(move |at| *at < to)
}
