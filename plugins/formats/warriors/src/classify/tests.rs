//! Each rule, and which of two that both hold comes first.

use super::*;
use crate::chunk::{Chunk, ChunkType, Resource};
use crate::pack::{MARKER, Pack};

const STAMP: u32 = 0x1C02_000A;
const OLDER: u32 = 0x1803_FFFF;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn section(ty: u32, stamp: u32, payload: usize) -> Vec<u8> {
    let mut bytes = words(&[ty, payload as u32, stamp]);
    bytes.resize(12 + payload, 0xAB);
    bytes
}

fn part(atomics: u32) -> Vec<u8> {
    let mut bytes = words(&[1, 0, 0, 0x1234_5678]);
    bytes.extend(section(0x16, STAMP, 8));
    bytes.extend(words(&[atomics]));
    for sector in 0..atomics {
        bytes.extend(words(&[sector]));
        bytes.extend(section(0x14, STAMP, 4));
    }
    bytes
}

fn stream() -> Vec<u8> {
    let mut bytes = words(&[3]);
    bytes.extend(section(0x16, STAMP, 8));
    bytes.extend(section(0x0B, STAMP, 20));
    bytes
}

fn resource(types: &[ChunkType]) -> Resource {
    Resource::new(7, types.iter().map(|ty| Chunk::new(*ty, 0, vec![1; 16])))
}

fn kind(bytes: &[u8]) -> FileKind {
    FileKind::from_content(bytes)
}

/// One file of each kind that content shows.
fn one_of_each() -> Vec<(FileKind, Vec<u8>)> {
    let pack = Pack {
        resources: vec![resource(&[ChunkType::PreinstanceObject]); 2],
    };
    let mut bitmap = b"BM".to_vec();
    bitmap.extend(words(&[62]));
    bitmap.resize(62, 9);
    vec![
        (FileKind::Pack, pack.write()),
        (
            FileKind::Resource(ResourceShape::Model),
            resource(&[ChunkType::PreinstanceObject]).write(),
        ),
        (FileKind::Lua, b"\x1BLua\x40\x01\x04".to_vec()),
        (FileKind::SceneRecord, words(&[16, 0xFFFF, 0xFFFF, 0xFFFF])),
        (FileKind::OlderRenderWare, section(0x16, OLDER, 40)),
        (FileKind::WorldPart, part(2)),
        (FileKind::WorldStream, stream()),
        (FileKind::FontMetrics, b"METRICS1 and more".to_vec()),
        (FileKind::Bitmap, bitmap),
        (FileKind::Icon, vec![0, 0, 1, 0, 1, 0, 32, 32]),
        (FileKind::BankIndex, words(&[0xAAAA, 0, 0xBBBB, 16, 0, 0])),
        (FileKind::ObjectList, b"0\r\n".to_vec()),
        (FileKind::Manifest, words(&[1000, 1350, 1, 48, 64])),
        (FileKind::TextureDictionary, section(0x16, STAMP, 28)),
        (FileKind::Clump, section(0x10, STAMP, 28)),
    ]
}

#[test]
fn every_kind_is_known_by_its_content() {
    for (expected, bytes) in one_of_each() {
        assert_eq!(kind(&bytes), expected);
    }
    for bytes in [&[][..], &[0; 64], b"hello", &[0xFF; 400]] {
        assert_eq!(kind(bytes), FileKind::Unknown);
    }
}

#[test]
fn no_file_passes_as_more_than_it_is_when_it_is_cut_or_grows() {
    for (whole, bytes) in one_of_each() {
        // These are known by their first bytes alone, and a text may end anywhere.
        let by_magic = [
            FileKind::Lua,
            FileKind::FontMetrics,
            FileKind::Icon,
            FileKind::ObjectList,
        ];
        if by_magic.contains(&whole) || whole == FileKind::OlderRenderWare {
            continue;
        }
        assert_ne!(kind(&bytes[..bytes.len() - 1]), whole, "cut {whole}");
        let mut longer = bytes.clone();
        longer.push(1);
        assert_ne!(kind(&longer), whole, "longer {whole}");
    }
}

#[test]
fn zeros_after_the_end_belong_to_some_kinds() {
    for (whole, mut bytes) in one_of_each() {
        bytes.extend([0; 8]);
        let padded = [
            FileKind::WorldPart,
            FileKind::WorldStream,
            FileKind::BankIndex,
            FileKind::ObjectList,
            FileKind::Manifest,
            FileKind::TextureDictionary,
            FileKind::Clump,
        ];
        let stays = padded.contains(&whole)
            || [
                FileKind::Lua,
                FileKind::FontMetrics,
                FileKind::Icon,
                FileKind::OlderRenderWare,
            ]
            .contains(&whole);
        assert_eq!(kind(&bytes) == whole, stays, "{whole}");
    }
}

// Look-alikes.

#[test]
fn a_world_part_is_no_container_though_it_starts_like_one() {
    // {1, 0, 0, hash} and then {0x16, size, ...}: a flat container with one chunk, but for the stamp where 0 belongs.
    let part = part(1);
    assert_eq!(kind(&part), FileKind::WorldPart);
    assert!(Resource::read(&part).is_err());
}

#[test]
fn a_container_is_exact_to_the_byte() {
    let resource = resource(&[ChunkType::RenderwareTextureDic]).write();
    for at in [0, 4, 8, 24] {
        let mut bytes = resource.clone();
        bytes[at] ^= 1;
        assert_eq!(kind(&bytes), FileKind::Unknown, "byte {at}");
    }
    let mut bad_type = resource;
    bad_type[16] = 0x54;
    assert_eq!(kind(&bad_type), FileKind::Unknown);
}

#[test]
fn a_pack_without_the_marker_is_none() {
    let pack = Pack {
        resources: vec![resource(&[ChunkType::Music])],
    };
    let mut bytes = pack.write();
    assert_eq!(bytes[12..16], MARKER.to_le_bytes());
    bytes[12] ^= 1;
    assert_eq!(kind(&bytes), FileKind::Unknown);
}

#[test]
fn a_part_needs_the_discs_stamps() {
    for at in [24, 52] {
        let mut bytes = part(1);
        let found = &bytes[at..at + 4];
        assert_eq!(found, STAMP.to_le_bytes(), "{at}");
        bytes[at] ^= 1;
        assert_eq!(kind(&bytes), FileKind::Unknown, "{at}");
    }
}

// The order, where two rules hold.

#[test]
fn lua_stands_before_everything_but_containers() {
    assert_eq!(rules::ORDER[0], FileKind::Lua);
}

#[test]
fn of_two_kinds_that_both_fit_one_comes_first() {
    let mut older = words(&[28]);
    older.extend(section(0x16, OLDER, 12));
    let mut text = b"1234".to_vec();
    text.extend([0; 12]);
    for (first, second, bytes) in [
        (
            FileKind::SceneRecord,
            FileKind::Manifest,
            words(&[28, 28, 2, 1, 1, 1, 1]),
        ),
        (FileKind::SceneRecord, FileKind::OlderRenderWare, older),
        (
            FileKind::Icon,
            FileKind::BankIndex,
            words(&[0x0001_0000, 0, 0, 0]),
        ),
        (FileKind::BankIndex, FileKind::ObjectList, text),
        (
            FileKind::BankIndex,
            FileKind::Manifest,
            words(&[1, 0, 2, 16, 0, 0, 0, 0]),
        ),
    ] {
        assert!(second.row().fits(Content::whole(&bytes)), "{second}");
        assert_eq!(kind(&bytes), first, "before {second}");
    }
}

#[test]
fn an_older_stream_may_start_with_a_word() {
    let mut bytes = words(&[9]);
    bytes.extend(section(0x16, OLDER, 12));
    assert_eq!(kind(&bytes), FileKind::OlderRenderWare);
}

#[test]
fn a_bank_index_has_rising_offsets_in_steps_of_16() {
    for (bytes, expected) in [
        (words(&[5, 0, 6, 32, 7, 48, 0, 0]), true),
        (words(&[5, 0, 6, 32, 7, 32, 0, 0]), false),
        (words(&[5, 0, 6, 40, 0, 0]), false),
        (words(&[5, 16, 6, 32, 0, 0]), false),
        (words(&[5, 0, 6, 32]), false),
        (words(&[5, 0, 0, 0, 6, 32]), false),
        (words(&[0, 0, 0, 0]), false),
    ] {
        assert_eq!(kind(&bytes) == FileKind::BankIndex, expected, "{bytes:?}");
    }
    let mut large: Vec<u32> = (0..8191).flat_map(|i| [i + 1, 16 * i]).collect();
    large.extend([0, 0]);
    assert_eq!(kind(&words(&large)), FileKind::BankIndex);
    large.extend([0, 0]);
    assert_eq!(kind(&words(&large)), FileKind::Unknown, "65,544 bytes");
}

#[test]
fn a_manifest_has_1_to_999_parts_and_room_on_the_heap() {
    let of = |size: u32, heap: u32, count: u32| {
        let mut words = vec![size, heap, count];
        words.resize(3 + 2 * count.min(1000) as usize, 3);
        words
    };
    for (size, heap, count, expected) in [
        (1001, 500, 1, true),
        (1000, 499, 1, false),
        (0, 10, 1, false),
        (1000, 1000, 0, false),
        (1000, 1000, 999, true),
        (1000, 1000, 1000, false),
    ] {
        let bytes = words(&of(size, heap, count));
        assert_eq!(
            kind(&bytes) == FileKind::Manifest,
            expected,
            "{size} {heap} {count}"
        );
    }
}

#[test]
fn an_object_list_starts_with_a_digit_and_is_printable() {
    for (text, expected) in [
        (&b"2\r\n{dyn_bat\t{1,2,3} )\n"[..], true),
        (b"0\0\0\0", true),
        (b" 0\r\n", false),
        (b"0\x01", false),
        (b"0\0 1", false),
        (b"0\xE9", false),
        (b"x", false),
    ] {
        assert_eq!(kind(text) == FileKind::ObjectList, expected, "{text:?}");
    }
}

// Names.

#[test]
fn a_known_name_decides_and_the_content_only_agrees() {
    let sheet = resource(&[ChunkType::RenderwareTextureDic, ChunkType::ParticlePage]).write();
    let (one, none, samples) = (part(1), part(0), vec![0xF0; 32]);
    for (name, bytes, before_bank_index, expected) in [
        (Some("w_sec.mem"), &one, false, ("manifest", false)),
        (Some("w_ms1.sec"), &one, false, ("rw-part", true)),
        (Some("notes"), &one, false, ("rw-part", true)),
        (None, &one, false, ("rw-part", true)),
        // A decimal name takes its shape from the chunks.
        (Some("863681355"), &sheet, false, ("sprite-sheet", true)),
        (Some("863681355"), &none, false, ("resource", false)),
        (Some("level1.lev"), &sheet, false, ("level", false)),
        // Only the next file gives bank samples away.
        (None, &samples, false, ("unknown", false)),
        (None, &samples, true, ("bank-samples", true)),
        (None, &one, true, ("rw-part", true)),
    ] {
        let found = Classification::of(name, Content::whole(bytes), before_bank_index);
        let by_name = name.is_some_and(|name| FileKind::from_name(name).is_some());
        assert_eq!(found.by_name, by_name, "{name:?}");
        assert_eq!((found.kind.name(), found.agrees), expected, "{name:?}");
    }
}

// Heads.

#[test]
fn the_first_bytes_and_the_size_say_the_same_of_large_files() {
    let mut large = one_of_each();
    large.push((FileKind::WorldPart, part(40)));
    for (expected, bytes) in large {
        if bytes.len() < 2 * Content::SMALLEST_HEAD {
            continue;
        }
        let head = Content::head(&bytes[..Content::SMALLEST_HEAD], bytes.len() as u64);
        assert_eq!(FileKind::of_content(head), expected);
    }
    let model = Resource::new(
        1,
        vec![Chunk::new(ChunkType::PreinstanceObject, 1, vec![2; 400])],
    )
    .write();
    let head = Content::head(&model[..64], model.len() as u64);
    assert_eq!(
        FileKind::of_content(head),
        FileKind::Resource(ResourceShape::Other)
    );
    assert!(FileKind::Resource(ResourceShape::Model).row().fits(head));
    assert!(
        !FileKind::Resource(ResourceShape::Model)
            .row()
            .fits(Content::head(&model[..64], 4000))
    );
}

#[test]
fn too_few_bytes_of_a_larger_file_say_nothing() {
    let part = part(40);
    let head = Content::head(&part[..12], part.len() as u64);
    assert_eq!(FileKind::of_content(head), FileKind::Unknown);
}
