//! Pictures: a texture dictionary with one texture and the sprite sheet that cuts it up. Loading screens are pictures.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_renderware::dictionary::TextureDictionary;

use crate::chunk::stacks::{Payload, StackedChunk, Stacks};
use crate::chunk::{Chunk, ChunkType, HandlerTable, Resource, ResourceSlice, Rules};
use crate::names::crc32;
use crate::sprite_sheet::SpriteSheet;

/// A sprite sheet linked to its dictionary. Source: spec/chunks.md 5.8.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Exactly one texture.
    pub dictionary: TextureDictionary,
    /// Rectangles of it.
    pub sheet: SpriteSheet,
}

/// Reads a picture resource: chunk 0x2A, then chunk 0x4C.
///
/// # Errors
/// `Malformed` when it is no flat container, holds anything else, or its dictionary has not exactly one texture; and the
/// dictionary's own errors.
pub fn read(bytes: &[u8]) -> Result<(TextureDictionary, SpriteSheet)> {
    read_picture(bytes)
        .map(|picture| (picture.dictionary, picture.sheet))
        .within(|| "picture")
}

/// The bytes of a picture resource; `name` is the resource's, whose decimal hash is its file's name.
pub fn write(name: &str, dictionary: &TextureDictionary, sheet: &SpriteSheet) -> Vec<u8> {
    let name_hash = crc32(name);
    let mut page = Vec::new();
    sheet.write_chunk(&mut page);
    Resource {
        name_hash,
        chunks: vec![
            Chunk::new(
                ChunkType::RenderwareTextureDic,
                name_hash,
                dictionary.write(),
            ),
            Chunk::new(ChunkType::ParticlePage, name_hash, page),
        ],
    }
    .write()
}

fn read_picture(bytes: &[u8]) -> Result<Picture> {
    let (resource, _) = ResourceSlice::read(bytes, Rules::Strict)?;
    let mut stacks = Stacks::default();
    HandlerTable::default().load_flat(&resource, &mut stacks)?;
    let sheet = stacks.chunks.pop_sheet()?;
    match stacks.left_over() {
        0 => Ok(sheet.value),
        left => Err(FormatError::malformed(
            stacks.left_over_offset().unwrap_or(bytes.len() as u64),
            "one dictionary and one sheet",
            format!("{left} chunks more"),
        )),
    }
}

/// The handler of 0x4C: takes the sheet and the dictionary below it, links them, and puts 0x4C back.
pub(crate) fn link_sheet(stacks: &mut Stacks<'_>) -> Result<()> {
    let mut page = stacks.chunks.pop_raw(ChunkType::ParticlePage)?;
    let sheet = SpriteSheet::read_chunk(&mut page.value)?;
    let dictionary = stacks.chunks.pop_dictionary()?;
    let count = dictionary.value.textures.len();
    if count != 1 {
        return Err(FormatError::malformed(
            dictionary.offset,
            "exactly one texture before a sprite sheet",
            count,
        ));
    }
    stacks.chunks.push(StackedChunk {
        ty: ChunkType::ParticlePage,
        hash: page.hash,
        offset: page.offset,
        value: Payload::Sheet(Picture {
            dictionary: dictionary.value,
            sheet,
        }),
    })
}
