//! Textures of a sky: 8-bit indices, a palette, no mip levels.

use wonderwheel_ps2::clut;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;

/// A texture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkyTexture {
    /// A power of two, 32 to 512.
    pub width: u32,
    /// A power of two, 32 to 512.
    pub height: u32,
    /// 256 colours as stored, in the order of CSM1: r, g, b and an alpha of which 0x80 is opaque.
    pub palette: Box<[u8; SkyTexture::PALETTE_BYTES]>,
    /// An index a texel, top row first.
    pub indices: Vec<u8>,
}

impl SkyTexture {
    /// Bytes of a palette.
    pub const PALETTE_BYTES: usize = 0x400;
    /// Shortest side.
    pub const MIN_SIDE: u32 = 32;
    /// Longest side.
    pub const MAX_SIDE: u32 = 512;

    /// A texture of indices and colours in index order, whose alpha is 0x80 where they are opaque.
    ///
    /// # Errors
    /// `Malformed` when a side is not a power of two from 32 to 512, or there are not as many indices as texels.
    pub fn new(
        width: u32,
        height: u32,
        indices: Vec<u8>,
        colours: &[[u8; 4]; 256],
    ) -> Result<Self> {
        let texture = Self {
            width,
            height,
            palette: Box::new(clut::store_palette_256(colours)),
            indices,
        };
        texture.check()?;
        Ok(texture)
    }

    /// Texels as r, g, b, a bytes, top row first, with the GS's alpha: 0x80 is opaque.
    pub fn gs_rgba(&self) -> Vec<u8> {
        self.expand(|colour| colour)
    }

    /// Texels as r, g, b, a bytes, top row first, with a picture's alpha: doubled, and 255 from 0x80 on.
    pub fn rgba(&self) -> Vec<u8> {
        self.expand(|[r, g, b, a]| [r, g, b, picture_alpha(a)])
    }

    fn expand(&self, change: impl Fn([u8; 4]) -> [u8; 4]) -> Vec<u8> {
        let mut out = vec![0; 4 * self.indices.len()];
        steps::count_bytes(out.len());
        if let Ok(colours) = clut::palette_256(self.palette.as_slice()) {
            clut::expand8(&self.indices, &colours.map(change), &mut out);
        }
        out
    }

    /// Whether a reader takes the texture.
    pub(super) fn check(&self) -> Result<()> {
        let texels = texels(self.width.into(), self.height.into(), 0)?;
        if self.indices.len() as u64 == texels {
            return Ok(());
        }
        let found = format!("{} indices", self.indices.len());
        Err(FormatError::malformed(0, format!("{texels} texels"), found))
    }
}

/// Texels of a texture of these sides.
pub(super) fn texels(width: i64, height: i64, offset: u64) -> Result<u64> {
    let sides = i64::from(SkyTexture::MIN_SIDE)..=i64::from(SkyTexture::MAX_SIDE);
    let is_side = |side: i64| sides.contains(&side) && side.cast_unsigned().is_power_of_two();
    if is_side(width) && is_side(height) {
        return Ok((width * height).cast_unsigned());
    }
    Err(FormatError::malformed(
        offset,
        "sides that are powers of two from 32 to 512",
        format!("{width} x {height}"),
    ))
}

/// Source: spec/commando-assets.md 1, step 4.
fn picture_alpha(gs_alpha: u8) -> u8 {
    match gs_alpha {
        0x80.. => 255,
        alpha => 2 * alpha,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_is_doubled_and_whole_from_0x80_on() {
        let mut colours = [[1, 2, 3, 0x80]; 256];
        colours[8] = [4, 5, 6, 0x7F];
        colours[9] = [7, 8, 9, 0xFF];
        let mut indices = vec![0; 32 * 64];
        indices[1] = 8;
        indices[2] = 9;
        let texture = SkyTexture::new(32, 64, indices, &colours).unwrap();
        assert_eq!(
            texture.rgba()[..12],
            [1, 2, 3, 255, 4, 5, 6, 254, 7, 8, 9, 255]
        );
        assert_eq!(texture.gs_rgba()[4..8], [4, 5, 6, 0x7F]);
        // Entry 8 is stored where 16 would be.
        assert_eq!(texture.palette[16 * 4..17 * 4], [4, 5, 6, 0x7F]);
    }

    #[test]
    fn sides_are_powers_of_two_in_range() {
        let colours = [[0; 4]; 256];
        for (width, height) in [(16, 32), (48, 32), (32, 1024)] {
            let indices = vec![0; (width * height) as usize];
            assert!(SkyTexture::new(width, height, indices, &colours).is_err());
        }
        assert!(SkyTexture::new(32, 32, vec![0; 1023], &colours).is_err());
        assert!(texels(65536, 65536, 0).is_err());
        assert!(texels(-32, -32, 0).is_err());
        assert_eq!(texels(512, 512, 0).unwrap(), 1 << 18);
    }
}
