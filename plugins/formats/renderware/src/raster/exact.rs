//! A picture of few colours keeps every one of them.

use std::collections::{BTreeMap, BTreeSet};

use super::IndexedImage;
use super::quantise::{PaletteSize, key_colours, mip_levels, nearest};

impl IndexedImage {
    /// An indexed picture with exactly these texels (see [`Self::quantise`]), when a palette holds all of their colours. What the
    /// palette has left over goes to the colours of the smaller levels.
    pub fn exact(width: u32, height: u32, texels: &[[u8; 4]], levels: u32) -> Option<Self> {
        let levels = mip_levels(width, height, texels, levels);
        let (largest, smaller) = levels.split_first()?;
        let mut own = BTreeSet::new();
        for texel in largest {
            own.insert(*texel);
            if own.len() > PaletteSize::Colours256.colours() {
                return None;
            }
        }
        let size = PaletteSize::for_texels(largest).colours();
        let mut palette: Vec<_> = own.iter().copied().collect();
        let others = smaller
            .iter()
            .flatten()
            .filter(|texel| !own.contains(*texel));
        let left = key_colours(others, size - own.len());
        palette.extend(left.into_iter().filter(|colour| !own.contains(colour)));
        palette.resize(size, [0; 4]);
        let places: BTreeMap<[u8; 4], u8> = (0_u8..=255)
            .zip(&palette)
            .map(|(i, colour)| (*colour, i))
            .rev()
            .collect();
        let index = |texel: &[u8; 4]| match places.get(texel) {
            Some(index) => *index,
            None => nearest(&palette, *texel),
        };
        let levels = levels.iter().map(|level| level.iter().map(index).collect());
        Some(Self {
            width,
            height,
            levels: levels.collect(),
            palette,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(image: &IndexedImage, level: usize) -> Vec<[u8; 4]> {
        let indices = image.levels[level].iter();
        indices
            .map(|index| image.palette[usize::from(*index)])
            .collect()
    }

    #[test]
    fn up_to_256_colours_come_back_exactly_however_close_they_are() {
        for colours in [1_u32, 16, 17, 256] {
            // Steps of one in red and green, hidden colours too.
            let texel = |i: u32| {
                let i = i % colours;
                [
                    i as u8,
                    (i / 2) as u8,
                    7,
                    if i.is_multiple_of(3) { 0 } else { 128 },
                ]
            };
            let texels: Vec<_> = (0..1024).map(texel).collect();
            let image = IndexedImage::exact(32, 32, &texels, 3).expect("few colours");
            assert_eq!(level(&image, 0), texels, "{colours}");
            assert_eq!(image.palette.len(), if colours <= 16 { 16 } else { 256 });
            assert_eq!(image.levels.len(), 3);
        }
    }

    #[test]
    fn one_colour_more_is_no_exact_picture() {
        let texels: Vec<_> = (0..512)
            .map(|i| [(i % 257) as u8, (i / 256) as u8, 0, 128])
            .collect();
        assert!(IndexedImage::exact(32, 16, &texels, 1).is_none());
    }

    #[test]
    fn smaller_levels_get_the_colours_that_are_left_over() {
        let (black, white) = ([0, 0, 0, 128], [255, 255, 255, 128]);
        let texels = [black, white].repeat(8);
        let image = IndexedImage::exact(4, 4, &texels, 2).expect("two colours");
        assert_eq!(level(&image, 1), [[128, 128, 128, 128]; 4]);
    }
}
