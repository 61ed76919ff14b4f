//! Rules that a sky keeps, and that no reader depends on.

use wonderwheel_ps2::finding::{Findings, remark_few, report_few};

use super::block::Sky;
use super::shell::{Cluster, Shell, SkyFace, SkyVertex};
use crate::places::places;

impl Sky {
    /// Shells against their flags, words that are 0, spheres. Rules: `sky-sprite-count`, `sky-shell-flags`, `sky-shell-word-08`,
    /// `sky-cluster-size`, `sky-vertex-alpha`, `sky-sphere-finite`.
    pub fn validate(&self, findings: &mut Findings) {
        findings.expect(self.sprite_count == 0, "sky-sprite-count", || {
            format!("expected 0, found {}", self.sprite_count)
        });
        findings.each("shell", &self.shells, Shell::validate);
    }
}

impl Shell {
    fn validate(&self, findings: &mut Findings) {
        let has_textures = self
            .faces
            .iter()
            .any(|face| face.texture != SkyFace::UNTEXTURED);
        let agrees = self.faces.is_empty() || has_textures == self.is_textured();
        findings.expect(agrees, "sky-shell-flags", || {
            let kind = if has_textures { "0" } else { "other than 0" };
            format!(
                "expected flags {kind}, as the faces are, found {:#x}",
                self.flags
            )
        });
        findings.expect(self.unknown_08 == [0; 8], "sky-shell-word-08", || {
            format!("expected zeros, found {:?}", self.unknown_08)
        });
        // A limit of writers, not of readers. Source: spec/commando-assets.md 2.
        let large = places("cluster", &self.clusters, |cluster| {
            let count = cluster.vertex_count;
            (usize::from(count) > Self::CLUSTER_VERTICES)
                .then(|| format!("expected up to 127 vertices, found {count}"))
        });
        remark_few(findings, "sky-cluster-size", large);
        let infinite = places("cluster", &self.clusters, |Cluster { sphere, .. }| {
            let is_finite = sphere.iter().all(|value| value.is_finite());
            (!is_finite).then(|| format!("expected finite numbers, found {sphere:?}"))
        });
        report_few(findings, "sky-sphere-finite", infinite);
        // Coloured shells have theirs elsewhere: this word of theirs means nothing.
        let odd = places("vertex", &self.vertices, |SkyVertex { alpha, .. }| {
            let is_odd = self.is_textured() && !(0..=0xFF).contains(alpha);
            is_odd.then(|| format!("expected a byte, found {alpha:#x}"))
        });
        report_few(findings, "sky-vertex-alpha", odd);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_broken_rule_is_named() {
        let mut findings = Findings::new();
        let shell = Shell {
            flags: 0,
            unknown_08: [1; 8],
            clusters: vec![Cluster {
                sphere: [f32::NAN; 4],
                vertex_count: 128,
                face_count: 1,
            }],
            vertices: vec![
                SkyVertex {
                    alpha: -1,
                    ..SkyVertex::default()
                };
                1
            ],
            faces: vec![SkyFace {
                texture: SkyFace::UNTEXTURED,
                ..SkyFace::default()
            }],
            ..Shell::default()
        };
        Sky {
            sprite_count: 1,
            shells: vec![shell],
            ..Sky::default()
        }
        .validate(&mut findings);
        let rules = findings.rules();
        let expected = "sky-sprite-count sky-shell-flags sky-shell-word-08 sky-cluster-size sky-sphere-finite sky-vertex-alpha";
        assert_eq!(rules.join(" "), expected);
    }
}
