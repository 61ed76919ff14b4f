//! Textures of noise, where no picture is needed.

use wonderwheel_ps2::mip::MipWord;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};

use crate::error::Result;
use crate::kit::rng::hash_unit;

/// A texture of noise in 256 shades of one colour.
///
/// # Errors
/// A size that the format does not allow.
pub fn noise_texture(name: &str, side: u32, levels: u32, seed: u32) -> Result<NativeTexture> {
    let tint = [0, 1, 2].map(|c| 90.0 + 150.0 * hash_unit(c, 0, seed));
    let palette = (0..256).map(|i| {
        let shade = 0.3 + 0.7 * i as f32 / 255.0;
        let [r, g, b] = tint.map(|t| (t * shade) as u8);
        [r, g, b, 128]
    });
    let level = |level: u32| {
        let side = (side >> level).max(1) as i32;
        (0..side * side)
            .map(|i| {
                (hash_unit((i % side) << level >> 3, (i / side) << level >> 3, seed) * 255.0) as u8
            })
            .collect()
    };
    let image = IndexedImage {
        width: side,
        height: side,
        palette: palette.collect(),
        levels: (0..levels).map(level).collect(),
    };
    texture(name, &image, Addressing::Wrap)
}

/// An image as a texture, filtered between its levels when it has several.
///
/// # Errors
/// A size that the format does not allow.
pub fn texture(name: &str, image: &IndexedImage, addressing: Addressing) -> Result<NativeTexture> {
    let filter = if image.levels.len() > 1 {
        Sampling::LINEAR_MIP_LINEAR
    } else {
        Sampling::LINEAR
    };
    let sampling = Sampling::new(filter, addressing, addressing);
    let word = MipWord::new(-4.0, 0).0;
    Ok(NativeTexture::encode(name, image, sampling, word)?)
}
