//! PS2 native texture, section 0x15: name, sampling, raster.

use std::fmt;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::mip::{self, MipWord};

use crate::extension::{self, Extension, ExtensionWriter};
use crate::section::{self, id};
use crate::string::{self, StringTail};

pub use crate::raster::{IndexedImage, PaletteSize, Raster, TextureImage};

/// First word of every PlayStation 2 texture.
const PLATFORM: u32 = u32::from_le_bytes(*b"PS2\0");

/// Longest texture name.
pub const MAX_NAME: usize = 31;

/// A texture as a dictionary stores it. Source: spec/renderware.md 3.
#[derive(Debug, Clone, PartialEq)]
pub struct NativeTexture {
    /// Name, at most 31 characters.
    pub name: String,
    /// Mask name; empty on the disc.
    pub mask: String,
    /// What the file holds behind name and mask.
    pub tails: [StringTail; 2],
    /// Filter and addressing.
    pub sampling: Sampling,
    /// Texels and palette.
    pub raster: Raster,
    /// The word of plugin 0x110, when there is one: K in the low 12 bits, L in bits 12 and 13.
    pub mip_plugin: Option<u32>,
    /// Other extension sections, and the order of all.
    pub extension: Extension,
}

/// A texture that asks for mirror or border addressing, which is drawn as wrap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndrawableAddressing {
    /// The texture's name.
    pub texture: String,
    /// What it asks for.
    pub sampling: Sampling,
}

impl fmt::Display for UndrawableAddressing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "texture {} asks for mirror or border addressing (word {:#x}), which the PS2 cannot draw: drawn as wrap",
            self.texture, self.sampling.0
        )
    }
}

impl NativeTexture {
    /// Bytes of the smallest texture: headers, names and raster header, no texels.
    pub(crate) const MIN_BYTES: u64 = 12 * 8 + 8 + 4 + 4 + 64;

    /// Makes a texture of an indexed picture: swizzled, with its palette in CSM1 order.
    ///
    /// The mip word goes into the raster header and into plugin 0x110.
    ///
    /// # Errors
    /// `Malformed` for sizes, palettes, indices, alphas or names that no texture has, `Limit` for a level that is too
    /// large for one upload packet.
    pub fn encode(
        name: &str,
        image: &IndexedImage,
        sampling: Sampling,
        mip_word: u32,
    ) -> Result<Self> {
        if name.is_empty() || name.len() > MAX_NAME || !name.is_ascii() {
            return Err(FormatError::malformed(
                0,
                "a name of 1 to 31 ASCII characters",
                format!("{name:?}"),
            ));
        }
        Ok(Self {
            name: name.to_owned(),
            mask: String::new(),
            tails: Default::default(),
            sampling,
            raster: Raster::encode(image, mip_word).within(|| name.to_owned())?,
            mip_plugin: Some(mip_word),
            extension: Extension::default(),
        })
    }

    /// The same texture with another picture: RGBA texels, row by row from the top, alpha 0..=128. Palette and mip levels are
    /// made again, as many levels as there were where the picture is large enough; name, sampling and mip word stay.
    ///
    /// # Errors
    /// As [`NativeTexture::encode`].
    pub fn redrawn(&self, width: u32, height: u32, texels: &[[u8; 4]]) -> Result<Self> {
        let levels = self
            .raster
            .level_count()
            .min(mip::automatic_levels(width, height));
        let image = IndexedImage::exact(width, height, texels, levels).unwrap_or_else(|| {
            IndexedImage::quantise(width, height, texels, PaletteSize::Colours256, levels)
        });
        let raster = Raster::encode(&image, self.raster.mip_word).within(|| self.name.clone())?;
        Ok(Self {
            raster,
            ..self.clone()
        })
    }

    /// Un-swizzles every level, applies the palette and crops.
    ///
    /// # Errors
    /// `Malformed` when a level or the palette does not lie inside its bytes; a texture that was read has none of these.
    pub fn decode(&self) -> Result<TextureImage> {
        self.raster.decode().within(|| self.name.clone())
    }

    /// The word with K and L of the texture itself: plugin 0x110 wins over the raster header. What refers to the texture
    /// may overwrite it: see [`MipWords`](crate::mip_words::MipWords). Source: spec/renderware.md 4.6.
    pub fn mip_word(&self) -> u32 {
        self.mip_plugin.unwrap_or(self.raster.mip_word)
    }

    /// [`NativeTexture::mip_word`] with K and L as numbers.
    pub fn mip(&self) -> MipWord {
        MipWord(self.mip_word())
    }

    /// Addressing that the texture asks for and no driver draws; usually none. It is no error: the texture is drawn, as the PS2
    /// driver draws it.
    pub fn undrawable_addressing(&self) -> Option<UndrawableAddressing> {
        let asks = self.sampling.asks_for_undrawable_addressing();
        asks.then(|| UndrawableAddressing {
            texture: self.name.clone(),
            sampling: self.sampling,
        })
    }

    /// Reads the section at the cursor. The raster's packets are checked, not decoded.
    ///
    /// # Errors
    /// `Malformed` or `Unsupported`, with the section path.
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        section::read(cursor, id::NATIVE_TEXTURE, |payload| {
            let sampling = section::read(payload, id::STRUCT, |fields| {
                let offset = fields.offset();
                let platform = fields.u32()?;
                if platform != PLATFORM {
                    return Err(FormatError::unsupported(
                        offset,
                        format!("texture platform {platform:#010x}"),
                    ));
                }
                Ok(Sampling(fields.u32()?))
            })?;
            let (name, name_tail) = string::read(payload)?;
            let (mask, mask_tail) = string::read(payload)?;
            let raster = Raster::read_from(payload)
                .within(|| "raster")
                .within(|| name.clone())?;
            let mut mip_plugin = None;
            let extension = extension::read(payload, extension::of::TEXTURE, |plugin, body| {
                read_mip_plugin(plugin, body, &mut mip_plugin)
            })?;
            Ok(Self {
                name,
                mask,
                tails: [name_tail, mask_tail],
                sampling,
                raster,
                mip_plugin,
                extension,
            })
        })
    }

    /// Appends the section.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        section::write(out, id::NATIVE_TEXTURE, |out| {
            section::write(out, id::STRUCT, |out| {
                out.extend(PLATFORM.to_le_bytes());
                out.extend(self.sampling.0.to_le_bytes());
            });
            let [name_tail, mask_tail] = &self.tails;
            string::write(out, &self.name, name_tail);
            string::write(out, &self.mask, mask_tail);
            self.raster.write_to(out);
            let mut extension = ExtensionWriter::default();
            write_mip_plugin(&mut extension, self.mip_plugin);
            extension.write(&self.extension, out);
        });
    }
}

/// Takes plugin 0x110, the first time it is met.
pub(crate) fn read_mip_plugin(
    plugin: u32,
    body: &mut Cursor<'_>,
    word: &mut Option<u32>,
) -> Result<bool> {
    if plugin != id::MIPMAP_KL || word.is_some() {
        return Ok(false);
    }
    section::expect_size(body, 4)?;
    *word = Some(body.u32()?);
    Ok(true)
}

/// Adds plugin 0x110.
pub(crate) fn write_mip_plugin(extension: &mut ExtensionWriter, word: Option<u32>) {
    if let Some(word) = word {
        extension.plugin(id::MIPMAP_KL, |out| out.extend(word.to_le_bytes()));
    }
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

impl Sampling {
    /// Nearest texel, no levels.
    pub const NEAREST: u8 = 1;
    /// Four texels weighted, no levels.
    pub const LINEAR: u8 = 2;
    /// Four texels of two levels weighted: most textures of the disc.
    pub const LINEAR_MIP_LINEAR: u8 = 6;

    /// A filter (1 to 6) and the addressing of both axes.
    pub fn new(filter: u8, u: Addressing, v: Addressing) -> Self {
        Self(u32::from(filter) | u.bits() << 8 | v.bits() << 12)
    }

    /// 1 nearest, 2 linear, 3 mip nearest, 4 mip linear, 5 linear mip nearest, 6 linear mip linear.
    pub fn filter(self) -> u8 {
        (self.0 & 0xFF) as u8
    }

    /// Addressing across. Mirror and border, which the PS2 driver cannot draw, count as wrap.
    pub fn u(self) -> Addressing {
        Addressing::from_bits(self.0 >> 8)
    }

    /// Addressing down; 0 in the file means "as across".
    pub fn v(self) -> Addressing {
        match self.0 >> 12 & 0xF {
            0 => self.u(),
            bits => Addressing::from_bits(bits),
        }
    }

    /// Whether an axis asks for mirror or border, which are drawn as wrap.
    pub fn asks_for_undrawable_addressing(self) -> bool {
        [self.0 >> 8 & 0xF, self.0 >> 12 & 0xF]
            .iter()
            .any(|bits| matches!(bits, 2 | 4))
    }
}

impl Addressing {
    fn bits(self) -> u32 {
        match self {
            Self::Wrap => 1,
            Self::Clamp => 3,
        }
    }

    fn from_bits(bits: u32) -> Self {
        if bits & 0xF == 3 {
            Self::Clamp
        } else {
            Self::Wrap
        }
    }
}
