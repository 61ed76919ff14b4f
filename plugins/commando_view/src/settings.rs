//! Switches of the picture.

use bevy::prelude::*;
use wonderwheel_commando::tfrag::Lod;

/// What of a level is drawn, and how.
#[derive(Resource, Reflect, Debug, Clone, PartialEq)]
#[reflect(Resource)]
pub struct CommandoSettings {
    /// Under the level's lights; off, textures are seen as they are.
    pub lit: bool,
    /// Colours everything by its level of detail.
    pub lod_tint: bool,
    /// The collision mesh over the picture, coloured by surface type.
    pub collision: bool,
    /// What the level says cannot be seen from here is left out.
    pub occlusion: bool,
    /// The terrain of all chunks; off, that of the chunk that the camera is in, as the game loads them.
    pub all_chunks: bool,
    /// Fog, with the frame's own switch.
    pub fog: bool,
    /// The terrain's level of detail.
    pub terrain_lod: TerrainLod,
    /// Layers.
    pub layers: CommandoLayers,
}

impl Default for CommandoSettings {
    fn default() -> Self {
        Self {
            lit: true,
            lod_tint: false,
            collision: false,
            occlusion: true,
            all_chunks: false,
            fog: true,
            terrain_lod: TerrainLod::ByDepth,
            layers: CommandoLayers::default(),
        }
    }
}

/// Which level of detail terrain is drawn in.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TerrainLod {
    /// By depth, with the morph between levels.
    #[default]
    ByDepth,
    /// The finest everywhere.
    Finest,
    /// The middle one everywhere, at rest.
    Middle,
    /// The coarsest everywhere.
    Coarsest,
}

impl TerrainLod {
    /// All, with what people call them.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::ByDepth, "by depth"),
        (Self::Finest, "finest"),
        (Self::Middle, "middle"),
        (Self::Coarsest, "coarsest"),
    ];

    /// The level that holds everywhere.
    pub fn fixed(self) -> Option<Lod> {
        match self {
            Self::ByDepth => None,
            Self::Finest => Some(Lod::Zero),
            Self::Middle => Some(Lod::One),
            Self::Coarsest => Some(Lod::Two),
        }
    }
}

/// Which parts of a level are drawn; all by default.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandoLayers {
    /// Shells around the camera.
    pub sky: bool,
    /// Terrain.
    pub terrain: bool,
    /// Buildings and rocks.
    pub ties: bool,
    /// Plants, and the billboards that stand for them.
    pub shrubs: bool,
    /// What moves.
    pub mobys: bool,
}

impl Default for CommandoLayers {
    fn default() -> Self {
        Self {
            sky: true,
            terrain: true,
            ties: true,
            shrubs: true,
            mobys: true,
        }
    }
}
