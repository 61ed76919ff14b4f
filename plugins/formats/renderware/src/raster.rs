//! PS2 raster: a 64-byte header and the GS upload packets of levels and palette. Source: spec/renderware.md 4.

use binrw::binrw;
use wonderwheel_ps2::clut;
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::mip;
use wonderwheel_ps2::swizzle;
use wonderwheel_ps2::upload::UploadPacket;

use crate::section::{self, id};

mod encode;

/// Raster format bits. Source: spec/renderware.md 4.1.
#[allow(missing_docs)] // The names are the documentation.
pub mod format {
    pub const TEXTURE: u16 = 0x0004;
    pub const COLOUR_MASK: u16 = 0x0F00;
    pub const COLOUR_8888: u16 = 0x0500;
    pub const AUTO_MIP: u16 = 0x1000;
    pub const PAL8: u16 = 0x2000;
    pub const PAL4: u16 = 0x4000;
    pub const MIPMAPS: u16 = 0x8000;
}

/// Largest side that is read or written.
pub const MAX_SIDE: u32 = 1024;

/// The layout that sends texels in GS upload packets: the only one on the disc.
const LAYOUT_PACKETS: u16 = 2;

/// PS2 raster: header fields as stored, and the GS upload packets. Source: spec/renderware.md 4.
#[derive(Debug, Clone, PartialEq)]
pub struct Raster {
    /// Texels across level 0.
    pub width: u32,
    /// Texels down level 0.
    pub height: u32,
    /// Bits a texel: 4 or 8.
    pub depth: u32,
    /// RenderWare raster format bits, [`mod@format`].
    pub format: u16,
    /// GS TEX0 with both base pointers zero.
    pub tex0: u64,
    /// Palette offset from the texture's start in the GS, in units of 64 words.
    pub palette_block_offset: u32,
    /// TEX1 low word; bits 2-4 are MXL.
    pub tex1_low: u32,
    /// GS MIPTBP1.
    pub mip_tbp1: u64,
    /// GS MIPTBP2.
    pub mip_tbp2: u64,
    /// Words of GS memory taken.
    pub total_gs_words: u32,
    /// K and L as raster header +0x3C stores them.
    pub mip_word: u32,
    /// All texel packets, `pixelSize` bytes as stored.
    pub pixels: Vec<u8>,
    /// The palette packet, `paletteSize` bytes as stored.
    pub palette: Vec<u8>,
}

/// A decoded texture: un-swizzled, palette applied, cropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextureImage {
    /// Texels across level 0.
    pub width: u32,
    /// Texels down level 0.
    pub height: u32,
    /// RGBA8 rows, level after level, largest first; level i is `max(1, width >> i)` by `max(1, height >> i)`.
    /// Alpha is 0..=128, 128 opaque, as the GS takes it.
    pub levels: Vec<Vec<u8>>,
}

/// An indexed picture from which a texture is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedImage {
    /// Texels across level 0, a power of two.
    pub width: u32,
    /// Texels down level 0, a power of two.
    pub height: u32,
    /// 16 or 256 colours, RGBA, alpha 0..=128, in index order.
    pub palette: Vec<[u8; 4]>,
    /// One index a byte, rows from the top, largest level first.
    pub levels: Vec<Vec<u8>>,
}

/// The 64 bytes of the header as they lie in the file.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy)]
struct Header {
    width: u32,
    height: u32,
    depth: u32,
    format: u16,
    layout: u16,
    tex0: u64,
    palette_block_offset: u32,
    tex1_low: u32,
    mip_tbp1: u64,
    mip_tbp2: u64,
    pixel_size: u32,
    palette_size: u32,
    total_gs_words: u32,
    mip_word: u32,
}

/// One level's texels as the file holds them.
#[derive(Debug, Clone, Copy)]
struct StoredLevel<'a> {
    /// Nominal size.
    width: u32,
    height: u32,
    /// Size of the stored rectangle, at least the nominal one.
    stored_width: u32,
    stored_height: u32,
    /// Whether the texels are in the order of a transfer as wider pixels.
    swizzled: bool,
    image: &'a [u8],
}

impl Raster {
    /// Levels, 1 to 7.
    pub fn level_count(&self) -> u32 {
        if self.format & format::MIPMAPS != 0 {
            1 + mip::mxl(self.tex1_low)
        } else {
            1
        }
    }

    /// Reads the raster's struct section at the cursor and checks its packets.
    ///
    /// # Errors
    /// `Malformed` for headers or packets that contradict each other, `Unsupported` for rasters without a palette.
    pub(crate) fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        section::read(cursor, id::STRUCT, |outer| {
            let (header, at) = section::read(outer, id::STRUCT, |fields| {
                section::expect_size(fields, 64)?;
                let at = fields.offset();
                Ok((fields.record::<Header>()?, at))
            })?;
            check_header(&header, at)?;
            let (pixels, palette, pixels_at) = section::read(outer, id::STRUCT, |data| {
                section::expect_size(
                    data,
                    u64::from(header.pixel_size) + u64::from(header.palette_size),
                )?;
                let at = data.offset();
                let pixels = data.take(header.pixel_size as usize)?;
                let palette = data.take(header.palette_size as usize)?;
                Ok((pixels.to_vec(), palette.to_vec(), at))
            })?;
            let raster = Self {
                width: header.width,
                height: header.height,
                depth: header.depth,
                format: header.format,
                tex0: header.tex0,
                palette_block_offset: header.palette_block_offset,
                tex1_low: header.tex1_low,
                mip_tbp1: header.mip_tbp1,
                mip_tbp2: header.mip_tbp2,
                total_gs_words: header.total_gs_words,
                mip_word: header.mip_word,
                pixels,
                palette,
            };
            raster.stored_levels(pixels_at, |_| Ok(()))?;
            raster.colours(pixels_at + u64::from(header.pixel_size))?;
            Ok(raster)
        })
    }

    /// Appends the raster's struct section.
    pub(crate) fn write_to(&self, out: &mut Vec<u8>) {
        section::write(out, id::STRUCT, |out| {
            section::write(out, id::STRUCT, |out| {
                push_record(
                    out,
                    &Header {
                        width: self.width,
                        height: self.height,
                        depth: self.depth,
                        format: self.format,
                        layout: LAYOUT_PACKETS,
                        tex0: self.tex0,
                        palette_block_offset: self.palette_block_offset,
                        tex1_low: self.tex1_low,
                        mip_tbp1: self.mip_tbp1,
                        mip_tbp2: self.mip_tbp2,
                        pixel_size: u32::try_from(self.pixels.len()).unwrap_or(u32::MAX),
                        palette_size: u32::try_from(self.palette.len()).unwrap_or(u32::MAX),
                        total_gs_words: self.total_gs_words,
                        mip_word: self.mip_word,
                    },
                );
            });
            section::write(out, id::STRUCT, |out| {
                out.extend_from_slice(&self.pixels);
                out.extend_from_slice(&self.palette);
            });
        });
    }

    /// Every level as RGBA.
    ///
    /// # Errors
    /// `Malformed` when packets contradict the header.
    pub fn decode(&self) -> Result<TextureImage> {
        let palette = self.colours(self.pixels.len() as u64)?;
        let mut levels = Vec::new();
        self.stored_levels(0, |level| {
            let indices = level.indices(self.depth)?;
            let mut colours = vec![0; indices.len() * 4];
            clut::expand8(&indices, &palette, &mut colours);
            levels.push(colours);
            Ok(())
        })?;
        Ok(TextureImage {
            width: self.width,
            height: self.height,
            levels,
        })
    }

    /// Every level as indices, one a byte, with the palette in index order.
    ///
    /// # Errors
    /// `Malformed` when packets contradict the header.
    pub fn decode_indices(&self) -> Result<IndexedImage> {
        let palette = self.colours(self.pixels.len() as u64)?;
        let mut levels = Vec::new();
        self.stored_levels(0, |level| {
            levels.push(level.indices(self.depth)?);
            Ok(())
        })?;
        Ok(IndexedImage {
            width: self.width,
            height: self.height,
            palette: palette
                .iter()
                .take(1 << self.depth.min(8))
                .copied()
                .collect(),
            levels,
        })
    }

    /// Visits the texel packets, largest level first. `at` is where the first packet stands in the input.
    fn stored_levels(
        &self,
        at: u64,
        mut visit: impl FnMut(StoredLevel<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut cursor = Cursor::at_base(&self.pixels, at);
        for i in 0..self.level_count() {
            let width = mip::level_side(self.width, i);
            let height = mip::level_side(self.height, i);
            StoredLevel::read(&mut cursor, width, height, self.depth)
                .and_then(&mut visit)
                .within(|| format!("level[{i}]"))?;
        }
        Ok(())
    }

    /// The palette in index order; a 4-bit one fills the first 16 places. `at` is where its packet stands in the input.
    ///
    /// The packet is found by its place alone: on the disc palettes are often sent to other corners of a GS page.
    fn colours(&self, at: u64) -> Result<[[u8; 4]; 256]> {
        let read = || {
            let mut cursor = Cursor::at_base(&self.palette, at);
            let packet = UploadPacket::read_from(&mut cursor)?;
            if self.depth == 8 {
                clut::palette_256(packet.image)
            } else {
                let mut palette = [[0; 4]; 256];
                for (slot, colour) in palette.iter_mut().zip(clut::palette_16(packet.image)?) {
                    *slot = colour;
                }
                Ok(palette)
            }
        };
        read().within(|| "palette")
    }
}

fn check_header(header: &Header, at: u64) -> Result<()> {
    if header.layout != LAYOUT_PACKETS {
        return Err(FormatError::unsupported(
            at + 0x0E,
            format!("raster layout {}", header.layout),
        ));
    }
    let palette_bits = header.format & (format::PAL4 | format::PAL8);
    match (palette_bits, header.depth) {
        (format::PAL4, 4) | (format::PAL8, 8) => {}
        (0, _) => {
            return Err(FormatError::unsupported(
                at + 0x0C,
                format!("a raster without a palette (format {:#06x})", header.format),
            ));
        }
        _ => {
            return Err(FormatError::malformed(
                at + 0x08,
                "a depth that agrees with the format",
                format!("depth {} with format {:#06x}", header.depth, header.format),
            ));
        }
    }
    if header.format & format::COLOUR_MASK != format::COLOUR_8888 {
        return Err(FormatError::unsupported(
            at + 0x0C,
            format!("a palette of format {:#06x}", header.format),
        ));
    }
    for (offset, side) in [(0, header.width), (4, header.height)] {
        if !(1..=MAX_SIDE).contains(&side) {
            return Err(FormatError::malformed(
                at + offset,
                "a side of 1 to 1024 texels",
                side,
            ));
        }
    }
    if header.format & format::MIPMAPS != 0 && mip::mxl(header.tex1_low) > mip::MAX_MXL {
        return Err(FormatError::malformed(
            at + 0x1C,
            "at most 7 levels",
            mip::mxl(header.tex1_low) + 1,
        ));
    }
    Ok(())
}

impl<'a> StoredLevel<'a> {
    /// Reads a level's packet and decides whether it is swizzled. Source: spec/renderware.md 4.3.
    fn read(cursor: &mut Cursor<'a>, width: u32, height: u32, depth: u32) -> Result<Self> {
        let offset = cursor.offset();
        let packet = UploadPacket::read_from(cursor)?;
        let (sent_width, sent_height) = packet.trxreg;
        let texels_there = packet.image.len() as u64 * 8 / u64::from(depth);
        let sent = u64::from(sent_width) * u64::from(sent_height);
        let (stored_width, stored_height) = (u64::from(sent_width) * 2, u64::from(sent_height) * 2);
        let holds_level = stored_width >= u64::from(width) && stored_height >= u64::from(height);
        let is_legal =
            stored_width.is_power_of_two() && stored_width >= 16 && stored_height.is_multiple_of(4);
        let swizzled = holds_level
            && is_legal
            && sent
                .checked_mul(4)
                .is_some_and(|texels| texels <= texels_there);
        let plain = sent_width == width && sent_height >= height && sent == texels_there;
        if !swizzled && !plain {
            return Err(FormatError::malformed(
                offset,
                format!("a transfer of {width}x{height} texels of {depth} bits"),
                format!(
                    "{sent_width}x{sent_height} sent in {} bytes",
                    packet.image.len()
                ),
            ));
        }
        let scale = if swizzled { 2 } else { 1 };
        Ok(Self {
            width,
            height,
            stored_width: sent_width * scale,
            stored_height: sent_height * scale,
            swizzled,
            image: packet.image,
        })
    }

    /// The level's indices, one a byte, cropped to the nominal size.
    fn indices(&self, depth: u32) -> Result<Vec<u8>> {
        let (width, height) = (self.stored_width, self.stored_height);
        let mut indices = vec![0; width as usize * height as usize];
        match (self.swizzled, depth) {
            (true, 8) => swizzle::unswizzle8(self.image, width, height, &mut indices)?,
            (true, _) => swizzle::unswizzle4(self.image, width, height, &mut indices)?,
            (false, 8) => {
                for (index, byte) in indices.iter_mut().zip(self.image) {
                    *index = *byte;
                }
            }
            (false, _) => {
                for (pair, byte) in indices.chunks_mut(2).zip(self.image) {
                    for (i, index) in pair.iter_mut().enumerate() {
                        *index = byte >> (4 * i) & 15;
                    }
                }
            }
        }
        self.crop(&mut indices);
        Ok(indices)
    }

    fn crop(&self, indices: &mut Vec<u8>) {
        let (from, to) = (self.stored_width as usize, self.width as usize);
        if from != to {
            for row in 0..self.height as usize {
                indices.copy_within(row * from..row * from + to, row * to);
            }
        }
        indices.truncate(to * self.height as usize);
    }
}
