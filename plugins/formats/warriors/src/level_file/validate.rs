//! What no level of the disc has.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::native_data::ChainLayout;

use super::file::LevelFile;
use super::model::LevelModel;
use crate::collision::CollisionMesh;
use crate::path_data::PathData;
use crate::subtitles::Subtitles;

impl LevelFile {
    /// Reports what no level of the disc has: `level-model-link` for a background model that shows no texture,
    /// `level-glow-texture` for a glow material whose texture is not in the glow dictionary, `level-glow-sectors` for a glow
    /// world of several sectors, `chunk-unreadable` for collision, path data or subtitles that cannot be read, and the rules
    /// of everything that is in it.
    pub fn validate(&self, findings: &mut Findings) {
        self.validate_links(findings);
        findings.within("occluders", |findings| {
            self.occluder_table().validate(findings)
        });
        for (name, model) in self.models() {
            findings.within(name, |findings| {
                model.dictionary.validate(findings);
                model.clump.validate(ChainLayout::Packed, findings);
            });
        }
        findings.within("glow world", |findings| {
            self.glow_dictionary.validate(findings);
            self.glow_world.validate(findings);
        });
        findings.within("path data", |findings| {
            report(self.path_data(), PathData::validate, findings);
        });
        findings.within("collision", |findings| {
            report(self.collision(), CollisionMesh::validate, findings);
        });
        // It gives its own name.
        report(self.subtitles(), Subtitles::validate, findings);
        for (i, around) in self.unread.around.iter().enumerate() {
            // The sections are those of chunks 2 to 9, counted from 1.
            findings.within(format!("chunk[{}]", i + 1), |findings| {
                around.validate(findings);
            });
        }
    }

    /// Whether what the game joins belongs together.
    pub(crate) fn validate_links(&self, findings: &mut Findings) {
        for (name, model) in self.models() {
            findings.within(name, |findings| model.validate(findings));
        }
        findings.within("glow world", |findings| self.validate_glow(findings));
    }

    fn validate_glow(&self, findings: &mut Findings) {
        let sectors = self.glow_world.sectors.len();
        findings.expect(sectors == 1, "level-glow-sectors", || {
            format!("expected one sector, found {sectors}")
        });
        for (i, material) in self.glow_world.materials.iter().enumerate() {
            for reference in material.references() {
                let exists = self.glow_dictionary.find(&reference.name).is_some();
                findings.expect(exists, "level-glow-texture", || {
                    let name = &reference.name;
                    format!(
                        "material[{i}]: expected a texture of the glow dictionary, found {name}"
                    )
                });
            }
        }
    }
}

impl LevelModel {
    fn validate(&self, findings: &mut Findings) {
        findings.expect(self.linked().is_some(), "level-model-link", || {
            let textures = self.dictionary.textures.len();
            let atomics = self.clump.atomics.len();
            format!(
                "expected a material in the first of {atomics} atomics and a first of {textures} textures"
            )
        });
    }
}

/// Runs the pass over a value that could be read, else reports why not.
fn report<T>(read: Result<T>, pass: impl FnOnce(&T, &mut Findings), findings: &mut Findings) {
    match read {
        Ok(value) => pass(&value, findings),
        Err(error) => findings.error("chunk-unreadable", &error),
    }
}
