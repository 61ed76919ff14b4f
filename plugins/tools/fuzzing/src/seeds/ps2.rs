//! Seeds of the PlayStation 2 crate's targets.

use wonderwheel_ps2::clut::store_palette_256;
use wonderwheel_ps2::upload::UploadPacket;

use super::renderware::chains;

/// Chains of a packed and of a default mesh.
pub fn dma_chain() -> Vec<Vec<u8>> {
    chains()
}

/// An upload of four quadwords, and one of none.
pub fn upload() -> Vec<Vec<u8>> {
    let image: Vec<u8> = (0..64).collect();
    [((8, 8), image.as_slice()), ((0, 0), &[])]
        .into_iter()
        .filter_map(|(size, image)| {
            let mut out = Vec::new();
            UploadPacket::new(size, image).ok()?.write_to(&mut out);
            Some(out)
        })
        .collect()
}

/// A square of 16 by 16 texels, and one of 32 by 8.
pub fn swizzle() -> Vec<Vec<u8>> {
    [0b0001_0010_u8, 0b0000_1011]
        .into_iter()
        .map(|choice| {
            let mut bytes = vec![choice];
            bytes.extend((0..256_u32).map(|i| (i * 7) as u8));
            bytes
        })
        .collect()
}

/// Palettes of 256 and of 16 colours.
pub fn palette() -> Vec<Vec<u8>> {
    let mut palette = [[0; 4]; 256];
    for (i, colour) in (0..=255).zip(&mut palette) {
        *colour = [i, 255 - i, i / 2, 128];
    }
    let stored = store_palette_256(&palette);
    vec![stored.to_vec(), stored.iter().copied().take(64).collect()]
}
