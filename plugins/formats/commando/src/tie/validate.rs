//! What a tie should be, beyond what its reader needs.

use wonderwheel_ps2::finding::Findings;

use super::{LodTotals, TieAdGif, TieClass, TieMesh, TiePacket};

/// Colours of a class in the first game. Source: spec/commando-assets.md 6.3.
const COLOURS: usize = 64;

impl TieClass {
    /// Reports what is unlike the pages' description.
    ///
    /// `tie-scale`: the scale is not positive. `tie-lod-distances`: they do not rise from above 0 (80 of 1,864 classes of the discs
    /// are so). `tie-class-number`: the second class number is not 0. `tie-totals`: a level's sums are not those of its packets.
    /// `tie-mesh`: a level's strips cannot be followed. `tie-packet-counts`: counts of a packet that should agree do not.
    /// `tie-source`: a material's offset is none of an entry. `tie-colour`: a colour index is 64 or more, and not below the normals'
    /// count.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("tie", |findings| {
            let header = &self.header;
            findings.expect(header.scale > 0.0, "tie-scale", || {
                format!("expected a positive scale, found {}", header.scale)
            });
            let (near, mid, far) = (
                header.near_distance,
                header.mid_distance,
                header.far_distance,
            );
            // 80 of 1,864 classes of the discs break it. Source: spec/commando-assets.md 6.1.
            findings.remark_unless(
                0.0 < near && near < mid && mid < far,
                "tie-lod-distances",
                || format!("expected distances that rise from above 0, found {near}, {mid}, {far}"),
            );
            findings.expect(header.t_class == 0, "tie-class-number", || {
                format!("expected 0, found {}", header.t_class)
            });
            let lods = self.lods.iter().zip(&header.totals).enumerate();
            findings.each("lod", lods, |(i, (packets, totals)), findings| {
                self.validate_lod(i, packets, totals, findings);
            });
        });
    }

    fn validate_lod(
        &self,
        lod: usize,
        packets: &[TiePacket],
        totals: &LodTotals,
        findings: &mut Findings,
    ) {
        let strips = packets.iter().flat_map(|packet| &packet.strips);
        let in_strips: i64 = strips
            .clone()
            .map(|strip| i64::from(strip.vertex_count))
            .sum();
        let triangles: i64 = strips
            .clone()
            .map(|strip| i64::from(strip.vertex_count) - 2)
            .sum();
        let stored: usize = packets
            .iter()
            .map(|packet| packet.dinky.len() + packet.fat.len())
            .sum();
        let found = [totals.vertices, totals.triangles, totals.strips].map(i64::from);
        let [vertices, ..] = found;
        // The pages do not say which vertices are counted: those of the strips, or those stored.
        let counted = if vertices == stored as i64 {
            vertices
        } else {
            in_strips
        };
        let expected = [counted, triangles, strips.count() as i64];
        findings.expect(found == expected, "tie-totals", || {
            format!("expected {expected:?} vertices, triangles and strips, found {found:?}")
        });
        match self.mesh(lod) {
            Ok(mesh) => self.validate_colours(&mesh, findings),
            Err(error) => findings.report("tie-mesh", error.to_string()),
        }
        findings.each("packet", packets, TiePacket::validate);
    }

    fn validate_colours(&self, mesh: &TieMesh, findings: &mut Findings) {
        let limit = COLOURS.max(self.normals.len());
        let colours = mesh.colours.as_flattened();
        let outside = colours
            .iter()
            .filter(|&&colour| usize::from(colour) >= limit);
        let count = outside.count();
        findings.expect(count == 0, "tie-colour", || {
            format!(
                "expected colour indices below {limit}, found {count} of {} that are not",
                colours.len()
            )
        });
    }
}

impl TiePacket {
    fn validate(&self, findings: &mut Findings) {
        let (entry, header) = (&self.entry, &self.header);
        let strips = self.strips.len();
        let (dinky, fat) = (self.dinky.len(), self.fat.len());
        let in_strips: usize = self
            .strips
            .iter()
            .map(|strip| usize::from(strip.vertex_count))
            .sum();
        let found = [
            entry.shader_quadwords,
            entry.control_count,
            entry.control_quadwords,
            entry.colour_words,
            entry.strip_count,
            entry.strip_vertices,
            header.fat_size,
            header.dinky_count,
            header.fat_count,
        ]
        .map(usize::from);
        let expected = [
            5 * usize::from(entry.shader_count),
            3 + strips,
            (12 + 4 * strips).div_ceil(16),
            dinky.div_ceil(4) + fat,
            strips,
            in_strips,
            3 * fat + 6,
            dinky,
            fat,
        ];
        findings.expect(found == expected, "tie-packet-counts", || {
            format!("expected {expected:?}, found {found:?}")
        });
        let used = self.sources.iter().take(usize::from(entry.shader_count));
        let odd = used
            .into_iter()
            .find(|&&source| i64::from(source) % TieAdGif::BYTES as i64 != 0);
        findings.expect(odd.is_none(), "tie-source", || {
            format!("expected a multiple of 0x50, found {odd:?}")
        });
    }
}
