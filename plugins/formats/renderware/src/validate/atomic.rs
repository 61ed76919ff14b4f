//! Atomics: of streamed worlds (standalone) and of clumps.

use wonderwheel_ps2::finding::Findings;

use super::{plugins, stamps};
use crate::atomic::{Atomic, AtomicPlugins, flags};
use crate::chain::ChainLayout;
use crate::vertex_box::VertexBox;
use crate::world::{Aabb, AtomicSector, StreamedSector};

impl Atomic {
    /// Reports what no standalone atomic of the disc's streamed worlds has.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `library-stamp` | every stamp is 0x1C02000A |
    /// | `atomic-geometry` | the geometry stands in the atomic |
    /// | `atomic-flags` | no flags but 1 (collision test) and 4 (render) |
    /// | `atomic-right-to-render` | plugin 3, pipeline 0x30083 or 0x30082 |
    /// | `atomic-scales` | both scales are powers of two from 2^-15 to 2^-8, the word behind them is 0 |
    /// | `colour-alpha` | every vertex has alpha 255 |
    /// | `unknown-plugin`, `plugin-out-of-place` | only its own plugins |
    ///
    /// and those of [`Geometry::validate`](crate::geometry::Geometry::validate). Source: spec/renderware.md 6.4, 7, 8.4,
    /// 8.5; spec/ps2-geometry.md 3 and 7.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("atomic", |findings| {
            stamps(&self.stamps, findings);
            self.validate_fields(findings);
            self.plugins.validate_pipeline(findings);
            self.validate_scales(findings);
            match &self.geometry {
                None => findings.report(
                    "atomic-geometry",
                    "expected a geometry in the atomic, found none",
                ),
                Some(geometry) => findings.within("geometry", |findings| {
                    geometry.validate(ChainLayout::Packed, self.scales().position, findings);
                    for (i, mesh) in geometry.packed_meshes().enumerate() {
                        let clear = mesh.colours.iter().filter(|colour| colour[3] != 255);
                        let clear = clear.count();
                        findings.remark_unless(clear == 0, "colour-alpha", || {
                            format!("expected alpha 255, found {clear} others in decoded mesh {i}")
                        });
                    }
                }),
            }
            plugins(&self.plugins.extension, &[], findings);
        });
    }

    /// What holds for atomics in clumps too.
    pub(super) fn validate_fields(&self, findings: &mut Findings) {
        let unknown = self.flags & !(flags::COLLISION_TEST | flags::RENDER);
        findings.expect(unknown == 0, "atomic-flags", || {
            format!("expected no flags but 1 and 4, found {:#x}", self.flags)
        });
    }

    fn validate_scales(&self, findings: &mut Findings) {
        let scales = self.scales();
        for (what, scale) in [("position", scales.position), ("uv", scales.uv)] {
            let is_power = scale.to_bits() & 0x007F_FFFF == 0;
            let in_range = (1.0 / 32_768.0..=1.0 / 256.0).contains(&scale);
            findings.remark_unless(is_power && in_range, "atomic-scales", || {
                format!("expected a {what} scale that is a power of two from 2^-15 to 2^-8, found {scale}")
            });
        }
        findings.remark_unless(scales.word == 0, "atomic-scales", || {
            format!("expected 0 behind the scales, found {:#x}", scales.word)
        });
    }
}

impl AtomicPlugins {
    fn validate_pipeline(&self, findings: &mut Findings) {
        let found = self
            .right_to_render
            .map(|right| (right.plugin, right.pipeline));
        findings.expect(
            matches!(found, Some((3, 0x30083 | 0x30082))),
            "atomic-right-to-render",
            || format!("expected plugin 3 with pipeline 0x30083 or 0x30082, found {found:x?}"),
        );
    }
}

impl AtomicSector {
    /// Reports when an atomic does not lie in the sector that streams it, rule `sector-box`, or does not fill it, the remark
    /// `sector-box-loose`.
    ///
    /// On the disc the decoded vertices, scaled and moved to the sector's origin, have the sector's box as bounds; each face
    /// is at most 1 % of the box's largest side away. A box that is larger than what is in it only costs time.
    /// Source: spec/renderware.md 8.6.
    pub fn validate_atomic(&self, atomic: &Atomic, findings: &mut Findings) {
        self.validate_box(&VertexBox::of(atomic), findings);
    }

    /// As [`AtomicSector::validate_atomic`], for an atomic of which only its vertices' box was kept.
    pub fn validate_box(&self, vertices: &VertexBox, findings: &mut Findings) {
        let Some(StreamedSector { origin, .. }) = self.streamed_atomic() else {
            findings.report("sector-box", "expected a sector with an atomic, found none");
            return;
        };
        let placed = |corner: [f32; 3]| {
            let mut place = corner;
            for (place, origin) in place.iter_mut().zip(origin) {
                *place += origin;
            }
            place
        };
        let (low, high) = (placed(vertices.low), placed(vertices.high));
        let bounds = self.bounds();
        let sides = bounds
            .max
            .iter()
            .zip(bounds.min)
            .map(|(max, min)| max - min);
        let tolerance = sides.fold(0.0, f32::max) * 0.01 + vertices.scale;
        let message = || {
            format!(
                "expected vertices that fill {:?} to {:?}, found {low:?} to {high:?}",
                bounds.min, bounds.max
            )
        };
        let around = Aabb {
            min: low,
            max: high,
        };
        let is_inside = bounds.overhang(&around) <= tolerance;
        findings.expect(is_inside, "sector-box", message);
        let is_full = around.overhang(&bounds) <= tolerance;
        findings.remark_unless(!is_inside || is_full, "sector-box-loose", message);
    }
}
