//! Rules that the disc's own blocks keep and a reader does not need.

use wonderwheel_ps2::finding::Findings;

use super::block::TfragBlock;
use super::header::PatchHeader;
use super::lod::Tier;
use super::patch::Patch;
use super::records::AdGif;

impl TfragBlock {
    /// Reports patches that were skipped, with the rule of section 7 that they break, and what is odd in the others: sizes and
    /// counts in headers, texture spheres, ad-gif registers. Files made with the public writer break some of the latter.
    pub fn validate(&self, findings: &mut Findings) {
        let distance = self.lod_distance();
        findings.expect(distance > 0.0, "tfrag-lod-distance", || {
            format!("expected a base distance above 0, found {distance}")
        });
        for fault in self.faults() {
            findings.within(format!("patch[{}]", fault.patch), |findings| {
                findings.report_at(fault.rule, fault.error.offset(), fault.error.to_string());
            });
        }
        for (i, patch) in self.patches() {
            findings.within(format!("patch[{i}]"), |findings| {
                patch_header(&patch, findings);
                textures(&patch, findings);
                vertices(&patch, findings);
            });
        }
        let tail = self.tail();
        findings.expect(tail.iter().all(|byte| *byte == 0), "tfrag-tail", || {
            format!(
                "expected zeros behind the last patch, found other bytes among {}",
                tail.len()
            )
        });
    }

    /// Reports ad-gifs that name more terrain textures than the level has. A reader of whole levels should refuse those.
    pub fn validate_textures(&self, textures: usize, findings: &mut Findings) {
        for (i, patch) in self.patches() {
            for (k, ad_gif) in patch.ad_gifs.iter().enumerate() {
                let texture = ad_gif.texture();
                let known = usize::try_from(texture).is_ok_and(|texture| texture < textures);
                findings.within(format!("patch[{i}]"), |findings| {
                    findings.expect(known, "tfrag-texture-range", || {
                        format!("expected ad-gif[{k}] below {textures} textures, found {texture}")
                    });
                });
            }
        }
    }
}

fn patch_header(patch: &Patch<'_>, findings: &mut Findings) {
    let PatchHeader {
        common_offset,
        lod_1_offset,
        common_size,
        lod_2_size,
        rgba_counts,
        light_end_offset,
        sphere_offset,
        rgba_address,
        ..
    } = *patch.header;
    let sizes = [u16::from(common_size) * 16, u16::from(lod_2_size) * 16];
    let expected = [lod_1_offset - common_offset, lod_1_offset];
    findings.expect(sizes == expected, "tfrag-list-sizes", || {
        format!("expected common and LOD 2 lists of {expected:x?} bytes, found {sizes:x?}")
    });
    let mut positions = 0;
    let rounded = patch.tiers().map(|tier| {
        positions += usize::from(tier.positions);
        positions.next_multiple_of(4)
    });
    // The public writer breaks these two, and those of texture spheres. Source: spec/commando-tfrag.md 2, 7.
    findings.remark_unless(
        rgba_counts.map(usize::from) == rounded,
        "tfrag-color-counts",
        || format!("expected colours {rounded:?}, found {rgba_counts:?}"),
    );
    let address = patch.vu.positions + 1;
    findings.remark_unless(
        u16::from(rgba_address) == address,
        "tfrag-color-address",
        || format!("expected colours at {address:#x}, found {rgba_address:#x}"),
    );
    findings.expect(light_end_offset == sphere_offset, "tfrag-light-end", || {
        format!("expected lights to end at {sphere_offset:#x}, found {light_end_offset:#x}")
    });
    let count = patch.positions.len();
    findings.expect(count <= 127, "tfrag-many-positions", || {
        format!("expected at most 127 positions, found {count}")
    });
    let longest = |lists: [usize; 3]| lists.into_iter().max().unwrap_or_default();
    let strips = longest(patch.strips.map(<[_]>::len));
    let end = usize::from(patch.vu.strips) + strips;
    findings.expect(end <= 0x148, "tfrag-vu-memory", || {
        format!("expected at most 0x148 quadwords of the vector unit, found {end:#x}")
    });
}

fn textures(patch: &Patch<'_>, findings: &mut Findings) {
    let spheres = patch.texture_spheres;
    let gifs = patch.ad_gifs;
    findings.remark_unless(spheres.len() >= gifs.len(), "tfrag-sphere-count", || {
        format!(
            "expected {} texture spheres or more, found {}",
            gifs.len(),
            spheres.len()
        )
    });
    for (i, sphere) in spheres.iter().enumerate() {
        let texture = i32::from(sphere.texture);
        let known = gifs.iter().any(|gif| gif.texture() == texture);
        findings.remark_unless(known, "tfrag-sphere-texture", || {
            format!("expected texture sphere[{i}] of a texture of the patch, found {texture}")
        });
    }
    for (i, gif) in gifs.iter().enumerate() {
        let addresses = gif.registers.map(|register| register.address);
        let expected = AdGif::ADDRESSES.map(|address| [address, 0, 0, 0]);
        findings.expect(addresses == expected, "tfrag-ad-gif-registers", || {
            format!("expected registers {expected:x?} in ad-gif[{i}], found {addresses:x?}")
        });
    }
}

fn vertices(patch: &Patch<'_>, findings: &mut Findings) {
    let common = patch.vertex_infos_of(Tier::Common).end;
    for (i, info) in patch.vertex_infos.iter().enumerate() {
        findings.expect(
            i >= common || info.parent == 0,
            "tfrag-common-parent",
            || {
                format!(
                    "expected no parent of common vertex[{i}], found {}",
                    info.parent
                )
            },
        );
        let even = info.vertex % 2 == 0 && info.parent % 2 == 0;
        findings.expect(even, "tfrag-odd-position", || {
            format!("expected even position words in vertex[{i}], found {info:?}")
        });
    }
}
