//! Records of a frame and of materials as `commando.wgsl` reads them.

use bytemuck::{Pod, Zeroable};

/// `Frame`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub struct FrameRecord {
    /// Columns of the matrix from the eye-relative game world to clip space.
    pub clip_from_relative: [[f32; 4]; 4],
    /// Eye; w is the near clip.
    pub eye: [f32; 4],
    /// Into the picture.
    pub forward: [f32; 4],
    /// Right of the picture.
    pub right: [f32; 4],
    /// 0..255.
    pub fog_colour: [f32; 4],
    /// Beginning and end of the fog, its factor at both.
    pub fog: [f32; 4],
    /// Depths between terrain levels: coarse, middle, fine.
    pub distances: [f32; 4],
    /// [`flag`] bits.
    pub flags: u32,
    /// Unused.
    pub padding_0: u32,
    /// Unused.
    pub padding_1: u32,
    /// Unused.
    pub padding_2: u32,
}

/// Bits of [`FrameRecord::flags`].
pub mod flag {
    /// Under the level's lights.
    pub const LIT: u32 = 1;
    /// Coloured by level of detail.
    pub const LOD_TINT: u32 = 2;
    /// Fog.
    pub const FOG: u32 = 4;
    /// Mip levels by depth.
    pub const MIPPED: u32 = 8;
    /// The alpha test.
    pub const ALPHA_TEST: u32 = 16;
}

/// `Material`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub struct MaterialRecord {
    /// 16ths of a mip level.
    pub k: f32,
    /// The smallest level that there is.
    pub last_level: f32,
    /// 1 with a texture.
    pub flags: u32,
    /// Unused.
    pub padding: u32,
}
