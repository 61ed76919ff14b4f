//! From any picture to one of 16 or 256 colours with mip levels: median cut, integers only, so that the result is the same
//! everywhere.

use std::collections::BTreeMap;

use super::IndexedImage;

/// How many colours a texture has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaletteSize {
    /// 16 colours, PSMT4.
    Colours16,
    /// 256 colours, PSMT8.
    Colours256,
}

impl PaletteSize {
    /// The smallest size that holds these texels without loss, else 256.
    pub fn for_texels(texels: &[[u8; 4]]) -> Self {
        let mut seen = std::collections::BTreeSet::new();
        for texel in texels {
            seen.insert(*texel);
            if seen.len() > 16 {
                return Self::Colours256;
            }
        }
        Self::Colours16
    }

    /// Entries of the palette.
    pub fn colours(self) -> usize {
        match self {
            Self::Colours16 => 16,
            Self::Colours256 => 256,
        }
    }
}

impl IndexedImage {
    /// An indexed picture of RGBA texels, row by row from the top, with `levels` mip levels (at least one, each half as large as
    /// the one before). Alpha is the GS's, 0..=128; missing texels count as transparent, superfluous ones are ignored.
    pub fn quantise(
        width: u32,
        height: u32,
        texels: &[[u8; 4]],
        palette: PaletteSize,
        levels: u32,
    ) -> Self {
        let pictures = mip_levels(width, height, texels, levels);
        let buckets = histogram(pictures.iter().flatten());
        let palette = median_cut(&buckets, palette.colours());
        let nearest: BTreeMap<u32, u8> = buckets
            .iter()
            .map(|(key, bucket)| (*key, nearest(&palette, bucket.mean())))
            .collect();
        let index = |texel: &[u8; 4]| nearest.get(&key(*texel)).copied().unwrap_or(0);
        Self {
            width,
            height,
            palette,
            levels: pictures
                .iter()
                .map(|level| level.iter().map(index).collect())
                .collect(),
        }
    }
}

/// The picture and its smaller levels, one after the other.
pub(super) fn mip_levels(
    width: u32,
    height: u32,
    texels: &[[u8; 4]],
    levels: u32,
) -> Vec<Vec<[u8; 4]>> {
    let (mut w, mut h) = (width as usize, height as usize);
    let mut level: Vec<_> = texels.iter().copied().take(w * h).collect();
    level.resize(w * h, [0; 4]);
    let mut pictures = vec![level];
    for _ in 1..levels.max(1) {
        let next = pictures.last().map(|level| halve(level, w, h));
        (w, h) = ((w / 2).max(1), (h / 2).max(1));
        pictures.extend(next);
    }
    pictures
}

fn histogram<'a>(texels: impl Iterator<Item = &'a [u8; 4]>) -> Vec<(u32, Bucket)> {
    let mut histogram: BTreeMap<u32, Bucket> = BTreeMap::new();
    for texel in texels {
        histogram.entry(key(*texel)).or_default().add(*texel);
    }
    histogram.into_iter().collect()
}

/// At most so many colours that stand for these texels.
pub(super) fn key_colours<'a>(
    texels: impl Iterator<Item = &'a [u8; 4]>,
    most: usize,
) -> Vec<[u8; 4]> {
    let buckets = histogram(texels);
    if buckets.is_empty() || most == 0 {
        return Vec::new();
    }
    let mut colours = median_cut(&buckets, most);
    colours.truncate(buckets.len().min(most));
    colours
}

/// The next mip level: colours weighted by alpha, so that cut-outs do not bleed their hidden colour.
fn halve(level: &[[u8; 4]], width: usize, height: usize) -> Vec<[u8; 4]> {
    let (w, h) = ((width / 2).max(1), (height / 2).max(1));
    let mut out = Vec::with_capacity(w * h);
    for y in 0..h {
        for x in 0..w {
            let (mut weighted, mut plain, mut opacity) = ([0u32; 3], [0u32; 3], 0);
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let (sx, sy) = ((2 * x + dx).min(width - 1), (2 * y + dy).min(height - 1));
                let Some(&[r, g, b, alpha]) = level.get(sy * width + sx) else {
                    continue;
                };
                let alpha = u32::from(alpha);
                let sums = weighted.iter_mut().zip(&mut plain);
                for ((weighted, plain), value) in sums.zip([r, g, b]) {
                    *weighted += u32::from(value) * alpha;
                    *plain += u32::from(value);
                }
                opacity += alpha;
            }
            let colour = |weighted: u32, plain: u32| {
                let mean = (weighted + opacity / 2).checked_div(opacity);
                mean.unwrap_or(plain / 4) as u8
            };
            let ([wr, wg, wb], [pr, pg, pb]) = (weighted, plain);
            let (r, g, b) = (colour(wr, pr), colour(wg, pg), colour(wb, pb));
            out.push([r, g, b, ((opacity + 2) / 4) as u8]);
        }
    }
    out
}

/// Colours closer than this key are one entry of the histogram: 7, 7, 7 bits and all of alpha, whose steps show as rings in
/// halos and as edges of cards that should end in nothing.
fn key(t: [u8; 4]) -> u32 {
    // Transparent texels differ only in a colour that is never seen.
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
        members.sort_by_key(|(colour, _)| (value(*colour, channel), *colour));
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

/// A channel's value; there are four.
fn value(colour: [u8; 4], channel: usize) -> u8 {
    colour.get(channel).copied().unwrap_or(0)
}

fn widest(members: &[([u8; 4], u64)]) -> (usize, u8) {
    (0..4)
        .map(|channel| {
            let values = members.iter().map(|m| value(m.0, channel));
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
        let sum: u64 = members
            .iter()
            .map(|m| u64::from(value(m.0, channel)) * m.1)
            .sum();
        ((sum + weight / 2) / weight) as u8
    })
}

pub(super) fn nearest(palette: &[[u8; 4]], colour: [u8; 4]) -> u8 {
    let distance = |p: &[u8; 4]| -> u32 {
        // Alpha has half the range and decides the cut-out: it weighs more.
        const WEIGHTS: [u32; 4] = [2, 3, 1, 6];
        let channels = p.iter().zip(colour).zip(WEIGHTS);
        channels
            .map(|((own, wanted), weight)| {
                let apart = u32::from(own.abs_diff(wanted));
                weight * apart * apart
            })
            .sum()
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

    #[test]
    fn few_colours_survive_unchanged() {
        let texels = [
            [10, 20, 30, 128],
            [200, 100, 50, 128],
            [0, 0, 0, 0],
            [10, 20, 30, 128],
        ];
        let size = PaletteSize::for_texels(&texels);
        assert_eq!(size, PaletteSize::Colours16);
        let image = IndexedImage::quantise(2, 2, &texels, size, 1);
        assert_eq!(image.palette.len(), 16);
        let back: Vec<_> = image.levels[0]
            .iter()
            .map(|index| image.palette[usize::from(*index)])
            .collect();
        assert_eq!(back, texels);
    }

    #[test]
    fn seventeen_colours_need_the_large_palette() {
        let texels: Vec<_> = (0..17).map(|i| [i, 0, 0, 128]).collect();
        assert_eq!(PaletteSize::for_texels(&texels), PaletteSize::Colours256);
        assert_eq!(
            PaletteSize::for_texels(&texels[..16]),
            PaletteSize::Colours16
        );
    }

    #[test]
    fn every_level_is_half_as_large_as_the_one_before() {
        let texels = [[90, 90, 90, 128]; 32 * 16];
        let image = IndexedImage::quantise(32, 16, &texels, PaletteSize::Colours256, 4);
        let sizes: Vec<usize> = image.levels.iter().map(Vec::len).collect();
        assert_eq!(sizes, [512, 128, 32, 8]);
    }

    #[test]
    fn mip_levels_of_a_cut_out_keep_its_colour() {
        let (ink, none) = ([40, 40, 40, 128], [255, 255, 255, 0]);
        let image =
            IndexedImage::quantise(2, 2, &[ink, none, ink, none], PaletteSize::Colours16, 2);
        let texel = image.palette[usize::from(image.levels[1][0])];
        assert_eq!(texel, [40, 40, 40, 64]);
    }
}
