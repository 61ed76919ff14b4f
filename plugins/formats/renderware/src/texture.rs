//! PS2 native texture, section 0x15: name, sampling, raster.

use crate::section::RawSection;

/// A texture as a dictionary stores it. Source: spec/renderware.md 3.
#[derive(Debug, Clone, PartialEq)]
pub struct NativeTexture {
    /// Name, at most 31 characters.
    pub name: String,
    /// Mask name; empty on the disc.
    pub mask: String,
    /// Filter and addressing.
    pub sampling: Sampling,
    /// Texels and palette.
    pub raster: Raster,
    /// The word of plugin 0x110, when there is one: K in the low 12 bits, L in bits 12 and 13.
    pub mip_plugin: Option<u32>,
    /// Other extension sections.
    pub extension: Vec<RawSection>,
}

/// Filter and addressing word of a texture or texture reference.
///
/// Bits 0-7 filter, 8-11 addressing U, 12-15 addressing V (0 = as U), bit 16 "has its own mip levels".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sampling(pub u32);

/// How texture coordinates outside 0..1 are brought back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Addressing {
    /// The texture repeats.
    Wrap,
    /// The edge texel goes on.
    Clamp,
}

/// PS2 raster: header fields as stored, and the GS upload packets. Source: spec/renderware.md 4.
#[derive(Debug, Clone, PartialEq)]
pub struct Raster {
    /// Texels across level 0.
    pub width: u32,
    /// Texels down level 0.
    pub height: u32,
    /// Bits a texel: 4 or 8.
    pub depth: u32,
    /// RenderWare raster format bits.
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
