//! Texture dictionary, section 0x16.

use crate::section::RawSection;
use crate::texture::NativeTexture;

/// A texture dictionary. Source: spec/renderware.md 2.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextureDictionary {
    /// RenderWare's device number; 6 is the PlayStation 2. Ignored by readers.
    pub device_id: u16,
    /// The textures, in file order. On a duplicate name the first one wins.
    pub textures: Vec<NativeTexture>,
    /// Extension sections, kept as they are.
    pub extension: Vec<RawSection>,
}
