//! Geometries: chains, counts, bounding spheres, skins.

use wonderwheel_ps2::finding::Findings;

use super::plugins;
use crate::bin_mesh::Mesh;
use crate::chain::{Chain, ChainLayout};
use crate::default_chain::decode_default;
use crate::geometry::{Geometry, Vertices};
use crate::section::id;
use crate::skinned_chain::{SkinnedMesh, decode_skinned};

/// Strip vertices that 16-bit references reach. Source: spec/renderware.md 8.2.
const MOST_STRIP_VERTICES: u64 = 65_536;

/// Bones of every character. Source: spec/renderware.md 11.
const BONES: usize = 32;

/// How far the four weights of a vertex may be from 1 together. The bone takes the lowest ten bits of each, which alone is up
/// to 0.00012 of them. Source: spec/characters.md 10.
const WEIGHT_TOLERANCE: f32 = 0.01;

impl Geometry {
    /// Reports what no geometry of the disc has. `layout` is the one that the owner of the geometry has: packed
    /// everywhere on the disc but in the glow world. `position_scale` is that of plugin 0x3F0, 1 without one; it counts
    /// for packed positions only.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `geometry-native` | the geometry is PS2 native |
    /// | `geometry-strips` | its meshes are strips |
    /// | `strip-vertices` | at most 65,536 strip vertices |
    /// | `chain-decodes` | every chain decodes, each batch repeats two vertices, all together are as many as the mesh says |
    /// | `chain-reference-word` | 0 for packed chains, 1 for those of the default layout |
    /// | `triangle-bound` | no more triangles than the header says |
    /// | `bounding-sphere` | all vertices lie in it, to one per cent and the rounding of packed positions |
    /// | `skin-plugin`, `skin-bones` | the skin can be read, has 32 bones and at most 4 weights a vertex |
    /// | `skin-weights` | a geometry has weights and a skin, or neither |
    /// | `skin-weight-sum`, `skin-bone-index` | weights add up to 1, bones are 0 to 31 |
    /// | `unknown-plugin`, `plugin-out-of-place` | only its own plugins |
    ///
    /// and those of [`Material::validate`](crate::material::Material::validate). Source: spec/renderware.md 6.3, 8.2,
    /// 8.3, 11; spec/ps2-geometry.md 5 and 7.
    pub fn validate(&self, layout: ChainLayout, position_scale: f32, findings: &mut Findings) {
        findings.each("material", &self.materials, |material, findings| {
            material.validate(findings)
        });
        let is_native = matches!(self.vertices, Vertices::Native(_));
        findings.expect(
            is_native,
            "geometry-native",
            || "expected a PS2-native geometry, found a plain one",
        );
        findings.remark_unless(
            self.bin_mesh.is_strip(),
            "geometry-strips",
            || "expected strips, found lists",
        );
        let vertices = self.bin_mesh.meshes.iter();
        let vertices: u64 = vertices.map(|mesh| u64::from(mesh.vertex_count)).sum();
        findings.expect(vertices <= MOST_STRIP_VERTICES, "strip-vertices", || {
            format!("expected at most {MOST_STRIP_VERTICES} strip vertices, found {vertices}")
        });

        let has_skin = self.validate_skin(findings);
        let mut drawn = DrawnMeshes::default();
        for (i, (mesh, chain)) in self.chains().enumerate() {
            findings.within(format!("mesh[{i}]"), |findings| {
                let strip = self.bin_mesh.is_strip();
                drawn.add(mesh, chain, layout, strip, position_scale, findings);
            });
        }
        if is_native {
            findings.expect(has_skin == drawn.has_weights, "skin-weights", || {
                format!(
                    "expected bone weights and a skin or neither, found weights: {}, skin: {has_skin}",
                    drawn.has_weights
                )
            });
        }
        let most = u64::from(self.triangle_count);
        findings.expect(drawn.triangles <= most, "triangle-bound", || {
            format!(
                "expected at most the header's {most} triangles, found {}",
                drawn.triangles
            )
        });
        let grain = match layout {
            ChainLayout::Packed => position_scale,
            ChainLayout::Default => 0.0,
        };
        self.validate_sphere(&drawn.positions, grain, findings);
        plugins(&self.extension, &[id::SKIN], findings);
    }

    fn validate_skin(&self, findings: &mut Findings) -> bool {
        match self.skin() {
            Ok(None) => return false,
            Ok(Some(skin)) => {
                let bones = skin.inverse_bind.len();
                findings.expect(
                    bones == BONES && skin.max_weights <= 4,
                    "skin-bones",
                    || {
                        format!(
                            "expected {BONES} bones and at most 4 weights, found {bones} and {}",
                            skin.max_weights
                        )
                    },
                );
            }
            Err(error) => findings.report("skin-plugin", error.to_string()),
        }
        true
    }

    /// A writer may have made the sphere of positions that were rounded or cut to `grain` afterwards, axis by axis.
    fn validate_sphere(&self, positions: &[[f32; 3]], grain: f32, findings: &mut Findings) {
        let [x, y, z, radius] = self.bounding_sphere;
        let distance = |position: &[f32; 3]| {
            let [px, py, pz] = *position;
            ((px - x).powi(2) + (py - y).powi(2) + (pz - z).powi(2)).sqrt()
        };
        let farthest = positions.iter().map(distance).fold(0.0, f32::max);
        let most = radius * 1.01 + grain.abs() * 3_f32.sqrt() + f32::EPSILON;
        findings.expect(farthest <= most, "bounding-sphere", || {
            format!("expected all vertices within {radius} of the centre, found one at {farthest}")
        });
    }
}

/// What the chains of a geometry draw.
#[derive(Default)]
struct DrawnMeshes {
    triangles: u64,
    has_weights: bool,
    positions: Vec<[f32; 3]>,
}

impl DrawnMeshes {
    fn add(
        &mut self,
        mesh: &Mesh,
        chain: &Chain,
        layout: ChainLayout,
        strip: bool,
        position_scale: f32,
        findings: &mut Findings,
    ) {
        chain_word(chain, layout, findings);
        let vertices = mesh.vertex_count;
        let decoded = match layout {
            ChainLayout::Packed => decode_skinned(chain, strip, vertices).map(|skinned| {
                self.triangles += skinned.mesh.triangles(strip).count() as u64;
                let places = skinned.mesh.positions.iter();
                let places = places
                    .map(|&[x, y, z, _]| [x, y, z].map(|value| f32::from(value) * position_scale));
                self.positions.extend(places);
                self.has_weights |= !skinned.weights.is_empty();
                weights(&skinned, findings);
            }),
            ChainLayout::Default => decode_default(chain, strip, vertices).map(|mesh| {
                self.triangles += mesh.triangles(strip).count() as u64;
                self.positions.extend(&mesh.positions);
            }),
        };
        if let Err(error) = decoded {
            findings.error("chain-decodes", &error);
        }
    }
}

/// The word in front of a chain says whether it holds references. Source: spec/renderware.md 8.3.
pub(super) fn chain_word(chain: &Chain, layout: ChainLayout, findings: &mut Findings) {
    let expected = u32::from(layout == ChainLayout::Default);
    findings.expect(
        chain.no_references == expected,
        "chain-reference-word",
        || format!("expected {expected}, found {}", chain.no_references),
    );
}

fn weights(skinned: &SkinnedMesh, findings: &mut Findings) {
    let sum = |vertex: &&[_; 4]| {
        let weights = vertex
            .iter()
            .map(|weight: &crate::skinned_chain::BoneWeight| weight.weight());
        (weights.sum::<f32>() - 1.0).abs() > WEIGHT_TOLERANCE
    };
    let unequal = skinned.weights.iter().filter(sum).count();
    findings.expect(unequal == 0, "skin-weight-sum", || {
        format!("expected weights that add up to 1, found {unequal} vertices of others")
    });
    let beyond = skinned.weights.iter().flatten();
    let beyond = beyond
        .filter_map(|weight| weight.bone())
        .filter(|&bone| usize::from(bone) >= BONES)
        .count();
    findings.expect(beyond == 0, "skin-bone-index", || {
        format!("expected bones 0 to 31, found {beyond} beyond")
    });
}
