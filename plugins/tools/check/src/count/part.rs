//! Parts of streamed worlds.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Within;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_warriors::check::PartFacts;
use wonderwheel_warriors::names::crc32;
use wonderwheel_warriors::part::{Part, PartAtomic};

use super::entry::word;
use super::sections;
use super::strips::{self, Placement};
use crate::files::GameFile;
use crate::findings::MIP_WORD;
use crate::known::{Count, Spread};
use crate::sheet::{KeptFile, Sheet};
use crate::tally::Tally;
use crate::worlds::{self, PartFile, Slot, Worlds};

/// Bytes of a part's own header, before its dictionary.
const HEADER: usize = 16;

/// The worlds whose triangles were held against their normals. Source: spec/ps2-geometry.md 7.
const WITH_SIDES: [&str; 3] = ["level2s", "level2d", "level51s"];

/// A part. What its world has to know of it is kept.
pub fn part(sheet: &mut Sheet, file: &GameFile, worlds: &Worlds, bytes: &[u8]) {
    let named = worlds::part_of(&file.name);
    let is_used = named.is_none_or(|(world, number)| worlds.is_used(world, number));
    let tally = &mut sheet.tally;
    tally.one(Count::TxdInParts);
    let own_hash = crc32(&file.name);
    let is_own = word(bytes, 12) == Some(own_hash);
    tally.one_if(is_own && !file.is_unnamed, Count::PartNamedLikeFile);
    files(tally, file, named.map(|(world, _)| world), is_used);
    let header = Header::find(bytes);
    header.sections(tally);

    let read = sheet.attempt(|_| Part::read(bytes));
    if let Some(part) = &read {
        part.dictionary.validate(&mut sheet.findings);
        if !file.is_unnamed {
            part.validate_name(&file.name, &mut sheet.findings);
        }
        for (i, entry) in part.atomics.iter().enumerate() {
            let findings = &mut sheet.findings;
            findings.within(format!("part/atomic[{i}]"), |findings| {
                entry.atomic.validate(findings);
            });
        }
        let words = part.mip_words();
        for conflict in words.conflicts() {
            sheet.findings.remark(MIP_WORD, conflict.to_string());
        }
        if is_used {
            contents(&mut sheet.tally, part, &header);
            let world = named.map(|(world, _)| world);
            for (i, entry) in part.atomics.iter().enumerate() {
                sheet.attempt(|sheet| {
                    vertices(&mut sheet.tally, entry, world, worlds)
                        .within(|| format!("part/atomic[{i}]"))
                });
            }
        }
    }
    if let Some((world, number)) = named {
        sheet.kept = Some(KeptFile::Part(PartFile {
            world: world.to_owned(),
            number,
            size: file.size,
            part: read.as_ref().map(PartFacts::of),
        }));
    }
}

fn files(tally: &mut Tally, file: &GameFile, world: Option<&str>, is_used: bool) {
    if !is_used {
        tally.file(Count::PartUnused, Count::PartUnusedBytes, file.size);
        return;
    }
    tally.file(Count::PartUsed, Count::PartUsedBytes, file.size);
    tally.range(Spread::PartBytesEach, file.size);
    tally.one(match world.map(|world| worlds::slot_of(world).1) {
        Some(Slot::Detail) => Count::PartUsedDetail,
        _ => Count::PartUsedScenery,
    });
}

/// A part by its section headers alone.
struct Header<'a> {
    dictionary: Cursor<'a>,
    atomic_count: u32,
    /// A word, then a section, for each.
    atomics: Cursor<'a>,
}

impl<'a> Header<'a> {
    fn find(bytes: &'a [u8]) -> Self {
        let mut cursor = Cursor::new(bytes.get(HEADER..).unwrap_or_default());
        let size = sections::first_section_bytes(&cursor);
        let dictionary = cursor.window(size);
        Self {
            dictionary: dictionary.unwrap_or_else(|_| Cursor::new(&[])),
            atomic_count: cursor.u32().unwrap_or(0),
            atomics: cursor,
        }
    }

    fn sections(&self, tally: &mut Tally) {
        sections::count(tally, self.dictionary.clone());
        let mut cursor = self.atomics.clone();
        for _ in 0..self.atomic_count {
            if cursor.u32().is_err() {
                return;
            }
            match cursor.window(sections::first_section_bytes(&cursor)) {
                Ok(atomic) if !atomic.is_empty() => sections::count(tally, atomic),
                _ => return,
            }
        }
    }
}

/// What a used part holds, by its headers.
fn contents(tally: &mut Tally, part: &Part, header: &Header<'_>) {
    let dictionary_bytes = header.dictionary.remaining() as u64;
    tally.add(Count::PartDictionaryBytes, dictionary_bytes);
    let textures = part.dictionary.textures.len() as u64;
    tally.add(Count::PartTextures, textures);
    tally.one_of(
        textures > 0,
        Count::PartDictionariesFilled,
        Count::PartDictionariesEmpty,
    );
    tally.add(Count::PartAtomics, header.atomic_count.into());
    for entry in &part.atomics {
        atomic(tally, &entry.atomic);
    }
}

fn atomic(tally: &mut Tally, atomic: &Atomic) {
    match atomic.plugins.right_to_render.map(|right| right.pipeline) {
        Some(0x30083) => tally.one(Count::PartAtomics30083),
        Some(0x30082) => tally.one(Count::PartAtomics30082),
        _ => {}
    }
    if let Some(scales) = atomic.plugins.scales {
        tally.one_of(
            scales.position == scales.uv,
            Count::PartScalesEqual,
            Count::PartScalesDifferent,
        );
    }
    if let Some(geometry) = &atomic.geometry {
        tally.add(Count::PartTrianglesHeader, geometry.triangle_count.into());
        tally.add(Count::PartVerticesHeader, geometry.vertex_count.into());
        materials(tally, geometry);
    }
}

/// Material effects. Source: spec/renderware.md 8.1.
const BUMP: u32 = 1;
const DUAL: u32 = 4;

fn materials(tally: &mut Tally, geometry: &Geometry) {
    // An entry that uses another's material again counts too.
    tally.add(Count::PartMaterials, geometry.material_indices.len() as u64);
    for material in &geometry.materials {
        match material.matfx.as_ref().map(|matfx| matfx.effect) {
            Some(DUAL) => tally.one(Count::PartMaterialsDual),
            Some(BUMP) => tally.one(Count::PartMaterialsBump),
            _ => {}
        }
    }
}

fn vertices(
    tally: &mut Tally,
    entry: &PartAtomic,
    world: Option<&str>,
    worlds: &Worlds,
) -> wonderwheel_ps2::error::Result<()> {
    let Some(geometry) = &entry.atomic.geometry else {
        return Ok(());
    };
    let leaf = world.and_then(|world| worlds.leaf(world, entry.sector_index));
    let placed = leaf.and_then(|leaf| Some(Placement::new(leaf.bounds(), leaf.streamed?.origin)));
    let has_sides = world.is_some_and(|world| WITH_SIDES.contains(&world));
    let counts = strips::count(geometry, entry.atomic.scales(), placed, has_sides)?;
    tally.add(Count::PartBatches, counts.batches);
    tally.add(Count::PartVertices, counts.vertices);
    tally.range(Spread::PartStripVerticesEach, counts.vertices);
    tally.add(Count::PartTriangles, counts.triangles);
    let is_same = counts.triangles == u64::from(geometry.triangle_count);
    tally.one_if(is_same, Count::PartAtomicsSameTriangles);
    tally.add(Count::PartVerticesDistinct, counts.distinct);
    tally.add(Count::PartVerticesInBox, counts.in_box);
    tally.add(Count::PartVerticesUnscaled, counts.unscaled_in_box);
    tally.add(Count::PartTrianglesFacing, counts.facing);
    tally.add(Count::PartTrianglesAverted, counts.averted);
    Ok(())
}
