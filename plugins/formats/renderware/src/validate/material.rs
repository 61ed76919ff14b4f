//! Materials, texture references and material effects.

use wonderwheel_ps2::finding::Findings;

use super::{mip_word, plugins, texture_name};
use crate::material::{Material, TextureReference};
use crate::matfx::{MatFx, MatFxSlot};

/// Pipelines of the disc's materials. Source: spec/renderware.md 8.4.
const PIPELINES: [u32; 3] = [0x30084, 0x30086, 0x30088];

impl Material {
    /// Reports what no material of the disc has.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `material-right-to-render` | where there is one: plugin 3, pipeline 0x30084, 0x30086 or 0x30088 |
    /// | `unknown-plugin`, `plugin-out-of-place` | only its own plugins |
    ///
    /// and those of [`TextureReference::validate`] and [`MatFx::validate`]. Source: spec/renderware.md 5.2, 8.1, 8.4.
    pub fn validate(&self, findings: &mut Findings) {
        if let Some(texture) = &self.texture {
            findings.within("texture", |findings| texture.validate(findings));
        }
        if let Some(effect) = &self.matfx {
            findings.within("plugin 0x120", |findings| effect.validate(findings));
        }
        if let Some(right) = self.right_to_render {
            findings.expect(
                right.plugin == 3 && PIPELINES.contains(&right.pipeline),
                "material-right-to-render",
                || {
                    format!(
                        "expected plugin 3 with pipeline 0x30084, 0x30086 or 0x30088, found {} with {:#x}",
                        right.plugin, right.pipeline
                    )
                },
            );
        }
        plugins(&self.extension, &[], findings);
    }
}

impl TextureReference {
    /// Reports what no texture reference of the disc has: `texture-name-length`, `texture-mask-empty`, `mip-l-zero`,
    /// `mip-k-range`, `mip-word-bits`, `unknown-plugin`, `plugin-out-of-place`, as for
    /// [`NativeTexture`](crate::texture::NativeTexture::validate). Source: spec/renderware.md 5.3.
    pub fn validate(&self, findings: &mut Findings) {
        texture_name(&self.name, &self.mask, findings);
        if let Some(word) = self.mip_plugin {
            findings.within("plugin 0x110", |findings| mip_word(word, findings));
        }
        plugins(&self.extension, &[], findings);
    }
}

impl MatFx {
    /// Reports what no material effect of the disc has.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `matfx-effect` | effect 1 (bump) or 4 (dual texture) |
    /// | `matfx-slots` | the slots are those of the effect |
    /// | `matfx-dual-blend` | source 5, destination 6 |
    /// | `matfx-dual-texture` | a dual slot has its texture |
    ///
    /// and those of [`TextureReference::validate`]. Source: spec/renderware.md 8.1.
    pub fn validate(&self, findings: &mut Findings) {
        findings.expect(matches!(self.effect, 1 | 4), "matfx-effect", || {
            format!("expected effect 1 or 4, found {}", self.effect)
        });
        let expected = match self.effect {
            3 => [1, 2],
            6 => [5, 4],
            single => [single, 0],
        };
        let found: [u32; 2] =
            std::array::from_fn(|i| self.slots.get(i).map_or(0, MatFxSlot::number));
        findings.expect(found == expected, "matfx-slots", || {
            format!(
                "expected slots {expected:?} of effect {}, found {found:?}",
                self.effect
            )
        });
        findings.each("slot", &*self.slots, |slot, findings| {
            if let MatFxSlot::Dual {
                source_blend,
                destination_blend,
                texture,
            } = slot
            {
                let blend = (*source_blend, *destination_blend);
                findings.expect(blend == (5, 6), "matfx-dual-blend", || {
                    format!("expected blend (5, 6), found {blend:?}")
                });
                findings.expect(
                    texture.is_some(),
                    "matfx-dual-texture",
                    || "expected a second texture, found none",
                );
            }
            for texture in slot.references().into_iter().flatten() {
                texture.validate(findings);
            }
        });
    }
}
