//! Which draws a material takes: base, second layer, and how depth is written. No Bevy in here.
//!
//! The GS can write a pixel's colour without its depth when the alpha test fails (`FB_ONLY`); a GPU decides that per
//! pipeline. So a first pass is split in two draws, and the second of them is left out whenever it can not show
//! anything. Source: spec/gs-pipeline.md 6, 9, 10, 11.

use wonderwheel_ps2::gs::{TEXTURED_SCALE, TestRegister, needs_fail_draw};

use crate::scene::Layer;

/// How a first pass is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BasePass {
    /// Every pixel, with depth: nothing can fail the test, or there is no test.
    Whole,
    /// Every pixel, without depth.
    ColourOnly,
    /// What passes with depth, then what fails without.
    Split,
    /// Everything fails the test: without depth.
    AllFail,
}

/// What must be known of a first pass to choose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FirstPass {
    /// Part of the frame.
    pub layer: Layer,
    /// Lowest alpha of the texture's levels that can be sampled, 0..=128; `None` without a texture.
    pub texture_min_alpha: Option<u8>,
    /// Lowest prelight alpha of the mesh.
    pub prelight_min_alpha: u8,
    /// The material's alpha byte, fade-in included.
    pub material_alpha: u8,
    /// The alpha test is on.
    pub alpha_test: bool,
}

impl FirstPass {
    /// Vertex alpha as it enters the GS, truncated.
    fn vertex_alpha(&self, prelight: u8) -> u8 {
        (f32::from(prelight) * f32::from(self.material_alpha) * TEXTURED_SCALE) as u8
    }

    /// How to draw it.
    pub fn choose(&self) -> BasePass {
        if !self.layer.writes_depth() {
            return BasePass::ColourOnly;
        }
        // Untextured draws have no alpha test. Source: spec/gs-pipeline.md 5.
        let Some(texture_min_alpha) = self.texture_min_alpha.filter(|_| self.alpha_test) else {
            return BasePass::Whole;
        };
        if !needs_fail_draw(
            texture_min_alpha,
            self.vertex_alpha(self.prelight_min_alpha),
        ) {
            return BasePass::Whole;
        }
        // No texel is above 128, so no pixel is above its vertex's alpha.
        if self.vertex_alpha(u8::MAX) < TestRegister::CUT_OUT.reference() {
            BasePass::AllFail
        } else {
            BasePass::Split
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPAQUE: FirstPass = FirstPass {
        layer: Layer::Scenery,
        texture_min_alpha: Some(128),
        prelight_min_alpha: 255,
        material_alpha: 255,
        alpha_test: true,
    };

    #[test]
    fn an_opaque_draw_is_one_draw() {
        assert_eq!(OPAQUE.choose(), BasePass::Whole);
        assert_eq!(
            FirstPass {
                texture_min_alpha: Some(64),
                ..OPAQUE
            }
            .choose(),
            BasePass::Whole
        );
    }

    #[test]
    fn a_cut_out_texture_is_split() {
        assert_eq!(
            FirstPass {
                texture_min_alpha: Some(63),
                ..OPAQUE
            }
            .choose(),
            BasePass::Split
        );
        assert_eq!(
            FirstPass {
                prelight_min_alpha: 100,
                ..OPAQUE
            }
            .choose(),
            BasePass::Split,
            "128 * 50 >> 7 = 50"
        );
    }

    #[test]
    fn the_first_half_of_a_fade_writes_no_depth_and_the_second_does() {
        assert_eq!(
            FirstPass {
                material_alpha: 127,
                ..OPAQUE
            }
            .choose(),
            BasePass::AllFail,
            "Af 63"
        );
        assert_eq!(
            FirstPass {
                material_alpha: 128,
                ..OPAQUE
            }
            .choose(),
            BasePass::Whole,
            "Af 64"
        );
    }

    #[test]
    fn without_a_texture_or_a_test_everything_writes_depth() {
        assert_eq!(
            FirstPass {
                texture_min_alpha: None,
                material_alpha: 10,
                ..OPAQUE
            }
            .choose(),
            BasePass::Whole
        );
        let off = FirstPass {
            texture_min_alpha: Some(0),
            alpha_test: false,
            ..OPAQUE
        };
        assert_eq!(off.choose(), BasePass::Whole);
    }

    #[test]
    fn the_sky_never_writes_depth() {
        assert_eq!(
            FirstPass {
                layer: Layer::Sky,
                ..OPAQUE
            }
            .choose(),
            BasePass::ColourOnly
        );
        assert_eq!(
            FirstPass {
                layer: Layer::Clouds,
                texture_min_alpha: None,
                ..OPAQUE
            }
            .choose(),
            BasePass::ColourOnly
        );
    }
}
