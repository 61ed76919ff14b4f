//! From a world's files to what its tables are made from.

use std::collections::BTreeMap;

use wonderwheel_level_assets::WorldAsset;
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_warriors::check::Finding;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::bsp::LeafShape;
use crate::core::tables::{PartSize, WorldShape, honest_heap_bytes};

/// What a world and its parts cost.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct WorldSizes {
    /// Bytes that the world is charged with.
    pub(crate) world_heap_bytes: u32,
    /// Part 1 first; as many as the world says that it has.
    pub(crate) parts: Vec<PartSize>,
    /// Where manifest and files disagree: faults of the manifest.
    pub(crate) findings: Vec<Fault>,
}

/// The manifest's sizes, measured ones where it has none, and never less than the files really take. `part_bytes` are the
/// sizes of the parts' files, by number; those that are not there are missing in it.
/// Source: seed 000 "Manifest"; spec/memory.md 10.
pub(crate) fn sizes_of(
    manifest: Option<&Manifest>,
    world: &str,
    asset: &WorldAsset,
    part_bytes: &BTreeMap<u32, u64>,
) -> WorldSizes {
    let bytes = |size: u64| u32::try_from(size).unwrap_or(u32::MAX);
    let world_bytes = bytes(asset.byte_size);
    let real: Vec<u32> = (1..=asset.part_count)
        .map(|part| part_bytes.get(&part).map_or(0, |&size| bytes(size)))
        .collect();
    let measured = Manifest::measured(world_bytes, &real);
    let mut lightened = Vec::new();
    let mut honest = |what: String, stated: u32, real: u32| {
        let heap_bytes = honest_heap_bytes(stated, real);
        if heap_bytes != stated {
            lightened.push(format!("{what} with {stated} bytes for {real}"));
        }
        heap_bytes
    };
    let world_heap_bytes = match manifest {
        Some(manifest) => honest("the world".into(), manifest.world_heap_size, world_bytes),
        None => measured.world_heap_size,
    };
    let parts = (1..)
        .zip(real.iter().zip(&measured.parts))
        .map(|(number, (&file_bytes, measured))| {
            let listed = manifest.and_then(|manifest| manifest.part(number));
            let heap_bytes = match listed {
                Some(listed) => honest(format!("part {number}"), listed.heap_size, file_bytes),
                None => measured.heap_size,
            };
            PartSize {
                file_bytes,
                heap_bytes,
            }
        })
        .collect();
    let file = names::manifest(world);
    let fault = |words| Fault::of_file(&file, FaultKind::Malformed, words);
    let mut findings = Vec::new();
    if let Some(manifest) = manifest {
        let disagreements = disagreements(manifest, asset, part_bytes);
        findings.extend(disagreements.map(|finding| fault(finding.to_string())));
    }
    if let Some(first) = lightened.first() {
        findings.push(fault(format!(
            "states heaps smaller than what is loaded into them ({} in all; the first is {first}); real sizes are \
             charged instead",
            lightened.len()
        )));
    }
    WorldSizes {
        world_heap_bytes,
        parts,
        findings,
    }
}

/// Where a manifest and the files that it lists disagree. A part that is missing is reported when it is asked for.
fn disagreements(
    manifest: &Manifest,
    asset: &WorldAsset,
    part_bytes: &BTreeMap<u32, u64>,
) -> impl Iterator<Item = Finding> {
    let (stated, actual) = (manifest.world_size, asset.byte_size);
    let world = (u64::from(stated) != actual).then_some(Finding::WorldSize { stated, actual });
    let counts = (manifest.parts.len() as u32, asset.part_count);
    let count = (counts.0 != counts.1).then_some(Finding::PartCount {
        manifest: counts.0,
        stream: counts.1,
    });
    let parts = part_bytes.iter().flat_map(|(&part, &actual)| {
        let size = manifest.part(part).map(|part| part.file_size);
        let size = size.filter(|&stated| u64::from(stated) != actual);
        size.map(|stated| Finding::PartSize {
            part,
            stated,
            actual,
        })
    });
    world.into_iter().chain(count).chain(parts)
}

/// What the tables of a world are made from.
pub(crate) fn shape_of(
    slot: WorldSlot,
    name: &str,
    asset: &WorldAsset,
    sizes: &WorldSizes,
) -> WorldShape {
    WorldShape {
        slot,
        name: name.to_owned(),
        planes: asset.planes.clone(),
        leaves: asset
            .leaves
            .iter()
            .map(|leaf| LeafShape {
                sector: leaf.sector,
                part: leaf.part,
                origin: leaf.origin,
                bounds: leaf.bounds,
            })
            .collect(),
        root: asset.root,
        parts: sizes.parts.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_renderware::world::{Aabb, Node};
    use wonderwheel_warriors::manifest::ManifestPart;

    /// A world file of 5,000 bytes with three parts.
    fn world() -> WorldAsset {
        WorldAsset {
            part_count: 3,
            planes: Vec::new(),
            leaves: Vec::new(),
            root: Node::Sector(0),
            bounds: Aabb::default(),
            textures: Vec::new(),
            has_pvs: false,
            byte_size: 5_000,
            faults: Vec::new(),
        }
    }

    fn files() -> BTreeMap<u32, u64> {
        [(1, 100_000), (2, 100_000), (3, 700)].into()
    }

    fn manifest(world_heap_size: u32, heaps: [u32; 3]) -> Manifest {
        let parts = heaps.iter().zip(files().into_values());
        Manifest {
            world_size: 5_000,
            world_heap_size,
            parts: parts
                .map(|(&heap_size, size)| ManifestPart {
                    file_size: size as u32,
                    heap_size,
                })
                .collect(),
            trailing_zeros: 0,
        }
    }

    fn findings(sizes: &WorldSizes) -> Vec<String> {
        sizes.findings.iter().map(Fault::to_string).collect()
    }

    fn heaps(sizes: &WorldSizes) -> Vec<u32> {
        sizes.parts.iter().map(|part| part.heap_bytes).collect()
    }

    #[test]
    fn heaps_as_retail_states_them_are_charged_as_stated() {
        // The lowest ratio of the disc is 0.988. Source: spec/memory.md 10.
        let stated = manifest(6_750, [98_800, 151_800, 1_024]);
        let sizes = sizes_of(Some(&stated), "a", &world(), &files());
        assert_eq!(sizes.world_heap_bytes, 6_750);
        assert_eq!(heaps(&sizes), [98_800, 151_800, 1_024]);
        assert_eq!(findings(&sizes), [""; 0]);
    }

    #[test]
    fn a_manifest_cannot_make_parts_free_and_the_finding_is_one() {
        let stated = manifest(0, [0, 97_999, 0]);
        let sizes = sizes_of(Some(&stated), "a", &world(), &files());
        assert_eq!(sizes.world_heap_bytes, 5_000);
        assert_eq!(heaps(&sizes), [100_000, 100_000, 1_024]);
        assert_eq!(
            findings(&sizes),
            [
                "a_sec.mem: states heaps smaller than what is loaded into them (4 in all; the first is the world with 0 bytes \
             for 5000); real sizes are charged instead"
            ]
        );
    }

    #[test]
    fn sizes_and_counts_that_disagree_with_the_files_are_found() {
        let mut stated = manifest(6_750, [130_000; 3]);
        stated.world_size = 4_999;
        stated.parts[0].file_size = 1;
        stated.parts.pop();
        let files = [(1, 100_000), (2, 100_000), (3, 393_217)].into();
        let sizes = sizes_of(Some(&stated), "a", &world(), &files);
        let measured = 393_217 * 130 / 100;
        assert_eq!(heaps(&sizes), [130_000, 130_000, measured]);
        assert_eq!(
            findings(&sizes),
            [
                "a_sec.mem: the manifest states 4999 bytes for the world stream, which has 5000",
                "a_sec.mem: the manifest counts 2 parts, the world stream 3",
                "a_sec.mem: the manifest states 1 bytes for part 1, which has 100000",
            ]
        );
    }

    #[test]
    fn without_a_manifest_the_files_are_measured() {
        let sizes = sizes_of(None, "a", &world(), &files());
        // The floors. Source: seed 000 "Manifest".
        assert_eq!(sizes.world_heap_bytes, 716_800);
        assert_eq!(heaps(&sizes), [262_144; 3]);
        assert_eq!(findings(&sizes), [""; 0]);
    }
}
