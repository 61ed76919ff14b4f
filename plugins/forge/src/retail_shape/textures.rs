//! Textures of noise, and as many of them as a world has bytes for.

use wonderwheel_ps2::mip::MipWord;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};

use crate::error::Result;
use crate::kit::rng::hash_unit;

/// Textures that together take about `bytes`: large ones first, then whatever still fits.
pub(super) fn filling(world: &str, bytes: usize, seed: u32) -> Result<Vec<NativeTexture>> {
    let mut left = bytes;
    let mut textures = Vec::new();
    let sizes = [(256, 4), (256, 1), (128, 4), (128, 1), (64, 1), (32, 1)];
    // One of each size, to know what it costs.
    let samples: Vec<NativeTexture> = sizes
        .iter()
        .map(|(side, levels)| plain_texture("sample", *side, *levels, seed))
        .collect::<Result<_>>()?;
    let empty = TextureDictionary::new(Vec::new()).write().len();
    for (sample, (side, levels)) in samples.into_iter().zip(sizes) {
        let cost = TextureDictionary::new(vec![sample]).write().len() - empty + 12;
        while left >= cost {
            left -= cost;
            let number = textures.len() as u32;
            textures.push(plain_texture(
                &format!("{world}_{number:03}"),
                side,
                levels,
                seed ^ number << 8,
            )?);
        }
    }
    Ok(textures)
}

/// A texture of noise in 256 shades of one colour.
///
/// # Errors
/// A size that the format does not allow.
pub fn plain_texture(name: &str, side: u32, levels: u32, seed: u32) -> Result<NativeTexture> {
    let tint = [0, 1, 2].map(|c| 90.0 + 150.0 * hash_unit(c, 0, seed));
    let palette = (0..256).map(|i| {
        let shade = 0.3 + 0.7 * i as f32 / 255.0;
        [
            (tint[0] * shade) as u8,
            (tint[1] * shade) as u8,
            (tint[2] * shade) as u8,
            128,
        ]
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
    let filter = if levels > 1 {
        Sampling::LINEAR_MIP_LINEAR
    } else {
        Sampling::LINEAR
    };
    let sampling = Sampling::new(filter, Addressing::Wrap, Addressing::Wrap);
    Ok(NativeTexture::encode(
        name,
        &image,
        sampling,
        MipWord::new(-4.0, 0).0,
    )?)
}
