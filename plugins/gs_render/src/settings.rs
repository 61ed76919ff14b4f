//! What a user may switch about the picture.

use bevy::prelude::*;
use wonderwheel_ps2::gs::{PRELIGHT_FULL_AT_128, PRELIGHT_FULL_AT_255};

/// Switches of the GS frame. The defaults are the original's picture.
#[derive(Resource, Reflect, Debug, Clone, PartialEq)]
#[reflect(Resource, Default)]
pub struct GsSettings {
    /// Which prelight byte means full brightness.
    pub prelight_scale: PrelightScale,
    /// The frame is 640 x 448 times this, 1..=4.
    pub internal_scale: u32,
    /// Mixes each line of the shown frame with the one below, as the original's two read circuits do. Never part of the
    /// frame itself. Source: spec/gs-pipeline.md 2.
    pub line_blend: bool,
    /// Filters the frame when it is shown larger; off keeps its pixels square-edged.
    pub smooth: bool,
    /// Distance fog.
    pub fog: bool,
    /// The alpha test "at least 0x40, else colour only"; off, everything writes depth.
    pub alpha_test: bool,
    /// Second layers of dual-texture materials.
    pub dual_pass: bool,
    /// Mip levels by distance; off, always the largest.
    pub mip: bool,
    /// Point, spot and directional lights; off leaves the ambient.
    pub lights: bool,
    /// The level's full-screen tint.
    pub overlay: bool,
    /// Boxes of sectors whose part could not be loaded.
    pub failed_boxes: bool,
    /// Which layers are drawn.
    pub layers: LayerSwitches,
    /// Bytes of meshes and textures that go to the GPU in one frame at most (whole assets, at least one); 0 is no limit.
    /// Lockstep runs have none.
    pub upload_bytes_per_frame: u32,
}

impl Default for GsSettings {
    fn default() -> Self {
        Self {
            prelight_scale: PrelightScale::default(),
            internal_scale: 1,
            line_blend: false,
            smooth: true,
            fog: true,
            alpha_test: true,
            dual_pass: true,
            mip: true,
            lights: true,
            overlay: true,
            failed_boxes: true,
            layers: LayerSwitches::default(),
            upload_bytes_per_frame: 4 << 20,
        }
    }
}

/// Which layers of the frame are drawn; all by default.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerSwitches {
    /// Sky box and cloud box.
    pub sky: bool,
    /// The skyline behind the world.
    pub skyline: bool,
    /// Halos of street lamps and signs.
    pub glow: bool,
    /// The `s` world.
    pub scenery: bool,
    /// The `d` world.
    pub detail: bool,
}

impl Default for LayerSwitches {
    fn default() -> Self {
        Self {
            sky: true,
            skyline: true,
            glow: true,
            scenery: true,
            detail: true,
        }
    }
}

/// Which prelight byte means full brightness. RGB only, never alpha.
///
/// The evidence is divided: spec/lighting.md 7 reads 0x80, spec/gs-pipeline.md 4.1 argues for 255.
#[derive(Reflect, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PrelightScale {
    /// 0x80 is full brightness: bytes count 255/128 times.
    #[default]
    Half,
    /// 255 is full brightness.
    Full,
}

impl PrelightScale {
    /// The factor a prelight byte is multiplied with.
    pub fn factor(self) -> f32 {
        match self {
            Self::Half => PRELIGHT_FULL_AT_128,
            Self::Full => PRELIGHT_FULL_AT_255,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_doubles_to_two_hundred_and_fifty_five_at_0x80() {
        assert_eq!(128.0 * PrelightScale::Half.factor(), 255.0);
        assert_eq!(255.0 * PrelightScale::Full.factor(), 255.0);
    }
}
