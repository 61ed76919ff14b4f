//! Worlds: streamed ones and the glow world.

use std::collections::BTreeMap;

use wonderwheel_ps2::finding::Findings;

use super::geometry::chain_word;
use super::{plugins, stamps};
use crate::chain::ChainLayout;
use crate::default_chain::decode_default;
use crate::world::{Aabb, AtomicSector, Node, StreamedSector, World};

/// Triangles of the smallest glow world.
const LEAST_GLOW_TRIANGLES: usize = 4;

impl World {
    /// Whether this is a streamed world: none of its sectors draws anything itself.
    pub fn is_streamed(&self) -> bool {
        let draws = |sector: &AtomicSector| sector.chains().next().is_some();
        self.format != Self::GLOW_FORMAT && !self.sectors.iter().any(draws)
    }

    /// Reports what no world of the disc has.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `library-stamp` | every stamp is 0x1C02000A |
    /// | `world-format` | 0x410200B9 or 0x4101003D (streamed), 0x4101000D (glow) |
    /// | `world-inverse-origin` | zero |
    /// | `tree-shape` | every plane and every sector is met once, in stream order |
    /// | `plane-order` | the left subtree lies below the right one along the plane's axis |
    /// | `sector-plugin` | every sector has plugin 0x3F1 |
    /// | `sector-material-base` | the window of materials begins at 0 |
    /// | `pvs-opaque` | (a notice) plugin 0x12A is kept and not understood: how long its payloads are |
    /// | `unknown-plugin`, `plugin-out-of-place` | only its own plugins |
    ///
    /// of a streamed world:
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `streamed-world-empty` | no materials, no triangles, no vertices, in header and sectors |
    /// | `streamed-index` | the indices are 0 to K-1, each once |
    /// | `streamed-part` | a part of at least 1 with an index; part 0 and origin 0 without one |
    /// | `sector-native-data` | every sector has an empty mesh plugin and native data |
    ///
    /// of the glow world:
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `glow-tree` | one sector, no planes |
    /// | `glow-materials` | every material has a texture `propglow...` |
    /// | `glow-triangles` | at least 4 triangles; the most of any level, 324, is no limit |
    /// | `chain-decodes`, `chain-reference-word` | the chains decode in the default layout |
    ///
    /// Source: spec/renderware.md 5.1, 8.6, 9, 10; spec/ps2-geometry.md 11.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("world", |findings| {
            stamps(&self.stamps, findings);
            let is_streamed = self.is_streamed();
            let formats: &[u32] = if is_streamed {
                &[Self::TWO_UV_SETS_FORMAT, Self::ONE_UV_SET_FORMAT]
            } else {
                &[Self::GLOW_FORMAT]
            };
            findings.expect(formats.contains(&self.format), "world-format", || {
                format!("expected one of {formats:#x?}, found {:#x}", self.format)
            });
            findings.expect(
                self.inverse_origin.iter().all(|&value| value == 0.0),
                "world-inverse-origin",
                || format!("expected zero, found {:?}", self.inverse_origin),
            );
            findings.each("material", &self.materials, |material, findings| {
                material.validate(findings)
            });
            self.validate_tree(findings);
            findings.each("sector", &self.sectors, |sector, findings| {
                sector.validate(is_streamed, findings)
            });
            if is_streamed {
                self.validate_streamed(findings);
            } else {
                self.validate_glow(findings);
            }
            self.report_pvs(findings);
            plugins(&self.extension, &[], findings);
        });
    }

    fn validate_streamed(&self, findings: &mut Findings) {
        let counts = (self.triangle_count, self.vertex_count, self.materials.len());
        findings.expect(counts == (0, 0, 0), "streamed-world-empty", || {
            format!("expected no triangles, vertices, materials, found {counts:?}")
        });
        let streamed = self
            .sectors
            .iter()
            .filter_map(AtomicSector::streamed_atomic);
        let mut indices: Vec<i32> = streamed.map(|streamed| streamed.index).collect();
        indices.sort_unstable();
        let wrong = (0..).zip(&indices).find(|&(place, &index)| index != place);
        if let Some((place, index)) = wrong {
            let last = indices.len().saturating_sub(1);
            findings.report(
                "streamed-index",
                format!(
                    "expected the indices 0 to {last}, each once; found {index} in place of {place}"
                ),
            );
        }
    }

    fn validate_glow(&self, findings: &mut Findings) {
        let shape = (self.planes.len(), self.sectors.len());
        findings.expect(shape == (0, 1), "glow-tree", || {
            format!("expected no planes and one sector, found {shape:?}")
        });
        let other = self.materials.iter().position(|material| {
            let texture = material.texture.as_ref();
            !texture.is_some_and(|texture| texture.name.starts_with("propglow"))
        });
        findings.remark_unless(other.is_none(), "glow-materials", || {
            format!("expected propglow textures, found another in material {other:?}")
        });
        let mut triangles = 0;
        for (i, sector) in self.sectors.iter().enumerate() {
            let strip = sector.bin_mesh.as_ref().is_some_and(|mesh| mesh.is_strip());
            for (j, (mesh, chain)) in sector.chains().enumerate() {
                findings.within(format!("sector[{i}]/mesh[{j}]"), |findings| {
                    chain_word(chain, ChainLayout::Default, findings);
                    match decode_default(chain, strip, mesh.vertex_count) {
                        Ok(mesh) => triangles += mesh.triangles(strip).count(),
                        Err(error) => {
                            findings.error("chain-decodes", &error);
                        }
                    }
                });
            }
        }
        findings.remark_unless(triangles >= LEAST_GLOW_TRIANGLES, "glow-triangles", || {
            format!("expected at least {LEAST_GLOW_TRIANGLES} triangles, found {triangles}")
        });
    }

    /// Walks the tree as it is written: every node must be the next one in stream order.
    fn validate_tree(&self, findings: &mut Findings) {
        let (mut planes, mut sectors) = (0, 0);
        let mut is_whole = true;
        let mut nodes = vec![self.root];
        while let Some(node) = nodes.pop() {
            let (index, next) = match node {
                Node::Plane(index) => (index, &mut planes),
                Node::Sector(index) => (index, &mut sectors),
            };
            if index != *next {
                is_whole = false;
                break;
            }
            *next += 1;
            match node {
                Node::Plane(index) => match self.planes.get(index as usize) {
                    Some(plane) => nodes.extend([plane.right, plane.left]),
                    None => is_whole = false,
                },
                Node::Sector(index) => is_whole &= (index as usize) < self.sectors.len(),
            }
        }
        let met = (planes as usize, sectors as usize);
        is_whole &= met == (self.planes.len(), self.sectors.len());
        findings.expect(is_whole, "tree-shape", || {
            format!(
                "expected {} planes and {} sectors in stream order, found a tree that is not these",
                self.planes.len(),
                self.sectors.len()
            )
        });
        if is_whole {
            self.validate_planes(findings);
        }
    }

    /// Compares the boxes of both sides of every plane. Boxes of sectors without volume say nothing.
    fn validate_planes(&self, findings: &mut Findings) {
        let mut bounds: Vec<Option<Aabb>> = vec![None; self.planes.len()];
        let mut wrong = Vec::new();
        // Children have higher numbers than their plane.
        for (i, plane) in self.planes.iter().enumerate().rev() {
            let of = |node: Node| match node {
                Node::Plane(index) => bounds.get(index as usize).copied().flatten(),
                Node::Sector(index) => self.sectors.get(index as usize).and_then(volume),
            };
            let (left, right) = (of(plane.left), of(plane.right));
            let axis = usize::from(plane.axis);
            let middle = |bounds: &Aabb| {
                let ends = bounds.min.get(axis).zip(bounds.max.get(axis));
                ends.map(|(min, max)| min + max)
            };
            if let (Some(left), Some(right)) = (&left, &right)
                && middle(left) > middle(right)
            {
                wrong.push(i);
            }
            let both = match (left, right) {
                (Some(left), Some(right)) => Some(left.union(&right)),
                (one, other) => one.or(other),
            };
            if let Some(place) = bounds.get_mut(i) {
                *place = both;
            }
        }
        for i in wrong.into_iter().rev() {
            findings.within(format!("plane[{i}]"), |findings| {
                findings.remark(
                    "plane-order",
                    "expected the left subtree below the right one, found it above",
                );
            });
        }
    }

    /// One notice a world: an owner of the disc can test hypotheses about the layout with the lengths.
    fn report_pvs(&self, findings: &mut Findings) {
        if !self.has_pvs() {
            return;
        }
        let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
        for pvs in self.sectors.iter().filter_map(|sector| sector.pvs.as_ref()) {
            *lengths.entry(pvs.len()).or_default() += 1;
        }
        let sectors: Vec<String> = lengths
            .iter()
            .map(|(length, count)| format!("{count} x {length}"))
            .collect();
        findings.remark(
            "pvs-opaque",
            format!(
                "plugin 0x12a is kept byte for byte and not understood: {} leaves, {} bytes in the world, in sectors {} bytes",
                self.sectors.len(),
                self.pvs.as_ref().map_or(0, Vec::len),
                if sectors.is_empty() { "0".into() } else { sectors.join(", ") }
            ),
        );
    }
}

/// The box of a sector that has one.
fn volume(sector: &AtomicSector) -> Option<Aabb> {
    let [max, min] = sector.stored_box;
    let has_volume = max.iter().zip(min).all(|(max, min)| *max > min);
    has_volume.then(|| sector.bounds())
}

impl AtomicSector {
    fn validate(&self, is_streamed: bool, findings: &mut Findings) {
        findings.expect(
            self.streamed.is_some(),
            "sector-plugin",
            || "expected plugin 0x3f1, found none",
        );
        findings.expect(self.material_base == 0, "sector-material-base", || {
            format!("expected 0, found {}", self.material_base)
        });
        if is_streamed {
            let counts = (self.triangle_count, self.vertex_count);
            findings.expect(counts == (0, 0), "streamed-world-empty", || {
                format!("expected no triangles, vertices, found {counts:?}")
            });
            findings.expect(
                self.bin_mesh.is_some() && self.native_data.is_some(),
                "sector-native-data",
                || "expected a mesh plugin and native data, found none",
            );
            if let Some(streamed) = self.streamed {
                streamed.validate(findings);
            }
        }
        plugins(&self.extension, &[], findings);
    }
}

impl StreamedSector {
    fn validate(self, findings: &mut Findings) {
        let holds = match self.index {
            -1 => self.part == 0 && self.origin == [0.0; 3],
            index => index >= 0 && self.part >= 1,
        };
        findings.expect(holds, "streamed-part", || {
            format!(
                "expected a part with an index, or part 0 and no origin without one, found index {}, part {}, origin {:?}",
                self.index, self.part, self.origin
            )
        });
    }
}
