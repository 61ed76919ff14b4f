//! A picture being painted: float RGBA, 0..1, alpha 1 = opaque. Coordinates are texels from the top left corner.

use crate::kit::paint::noise;
use crate::kit::trig::smoothstep;

/// A colour, 0..1 a channel.
pub type Rgb = [f32; 3];

/// A colour from its 8-bit values.
pub const fn rgb(r: u8, g: u8, b: u8) -> Rgb {
    [r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0]
}

/// From `a` to `b` by `t`.
pub fn mix(a: Rgb, b: Rgb, t: f32) -> Rgb {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

/// From one colour to another while `x` goes from `low` to `high`, smoothly.
pub fn fade([from, to]: [Rgb; 2], [low, high]: [f32; 2], x: f32) -> Rgb {
    mix(from, to, smoothstep(low, high, x))
}

/// A colour made brighter or darker.
pub fn scale(a: Rgb, k: f32) -> Rgb {
    a.map(|v| v * k)
}

/// A texel of a colour that covers so much.
pub const fn rgba([r, g, b]: Rgb, alpha: f32) -> [f32; 4] {
    [r, g, b, alpha]
}

/// A picture of float colours.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    /// Texels across.
    pub width: usize,
    /// Texels down.
    pub height: usize,
    /// Rows from the top, RGBA.
    pub texels: Vec<[f32; 4]>,
}

impl Canvas {
    /// A canvas of one opaque colour.
    pub fn new(width: usize, height: usize, colour: Rgb) -> Self {
        Self {
            width,
            height,
            texels: vec![rgba(colour, 1.0); width * height],
        }
    }

    /// A fully transparent canvas whose hidden colour is `colour` (filtering mixes it in at the edges).
    pub fn clear(width: usize, height: usize, colour: Rgb) -> Self {
        Self {
            width,
            height,
            texels: vec![rgba(colour, 0.0); width * height],
        }
    }

    /// A sheet of pictures of one size, row by row, that many across.
    pub fn sheet(across: usize, pictures: &[Self]) -> Self {
        let Some(Self { width, height, .. }) = pictures.first() else {
            return Self::new(0, 0, [0.0; 3]);
        };
        let rows = pictures.len().div_ceil(across);
        let mut sheet = Self::new(width * across, height * rows, [0.0; 3]);
        for (i, picture) in pictures.iter().enumerate() {
            let first = i / across * height * sheet.width + i % across * width;
            for (row, line) in picture.texels.chunks_exact(*width).enumerate() {
                let at = first + row * sheet.width;
                sheet.texels[at..at + width].copy_from_slice(line);
            }
        }
        sheet
    }

    /// Paints every texel with an opaque colour.
    pub fn fill(&mut self, colour: impl Fn(f32, f32) -> Rgb) {
        self.each(|u, v, texel| *texel = rgba(colour(u, v), 1.0));
    }

    /// Calls `paint(u, v, texel)` for every texel, `u` and `v` in 0..1 at the texel's middle.
    pub fn each(&mut self, mut paint: impl FnMut(f32, f32, &mut [f32; 4])) {
        let (w, h) = (self.width as f32, self.height as f32);
        for (i, texel) in self.texels.iter_mut().enumerate() {
            let (x, y) = (i % self.width, i / self.width);
            paint((x as f32 + 0.5) / w, (y as f32 + 0.5) / h, texel);
        }
    }

    /// Calls `paint(x, y, texel)` for every texel inside the box, in texels (middle of the texel).
    pub fn each_in(&mut self, area: [f32; 4], mut paint: impl FnMut(f32, f32, &mut [f32; 4])) {
        let [x0, y0, x1, y1] = area;
        let columns =
            (x0.floor().max(0.0) as usize)..(x1.ceil().clamp(0.0, self.width as f32) as usize);
        for y in (y0.floor().max(0.0) as usize)..(y1.ceil().clamp(0.0, self.height as f32) as usize)
        {
            for x in columns.clone() {
                if let Some(texel) = self.texels.get_mut(y * self.width + x) {
                    paint(x as f32 + 0.5, y as f32 + 0.5, texel);
                }
            }
        }
    }

    /// An opaque box, mixed in by `strength`; edges snap to texels.
    pub fn rect(&mut self, area: [f32; 4], colour: Rgb, strength: f32) {
        let [x0, y0, x1, y1] = area;
        self.each_in(area, |x, y, texel| {
            if x >= x0 && x < x1 && y >= y0 && y < y1 {
                cover(texel, colour, strength);
            }
        });
    }

    /// A line of the given thickness with soft edges.
    pub fn line(
        &mut self,
        from: [f32; 2],
        to: [f32; 2],
        thickness: f32,
        colour: Rgb,
        strength: f32,
    ) {
        let reach = thickness * 0.5 + 1.0;
        let area = [
            from[0].min(to[0]) - reach,
            from[1].min(to[1]) - reach,
            from[0].max(to[0]) + reach,
            from[1].max(to[1]) + reach,
        ];
        self.each_in(area, |x, y, texel| {
            let edge = thickness * 0.5 + 0.5 - segment_distance([x, y], from, to);
            if edge > 0.0 {
                cover(texel, colour, strength * edge.min(1.0));
            }
        });
    }

    /// A disc with soft edges.
    pub fn disc(&mut self, centre: [f32; 2], radius: f32, colour: Rgb, strength: f32) {
        self.line(centre, centre, radius * 2.0, colour, strength);
    }

    /// Multiplies brightness by `1 - depth .. 1 + depth`, by tileable noise.
    pub fn grain(&mut self, cells: (i32, i32), octaves: u32, depth: f32, seed: u32) {
        self.each(|u, v, texel| {
            let k = 1.0 + (noise::layered(u, v, cells, octaves, seed) - 0.5) * 2.0 * depth;
            for channel in texel.iter_mut().take(3) {
                *channel *= k;
            }
        });
    }

    /// Mixes a colour in where noise is above `threshold`.
    pub fn patches(
        &mut self,
        cells: (i32, i32),
        threshold: f32,
        colour: Rgb,
        strength: f32,
        seed: u32,
    ) {
        self.each(|u, v, texel| {
            let n = noise::layered(u, v, cells, 4, seed);
            let k = smoothstep(threshold, threshold + 0.18, n);
            cover(texel, colour, k * strength);
        });
    }
}

/// Lays `colour` over a texel by `strength`; the texel becomes at least that opaque.
pub fn cover(texel: &mut [f32; 4], colour: Rgb, strength: f32) {
    let strength = strength.clamp(0.0, 1.0);
    let alpha = texel[3] + (1.0 - texel[3]) * strength;
    // Over a transparent texel the new colour counts alone; over an opaque one by its strength.
    let share = if alpha > 0.0 { strength / alpha } else { 0.0 };
    for (channel, value) in texel.iter_mut().zip(colour) {
        *channel += (value - *channel) * share;
    }
    texel[3] = alpha;
}

/// Distance of a point from a line segment.
pub fn segment_distance(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> f32 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length_sq = dx * dx + dy * dy;
    let t = if length_sq > 0.0 {
        (((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length_sq).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (ex, ey) = (p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
    (ex * ex + ey * ey).sqrt()
}
