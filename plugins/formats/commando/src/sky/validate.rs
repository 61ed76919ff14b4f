//! Rules that a sky keeps, and that no reader depends on.

use wonderwheel_ps2::finding::{Findings, remark_few, report_few};

use super::block::Sky;
use super::shell::{Shell, SkyFace};

impl Sky {
    /// Shells against their flags, words that are 0, spheres. Rules: `sky-sprite-count`, `sky-shell-flags`, `sky-shell-word-08`,
    /// `sky-cluster-size`, `sky-vertex-alpha`, `sky-sphere-finite`.
    pub fn validate(&self, findings: &mut Findings) {
        findings.expect(self.sprite_count == 0, "sky-sprite-count", || {
            format!("expected 0, found {}", self.sprite_count)
        });
        for (i, shell) in self.shells.iter().enumerate() {
            findings.within(format!("shell[{i}]"), |findings| shell.validate(findings));
        }
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
        let clusters = || self.clusters.iter().enumerate();
        let large = clusters()
            .filter(|(_, cluster)| usize::from(cluster.vertex_count) > Self::CLUSTER_VERTICES);
        // A limit of writers, not of readers. Source: spec/commando-assets.md 2.
        remark_few(
            findings,
            "sky-cluster-size",
            large.map(|(i, cluster)| {
                let message = format!(
                    "expected up to 127 vertices, found {}",
                    cluster.vertex_count
                );
                (format!("cluster[{i}]"), message)
            }),
        );
        let infinite =
            clusters().filter(|(_, cluster)| !cluster.sphere.iter().all(|v| v.is_finite()));
        report_few(
            findings,
            "sky-sphere-finite",
            infinite.map(|(i, cluster)| {
                let message = format!("expected finite numbers, found {:?}", cluster.sphere);
                (format!("cluster[{i}]"), message)
            }),
        );
        // Coloured shells have theirs elsewhere: this word of theirs means nothing.
        let alphas = self.vertices.iter().enumerate();
        let odd = alphas
            .filter(|_| self.is_textured())
            .filter(|(_, vertex)| !(0..=0xFF).contains(&vertex.alpha));
        report_few(
            findings,
            "sky-vertex-alpha",
            odd.map(|(i, vertex)| {
                let message = format!("expected a byte, found {:#x}", vertex.alpha);
                (format!("vertex[{i}]"), message)
            }),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::shell::{Cluster, SkyVertex};
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
        assert_eq!(
            rules,
            [
                "sky-sprite-count",
                "sky-shell-flags",
                "sky-shell-word-08",
                "sky-cluster-size",
                "sky-sphere-finite",
                "sky-vertex-alpha"
            ]
        );
    }
}
