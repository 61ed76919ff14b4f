//! A small rasteriser with the GS's arithmetic, exact where a GPU has to emulate: the oracle for the shader.
//!
//! What is as on the GS: pixels are processed one after the other in primitive order, so FB_ONLY and the Z that a second
//! pass leaves behind are exact; colour, alpha and fog run linearly over the screen and lose their fraction; texture
//! coordinates are perspective-correct; the texel, the texture function, fog, tests and blend are integers.
//!
//! What is as on a modern API, so that pictures can be compared: clip space with reversed depth (z = w at the near
//! plane, 0 at the far one), pixels sampled at their centres, top-left rule, vertices snapped to 1/256 pixel. Z is the
//! depth times 2^24 - 1, floor. Source: spec/gs-pipeline.md 3, 8, 14.

mod clip;
mod sampling;
mod state;
#[cfg(test)]
mod tests;
mod texture;

pub use sampling::{Precision, Sampling};
pub use state::{Cull, State, Vertex};
pub use texture::Texture;

use crate::array::zip_with;
use crate::gs;
use clip::ClipVertex;

/// Added before a fraction is dropped, so that a constant 127.99999 counts as 128. The shader adds the same.
const FLOOR_BIAS: f64 = 1.0 / 1024.0;
/// Steps of a pixel to which vertices are snapped.
const SUBPIXELS: f64 = 256.0;
/// Longest side of a frame. Together with the guard band it keeps edge functions inside 64 bits.
const MAX_SIDE: u32 = 16_384;
/// The largest Z: 24 bits.
const MAX_DEPTH: f64 = 16_777_215.0;

/// A colour buffer and a Z buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    width: u32,
    height: u32,
    colours: Vec<[u8; 4]>,
    depths: Vec<u32>,
}

impl Frame {
    /// A frame filled with one colour, Z cleared to 0 (farthest). Sides are cut to 16,384 pixels.
    pub fn new(width: u32, height: u32, clear: [u8; 4]) -> Self {
        let (width, height) = (width.min(MAX_SIDE), height.min(MAX_SIDE));
        let pixels = width as usize * height as usize;
        Self {
            width,
            height,
            colours: vec![clear; pixels],
            depths: vec![0; pixels],
        }
    }

    /// Pixels across.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All pixels, rows from the top.
    pub fn colours(&self) -> &[[u8; 4]] {
        &self.colours
    }

    /// One pixel; (0, 0) is the top left corner. None outside.
    pub fn colour(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        self.colours.get(self.index(x, y)?).copied()
    }

    /// Z of one pixel, 24 bits, larger is nearer. None outside.
    pub fn depth(&self, x: u32, y: u32) -> Option<u32> {
        self.depths.get(self.index(x, y)?).copied()
    }

    /// Clears Z alone, as the game does between background and world.
    pub fn clear_depth(&mut self) {
        self.depths.fill(0);
    }

    /// Draws triangles with one state after the other, as a batch of a dual-texture material is: all of the base, then
    /// all of the second pass.
    pub fn batch(&mut self, passes: &[State<'_>], triangles: &[[Vertex; 3]]) {
        for state in passes {
            for triangle in triangles {
                self.triangle(state, *triangle);
            }
        }
    }

    /// Draws one triangle. Vertices that are not finite draw nothing.
    pub fn triangle(&mut self, state: &State<'_>, vertices: [Vertex; 3]) {
        let polygon = clip::clip(vertices.map(|vertex| ClipVertex::new(&vertex, state.uv_set)));
        let Some((first, rest)) = polygon.split_first() else {
            return;
        };
        for (second, third) in rest.iter().zip(rest.iter().skip(1)) {
            let corners =
                [first, second, third].map(|vertex| Corner::new(vertex, self.width, self.height));
            self.fill(state, corners);
        }
    }

    fn fill(&mut self, state: &State<'_>, mut corners: [Corner; 3]) {
        let mut area = edge(corners[0].at, corners[1].at, corners[2].at);
        // y grows downwards here, so counter-clockwise as seen is negative.
        if area == 0 || (area > 0 && state.cull == Cull::Back) {
            return;
        }
        if area < 0 {
            corners.swap(1, 2);
            area = -area;
        }
        let (columns, rows) = self.bounds(&corners);
        let [a, b, c] = [corners[0].at, corners[1].at, corners[2].at];
        for y in rows {
            for x in columns.clone() {
                let pixel = [i64::from(x) * 256 + 128, i64::from(y) * 256 + 128];
                let weights = [edge(b, c, pixel), edge(c, a, pixel), edge(a, b, pixel)];
                let owns = [(b, c), (c, a), (a, b)].map(|(from, to)| owns_its_pixels(from, to));
                if weights
                    .iter()
                    .zip(owns)
                    .all(|(w, owns)| *w > 0 || (*w == 0 && owns))
                {
                    let shares = weights.map(|weight| weight as f64 / area as f64);
                    self.pixel(state, x, y, &Fragment::new(&corners, shares));
                }
            }
        }
    }

    /// The pixels whose centres may lie inside.
    fn bounds(&self, corners: &[Corner; 3]) -> (std::ops::Range<u32>, std::ops::Range<u32>) {
        let range = |along: fn(&Corner) -> i64, size: u32| {
            let along = corners.iter().map(along);
            let low = along
                .clone()
                .min()
                .unwrap_or(0)
                .div_euclid(256)
                .clamp(0, i64::from(size));
            let high = along
                .max()
                .unwrap_or(0)
                .div_euclid(256)
                .clamp(-1, i64::from(size) - 1)
                + 1;
            low as u32..high as u32
        };
        (
            range(|corner| corner.at[0], self.width),
            range(|corner| corner.at[1], self.height),
        )
    }

    fn pixel(&mut self, state: &State<'_>, x: u32, y: u32, fragment: &Fragment) {
        let Some(index) = self.index(x, y) else {
            return;
        };
        let (Some(stored), Some(depth)) = (self.colours.get_mut(index), self.depths.get_mut(index))
        else {
            return;
        };
        let colour = shade(state, fragment);
        let writes = state.test.writes(colour[3]);
        if !state.test.depth_test().passes(fragment.depth, *depth) {
            return;
        }
        let [r, g, b, a] = state
            .blend
            .map_or(colour, |blend| blend.apply(colour, *stored));
        if writes.rgb {
            *stored = [r, g, b, stored[3]];
        }
        if writes.alpha {
            stored[3] = a;
        }
        if writes.depth && state.depth_write {
            *depth = fragment.depth;
        }
    }

    fn index(&self, x: u32, y: u32) -> Option<usize> {
        (x < self.width && y < self.height).then_some(y as usize * self.width as usize + x as usize)
    }
}

/// Texture, texture function, fog: Cv and Av of one pixel.
fn shade(state: &State<'_>, fragment: &Fragment) -> [u8; 4] {
    let mut colour = fragment.colour;
    if let Some(texture) = state.texture {
        let lod = state.sampling.mip.lod(fragment.w as f32);
        colour = gs::modulate(texture.sample(fragment.uv, lod, &state.sampling), colour);
    }
    match state.fog {
        Some(fog_colour) => gs::fog(colour, fragment.fog, fog_colour),
        None => colour,
    }
}

/// Twice the signed area of a triangle of snapped points.
fn edge(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Top-left rule: whether pixels that lie exactly on this edge belong to the triangle.
fn owns_its_pixels(from: [i64; 2], to: [i64; 2]) -> bool {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    dy < 0 || (dy == 0 && dx > 0)
}

/// A clipped vertex on the screen.
struct Corner {
    /// Position in 1/256 pixel, y down.
    at: [i64; 2],
    /// z / w.
    depth: f64,
    /// 1 / w.
    q: f64,
    /// u / w, v / w.
    st: [f64; 2],
    /// Colour and fog.
    linear: [f64; 5],
}

impl Corner {
    fn new(vertex: &ClipVertex, width: u32, height: u32) -> Self {
        let [x, y, z, w] = vertex.position;
        // Clipping has brought both within the guard band, but for what huge numbers lose in precision.
        let ndc = |coordinate: f64| (coordinate / w).clamp(-2.0 * clip::GUARD, 2.0 * clip::GUARD);
        let snap = |pixels: f64| (pixels * SUBPIXELS).round() as i64;
        Self {
            at: [
                snap((ndc(x) * 0.5 + 0.5) * f64::from(width)),
                snap((0.5 - ndc(y) * 0.5) * f64::from(height)),
            ],
            depth: z / w,
            q: 1.0 / w,
            st: vertex.uv.map(|coordinate| coordinate / w),
            linear: vertex.linear,
        }
    }
}

/// What reaches the pixel pipeline.
struct Fragment {
    depth: u32,
    w: f64,
    uv: [f64; 2],
    colour: [u8; 4],
    fog: u8,
}

impl Fragment {
    fn new(corners: &[Corner; 3], shares: [f64; 3]) -> Self {
        let mix = |value: &dyn Fn(&Corner) -> f64| -> f64 {
            corners
                .iter()
                .zip(shares)
                .map(|(corner, share)| value(corner) * share)
                .sum()
        };
        let q = mix(&|corner| corner.q);
        let linear = corners
            .iter()
            .zip(shares)
            .fold([0.0; 5], |sum, (corner, share)| {
                zip_with(sum, corner.linear, |sum, value| sum + value * share)
            });
        let [r, g, b, a, fog] = linear.map(|value| (value + FLOOR_BIAS) as u8);
        Self {
            depth: (mix(&|corner| corner.depth) * MAX_DEPTH + FLOOR_BIAS).clamp(0.0, MAX_DEPTH)
                as u32,
            w: 1.0 / q,
            uv: [
                mix(&|corner| corner.st[0]) / q,
                mix(&|corner| corner.st[1]) / q,
            ],
            colour: [r, g, b, a],
            fog,
        }
    }
}
