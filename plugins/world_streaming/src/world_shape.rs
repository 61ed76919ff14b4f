//! From a world's files to what its tables are made from.

use wonderwheel_game_files::GameFiles;
use wonderwheel_level_assets::WorldAsset;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::bsp::LeafShape;
use crate::tables::{PartSize, WorldShape};

/// The manifest's sizes, and measured ones where it has none. Source: seed 000 "Manifest".
pub(crate) fn sizes_of(
    manifest: Option<&Manifest>,
    world: &str,
    asset: &WorldAsset,
    files: &dyn GameFiles,
) -> Manifest {
    let known = manifest.map_or(0, |manifest| manifest.parts.len() as u32);
    if let Some(manifest) = manifest
        && known >= asset.part_count
    {
        return manifest.clone();
    }
    let bytes = |size: u64| u32::try_from(size).unwrap_or(u32::MAX);
    let part_bytes: Vec<u32> = (1..=asset.part_count)
        .map(|part| bytes(files.size(&names::part(world, part)).unwrap_or(0)))
        .collect();
    let mut sizes = Manifest::measured(bytes(asset.byte_size), &part_bytes);
    if let Some(manifest) = manifest {
        sizes.world_heap_size = manifest.world_heap_size;
        for (measured, &listed) in sizes.parts.iter_mut().zip(&manifest.parts) {
            *measured = listed;
        }
    }
    sizes
}

/// What the tables of a world are made from.
pub(crate) fn shape_of(
    slot: WorldSlot,
    name: &str,
    asset: &WorldAsset,
    sizes: &Manifest,
) -> WorldShape {
    let parts = (1..=asset.part_count).map(|number| {
        sizes
            .part(number)
            .map_or_else(PartSize::default, |part| PartSize {
                file_bytes: part.file_size,
                heap_bytes: part.heap_size,
            })
    });
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
        parts: parts.collect(),
    }
}
