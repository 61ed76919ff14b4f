//! From a painted canvas to an indexed picture.

use wonderwheel_renderware::texture::{IndexedImage, PaletteSize};

use crate::kit::paint::Canvas;

/// An indexed picture of the canvas, with `levels` mip levels. Alpha comes out as 0..=128.
///
/// `dither` spreads the rounding over a 4 x 4 pattern of that many 255ths: smooth gradients need it, hard shapes do not.
pub fn quantise(canvas: &Canvas, palette: PaletteSize, levels: u32, dither: f32) -> IndexedImage {
    let texels = bytes(canvas, dither);
    let (width, height) = (canvas.width as u32, canvas.height as u32);
    IndexedImage::quantise(width, height, &texels, palette, levels)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::paint::rgb;

    #[test]
    fn few_colours_survive_unchanged() {
        let mut canvas = Canvas::new(8, 8, rgb(200, 100, 50));
        canvas.rect([0.0, 0.0, 4.0, 8.0], rgb(10, 20, 30), 1.0);
        let image = quantise(&canvas, PaletteSize::Colours16, 1, 0.0);
        let colour = |i: usize| image.palette[usize::from(image.levels[0][i])];
        assert_eq!(colour(0), [10, 20, 30, 128]);
        assert_eq!(colour(7), [200, 100, 50, 128]);
    }

    #[test]
    fn a_palette_has_as_many_colours_as_its_depth() {
        let canvas = Canvas::new(4, 4, rgb(1, 2, 3));
        for (size, count) in [(PaletteSize::Colours16, 16), (PaletteSize::Colours256, 256)] {
            let palette = quantise(&canvas, size, 1, 0.0).palette;
            assert_eq!(palette.len(), count, "{size:?}");
        }
    }

    #[test]
    fn a_halo_keeps_every_step_of_its_alpha() {
        let mut canvas = Canvas::clear(64, 1, rgb(255, 255, 255));
        canvas.each(|u, _, texel| texel[3] = u.mul_add(64.0, -0.5) / 128.0);
        let image = quantise(&canvas, PaletteSize::Colours256, 1, 0.0);
        for (i, index) in image.levels[0].iter().enumerate() {
            assert_eq!(usize::from(image.palette[usize::from(*index)][3]), i);
        }
    }
}
