//! Where new textures are put.

use wonderwheel_ps2::clut;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::picture::{MAX_LEVELS, Texture};
use crate::core::{BillboardTexture, GsRamEntry, PixelFormat, TextureEntry};
use crate::range::word;

/// Both units: of places in the GS memory image, and of texels behind the texture base.
const ALIGNMENT: usize = 0x100;

/// The two buffers of a level's textures, and the list of what is in the second. Textures are laid out as on the disc.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextureStore {
    /// Levels 0 and 1, from the texture base on.
    pub pixels: Vec<u8>,
    /// Palettes, levels 2 and 3, all levels of billboards.
    pub gs_ram: Vec<u8>,
    /// An entry for each thing in it.
    pub gs_entries: Vec<GsRamEntry>,
}

impl TextureStore {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a texture in; gives the entry for its table.
    ///
    /// # Errors
    /// `Malformed` when a level has not its size, or one of a level that a smaller one follows is missing; `Limit` when a
    /// buffer is full: 8 MiB of GS memory image, 2 GiB of texels.
    pub fn add(&mut self, texture: &Texture) -> Result<TextureEntry> {
        check_levels(texture)?;
        let [level_0, level_1, level_2, level_3] = &texture.levels;
        let start = self.pixels.len().next_multiple_of(ALIGNMENT);
        let data_offset = word(start, "texel bytes")?;
        self.pixels.resize(start, 0);
        self.pixels.extend(level_0);
        self.pixels.extend(level_1);
        // Exactly as far as the next one can begin: otherwise the room would look like a level 1.
        self.pixels
            .resize(self.pixels.len().next_multiple_of(ALIGNMENT), 0);
        let palette = self.put_palette(texture)?;
        let mut small = |level, indices: &[u8]| match indices {
            [] => Ok(-1),
            _ => self.put_image(texture, level, indices),
        };
        let (level_2, level_3) = (small(2, level_2)?, small(3, level_3)?);
        Ok(TextureEntry {
            data_offset,
            width: side(texture.width)?,
            height: side(texture.height)?,
            level_count: texture.level_count() as i16,
            palette,
            level_2,
            level_3,
        })
    }

    /// Puts a billboard in; gives what its class's entry says of it.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn add_billboard(&mut self, texture: &Texture) -> Result<BillboardTexture> {
        check_levels(texture)?;
        let palette = self.put_palette(texture)?;
        let mut places = [0; MAX_LEVELS];
        for (level, (place, indices)) in places.iter_mut().zip(&texture.levels).enumerate() {
            if !indices.is_empty() {
                *place = self.put_image(texture, level, indices)?;
            }
        }
        let [pixels, mips @ ..] = places;
        Ok(BillboardTexture {
            width: side(texture.width)?,
            height: side(texture.height)?,
            level_count: texture.level_count() as i16,
            palette,
            pixels,
            mips,
        })
    }

    fn put_palette(&mut self, texture: &Texture) -> Result<i16> {
        let stored = clut::store_palette_256(&texture.palette);
        self.put(PixelFormat::Palette32, (0, 0), &stored)
    }

    fn put_image(&mut self, texture: &Texture, level: usize, indices: &[u8]) -> Result<i16> {
        let (width, height) = texture.size(level);
        self.put(PixelFormat::Image8, (width as i16, height as i16), indices)
    }

    fn put(
        &mut self,
        format: PixelFormat,
        (width, height): (i16, i16),
        bytes: &[u8],
    ) -> Result<i16> {
        let start = self.gs_ram.len().next_multiple_of(ALIGNMENT);
        let unit = i16::try_from(start / ALIGNMENT).map_err(|_| {
            let max = i16::MAX as u64 * ALIGNMENT as u64;
            FormatError::limit(0, "bytes of the GS memory image", max, start as u64)
        })?;
        self.gs_ram.resize(start, 0);
        self.gs_ram.extend_from_slice(bytes);
        let address = word(start, "bytes of the GS memory image")?;
        self.gs_entries.push(GsRamEntry {
            psm: format.psm(),
            width,
            height,
            address,
            offset: address,
        });
        Ok(unit)
    }
}

fn side(side: u16) -> Result<i16> {
    let max = i16::MAX as u64;
    i16::try_from(side).map_err(|_| FormatError::limit(0, "texels of a side", max, side.into()))
}

fn check_levels(texture: &Texture) -> Result<()> {
    for (level, indices) in texture.levels.iter().enumerate() {
        let (width, height) = texture.size(level);
        let absent = indices.is_empty() && level > 0;
        if !absent && indices.len() != width * height {
            let expected = format!("{width} x {height} texels");
            return Err(FormatError::malformed(0, expected, indices.len()))
                .within(|| format!("level {level}"));
        }
    }
    Ok(())
}
