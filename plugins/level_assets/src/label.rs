//! The names of an asset's labelled parts.

use std::fmt;

/// A labelled part of a file: what stands behind the `#` of its asset path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssetLabel<'a> {
    /// The mesh of a streamed sector, by its index.
    Sector(u32),
    /// A model of a level file.
    Model(LevelModelLabel),
    /// A texture by its name, in lower case; of a model of a level file, or of the file itself.
    Texture(Option<LevelModelLabel>, &'a str),
    /// The image of a loading picture.
    Picture,
}

/// The models of a level file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LevelModelLabel {
    /// The distant city.
    Skyline,
    /// The sky box.
    Sky,
    /// The cloud box.
    Clouds,
    /// The halos of lamps.
    Glow,
}

impl LevelModelLabel {
    /// As labels and paths of faults have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skyline => "skyline",
            Self::Sky => "sky",
            Self::Clouds => "clouds",
            Self::Glow => "glow",
        }
    }
}

impl fmt::Display for AssetLabel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sector(index) => write!(f, "sector/{index}"),
            Self::Model(model) => f.write_str(model.name()),
            Self::Texture(None, name) => write!(f, "texture/{name}"),
            Self::Texture(Some(model), name) => write!(f, "{}/texture/{name}", model.name()),
            Self::Picture => f.write_str("picture"),
        }
    }
}
