//! The records that WGSL reads, byte for byte. A test compares every size and offset with the shader's own structs.

use bytemuck::{Pod, Zeroable};

/// `View` in `gs.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub struct ViewRecord {
    /// Columns of the matrix from the eye-relative world to clip space.
    pub clip_from_relative: [[f32; 4]; 4],
    /// Eye; w is the near clip, metres.
    pub eye: [f32; 4],
}

/// `Frame` in `gs.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub struct FrameRecord {
    /// Sky, skyline, world.
    pub views: [ViewRecord; 3],
    /// 0..255, w 1 with fog.
    pub fog_colour: [f32; 4],
    /// Premultiplied 0..1.
    pub tints: [[f32; 4]; 3],
    /// View depth of complete fog.
    pub fog_far: f32,
    /// 1 / (far - start).
    pub fog_inverse_range: f32,
    /// See [`crate::settings::PrelightScale`].
    pub prelight_scale: f32,
    /// Unused.
    pub padding: f32,
}

/// `Placement` in `gs.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub struct PlacementRecord {
    /// Rows, position scale included.
    pub world_from_local: [[f32; 4]; 3],
    /// Sum of ambient lights.
    pub ambient: [f32; 3],
    /// Lights that count.
    pub light_count: u32,
    /// Two 16-bit indices a word, low half first.
    pub light_indices: [u32; 4],
    /// Factor of texture coordinates.
    pub uv_scale: f32,
    /// Factor of normals after `world_from_local`.
    pub normal_scale: f32,
    /// Index into [`FrameRecord::views`].
    pub view: u32,
    /// Unused.
    pub padding: u32,
}

/// `Draw` in `gs.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub struct DrawRecord {
    /// RGBA 0..255.
    pub material: [f32; 4],
    /// Source factor x + y * As, destination factor z + w * As.
    pub blend: [f32; 4],
    /// RGB factor: [`TEXTURED_SCALE`](wonderwheel_ps2::gs::TEXTURED_SCALE) with a texture,
    /// [`UNTEXTURED_SCALE`](wonderwheel_ps2::gs::UNTEXTURED_SCALE) without.
    pub colour_scale: f32,
    /// The material's ambient.
    pub ambient_factor: f32,
    /// The material's diffuse.
    pub diffuse_factor: f32,
    /// K of the texture.
    pub k: f32,
    /// 2^L of the texture.
    pub l_scale: f32,
    /// Index of its placement.
    pub placement: u32,
    /// [`flag`] bits.
    pub flags: u32,
    /// Unused.
    pub padding: u32,
}

/// Bits of [`DrawRecord::flags`].
pub mod flag {
    /// Multiply with the texture.
    pub const TEXTURED: u32 = 1;
    /// Choose the mip level by depth.
    pub const MIPPED: u32 = 2;
    /// Take part in fog.
    pub const FOGGED: u32 = 4;
    /// Use the second set of texture coordinates.
    pub const SECOND_UV: u32 = 8;
}

/// `Light` in `gs.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub struct LightRecord {
    /// Where.
    pub position: [f32; 3],
    /// Reach.
    pub radius: f32,
    /// Colour now.
    pub colour: [f32; 3],
    /// 0 directional, 1 point, 2 spot.
    pub kind: u32,
    /// Where it shines.
    pub direction: [f32; 3],
    /// Cosine of the half angle.
    pub cone_cosine: f32,
}

/// `Present` in `present.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub struct PresentRecord {
    /// 1/448 with line blending, else 0.
    pub line_step: f32,
    /// 1 for square-edged pixels.
    pub sharp: f32,
    /// Frame size, pixels.
    pub frame_size: [f32; 2],
}
