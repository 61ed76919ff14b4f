//! Rules that a grid and its mappings keep, and that no reader depends on.

use wonderwheel_ps2::finding::{Findings, remark_few, report_few};

use super::grid::OcclusionGrid;
use super::mapping::OcclusionMappings;
use super::mask::Mask;
use crate::places::places;

impl OcclusionGrid {
    /// Masks that no cell names, and masks that are stored twice. Rules: `occlusion-mask-unused`, `occlusion-mask-twice`.
    pub fn validate(&self, findings: &mut Findings) {
        let mut used = vec![false; self.masks().len()];
        for octant in self.octants() {
            if let Some(used) = used.get_mut(usize::from(octant.mask)) {
                *used = true;
            }
        }
        let unused = places("mask", used, |used| {
            (!used).then(|| "expected a cell with this mask".to_owned())
        });
        remark_few(findings, "occlusion-mask-unused", unused);
        let mut first = std::collections::HashMap::new();
        let masks = self.masks().iter().enumerate();
        let twice = places("mask", masks, |(i, mask)| {
            let earlier = first.insert(mask, i)?;
            Some(format!(
                "expected a mask of its own, found that of mask {earlier}"
            ))
        });
        remark_few(findings, "occlusion-mask-twice", twice);
    }
}

impl OcclusionMappings {
    /// Bits, the unknown word and padding. Rules: `occlusion-bit`, `occlusion-moby-twice`, `occlusion-word-0c`,
    /// `occlusion-padding`.
    pub fn validate(&self, findings: &mut Findings) {
        for (name, list) in [
            ("tfrag", &self.tfrags),
            ("tie", &self.ties),
            ("moby", &self.mobys),
        ] {
            let wrong = places(name, list, |mapping| {
                let is_wrong = mapping.bit() > Mask::ALWAYS;
                is_wrong.then(|| format!("expected a bit of 0..=1023, found {}", mapping.bit))
            });
            report_few(findings, "occlusion-bit", wrong);
        }
        let mut uids: Vec<_> = self.mobys.iter().map(|mapping| mapping.id).collect();
        uids.sort_unstable();
        let twice = uids
            .windows(2)
            .filter(|pair| matches!(pair, [a, b] if a == b));
        // Of records for one moby the first counts. Source: spec/commando-assets.md 5.2.
        remark_few(
            findings,
            "occlusion-moby-twice",
            twice.map(|pair| {
                let message = format!("expected one record a uid, found more of {pair:?}");
                ("mobys".to_owned(), message)
            }),
        );
        findings.expect(self.unknown_0c == 0, "occlusion-word-0c", || {
            format!("expected 0, found {:#x}", self.unknown_0c)
        });
        findings.expect(
            self.tail.len() < 64 && self.tail.iter().all(|&byte| byte == 0),
            "occlusion-padding",
            || {
                format!(
                    "expected less than 64 zeros, found {} bytes",
                    self.tail.len()
                )
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::mapping::Mapping;
    use super::*;

    #[test]
    fn each_broken_rule_is_named() {
        let mut findings = Findings::new();
        let mapping = |bit, id| Mapping { bit, id };
        OcclusionMappings {
            ties: vec![mapping(1024, 0), mapping(-1, 0), mapping(1023, 0)],
            mobys: vec![mapping(0, 4), mapping(1, 4)],
            unknown_0c: 1,
            tail: vec![1].into(),
            ..Default::default()
        }
        .validate(&mut findings);
        let mut grid = OcclusionGrid::build([
            ([0, 0, 0], Mask::HIDDEN),
            ([1, 0, 0], Mask([1; Mask::BYTES])),
        ])
        .unwrap();
        grid.masks_mut()[0] = Mask([1; Mask::BYTES]);
        grid.validate(&mut findings);
        let rules = findings.rules();
        let expected = "occlusion-bit occlusion-bit occlusion-moby-twice occlusion-word-0c occlusion-padding occlusion-mask-twice";
        assert_eq!(rules.join(" "), expected);
    }
}
