//! Clumps: frames, geometries, atomics.

use wonderwheel_ps2::finding::Findings;

use super::{plugins, stamps};
use crate::chain::ChainLayout;
use crate::clump::{Clump, Frame};
use crate::section::id;

impl Clump {
    /// Reports what no clump of the disc has. `layout` is that of its chains: packed in every clump of the disc.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `library-stamp` | every stamp is 0x1C02000A |
    /// | `frame-parent` | a frame's parent stands before it |
    /// | `hanim-plugin` | HAnim 0x11E can be read |
    /// | `clump-indices` | every atomic names a frame and a geometry of the clump, and holds none itself |
    /// | `clump-geometry-used` | every geometry belongs to an atomic |
    /// | `atomic-flags` | no flags but 1 (collision test) and 4 (render) |
    /// | `unknown-plugin`, `plugin-out-of-place` | only its own plugins |
    ///
    /// and those of [`Geometry::validate`](crate::geometry::Geometry::validate). Source: spec/renderware.md 6.
    pub fn validate(&self, layout: ChainLayout, findings: &mut Findings) {
        findings.within("clump", |findings| {
            stamps(&self.stamps, findings);
            for (i, frame) in self.frames.iter().enumerate() {
                findings.within(format!("frame[{i}]"), |findings| {
                    frame.validate(i, findings);
                });
            }
            let scales = self.validate_atomics(findings);
            for (i, (geometry, scale)) in self.geometries.iter().zip(scales).enumerate() {
                findings.within(format!("geometry[{i}]"), |findings| {
                    findings.expect(
                        scale.is_some(),
                        "clump-geometry-used",
                        || "expected an atomic that names the geometry, found none",
                    );
                    geometry.validate(layout, scale.unwrap_or(1.0), findings);
                });
            }
            plugins(&self.extension, &[], findings);
        });
    }

    /// The position scale of each geometry's first atomic.
    fn validate_atomics(&self, findings: &mut Findings) -> Vec<Option<f32>> {
        let mut scales = vec![None; self.geometries.len()];
        findings.each("atomic", &self.atomics, |atomic, findings| {
            atomic.validate_fields(findings);
            let frame = usize::try_from(atomic.frame_index).ok();
            let has_frame = frame.is_some_and(|frame| frame < self.frames.len());
            let place = usize::try_from(atomic.geometry_index).ok();
            let place = place.and_then(|place| scales.get_mut(place));
            findings.expect(
                has_frame && place.is_some() && atomic.geometry.is_none(),
                "clump-indices",
                || {
                    format!(
                        "expected a frame below {} and a geometry below {}, found {} and {}",
                        self.frames.len(),
                        self.geometries.len(),
                        atomic.frame_index,
                        atomic.geometry_index
                    )
                },
            );
            if let Some(scale) = place {
                scale.get_or_insert(atomic.scales().position);
            }
            plugins(&atomic.plugins.extension, &[], findings);
        });
        scales
    }
}

impl Frame {
    fn validate(&self, index: usize, findings: &mut Findings) {
        let before = self.parent.is_none_or(|parent| (parent as usize) < index);
        findings.expect(before, "frame-parent", || {
            format!("expected a parent before {index}, found {:?}", self.parent)
        });
        if let Err(error) = self.hanim() {
            findings.report("hanim-plugin", error.to_string());
        }
        plugins(&self.extension, &[id::HANIM], findings);
    }
}
