//! What a draw is drawn with.

use super::sampling::Sampling;
use super::texture::Texture;
use crate::gs::{Blend, TestRegister};

/// A vertex as the vertex stage leaves it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Clip space: x right, y up, z = w at the near plane and 0 at the far one, w = view depth in metres.
    pub position: [f32; 4],
    /// Two sets of texture coordinates; (0, 0) is the corner of the first texel, v down the picture.
    pub uv: [[f32; 2]; 2],
    /// Cf and Af, see [`vertex_colour`](crate::gs::vertex_colour).
    pub colour: [u8; 4],
    /// F, see [`fog_value`](crate::gs::fog_value).
    pub fog: u8,
}

/// Which faces are left out. The front is counter-clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Cull {
    /// None: background, glow world, effects.
    #[default]
    None,
    /// Back faces: the streamed world.
    Back,
}

/// The GS's state for a draw.
#[derive(Debug, Clone, Copy)]
pub struct State<'a> {
    /// The texture; None draws the vertex colour alone (TME 0).
    pub texture: Option<&'a Texture<'a>>,
    /// Which of a vertex's two uv sets is used: 0 or 1.
    pub uv_set: usize,
    /// Filter, addressing, K and L.
    pub sampling: Sampling,
    /// Fog colour; None is fog off.
    pub fog: Option<[u8; 3]>,
    /// Alpha and Z test.
    pub test: TestRegister,
    /// The blend; None is off (ABE 0).
    pub blend: Option<Blend>,
    /// Whether Z is written (ZMSK 0).
    pub depth_write: bool,
    /// Faces left out.
    pub cull: Cull,
}

impl<'a> State<'a> {
    /// The streamed world's first pass: alpha test with FB_ONLY, blend `0x44`, Z, no fog yet, back faces left out.
    pub fn world(texture: Option<&'a Texture<'a>>) -> Self {
        Self {
            texture,
            uv_set: 0,
            sampling: Sampling::default(),
            fog: None,
            test: if texture.is_some() {
                TestRegister::CUT_OUT
            } else {
                TestRegister::DEPTH_ONLY
            },
            blend: Some(Blend::ALPHA),
            depth_write: true,
            cull: Cull::Back,
        }
    }

    /// The second pass of a dual-texture material: the dual texture with the second uv set, no alpha test, Z written.
    ///
    /// Source: spec/gs-pipeline.md 6.
    #[must_use]
    pub fn dual(self, texture: &'a Texture<'a>, blend: Blend) -> Self {
        Self {
            texture: Some(texture),
            uv_set: 1,
            test: TestRegister::DEPTH_ONLY,
            blend: Some(blend),
            ..self
        }
    }
}
