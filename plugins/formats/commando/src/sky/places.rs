//! Where the parts of a sky stand: plain numbers.

use crate::places::Rest;

/// Where the parts of a sky that was read stood, and what was between them. The default is nowhere yet: where [`super::Sky::write`] puts
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SkyLayout(pub(super) Option<Box<Layout>>);

/// Where everything stands, and the bytes around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// Offsets that are stored although nothing may stand there.
    pub(super) texture_defs: i32,
    pub(super) texture_data: i32,
    pub(super) fx_list: i32,
    pub(super) sprites: i32,
    pub(super) shells: [i32; 8],
    /// Palette and pixels of each texture as they are stored, from the texture data, and its sides.
    pub(super) textures: Vec<TexturePlace>,
    /// The clusters of all shells.
    pub(super) clusters: Vec<ClusterPlace>,
    /// How many each shell has.
    pub(super) cluster_counts: Vec<usize>,
    pub(super) fx_count: usize,
    pub(super) sprite_bytes: usize,
    pub(super) rest: Rest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TexturePlace {
    pub(super) palette: i32,
    pub(super) pixels: i32,
    pub(super) sides: [u32; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClusterPlace {
    pub(super) data: i32,
    /// Of vertices, attributes and triangles, from the data.
    pub(super) offsets: [i16; 3],
    pub(super) size: i16,
    /// Vertices and triangles.
    pub(super) counts: [u16; 2],
}
