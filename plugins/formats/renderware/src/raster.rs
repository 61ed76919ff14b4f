//! PS2 raster: a 64-byte header and the GS upload packets of levels and palette. Source: spec/renderware.md 4.

use binrw::binrw;
use wonderwheel_ps2::clut;
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;
use wonderwheel_ps2::limits::{self, Limits};
use wonderwheel_ps2::mip;
use wonderwheel_ps2::swizzle::{self, LevelSize};
use wonderwheel_ps2::upload::UploadPacket;

use crate::section::{self, id};

mod encode;
mod exact;
mod quantise;

pub use quantise::PaletteSize;

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
    pub pixels: KeptBytes,
    /// The palette packet, `paletteSize` bytes as stored.
    pub palette: KeptBytes,
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

/// A palette in index order; its size says how many bits a texel has.
enum Palette {
    Colours16([[u8; 4]; 16]),
    Colours256(Box<[[u8; 4]; 256]>),
}

impl Palette {
    fn as_slice(&self) -> &[[u8; 4]] {
        match self {
            Self::Colours16(colours) => colours,
            Self::Colours256(colours) => colours.as_slice(),
        }
    }
}

/// One level's texels as the file holds them.
#[derive(Debug, Clone, Copy)]
struct StoredLevel<'a> {
    size: LevelSize,
    /// Bits a texel: 4 or 8.
    depth: u32,
    /// Whether the texels are in the order of a transfer as wider pixels. If not, they are as wide as they count.
    swizzled: bool,
    image: &'a [u8],
    /// Where the image stands in the input.
    image_at: u64,
}

impl Raster {
    /// Levels, 1 to 7.
    pub fn level_count(&self) -> u32 {
        level_count(self.format, self.tex1_low)
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
            check_texels(&header, outer.limits(), at)?;
            let (pixels, palette) = section::read(outer, id::STRUCT, |data| {
                section::expect_size(
                    data,
                    u64::from(header.pixel_size) + u64::from(header.palette_size),
                )?;
                let pixels = data.keep(header.pixel_size as usize)?;
                Ok((pixels, data.keep(header.palette_size as usize)?))
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
            raster.stored_levels(|_| Ok(()))?;
            raster.colours()?;
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
        let palette = self.colours()?;
        Ok(TextureImage {
            width: self.width,
            height: self.height,
            levels: self.levels(|level| level.colours(&palette))?,
        })
    }

    /// Every level as indices, one a byte, with the palette in index order.
    ///
    /// # Errors
    /// `Malformed` when packets contradict the header.
    pub fn decode_indices(&self) -> Result<IndexedImage> {
        let palette = self.colours()?;
        Ok(IndexedImage {
            width: self.width,
            height: self.height,
            palette: palette.as_slice().to_vec(),
            levels: self.levels(|level| level.indices())?,
        })
    }

    /// The palette's 16 or 256 colours in index order.
    ///
    /// # Errors
    /// `Malformed` when the palette packet does not hold them.
    pub fn palette_colours(&self) -> Result<Vec<[u8; 4]>> {
        Ok(self.colours()?.as_slice().to_vec())
    }

    /// Whether each level is stored in the order of a transfer as wider pixels; ends at a packet that cannot be read.
    pub(crate) fn levels_swizzled(&self) -> Vec<bool> {
        let mut swizzled = Vec::new();
        let _ = self.stored_levels(|level| {
            swizzled.push(level.swizzled);
            Ok(())
        });
        swizzled
    }

    /// What `make` makes of each level, the largest first.
    fn levels(&self, make: impl Fn(StoredLevel<'_>) -> Result<Vec<u8>>) -> Result<Vec<Vec<u8>>> {
        let mut levels = Vec::with_capacity(self.level_count() as usize);
        self.stored_levels(|level| {
            levels.push(make(level)?);
            Ok(())
        })?;
        Ok(levels)
    }

    /// Visits the texel packets, largest level first.
    fn stored_levels(&self, mut visit: impl FnMut(StoredLevel<'_>) -> Result<()>) -> Result<()> {
        let mut cursor = self.pixels.cursor();
        for i in 0..self.level_count() {
            let width = mip::level_side(self.width, i);
            let height = mip::level_side(self.height, i);
            StoredLevel::read(&mut cursor, width, height, self.depth)
                .and_then(&mut visit)
                .within(|| format!("level[{i}]"))?;
        }
        Ok(())
    }

    /// The palette in index order.
    ///
    /// The packet is found by its place alone: on the disc palettes are often sent to other corners of a GS page.
    fn colours(&self) -> Result<Palette> {
        let read = || {
            let mut cursor = self.palette.cursor();
            let packet = UploadPacket::read_from(&mut cursor)?;
            let image_at = cursor.offset() - packet.image.len() as u64;
            let palette = if self.depth == 8 {
                clut::palette_256(packet.image)
                    .map(|colours| Palette::Colours256(Box::new(colours)))
            } else {
                clut::palette_16(packet.image).map(Palette::Colours16)
            };
            palette.map_err(|error| error.moved_by(image_at))
        };
        read().within(|| "palette")
    }
}

/// All levels together.
fn check_texels(header: &Header, limits: &Limits, at: u64) -> Result<()> {
    let levels = level_count(header.format, header.tex1_low);
    let texels = (0..levels)
        .map(|i| {
            let width = mip::level_side(header.width, i);
            u64::from(width) * u64::from(mip::level_side(header.height, i))
        })
        .sum();
    limits::check("texels", texels, limits.texels, at)
}

fn level_count(format: u16, tex1_low: u32) -> u32 {
    if format & format::MIPMAPS != 0 {
        1 + mip::mxl(tex1_low)
    } else {
        1
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
        let texels_there = packet.image.len() as u64 * 8 / u64::from(depth.max(1));
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
            size: LevelSize {
                width,
                height,
                stored_width: sent_width * scale,
                stored_height: sent_height * scale,
            },
            depth,
            swizzled,
            image: packet.image,
            image_at: cursor.offset() - packet.image.len() as u64,
        })
    }

    /// Texels that count.
    fn texels(&self) -> usize {
        self.size.width as usize * self.size.height as usize
    }

    /// The level's indices, one a byte.
    fn indices(&self) -> Result<Vec<u8>> {
        let mut indices = vec![0; self.texels()];
        if self.swizzled {
            let unswizzle = match self.depth {
                8 => swizzle::unswizzle8,
                _ => swizzle::unswizzle4,
            };
            self.here(unswizzle(self.image, self.size, &mut indices))?;
        } else {
            for (index, stored) in indices.iter_mut().zip(self.plain_indices()) {
                *index = stored;
            }
        }
        Ok(indices)
    }

    /// The level's colours, four bytes a texel, in one pass over the stored texels.
    fn colours(&self, palette: &Palette) -> Result<Vec<u8>> {
        let mut out = vec![0; self.texels() * 4];
        match palette {
            _ if !self.swizzled => {
                let texels = out.as_chunks_mut::<4>().0;
                for (texel, index) in texels.iter_mut().zip(self.plain_indices()) {
                    let colour = palette.as_slice().get(usize::from(index));
                    *texel = colour.copied().unwrap_or_default();
                }
            }
            Palette::Colours256(colours) => {
                self.here(swizzle::unswizzle8_colours(
                    self.image, self.size, colours, &mut out,
                ))?;
            }
            Palette::Colours16(colours) => {
                self.here(swizzle::unswizzle4_colours(
                    self.image, self.size, colours, &mut out,
                ))?;
            }
        }
        Ok(out)
    }

    /// The indices of a level that is not swizzled, row after row. The rows that do not count are the last ones.
    fn plain_indices(&self) -> impl Iterator<Item = u8> + 'a {
        let texels_a_byte = 8 / self.depth.clamp(1, 8);
        let mask = if self.depth == 8 { 0xFF } else { 0x0F };
        self.image
            .iter()
            .flat_map(move |byte| (0..texels_a_byte).map(move |i| byte >> (4 * i) & mask))
    }

    /// Puts the image's place into an error that counts from the image.
    fn here<T>(&self, result: Result<T>) -> Result<T> {
        result.map_err(|error| error.moved_by(self.image_at))
    }
}
