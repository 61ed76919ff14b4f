//! What is on the picture, in plain values: the one thing the drawing side reads.
//!
//! [`GsScene`] is filled once a frame from the streamed world; a program without one (a model viewer, a test) fills it
//! itself. World positions are in RenderWare axes, metres.

use std::sync::Arc;

use bevy::asset::AssetId;
use bevy::prelude::*;
use wonderwheel_level_assets::prelude::{GsTexture, SceneryMesh};
use wonderwheel_ps2::gs::overlay_alpha;
use wonderwheel_world_streaming::view::lens::Lens;

use crate::lights::{LightSelection, SceneLight};

/// Everything one frame shows. Meshes are drawn in list order inside their layer; layers in the order of [`Layer`].
#[derive(Resource, Debug, Clone, Default)]
pub struct GsScene {
    /// Where the picture is taken from; nothing but the clear colour is drawn without one.
    pub view: Option<GsView>,
    /// Clear colour, fog colour and fog range.
    pub fog: Fog,
    /// The meshes.
    pub meshes: Vec<PlacedMesh>,
    /// The lights that [`PlacedMesh::lights`] points into.
    pub lights: Vec<SceneLight>,
    /// The level's tint over everything but debug lines.
    pub overlay: Option<Tint>,
}

/// The camera of a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GsView {
    /// Eye, metres.
    pub position: Vec3,
    /// Unit vector into the picture.
    pub forward: Vec3,
    /// Unit vector up the picture, at a right angle to `forward`.
    pub up: Vec3,
    /// Lens; its near clip holds for glow and world.
    pub lens: Lens,
    /// Far clip of glow and world, metres: the draw distance.
    pub far: f32,
    /// Near clip of the skyline, metres.
    pub skyline_near: f32,
}

/// Distance fog. Source: spec/gs-pipeline.md 4.2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    /// Fog and clear colour.
    pub colour: [u8; 3],
    /// View depth where fog begins, metres. The far clip is where it is complete.
    pub start: f32,
}

impl Default for Fog {
    /// White, as before any level sets it; half of the player's draw distance.
    fn default() -> Self {
        Self {
            colour: [255; 3],
            start: 57.5,
        }
    }
}

/// A colour over the whole frame: `out = dst + (((c - dst) * As) >> 7)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tint {
    /// Colour, 0..255.
    pub colour: [u8; 3],
    /// 0..=128, 128 covers.
    pub alpha: u8,
}

impl Tint {
    /// From colour and alpha as 0..1. Alpha becomes a byte and then `byte * 128 / 255`, both truncated.
    /// `None` when nothing would be seen. Source: spec/gs-pipeline.md 9.
    pub fn from_unit(rgba: [f32; 4]) -> Option<Self> {
        let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0) as u8;
        let alpha = overlay_alpha(byte(rgba[3]));
        (alpha > 0).then(|| Self {
            colour: [byte(rgba[0]), byte(rgba[1]), byte(rgba[2])],
            alpha,
        })
    }
}

/// The part of the frame a mesh belongs to, in drawing order. Source: spec/gs-pipeline.md 9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Sky box: round the camera, no fog, no depth write.
    Sky,
    /// Cloud box: as the sky.
    Clouds,
    /// Skyline: in the world, no fog; depth is cleared after it.
    Skyline,
    /// Glow world: unlit, seen from both sides.
    Glow,
    /// `s` world.
    Scenery,
    /// `d` world.
    Detail,
}

impl Layer {
    /// Drawn before the depth clear that ends the background.
    pub fn is_background(self) -> bool {
        self <= Self::Skyline
    }

    /// Takes part in fog.
    pub fn is_fogged(self) -> bool {
        !self.is_background()
    }

    /// Writes depth.
    pub fn writes_depth(self) -> bool {
        self >= Self::Skyline
    }

    /// Back faces are left out, and textures use their mip levels.
    pub fn is_world(self) -> bool {
        self >= Self::Scenery
    }
}

/// A mesh at a place.
#[derive(Debug, Clone)]
pub struct PlacedMesh {
    /// Part of the frame.
    pub layer: Layer,
    /// Which mesh.
    pub mesh: AssetId<SceneryMesh>,
    /// Textures of its materials, in material order.
    pub textures: Arc<[MaterialTextures]>,
    /// Rotation (columns) of the mesh, without its position scale.
    pub rotation: Mat3,
    /// Translation, metres. Exact: neighbours that share a grid meet without cracks.
    pub origin: Vec3,
    /// Takes the place of every material's alpha byte (the fade-in, and 255 after it); `None` keeps the materials'.
    pub fade: Option<u8>,
    /// Ambient light and the lights that reach it.
    pub lights: LightSelection,
}

/// The textures of one material, found by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MaterialTextures {
    /// Base layer; `None` draws the material without a texture.
    pub base: Option<AssetId<GsTexture>>,
    /// Second layer; `None` leaves it out.
    pub second: Option<AssetId<GsTexture>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tint_alpha_is_cut_to_128_in_two_steps() {
        // level99: (7, 20, 30) at 21 of 128; 21 * 255 / 128 = 41.8, so the alpha byte lies at 42.
        let tint = Tint::from_unit([7.5 / 255.0, 20.5 / 255.0, 30.5 / 255.0, 42.5 / 255.0]);
        assert_eq!(
            tint,
            Some(Tint {
                colour: [7, 20, 30],
                alpha: 21
            })
        );
        assert_eq!(Tint::from_unit([1.0, 1.0, 1.0, 0.0]), None);
        assert_eq!(
            Tint::from_unit([1.0, 1.0, 1.0, 1.0]).map(|tint| tint.alpha),
            Some(128)
        );
    }

    #[test]
    fn only_glow_and_world_are_fogged_and_only_sky_and_clouds_leave_depth_alone() {
        use Layer::*;
        let all = [Sky, Clouds, Skyline, Glow, Scenery, Detail];
        assert_eq!(
            all.map(Layer::is_fogged),
            [false, false, false, true, true, true]
        );
        assert_eq!(
            all.map(Layer::writes_depth),
            [false, false, true, true, true, true]
        );
        assert_eq!(
            all.map(Layer::is_world),
            [false, false, false, false, true, true]
        );
    }
}
