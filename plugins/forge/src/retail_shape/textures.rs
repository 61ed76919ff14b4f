//! As many textures as a world has bytes for.

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::texture::NativeTexture;

use crate::error::Result;
use crate::kit::encode::noise_texture::noise_texture;

/// Textures that together take about `bytes`: large ones first, then whatever still fits.
pub(super) fn filling(world: &str, bytes: usize, seed: u32) -> Result<Vec<NativeTexture>> {
    let mut left = bytes;
    let mut textures = Vec::new();
    let sizes = [(256, 4), (256, 1), (128, 4), (128, 1), (64, 1), (32, 1)];
    // One of each size, to know what it costs.
    let samples: Vec<NativeTexture> = sizes
        .iter()
        .map(|(side, levels)| noise_texture("sample", *side, *levels, seed))
        .collect::<Result<_>>()?;
    let empty = TextureDictionary::new(Vec::new()).write().len();
    for (sample, (side, levels)) in samples.into_iter().zip(sizes) {
        let cost = TextureDictionary::new(vec![sample]).write().len() - empty + 12;
        while left >= cost {
            left -= cost;
            let number = textures.len() as u32;
            textures.push(noise_texture(
                &format!("{world}_{number:03}"),
                side,
                levels,
                seed ^ number << 8,
            )?);
        }
    }
    Ok(textures)
}
