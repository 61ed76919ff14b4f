//! World streams and manifests.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::kept::KeptBytes;
use wonderwheel_renderware::world::World;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::world_stream::WorldStream;

use super::entry::word;
use super::sections::{self, WorldHeader};
use crate::check::file::{Kept, Sheet};
use crate::check::files::GameFile;
use crate::check::tally::Tally;
use crate::check::worlds::{self, Slot};

/// Bytes before a stream's sections: the part count.
const BEFORE_SECTIONS: usize = 4;

/// A world stream. Its BSP is kept, for the parts.
pub fn stream(sheet: &mut Sheet, file: &GameFile, bytes: &[u8]) {
    let slot = worlds::world_of(&file.name).map(|world| worlds::slot_of(world).1);
    let is_detail = slot == Some(Slot::Detail);
    let tally = &mut sheet.tally;
    let rows = if is_detail {
        ("world-detail", "world-detail-bytes")
    } else {
        ("world-scenery", "world-scenery-bytes")
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
    tally.add("world-textures", stream.dictionary.textures.len() as u64);
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
    sheet.kept = Some(Kept::Stream(Box::new(stream)));
}

fn header(tally: &mut Tally, sections: Cursor<'_>) {
    tally.one("txd-in-worlds");
    sections::count(tally, sections.clone());
    let dictionary = sections::first_section_bytes(&sections);
    tally.add("world-dictionary-bytes", dictionary as u64);
    let Some(header) = WorldHeader::find(sections) else {
        return;
    };
    tally.add("world-leaves", header.leaves.into());
    tally.add("world-planes", header.planes.into());
    tally.add("world-triangles", header.triangles.into());
    tally.add("world-vertices", header.vertices.into());
    match header.format {
        World::TWO_UV_SETS_FORMAT => tally.one("world-two-sets"),
        World::ONE_UV_SET_FORMAT => tally.one("world-one-set"),
        _ => {}
    }
}

fn sectors(tally: &mut Tally, world: &World, is_detail: bool) {
    tally.one_if(world.has_pvs(), "world-pvs");
    let mut pvs = u64::from(world.pvs.is_some());
    let mut streamed = 0;
    for leaf in &world.sectors {
        pvs += u64::from(leaf.pvs.is_some());
        tally.add("world-triangles", leaf.triangle_count.into());
        tally.add("world-vertices", leaf.vertex_count.into());
        let Some(sector) = leaf.streamed else {
            continue;
        };
        if sector.index < 0 {
            tally.one("world-leaves-empty");
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
        tally.one_if(is_inside, "world-origins-inside");
        tally.one_if(is_central, "world-origins-central");
    }
    tally.add("world-pvs-sections", pvs);
    tally.add("world-sectors", streamed);
    tally.range("world-sectors-each", streamed);
    if is_detail {
        tally.add("world-sectors-detail", streamed);
        tally.range("world-sectors-detail-each", streamed);
    } else {
        tally.add("world-sectors-scenery", streamed);
    }
}

/// A manifest. It is kept, for the parts.
pub fn manifest(sheet: &mut Sheet, bytes: &[u8]) {
    let stated = word(bytes, 8).unwrap_or(0);
    sheet.tally.add("manifest-parts", stated.into());
    sheet.tally.range("manifest-parts-each", stated.into());
    if let Some(manifest) = sheet.attempt(|_| Manifest::read(bytes)) {
        let tally = &mut sheet.tally;
        tally.range("manifest-world-heap-each", manifest.world_heap_size.into());
        for part in &manifest.parts {
            tally.range("manifest-part-heap-each", part.heap_size.into());
        }
        sheet.kept = Some(Kept::Manifest(manifest));
    }
}
