//! Texture dictionaries and the textures in them.

use std::collections::HashSet;

use wonderwheel_ps2::finding::Findings;

use super::{mip_word, plugins, stamps, texture_name};
use crate::dictionary::TextureDictionary;
use crate::texture::{NativeTexture, Sampling};

impl TextureDictionary {
    /// Reports what no dictionary of the disc has.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `library-stamp` | every stamp is 0x1C02000A |
    /// | `unknown-plugin`, `plugin-out-of-place` | no extension holds anything else than its own plugins |
    /// | `texture-name-unique` | of two equal names the second one is never found |
    ///
    /// and those of [`NativeTexture::validate`].
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("texture dictionary", |findings| {
            stamps(&self.stamps, findings);
            let mut names = HashSet::with_capacity(self.textures.len());
            findings.each("texture", &self.textures, |texture, findings| {
                let is_new = names.insert(texture.name.to_ascii_lowercase());
                findings.expect(is_new, "texture-name-unique", || {
                    format!("expected a name of its own, found {:?} again", texture.name)
                });
                texture.validate(findings);
            });
            plugins(&self.extension, &[], findings);
        });
    }
}

impl NativeTexture {
    /// Reports what no texture of the disc has.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `texture-name-length` | 1 to 31 characters |
    /// | `texture-mask-empty` | no mask name |
    /// | `texture-filter` | filter 2 or 6 |
    /// | `texture-addressing` | both axes wrap or both clamp |
    /// | `mip-l-zero`, `mip-k-range`, `mip-word-bits` | L 0, K from -13.2 to -2.0, in raster and plugin |
    ///
    /// and those of [`Raster::validate`](crate::raster::Raster::validate). Source: spec/renderware.md 3 and 4.6.
    pub fn validate(&self, findings: &mut Findings) {
        texture_name(&self.name, &self.mask, findings);
        let filter = self.sampling.filter();
        findings.remark_unless(
            [Sampling::LINEAR, Sampling::LINEAR_MIP_LINEAR].contains(&filter),
            "texture-filter",
            || format!("expected filter 2 or 6, found {filter}"),
        );
        let axes = [self.sampling.0 >> 8 & 0xF, self.sampling.0 >> 12 & 0xF];
        findings.remark_unless(
            matches!(axes, [1, 0 | 1] | [3, 0 | 3]),
            "texture-addressing",
            || format!("expected wrap (1) or clamp (3) on both axes, found {axes:?}"),
        );
        findings.within("raster", |findings| {
            mip_word(self.raster.mip_word, findings);
            self.raster.validate(findings);
        });
        if let Some(word) = self.mip_plugin {
            findings.within("plugin 0x110", |findings| mip_word(word, findings));
        }
        plugins(&self.extension, &[], findings);
    }
}
