//! World streams and manifests.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::kept::KeptBytes;
use wonderwheel_renderware::world::World;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::world_stream::WorldStream;

use super::entry::word;
use super::sections::{self, WorldHeader};
use crate::files::GameFile;
use crate::known::{Count, Spread};
use crate::sheet::{KeptFile, Sheet};
use crate::tally::Tally;
use crate::worlds::{self, Slot};

/// Bytes before a stream's sections: the part count.
const BEFORE_SECTIONS: usize = 4;

/// A world stream. Its BSP is kept, for the parts.
pub fn stream(sheet: &mut Sheet, file: &GameFile, bytes: &[u8]) {
    let slot = worlds::world_of(&file.name).map(|world| worlds::slot_of(world).1);
    let is_detail = slot == Some(Slot::Detail);
    let tally = &mut sheet.tally;
    let rows = if is_detail {
        (Count::WorldDetail, Count::WorldDetailBytes)
    } else {
        (Count::WorldScenery, Count::WorldSceneryBytes)
    };
    tally.file(rows.0, rows.1, file.size);
    let sections = Cursor::new(bytes.get(BEFORE_SECTIONS..).unwrap_or_default());
    header(tally, sections.clone());
    let read = sheet.attempt(|_| WorldStream::read(bytes));
    let Some(mut stream) = read else {
        return;
    };
    stream.dictionary.validate(&mut sheet.findings);
    stream.world.validate(&mut sheet.findings);
    let tally = &mut sheet.tally;
    tally.add(
        Count::WorldTextures,
        stream.dictionary.textures.len() as u64,
    );
    sectors(tally, &stream.world, is_detail);
    // What the parts need no more.
    for texture in &mut stream.dictionary.textures {
        texture.raster.pixels = KeptBytes::default();
        texture.raster.palette = KeptBytes::default();
    }
    for sector in &mut stream.world.sectors {
        sector.pvs = None;
        sector.native_data = None;
    }
    sheet.kept = Some(KeptFile::Stream(Box::new(stream)));
}

fn header(tally: &mut Tally, sections: Cursor<'_>) {
    tally.one(Count::TxdInWorlds);
    sections::count(tally, sections.clone());
    let dictionary = sections::first_section_bytes(&sections);
    tally.add(Count::WorldDictionaryBytes, dictionary as u64);
    let Some(header) = WorldHeader::find(sections) else {
        return;
    };
    tally.add(Count::WorldLeaves, header.leaves.into());
    tally.add(Count::WorldPlanes, header.planes.into());
    tally.add(Count::WorldTriangles, header.triangles.into());
    tally.add(Count::WorldVertices, header.vertices.into());
    match header.format {
        World::TWO_UV_SETS_FORMAT => tally.one(Count::WorldTwoSets),
        World::ONE_UV_SET_FORMAT => tally.one(Count::WorldOneSet),
        _ => {}
    }
}

fn sectors(tally: &mut Tally, world: &World, is_detail: bool) {
    tally.one_if(world.has_pvs(), Count::WorldPvs);
    let mut pvs = u64::from(world.pvs.is_some());
    let mut streamed = 0;
    for leaf in &world.sectors {
        pvs += u64::from(leaf.pvs.is_some());
        tally.add(Count::WorldTriangles, leaf.triangle_count.into());
        tally.add(Count::WorldVertices, leaf.vertex_count.into());
        let Some(sector) = leaf.streamed else {
            continue;
        };
        if sector.index < 0 {
            tally.one(Count::WorldLeavesEmpty);
            continue;
        }
        streamed += 1;
        let bounds = leaf.bounds();
        let axes = || (0..3).map(|i| (sector.origin[i], bounds.min[i], bounds.max[i]));
        let is_inside = axes().all(|(at, min, max)| (min..=max).contains(&at));
        let is_central = axes().all(|(at, min, max)| {
            let off = f64::from(at) - (f64::from(min) + f64::from(max)) / 2.0;
            off.abs() <= 0.05 * (f64::from(max) - f64::from(min))
        });
        tally.one_if(is_inside, Count::WorldOriginsInside);
        tally.one_if(is_central, Count::WorldOriginsCentral);
    }
    tally.add(Count::WorldPvsSections, pvs);
    tally.add(Count::WorldSectors, streamed);
    tally.range(Spread::WorldSectorsEach, streamed);
    if is_detail {
        tally.add(Count::WorldSectorsDetail, streamed);
        tally.range(Spread::WorldSectorsDetailEach, streamed);
    } else {
        tally.add(Count::WorldSectorsScenery, streamed);
    }
}

/// A manifest. It is kept, for the parts.
pub fn manifest(sheet: &mut Sheet, bytes: &[u8]) {
    let stated = word(bytes, 8).unwrap_or(0);
    sheet.tally.add(Count::ManifestParts, stated.into());
    sheet.tally.range(Spread::ManifestPartsEach, stated.into());
    if let Some(manifest) = sheet.attempt(|_| Manifest::read(bytes)) {
        let tally = &mut sheet.tally;
        tally.range(
            Spread::ManifestWorldHeapEach,
            manifest.world_heap_size.into(),
        );
        for part in &manifest.parts {
            tally.range(Spread::ManifestPartHeapEach, part.heap_size.into());
        }
        sheet.kept = Some(KeptFile::Manifest(manifest));
    }
}
