//! Materials (0x07), texture references (0x06), MatFX (0x120) and right to render (0x1F).

use crate::section::RawSection;
use crate::texture::Sampling;

/// A material. Source: spec/renderware.md 5.2.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Flag word, 0.
    pub flags: u32,
    /// Red, green, blue, alpha; 255 = 1.0.
    pub colour: [u8; 4],
    /// A don't-care word.
    pub unused: u32,
    /// Ambient, specular, diffuse factors, 1.0 by default.
    pub surface: [f32; 3],
    /// The texture, when there is one.
    pub texture: Option<TextureReference>,
    /// MatFX plugin.
    pub matfx: Option<MatFx>,
    /// Right-to-render plugin.
    pub right_to_render: Option<RightToRender>,
    /// Other extension sections.
    pub extension: Vec<RawSection>,
}

/// A texture named by a material; found at run time in the loaded dictionaries. Source: spec/renderware.md 5.3.
#[derive(Debug, Clone, PartialEq)]
pub struct TextureReference {
    /// Filter and addressing; applies only when the name finds no dictionary texture.
    pub sampling: Sampling,
    /// Name, compared ignoring ASCII case.
    pub name: String,
    /// Mask name; empty.
    pub mask: String,
    /// K and L of plugin 0x110.
    pub mip_plugin: Option<u32>,
    /// Other extension sections.
    pub extension: Vec<RawSection>,
}

/// Right to render, plugin 0x1F.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RightToRender {
    /// Owner of the pipeline; 3 in this game.
    pub plugin: u32,
    /// Pipeline id, such as 0x30084.
    pub pipeline: u32,
}

/// Material effect, plugin 0x120, material form. Source: spec/renderware.md 8.1.
#[derive(Debug, Clone, PartialEq)]
pub struct MatFx {
    /// Effect number 0..=6.
    pub effect: u32,
    /// The two slots.
    pub slots: [MatFxSlot; 2],
}

/// One slot of a material effect.
#[derive(Debug, Clone, PartialEq)]
pub enum MatFxSlot {
    /// Slot type 0.
    None,
    /// Slot type 1.
    Bump {
        /// Strength.
        coefficient: f32,
        /// The picture that is bumped.
        bumped: Option<TextureReference>,
        /// The height map.
        bump: Option<TextureReference>,
    },
    /// Slot type 2.
    Environment {
        /// Strength.
        coefficient: f32,
        /// Non-zero: multiplied by the frame buffer's alpha.
        use_frame_buffer_alpha: i32,
        /// The reflected picture.
        texture: Option<TextureReference>,
    },
    /// Slot type 4.
    Dual {
        /// RenderWare blend number of the source, 5 = source alpha.
        source_blend: i32,
        /// RenderWare blend number of the destination, 6 = inverse source alpha.
        destination_blend: i32,
        /// The second texture.
        texture: Option<TextureReference>,
    },
    /// Slot type 5.
    UvTransform,
}
