//! A painted texture and how it is stored.

use std::collections::BTreeMap;

use wonderwheel_ps2::mip::MipWord;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::texture::{Addressing, NativeTexture, PaletteSize, Sampling};

use super::canvas::Canvas;
use super::quantise::quantise;
use crate::error::Result;
use crate::kit::parallel;

/// A painted texture and how it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Painting {
    /// The picture.
    pub canvas: Canvas,
    /// Palette size.
    pub palette: PaletteSize,
    /// Mip levels, 1 = the picture alone.
    pub levels: u32,
    /// Ordered dither in 255ths.
    pub dither: f32,
    /// Wrap or clamp, both axes.
    pub addressing: Addressing,
    /// RenderWare filter number.
    pub filter: u8,
    /// K in mip levels: which distance shows which level.
    pub k: f32,
}

impl Painting {
    /// A 256-colour picture with four mip levels that repeats.
    pub fn pal8(canvas: Canvas) -> Self {
        Self {
            canvas,
            palette: PaletteSize::Colours256,
            levels: 4,
            dither: 1.0,
            addressing: Addressing::Wrap,
            filter: Sampling::LINEAR_MIP_LINEAR,
            k: -4.0,
        }
    }

    /// A 16-colour picture with four mip levels that repeats.
    pub fn pal4(canvas: Canvas) -> Self {
        Self {
            palette: PaletteSize::Colours16,
            dither: 0.0,
            ..Self::pal8(canvas)
        }
    }

    /// The same with another number of levels; one level is filtered without mips.
    #[must_use]
    pub fn levels(mut self, levels: u32) -> Self {
        self.levels = levels;
        if levels == 1 {
            self.filter = Sampling::LINEAR;
        }
        self
    }

    /// The same with dither.
    #[must_use]
    pub fn dithered(mut self, dither: f32) -> Self {
        self.dither = dither;
        self
    }

    /// The same with clamped edges.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        self.addressing = Addressing::Clamp;
        self
    }

    /// The same with another K.
    #[must_use]
    pub fn with_k(mut self, k: f32) -> Self {
        self.k = k;
        self
    }

    /// The sampling word of the texture and of every reference to it.
    pub fn sampling(&self) -> Sampling {
        Sampling::new(self.filter, self.addressing, self.addressing)
    }

    /// The K and L word of the raster, the texture and every reference to it.
    pub fn mip_word(&self) -> u32 {
        MipWord::new(self.k, 0).0
    }

    /// The texture in the game's format.
    ///
    /// # Errors
    /// A size that the format does not allow.
    pub fn encode(&self, name: &str) -> Result<NativeTexture> {
        let image = quantise(&self.canvas, self.palette, self.levels, self.dither);
        Ok(NativeTexture::encode(
            name,
            &image,
            self.sampling(),
            self.mip_word(),
        )?)
    }
}

/// Paintings by the painter's name.
pub type Paintings = BTreeMap<&'static str, Painting>;

/// A dictionary of named paintings, in the given order. They are encoded on all cores; the order stays.
///
/// # Errors
/// The first painting that the format does not allow.
pub fn dictionary<'a>(
    paintings: impl IntoIterator<Item = (String, &'a Painting)>,
) -> Result<TextureDictionary> {
    let paintings: Vec<(String, &Painting)> = paintings.into_iter().collect();
    let textures = parallel::map(&paintings, |(name, painting)| painting.encode(name));
    Ok(TextureDictionary::new(
        textures.into_iter().collect::<Result<_>>()?,
    ))
}
