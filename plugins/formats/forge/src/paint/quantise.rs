//! From a painted canvas to 16 or 256 colours: median cut, integers only, so that the result is the same everywhere.

use std::collections::BTreeMap;

use wonderwheel_renderware::texture::IndexedImage;

use crate::paint::Canvas;

/// How many colours a texture has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// 16 colours, PSMT4.
    Pal4,
    /// 256 colours, PSMT8.
    Pal8,
}

impl Depth {
    /// Size of the palette.
    pub fn colours(self) -> usize {
        match self {
            Self::Pal4 => 16,
            Self::Pal8 => 256,
        }
    }
}

/// An indexed picture of the canvas, with `levels` mip levels. Alpha comes out as 0..=128.
///
/// `dither` spreads the rounding over a 4 x 4 pattern of that many 255ths: smooth gradients need it, hard shapes do not.
pub fn quantise(canvas: &Canvas, depth: Depth, levels: u32, dither: f32) -> IndexedImage {
    let mut level = bytes(canvas, dither);
    let (mut width, mut height) = (canvas.width, canvas.height);
    let mut pictures = vec![level.clone()];
    for _ in 1..levels.max(1) {
        level = halve(&level, width, height);
        (width, height) = ((width / 2).max(1), (height / 2).max(1));
        pictures.push(level.clone());
    }
    let mut histogram: BTreeMap<u32, Bucket> = BTreeMap::new();
    for texel in pictures.iter().flatten() {
        histogram.entry(key(*texel)).or_default().add(*texel);
    }
    let buckets: Vec<(u32, Bucket)> = histogram.into_iter().collect();
    let palette = median_cut(&buckets, depth.colours());
    let nearest: BTreeMap<u32, u8> = buckets
        .iter()
        .map(|(key, bucket)| (*key, nearest(&palette, bucket.mean())))
        .collect();
    IndexedImage {
        width: canvas.width as u32,
        height: canvas.height as u32,
        palette,
        levels: pictures
            .iter()
            .map(|level| {
                level
                    .iter()
                    .map(|t| nearest.get(&key(*t)).copied().unwrap_or(0))
                    .collect()
            })
            .collect(),
    }
}

/// Thresholds of a 4 x 4 Bayer pattern, -0.5..0.5.
const BAYER: [[f32; 4]; 4] = [
    [-0.47, 0.03, -0.34, 0.16],
    [0.28, -0.22, 0.41, -0.09],
    [-0.28, 0.22, -0.41, 0.09],
    [0.47, -0.03, 0.34, -0.16],
];

fn bytes(canvas: &Canvas, dither: f32) -> Vec<[u8; 4]> {
    canvas
        .texels
        .iter()
        .enumerate()
        .map(|(i, t)| {
            let (x, y) = (i % canvas.width, i / canvas.width);
            let offset = BAYER[y % 4][x % 4] * dither;
            let channel = |v: f32| (v * 255.0 + offset + 0.5).clamp(0.0, 255.0) as u8;
            let alpha = (t[3] * 128.0 + offset.clamp(-0.5, 0.0) + 0.5).clamp(0.0, 128.0) as u8;
            [channel(t[0]), channel(t[1]), channel(t[2]), alpha]
        })
        .collect()
}

/// The next mip level: colours weighted by alpha, so that cut-outs do not bleed their hidden colour.
fn halve(level: &[[u8; 4]], width: usize, height: usize) -> Vec<[u8; 4]> {
    let (w, h) = ((width / 2).max(1), (height / 2).max(1));
    let mut out = Vec::with_capacity(w * h);
    for y in 0..h {
        for x in 0..w {
            let mut sum = [0u32; 4];
            let mut plain = [0u32; 3];
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let (sx, sy) = ((2 * x + dx).min(width - 1), (2 * y + dy).min(height - 1));
                let Some(t) = level.get(sy * width + sx) else {
                    continue;
                };
                let alpha = u32::from(t[3]);
                for channel in 0..3 {
                    sum[channel] += u32::from(t[channel]) * alpha;
                    plain[channel] += u32::from(t[channel]);
                }
                sum[3] += alpha;
            }
            let colour = |channel: usize| {
                (sum[channel] + sum[3] / 2)
                    .checked_div(sum[3])
                    .unwrap_or(plain[channel] / 4) as u8
            };
            out.push([colour(0), colour(1), colour(2), ((sum[3] + 2) / 4) as u8]);
        }
    }
    out
}

/// Colours closer than this key are one entry of the histogram: 7, 7, 7 bits and all of alpha, whose steps show as rings in
/// halos and as edges of cards that should end in nothing.
fn key(t: [u8; 4]) -> u32 {
    // Transparent texels differ only in a colour that nobody sees.
    if t[3] == 0 {
        return 0;
    }
    u32::from(t[0] >> 1) << 22
        | u32::from(t[1] >> 1) << 15
        | u32::from(t[2] >> 1) << 8
        | u32::from(t[3])
        | 1 << 31
}

#[derive(Debug, Clone, Copy, Default)]
struct Bucket {
    sum: [u64; 4],
    count: u64,
}

impl Bucket {
    fn add(&mut self, texel: [u8; 4]) {
        for (sum, value) in self.sum.iter_mut().zip(texel) {
            *sum += u64::from(value);
        }
        self.count += 1;
    }

    fn mean(&self) -> [u8; 4] {
        let count = self.count.max(1);
        self.sum.map(|s| ((s + count / 2) / count) as u8)
    }
}

fn median_cut(buckets: &[(u32, Bucket)], colours: usize) -> Vec<[u8; 4]> {
    let mut boxes: Vec<Vec<([u8; 4], u64)>> =
        vec![buckets.iter().map(|(_, b)| (b.mean(), b.count)).collect()];
    while boxes.len() < colours {
        // The box whose widest channel, weighted by how often it is seen, is worst.
        let worst = boxes
            .iter()
            .enumerate()
            .filter(|(_, members)| members.len() > 1)
            .max_by_key(|(i, members)| {
                let weight: u64 = members.iter().map(|m| m.1).sum();
                let spread = u64::from(widest(members).1);
                (
                    spread * spread * (64 - u64::from(weight.leading_zeros())),
                    usize::MAX - i,
                )
            })
            .map(|(i, _)| i);
        let Some(worst) = worst else { break };
        let mut members = boxes.swap_remove(worst);
        let channel = widest(&members).0;
        members.sort_by_key(|(colour, _)| (colour[channel], *colour));
        let total: u64 = members.iter().map(|m| m.1).sum();
        let mut seen = 0;
        let middle = members.iter().position(|m| {
            seen += m.1;
            seen * 2 >= total
        });
        let cut = (middle.unwrap_or(0) + 1).min(members.len() - 1);
        let upper = members.split_off(cut);
        boxes.push(members);
        boxes.push(upper);
    }
    let mut palette: Vec<[u8; 4]> = boxes.iter().map(|members| average(members)).collect();
    palette.sort_unstable();
    palette.resize(colours, [0; 4]);
    palette
}

fn widest(members: &[([u8; 4], u64)]) -> (usize, u8) {
    (0..4)
        .map(|channel| {
            let values = members.iter().map(|m| m.0[channel]);
            let low = values.clone().min().unwrap_or(0);
            let high = values.max().unwrap_or(0);
            (channel, high - low)
        })
        .max_by_key(|(channel, spread)| (*spread, 4 - channel))
        .unwrap_or((0, 0))
}

fn average(members: &[([u8; 4], u64)]) -> [u8; 4] {
    let weight: u64 = members.iter().map(|m| m.1).sum::<u64>().max(1);
    std::array::from_fn(|channel| {
        let sum: u64 = members.iter().map(|m| u64::from(m.0[channel]) * m.1).sum();
        ((sum + weight / 2) / weight) as u8
    })
}

fn nearest(palette: &[[u8; 4]], colour: [u8; 4]) -> u8 {
    let distance = |p: &[u8; 4]| -> u32 {
        let d = |i: usize| u32::from(p[i].abs_diff(colour[i]));
        // Alpha has half the range and decides the cut-out: it weighs more.
        2 * d(0) * d(0) + 3 * d(1) * d(1) + d(2) * d(2) + 6 * d(3) * d(3)
    };
    palette
        .iter()
        .enumerate()
        .min_by_key(|(_, p)| distance(p))
        .map_or(0, |(i, _)| i as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::rgb;

    #[test]
    fn few_colours_survive_unchanged() {
        let mut canvas = Canvas::new(8, 8, rgb(200, 100, 50));
        canvas.rect([0.0, 0.0, 4.0, 8.0], rgb(10, 20, 30), 1.0);
        let image = quantise(&canvas, Depth::Pal4, 1, 0.0);
        let colour = |i: usize| image.palette[usize::from(image.levels[0][i])];
        assert_eq!(colour(0), [10, 20, 30, 128]);
        assert_eq!(colour(7), [200, 100, 50, 128]);
    }

    #[test]
    fn a_palette_has_as_many_colours_as_its_depth() {
        let canvas = Canvas::new(4, 4, rgb(1, 2, 3));
        assert_eq!(quantise(&canvas, Depth::Pal4, 1, 0.0).palette.len(), 16);
        assert_eq!(quantise(&canvas, Depth::Pal8, 1, 0.0).palette.len(), 256);
    }

    #[test]
    fn every_level_is_half_as_large_as_the_one_before() {
        let canvas = Canvas::new(32, 16, rgb(90, 90, 90));
        let sizes: Vec<usize> = quantise(&canvas, Depth::Pal8, 4, 0.0)
            .levels
            .iter()
            .map(Vec::len)
            .collect();
        assert_eq!(sizes, [512, 128, 32, 8]);
    }

    #[test]
    fn a_halo_keeps_every_step_of_its_alpha() {
        let mut canvas = Canvas::clear(64, 1, rgb(255, 255, 255));
        canvas.each(|u, _, texel| texel[3] = u.mul_add(64.0, -0.5) / 128.0);
        let image = quantise(&canvas, Depth::Pal8, 1, 0.0);
        for (i, index) in image.levels[0].iter().enumerate() {
            assert_eq!(usize::from(image.palette[usize::from(*index)][3]), i);
        }
    }

    #[test]
    fn mip_levels_of_a_cut_out_keep_its_colour() {
        let mut canvas = Canvas::clear(2, 2, rgb(255, 255, 255));
        canvas.rect([0.0, 0.0, 1.0, 2.0], rgb(40, 40, 40), 1.0);
        let image = quantise(&canvas, Depth::Pal4, 2, 0.0);
        let t = image.palette[usize::from(image.levels[1][0])];
        assert_eq!(t, [40, 40, 40, 64]);
    }
}
