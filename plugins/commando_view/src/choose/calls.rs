//! The records and calls that the drawing side gets, and how many of a kind there are.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};

/// `Drawn` in `commando.wgsl`: one instance of one run of triangles.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct DrawnRecord {
    /// Index of its instance; unused by terrain and sky.
    pub instance: u32,
    /// Index of its material.
    pub material: u32,
    /// 0 for a tie's level as it is, 1 for the shape of the next.
    pub morph: f32,
    /// Opacity, 0 to 1.
    pub fade: f32,
    /// Terrain: the mode, see [`mode`]. Others: 0 to 2 for the level, 3 for a billboard.
    pub mode: u32,
}

/// Terrain modes as the shader knows them: [`LodMode`](wonderwheel_commando::tfrag::LodMode)'s numbers, and one more.
pub mod mode {
    /// LOD 1 at rest: no depth asks for it, a person may.
    pub const LOD_1_AT_REST: u32 = 7;
}

/// How triangles become a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Shells: around the camera, no depth.
    Sky,
    /// Patches.
    Terrain,
    /// Ties, shrubs, mobys.
    Model,
    /// A shrub's billboard: six vertices without a buffer.
    Billboard,
}

/// A draw call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// How.
    pub stage: Stage,
    /// Nothing shines through it: one pass writes colour and depth.
    pub opaque: bool,
    /// The material, for its texture.
    pub material: u32,
    /// Indices; for a billboard its vertices.
    pub indices: Range<u32>,
    /// The records that it draws: a range of [`FrameChoice::drawn`](super::FrameChoice::drawn).
    pub drawn: Range<u32>,
}

/// How many of a kind there are, and why some are not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// In the level.
    pub total: u32,
    /// Outside of the picture, or of another chunk.
    pub outside: u32,
    /// Too far.
    pub far: u32,
    /// In the picture, but hidden by what the level says.
    pub hidden: u32,
    /// Drawn.
    pub drawn: u32,
}
