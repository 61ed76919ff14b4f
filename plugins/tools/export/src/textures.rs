//! Textures as PNG: every dictionary of a file, a texture and a mip level at a time.
//!
//! ```no_run
//! use wonderwheel_export::colour::Alpha;
//! use wonderwheel_export::textures;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let bytes = std::fs::read("level2s_sec.wld")?;
//! let found = textures::of_file("level2s_sec.wld", &bytes)?;
//! for texture in &found.textures {
//!     std::fs::write(texture.file_name(), textures::png(&texture.texture, 0, Alpha::Scaled)?)?;
//! }
//! # Ok(())
//! # }
//! ```

use std::collections::BTreeSet;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::section::{SectionHeader, id};
use wonderwheel_renderware::texture::{NativeTexture, TextureImage};
use wonderwheel_warriors::chunk::{ChunkSlice, ChunkType, ResourceSlice, Rules};
use wonderwheel_warriors::classify::{FileKind, ResourceShape};
use wonderwheel_warriors::pack::PackSlice;

use crate::colour::Alpha;

/// What a file has of textures.
#[derive(Debug, Clone, Default)]
pub struct FoundTextures {
    /// In file order.
    pub textures: Vec<FoundTexture>,
    /// What could not be read.
    pub faults: Vec<FormatError>,
}

/// The dictionaries of a level file in file order. Source: spec/chunks.md 5.1.
const LEVEL_DICTIONARIES: [&str; 4] = ["skyline", "sky", "clouds", "glow"];

/// A texture of a file.
#[derive(Debug, Clone)]
pub struct FoundTexture {
    /// Which of the file's dictionaries holds it, in a few letters; empty when there is only one.
    pub dictionary: String,
    /// The texture.
    pub texture: NativeTexture,
}

impl FoundTexture {
    /// A name for its picture: `<dictionary>_<texture>.png`, anything but letters, digits, `-`, `_` and `.` replaced by `_`.
    ///
    /// Textures of one dictionary can have one name all the same: the first of them is the one that the game finds.
    pub fn file_name(&self) -> String {
        let safe = |letter: char| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' => letter,
            _ => '_',
        };
        let name: String = self.texture.name.chars().map(safe).collect();
        let name = name.trim_start_matches('.');
        match self.dictionary.as_str() {
            "" => format!("{name}.png"),
            dictionary => format!("{dictionary}_{name}.png"),
        }
    }
}

/// Finds the textures of a file: of a world stream, a part, a level file, a pack, a resource or a dictionary that stands
/// alone. Other files have none. Names repeated in one dictionary are left out, as the game leaves them.
///
/// A texture or dictionary that cannot be read costs only itself.
///
/// # Errors
/// `Malformed`, `Unsupported` or `Limit` when nothing can be read of a file that its name or content says has textures.
pub fn of_file(name: &str, bytes: &[u8]) -> Result<FoundTextures> {
    let kind = FileKind::from_name(name).unwrap_or_else(|| FileKind::from_content(bytes));
    let mut found = FoundTextures::default();
    match kind {
        FileKind::Pack => {
            let (pack, faults) =
                PackSlice::read(bytes, Rules::Forced).within(|| name.to_owned())?;
            found.faults = faults;
            for resource in &pack.resources {
                found.add_chunks(&resource.chunks, &format!("{:08x}", resource.name_hash));
            }
        }
        FileKind::Resource(_) => {
            let (resource, faults) =
                ResourceSlice::read(bytes, Rules::Forced).within(|| name.to_owned())?;
            found.faults = faults;
            found.add_chunks(&resource.chunks, "");
            if kind == FileKind::Resource(ResourceShape::Level) {
                found.name_dictionaries(&LEVEL_DICTIONARIES);
            }
        }
        FileKind::WorldStream => found.add(Cursor::new(bytes), "", 4)?,
        FileKind::WorldPart => found.add(Cursor::new(bytes), "", 16)?,
        FileKind::TextureDictionary => found.add(Cursor::new(bytes), "", 0)?,
        _ => {}
    }
    Ok(found)
}

/// A level of a texture as PNG, RGBA with 8 bits a channel. The last level stands for those that it does not have.
///
/// # Errors
/// `Malformed` when a level or the palette does not lie inside its bytes.
pub fn png(texture: &NativeTexture, level: u32, alpha: Alpha) -> Result<Vec<u8>> {
    let image = texture.decode()?;
    Ok(image_png(&image, level, alpha))
}

/// As [`png()`], of a texture that is decoded already.
pub fn image_png(image: &TextureImage, level: u32, alpha: Alpha) -> Vec<u8> {
    let (level, [width, height], texels) = level_of(image, level);
    debug_assert!(level < 7, "levels are bounded by the reader");
    let mut rows = texels.to_vec();
    for [.., a] in rows.as_chunks_mut::<4>().0 {
        *a = alpha.of(*a);
    }
    encode(width, height, &rows)
}

/// The level that is taken for `level`, its size and its texels, RGBA with alpha 0 to 128.
pub(crate) fn level_of(image: &TextureImage, level: u32) -> (u32, [u32; 2], &[u8]) {
    let last = u32::try_from(image.levels.len())
        .unwrap_or(u32::MAX)
        .saturating_sub(1);
    let level = level.min(last);
    let side = |side| wonderwheel_ps2::mip::level_side(side, level);
    let texels = image
        .levels
        .get(level as usize)
        .map_or(&[][..], Vec::as_slice);
    (level, [side(image.width), side(image.height)], texels)
}

/// RGBA rows as PNG.
pub(crate) fn encode(width: u32, height: u32, rows: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    // The texels are display-encoded; without the mark some programs guess.
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(rows));
    debug_assert!(written.is_ok(), "a vector takes everything: {written:?}");
    out
}

impl FoundTextures {
    /// Every dictionary among chunks.
    fn add_chunks(&mut self, chunks: &[ChunkSlice<'_>], prefix: &str) {
        let dictionaries = chunks.iter().filter(|chunk| {
            matches!(
                chunk.ty,
                ChunkType::TextureDictionaryTid | ChunkType::RenderwareTextureDic
            )
        });
        let several = dictionaries.clone().count() > 1;
        for (i, chunk) in dictionaries.enumerate() {
            let name = match (prefix, several) {
                (prefix, false) => prefix.to_owned(),
                ("", true) => i.to_string(),
                (prefix, true) => format!("{prefix}_{i}"),
            };
            if let Err(error) = self.add(chunk.payload.clone(), &name, 0) {
                self.faults.push(error);
            }
        }
    }

    /// Gives numbered dictionaries names.
    fn name_dictionaries(&mut self, names: &[&str]) {
        for texture in &mut self.textures {
            let number = texture.dictionary.parse::<usize>();
            let name = number.ok().and_then(|number| names.get(number));
            texture.dictionary = name.map_or(texture.dictionary.clone(), |name| (*name).into());
        }
    }

    /// The dictionary that stands `skip` bytes behind the cursor.
    fn add(&mut self, mut cursor: Cursor<'_>, dictionary: &str, skip: usize) -> Result<()> {
        cursor.take(skip)?;
        let (textures, faults) = salvage(&mut cursor)?;
        self.faults.extend(faults);
        let mut names = BTreeSet::new();
        let textures = textures.textures.into_iter();
        let first = textures.filter(|texture| names.insert(texture.name.to_ascii_lowercase()));
        self.textures.extend(first.map(|texture| FoundTexture {
            dictionary: dictionary.to_owned(),
            texture,
        }));
        Ok(())
    }
}

/// Reads the next dictionary, behind which the cursor then stands; other sections before it are passed over, as the game
/// does. Textures that are malformed are stepped over: each stands in a section that states its size.
///
/// # Errors
/// `Malformed` when there is no dictionary, or one that is larger than what is left.
pub(crate) fn salvage(cursor: &mut Cursor<'_>) -> Result<(TextureDictionary, Vec<FormatError>)> {
    let (start, mut payload) = loop {
        let start = cursor.clone();
        match SectionHeader::open(cursor)? {
            (header, payload) if header.id == id::TEXTURE_DICTIONARY => break (start, payload),
            // To the game id 0 ends a search. Source: spec/renderware.md 1.
            (header, _) if header.id != 0 => {}
            _ => {
                let at = start.offset();
                return Err(FormatError::malformed(at, "a texture dictionary", "none"));
            }
        }
    };
    if let Ok(dictionary) = TextureDictionary::read_from(&mut start.clone()) {
        return Ok((dictionary, Vec::new()));
    }
    let (mut textures, mut faults) = (Vec::new(), Vec::new());
    let mut number = 0;
    while !payload.is_empty() {
        let start = payload.clone();
        let (header, _) = match SectionHeader::open(&mut payload) {
            Ok(opened) => opened,
            Err(error) => {
                faults.push(error.within("dictionary"));
                break;
            }
        };
        if header.id != id::NATIVE_TEXTURE {
            continue;
        }
        match NativeTexture::read_from(&mut start.clone()) {
            Ok(texture) => textures.push(texture),
            Err(error) => faults.push(
                error
                    .within(format!("texture[{number}]"))
                    .within("dictionary"),
            ),
        }
        number += 1;
    }
    if faults.is_empty() {
        // Every texture is sound; what is wrong is the dictionary's own.
        faults.extend(TextureDictionary::read_from(&mut start.clone()).err());
    }
    Ok((TextureDictionary::new(textures), faults))
}
