//! Texture dictionary, section 0x16.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::extension::{self, Extension, ExtensionWriter};
use crate::section::{self, id};
use crate::stamps::Stamps;
use crate::texture::NativeTexture;

/// RenderWare's device number of the PlayStation 2.
pub const DEVICE_PS2: u16 = 6;

/// A texture dictionary. Source: spec/renderware.md 2.
#[derive(Debug, Clone, PartialEq)]
pub struct TextureDictionary {
    /// RenderWare's device number; 6 is the PlayStation 2. Ignored by readers.
    pub device_id: u16,
    /// The textures, in file order. On a duplicate name the first one wins.
    pub textures: Vec<NativeTexture>,
    /// Extension sections, kept as they are.
    pub extension: Extension,
    /// The library stamps of the stream.
    pub stamps: Stamps,
}

impl Default for TextureDictionary {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl TextureDictionary {
    /// A dictionary of these textures, at most 65,535.
    pub fn new(textures: Vec<NativeTexture>) -> Self {
        Self {
            device_id: DEVICE_PS2,
            textures,
            extension: Extension::default(),
            stamps: Stamps::default(),
        }
    }

    /// The texture of that name, ASCII case ignored; the first one when there are several.
    pub fn find(&self, name: &str) -> Option<&NativeTexture> {
        self.textures
            .iter()
            .find(|texture| texture.name.eq_ignore_ascii_case(name))
    }

    fn read_payload(payload: &mut Cursor<'_>) -> Result<Self> {
        let (count, device_id) = section::read(payload, id::STRUCT, |fields| {
            Ok((fields.u16()?, fields.u16()?))
        })?;
        let count = section::bounded(
            payload,
            "textures",
            u64::from(count),
            NativeTexture::MIN_BYTES,
        )
        .within(|| "texture count")?;
        let textures = section::list(payload, "texture", count, NativeTexture::read_from)?;
        if section::peek(payload) == Some(id::NATIVE_TEXTURE) {
            return Err(FormatError::malformed(
                payload.offset(),
                format!("{count} textures"),
                "one more",
            ));
        }
        let extension = extension::read(payload, extension::of::NOTHING, |_, _| Ok(false))?;
        Ok(Self {
            device_id,
            textures,
            extension,
            stamps: Stamps::default(),
        })
    }

    fn write_payload(&self, out: &mut Vec<u8>) {
        let count = u16::try_from(self.textures.len()).unwrap_or(u16::MAX);
        section::write(out, id::STRUCT, |out| {
            out.extend(count.to_le_bytes());
            out.extend(self.device_id.to_le_bytes());
        });
        for texture in self.textures.iter().take(usize::from(count)) {
            texture.write_to(out);
        }
        ExtensionWriter::default().write(&self.extension, out);
    }
}

section::stream!(TextureDictionary, id::TEXTURE_DICTIONARY);
