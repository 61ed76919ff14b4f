//! A model of the background.

use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::texture::NativeTexture;

/// A background model: it shows its dictionary's first texture, whatever its material names.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelModel {
    /// Its textures.
    pub dictionary: TextureDictionary,
    /// One atomic.
    pub clump: Clump,
}

impl LevelModel {
    /// What the game links when the level is built: the first material of the first atomic and the dictionary's first
    /// texture, which that material shows whatever name it has. `None` when there is no such atomic, material or texture.
    /// Source: spec/chunks.md 5.1; 0x0040d088.
    pub fn linked(&self) -> Option<(&Material, &NativeTexture)> {
        let (_, geometry) = self.clump.atomic_geometries().next()?;
        Some((
            geometry.materials.first()?,
            self.dictionary.textures.first()?,
        ))
    }
}
