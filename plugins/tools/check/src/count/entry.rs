//! Files as entries of the archive: how many of which kind, named or not, and what they look like to a loose reader.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_warriors::chunk::ChunkSlice;
use wonderwheel_warriors::chunk::ChunkType;
use wonderwheel_warriors::classify::{FileKind, ResourceShape};
use wonderwheel_warriors::names::resource_of_file;
use wonderwheel_warriors::pack::MARKER;

use crate::files::GameFile;
use crate::known::{Count, Spread};
use crate::sheet::Sheet;
use crate::tally::Tally;

/// First words that look like a count of chunks. Source: spec/chunks.md 2.4.
const LIKELY_COUNTS: std::ops::RangeInclusive<u32> = 1..=5_000;

/// Counts a file by its name, its size and its kind. The disc has none of unknown kind, so one is not counted.
pub fn entry(sheet: &mut Sheet, file: &GameFile, kind: FileKind, agrees: bool, bytes: &[u8]) {
    if kind == FileKind::Unknown {
        return;
    }
    let tally = &mut sheet.tally;
    tally.file(Count::ArchiveEntries, Count::ArchiveEntryBytes, file.size);
    tally.distinct(Count::ArchiveKinds, row_of_kind(kind));
    named(tally, file, kind, bytes);
    by_kind(tally, file, kind);
    containers(tally, kind, agrees, bytes);
}

/// The rows of spec/archives.md 5.1: resources with a decimal name are one, whatever is in them.
fn row_of_kind(kind: FileKind) -> u64 {
    let kind = match kind {
        FileKind::Resource(shape) if is_decimal_shape(shape) => {
            FileKind::Resource(ResourceShape::Model)
        }
        kind => kind,
    };
    let place = FileKind::all().position(|known| known == kind);
    place.map_or(u64::MAX, |place| place as u64)
}

/// Whether resources of a shape have decimal names on the disc. Source: spec/archives.md 5.1.
pub fn is_decimal_shape(shape: ResourceShape) -> bool {
    matches!(
        shape,
        ResourceShape::TextureDictionary
            | ResourceShape::Model
            | ResourceShape::SpriteSheet
            | ResourceShape::Character
    )
}

fn named(tally: &mut Tally, file: &GameFile, kind: FileKind, bytes: &[u8]) {
    if file.is_unnamed {
        tally.one(Count::ArchiveNamesMissing);
        tally.one(match kind {
            FileKind::Pack => Count::ArchiveUnnamedPacks,
            FileKind::Lua => Count::ArchiveUnnamedScripts,
            FileKind::Resource(ResourceShape::TextureDictionary) => {
                Count::ArchiveUnnamedDictionaries
            }
            FileKind::SceneRecord => Count::ArchiveUnnamedScenes,
            FileKind::OlderRenderWare => Count::ArchiveUnnamedStreams,
            FileKind::BankIndex | FileKind::BankSamples => Count::ArchiveUnnamedBanks,
            _ => Count::ArchiveUnnamedResources,
        });
        return;
    }
    match resource_of_file(&file.name) {
        Some(hash) if word(bytes, 12) == Some(hash) => tally.one(Count::ArchiveNamesDecimal),
        // A decimal name that is not the file's own hash was not found by hashing; somebody knows it.
        _ => tally.one(Count::ArchiveNamesPlain),
    }
    match kind {
        FileKind::Pack => tally.one(Count::PackNamed),
        FileKind::Resource(ResourceShape::Animation) => tally.one(Count::AnmNamed),
        FileKind::SceneRecord => {
            tally.one(Count::ScnNamed);
            tally.one_if(file.name.ends_with("_sub.scn"), Count::ScnCaptions);
        }
        FileKind::Lua => tally.one(Count::LuaNamed),
        FileKind::BankIndex => tally.one(Count::BankNamed),
        _ => {}
    }
}

fn by_kind(tally: &mut Tally, file: &GameFile, kind: FileKind) {
    let rows = match kind {
        FileKind::Pack => (Count::PackEntries, Count::PackBytes),
        FileKind::Resource(shape) if is_decimal_shape(shape) => {
            (Count::ResourceDecimalEntries, Count::ResourceDecimalBytes)
        }
        FileKind::Resource(ResourceShape::Animation) => (Count::AnmEntries, Count::AnmBytes),
        FileKind::Resource(ResourceShape::Level) => (Count::LevEntries, Count::LevBytes),
        FileKind::Resource(ResourceShape::SceneList) => (Count::SclEntries, Count::SclBytes),
        FileKind::Resource(ResourceShape::Global) => {
            let is_main = file.name == "warriors.glr";
            tally.add(
                if is_main {
                    Count::GlrWarriorsBytes
                } else {
                    Count::GlrOtherBytes
                },
                file.size,
            );
            (Count::GlrEntries, Count::GlrBytes)
        }
        FileKind::SceneRecord => (Count::ScnEntries, Count::ScnBytes),
        FileKind::WorldPart => (Count::PartEntries, Count::PartBytes),
        FileKind::WorldStream => (Count::WorldEntries, Count::WorldBytes),
        FileKind::Manifest => (Count::ManifestEntries, Count::ManifestBytes),
        FileKind::Lua => (Count::LuaEntries, Count::LuaBytes),
        FileKind::ObjectList => (Count::ObjsEntries, Count::ObjsBytes),
        FileKind::BankSamples => (Count::BankEntries, Count::BankBytes),
        FileKind::BankIndex => (Count::BankIndexEntries, Count::BankIndexBytes),
        FileKind::OlderRenderWare => (Count::OlderEntries, Count::OlderBytes),
        FileKind::FontMetrics => (Count::MetricsEntries, Count::MetricsBytes),
        FileKind::Bitmap => (Count::BitmapEntries, Count::BitmapBytes),
        FileKind::Icon => (Count::IconEntries, Count::IconBytes),
        FileKind::Resource(_)
        | FileKind::TextureDictionary
        | FileKind::Clump
        | FileKind::Unknown => return,
    };
    tally.file(rows.0, rows.1, file.size);
    if kind == FileKind::WorldStream {
        tally.range(Spread::WorldBytesEach, file.size);
    }
}

/// What a file looks like to readers of containers, strict and loose. Source: spec/chunks.md 2.4.
fn containers(tally: &mut Tally, kind: FileKind, agrees: bool, bytes: &[u8]) {
    let is_flat = agrees && matches!(kind, FileKind::Resource(_));
    let is_pack = agrees && kind == FileKind::Pack;
    tally.one_if(is_flat || is_pack, Count::ParseContainers);
    tally.one_if(is_flat, Count::ParseFlat);
    tally.one_if(is_pack, Count::ParseGrouped);
    let starts_with_count = word(bytes, 0).is_some_and(|word| LIKELY_COUNTS.contains(&word));
    if !starts_with_count {
        return;
    }
    tally.one(Count::ParseFirstWord);
    let mut rest = Cursor::new(bytes);
    let flat = loosely_flat(&mut rest);
    let grouped = loosely_grouped(bytes);
    tally.one_if(flat, Count::ParseLooseFlat);
    tally.one_if(flat && !rest.is_empty(), Count::ParseLooseFlatLeft);
    if !flat && grouped {
        tally.one(Count::ParseLooseGrouped);
        tally.one_of(
            word(bytes, 12) == Some(MARKER),
            Count::ParseLooseGroupedPacks,
            Count::ParseLooseGroupedChance,
        );
    }
    tally.one_if(is_flat && grouped, Count::ParseFlatAndGrouped);
    let is_world = kind == FileKind::WorldStream;
    tally.one_if(is_world && flat && grouped, Count::ParseWorlds);
}

/// Whether there are as many chunks of known types as the header counts, each inside the file.
fn loosely_flat(cursor: &mut Cursor<'_>) -> bool {
    let mut parse = || {
        let [count, _, _, _] = header(cursor)?;
        for _ in 0..count {
            let [ty, size, _, _] = header(cursor)?;
            ChunkType::from_u32(ty)?;
            cursor.take(size as usize).ok()?;
        }
        Some(())
    };
    parse().is_some()
}

fn loosely_grouped(bytes: &[u8]) -> bool {
    let cursor = &mut Cursor::new(bytes);
    let Some([count, ..]) = header(cursor) else {
        return false;
    };
    (0..count).all(|_| loosely_flat(cursor))
}

fn header(cursor: &mut Cursor<'_>) -> Option<[u32; 4]> {
    let mut word = || cursor.u32().ok();
    Some([word()?, word()?, word()?, word()?])
}

/// Bytes of a chunk.
pub fn size(chunk: &ChunkSlice<'_>) -> u64 {
    chunk.payload.remaining() as u64
}

/// The little-endian word at an offset.
pub fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn a_loose_parse_asks_for_known_types_inside_the_file_alone() {
        // Two chunks of 0 and 4 bytes; 4 bytes stay.
        let flat = words(&[2, 9, 9, 9, 0x53, 0, 7, 7, 0, 4, 7, 7, 1, 2]);
        assert!(loosely_flat(&mut Cursor::new(&flat)));
        let mut broken = flat.clone();
        broken[16] = 0x54;
        assert!(!loosely_flat(&mut Cursor::new(&broken)));
        assert!(!loosely_flat(&mut Cursor::new(&flat[..flat.len() - 5])));
        let pack = [words(&[1, 0, 0, MARKER]), flat].concat();
        assert!(loosely_grouped(&pack));
        assert!(!loosely_grouped(&pack[..40]));
    }

    #[test]
    fn a_world_part_looks_like_a_container_to_a_loose_reader() {
        // Its header, a dictionary's section header, and anything.
        let part = words(&[1, 0, 0, 77, 0x16, 4, 0x1C02_000A, 1, 0]);
        let mut tally = Tally::default();
        containers(&mut tally, FileKind::WorldPart, true, &part);
        assert_eq!(tally.count("parse-first-word"), 1);
        assert_eq!(tally.count("parse-loose-flat"), 1);
        assert_eq!(tally.count("parse-loose-flat-left"), 0);
        assert_eq!(tally.count("parse-containers"), 0);
    }
}
