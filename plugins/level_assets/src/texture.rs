//! Textures as the GS pipeline samples them.

use std::collections::HashSet;

use bevy::asset::{Asset, Handle, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::mip_words::MipWords;
use wonderwheel_renderware::texture::{Addressing, NativeTexture};

use crate::label::{AssetLabel, LevelModelLabel};

/// The GS's alpha 1.0.
const OPAQUE: u8 = 128;

/// A decoded texture: un-swizzled, palette applied, alpha as the GS takes it.
#[derive(Asset, TypePath, Debug, Clone, PartialEq)]
pub struct GsTexture {
    /// Texels across level 0.
    pub width: u32,
    /// Texels down level 0.
    pub height: u32,
    /// RGBA8 rows, largest level first; level i is `max(1, width >> i)` by `max(1, height >> i)`. Alpha is 0..=128,
    /// 128 opaque.
    pub levels: Vec<Vec<u8>>,
    /// K and L, as plugin 0x110 stores them: what holds once the file's own references have been read.
    /// Source: spec/renderware.md 4.6.
    pub mip_word: u32,
    /// RenderWare filter number, 1 to 6.
    pub filter: u8,
    /// Addressing across.
    pub wrap_u: Addressing,
    /// Addressing down.
    pub wrap_v: Addressing,
    /// The lowest alpha of any texel of any level.
    pub min_alpha: u8,
}

/// A texture and the name under which materials find it.
#[derive(Debug, Clone)]
pub struct NamedTexture {
    /// Lower case.
    pub name: String,
    /// The texture, a labelled part of the file that brought it.
    pub texture: Handle<GsTexture>,
}

impl GsTexture {
    /// Bytes of all levels.
    pub fn byte_size(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }
}

/// Decodes a dictionary's texture. K and L are its own; [`MipWords`] knows whether a reference overwrites them.
///
/// # Errors
/// `Malformed` when a level or the palette does not lie inside its bytes.
pub fn from_native(native: &NativeTexture) -> Result<GsTexture> {
    let image = native.decode()?;
    let texels = image
        .levels
        .iter()
        .flat_map(|level| level.as_chunks::<4>().0);
    let min_alpha = texels.map(|texel| texel[3]).min().unwrap_or(OPAQUE);
    Ok(GsTexture {
        width: image.width,
        height: image.height,
        mip_word: native.mip_word(),
        filter: native.sampling.filter(),
        wrap_u: native.sampling.u(),
        wrap_v: native.sampling.v(),
        min_alpha,
        levels: image.levels,
    })
}

/// What a file's textures ask for and is not drawn, and where its references disagree about K and L.
pub(crate) fn remarks(
    file: &str,
    dictionary: &TextureDictionary,
    words: &MipWords,
) -> impl Iterator<Item = Fault> {
    let textures = dictionary.textures.iter();
    let undrawable = textures.filter_map(NativeTexture::undrawable_addressing);
    let conflicts = words.conflicts().map(|conflict| conflict.to_string());
    undrawable
        .map(|asked| asked.to_string())
        .chain(conflicts)
        .map(move |words| Fault::of_file(file, FaultKind::Unsupported, words))
}

/// Adds every texture of a dictionary to the file being loaded, labelled as one of `model`, with the K and L that `words`
/// gives it. A texture that does not decode is a fault and left out; of two with one name the first wins.
pub(crate) fn add_dictionary(
    context: &mut LoadContext<'_>,
    dictionary: &TextureDictionary,
    words: &MipWords,
    model: Option<LevelModelLabel>,
    mut fault: impl FnMut(FormatError),
) -> Vec<NamedTexture> {
    let mut seen = HashSet::new();
    let mut named = Vec::with_capacity(dictionary.textures.len());
    for (i, native) in dictionary.textures.iter().enumerate() {
        let name = native.name.to_ascii_lowercase();
        if !seen.insert(name.clone()) {
            continue;
        }
        match from_native(native)
            .within(|| format!("texture[{i}]"))
            .within(|| "dictionary")
        {
            Ok(mut texture) => {
                texture.mip_word = words.word(&name).unwrap_or(texture.mip_word);
                let label = AssetLabel::Texture(model, &name).to_string();
                let texture = context.add_labeled_asset(label, texture);
                named.push(NamedTexture { name, texture });
            }
            Err(error) => fault(error),
        }
    }
    named
}
