//! Pictures: a texture dictionary with one texture and the sprite sheet that cuts it up. Loading screens are pictures.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::dictionary::TextureDictionary;

use crate::chunk::around::Around;
use crate::chunk::stacked::StackedChunk;
use crate::chunk::{Chunk, ChunkSlice, ChunkType, Resource, ResourceSlice, Rules};
use crate::names::crc32;
use crate::sprite_sheet::{SheetPage, SpriteSheet};

/// A sprite sheet linked to its dictionary. Source: spec/chunks.md 5.8.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Exactly one texture.
    pub dictionary: TextureDictionary,
    /// What stands around it in its chunk.
    pub around: Around,
    /// Rectangles of the texture.
    pub page: SheetPage,
    /// Hash words of the two chunk headers: dictionary, sheet.
    pub hashes: [u32; 2],
}

impl Picture {
    /// A picture whose chunks have the hash of its resource, as most of the disc's do.
    pub fn new(name_hash: u32, dictionary: TextureDictionary, sheet: SpriteSheet) -> Self {
        Self {
            dictionary,
            around: Around::default(),
            page: sheet.into(),
            hashes: [name_hash; 2],
        }
    }

    /// Reads a picture resource and gives its name hash as well.
    ///
    /// # Errors
    /// As [`read`].
    pub fn read(bytes: &[u8]) -> Result<(u32, Self)> {
        Self::read_with(Cursor::new(bytes))
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`read`].
    pub fn read_with(cursor: Cursor<'_>) -> Result<(u32, Self)> {
        read_picture(cursor).within(|| "picture")
    }

    /// A sheet with the dictionary that stands before it. Source: spec/chunks.md 5.8; 0x00181b20.
    ///
    /// # Errors
    /// `Malformed` when the sheet cannot be read or the dictionary has not exactly one texture.
    pub(crate) fn link(
        dictionary: StackedChunk<TextureDictionary>,
        mut page: StackedChunk<Cursor<'_>>,
    ) -> Result<Self> {
        let sheet = SheetPage::read_chunk(&mut page.value)?;
        let count = dictionary.value.textures.len();
        if count != 1 {
            return Err(FormatError::malformed(
                dictionary.offset,
                "exactly one texture before a sprite sheet",
                count,
            ));
        }
        Ok(Self {
            dictionary: dictionary.value,
            around: dictionary.around,
            page: sheet,
            hashes: [dictionary.hash, page.hash],
        })
    }

    /// The resource, chunk 0x2A and chunk 0x4C.
    pub fn to_resource(&self, name_hash: u32) -> Resource {
        let [dictionary_hash, page_hash] = self.hashes;
        let dictionary = self.around.write(&self.dictionary.write());
        let mut page = Vec::new();
        self.page.write_chunk(&mut page);
        let [dictionary_type, page_type] = CHUNK_ORDER;
        Resource::new(
            name_hash,
            [
                Chunk::new(dictionary_type, dictionary_hash, dictionary),
                Chunk::new(page_type, page_hash, page),
            ],
        )
    }

    /// Reports what no picture of the disc has: the rules of [`SheetPage`] and [`Around`].
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("dictionary", |findings| self.around.validate(findings));
        findings.within("sheet", |findings| self.page.validate(findings));
    }
}

/// Reads a picture resource: chunk 0x2A, then chunk 0x4C.
///
/// # Errors
/// `Malformed` when it is no flat container, holds anything else, or its dictionary has not exactly one texture; and the
/// dictionary's own errors.
pub fn read(bytes: &[u8]) -> Result<(TextureDictionary, SpriteSheet)> {
    let (_, picture) = Picture::read(bytes)?;
    Ok((picture.dictionary, picture.page.sheet))
}

/// The bytes of a picture resource; `name` is the resource's, whose decimal hash is its file's name.
pub fn write(name: &str, dictionary: &TextureDictionary, sheet: &SpriteSheet) -> Vec<u8> {
    let name_hash = crc32(name);
    let picture = Picture::new(name_hash, dictionary.clone(), sheet.clone());
    picture.to_resource(name_hash).write()
}

/// The types of the two chunks in file order. Source: spec/chunks.md 1.5.
const CHUNK_ORDER: [ChunkType; 2] = [ChunkType::RenderwareTextureDic, ChunkType::ParticlePage];

fn read_picture(cursor: Cursor<'_>) -> Result<(u32, Picture)> {
    let end = cursor.offset() + cursor.remaining() as u64;
    let (resource, _) = ResourceSlice::read_with(cursor, Rules::Strict)?;
    if let [first, _, _, ..] = resource.chunks.as_slice() {
        let found = format!("{} chunks", resource.chunks.len());
        let expected = "one dictionary and one sheet";
        return Err(FormatError::malformed(
            first.payload.offset(),
            expected,
            found,
        ));
    }
    let [dictionary, page] = resource.in_order(&CHUNK_ORDER, end)?;
    let dictionary = dictionary.read(ChunkSlice::dictionary)?;
    let picture = page.read(|page| Picture::link(dictionary, page.raw()))?;
    Ok((resource.name_hash, picture))
}
