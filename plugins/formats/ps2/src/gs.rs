//! The Graphics Synthesizer's pixel pipeline in its own integers, and the arithmetic that feeds it.
//!
//! Everything is in display (gamma) space; colours and alpha are integers 0..=255. "1.0" is 128 for a vertex colour that
//! modulates a texture and for every alpha, 255 for the colour of an untextured primitive, and 255 means *no* fog.
//! Source: spec/gs-pipeline.md 1.
//!
//! | Step | Function |
//! | --- | --- |
//! | vertex colour from prelight, light and material | [`vertex_colour`], [`light_sum`], [`TEXTURED_SCALE`] |
//! | fog value from view depth | [`fog_value`] |
//! | texel | [`bilinear`], [`Filtering`], [`Filtering::levels`] |
//! | texture function | [`modulate`] |
//! | fog | [`fog`] |
//! | alpha and Z test | [`TestRegister`] |
//! | blend | [`Blend`], [`render_state_blend`], [`dual_blend`] |

mod blend;
mod pixel;
mod sampling;
mod test_register;
mod vertex;

pub use blend::{Blend, BlendColour, BlendFactor, BlendWeight, dual_blend, render_state_blend};
pub use pixel::{fog, modulate, modulate_channel, needs_fail_draw, overlay_alpha};
pub use sampling::{Filtering, LevelChoice, MinFilter, bilinear, tex1};
pub use test_register::{AlphaFail, AlphaTest, DepthTest, TestRegister, Writes};
pub use vertex::{
    Light, PRELIGHT_FULL_AT_128, PRELIGHT_FULL_AT_255, Surface, TEXTURED_SCALE, UNTEXTURED_SCALE,
    fog_value, light_sum, vertex_colour,
};
