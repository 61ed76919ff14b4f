use wonderwheel_ps2::finding::Findings;

use super::*;
use crate::level::LevelHeader;
use crate::range::{SECTOR, SectorRange};

fn level(id: i32, sector: i32) -> NewTocLevel {
    let header = LevelHeader {
        id,
        ..LevelHeader::default()
    };
    let mut audio = vec![0; 0x1018];
    audio[..4].copy_from_slice(&0x1018_u32.to_le_bytes());
    NewTocLevel {
        level: Some((
            header.write(),
            SectorRange {
                sector,
                sectors: 10,
            },
        )),
        audio: Some((
            audio,
            SectorRange {
                sector: sector + 10,
                sectors: 3,
            },
        )),
        scene: None,
    }
}

fn table() -> TableOfContents {
    TableOfContents::lay_out(&[level(4, 5000), level(30, 6000)]).unwrap()
}

#[test]
fn files_are_known_by_their_names() {
    for (name, file) in [
        ("RC2.HDR;1", Some(DiscFile::TableOfContents)),
        ("LEVEL21.WAD;1", Some(DiscFile::Level(21))),
        ("level0.wad", Some(DiscFile::Level(0))),
        ("AUDIO3.WAD", Some(DiscFile::Audio(3))),
        ("Scene7.Wad", Some(DiscFile::Scene(7))),
        ("G/ARMOR.WAD", Some(DiscFile::Global)),
        ("LEVEL.WAD", Some(DiscFile::Global)),
        ("LEVEL+1.WAD", Some(DiscFile::Global)),
        ("SYSTEM.CNF", None),
    ] {
        assert_eq!(DiscFile::from_name(name), file, "{name}");
    }
}

#[test]
fn a_table_says_where_the_files_are() {
    let bytes = table().write().unwrap();
    assert_eq!(TABLE_OFFSET, 0x1F_4800);
    // A global header of 0x40 bytes, then the level table: the first copy stands a sector behind.
    assert_eq!(bytes[..4], [0x40, 0, 0, 0]);
    assert_eq!(bytes[0x40..0x48], [0xEA, 0x03, 0, 0, 10, 0, 0, 0]);
    assert_eq!(bytes[SECTOR..SECTOR + 8], [0x60, 0, 0, 0, 0x88, 0x13, 0, 0]);
    let read = TableOfContents::read(&bytes).unwrap();
    assert_eq!(read.levels, table().levels);
    assert_eq!(read.write().unwrap(), bytes);
    let (id, found) = read.by_id().nth(1).unwrap();
    assert_eq!(id, 30);
    assert_eq!(
        found.part(TocKind::Level).unwrap().file(),
        Some(SectorRange {
            sector: 6000,
            sectors: 10
        })
    );
    assert_eq!(
        found.part(TocKind::Audio).unwrap().file_sector(),
        Some(6010)
    );
    assert_eq!(found.part(TocKind::Scene), None);
    assert_eq!(
        TableOfContents::sectors(&[level(4, 0)]).unwrap() as usize,
        5
    );
    let rules = |sectors| Findings::of(|all| read.validate(Some(sectors), all)).rules();
    assert_eq!(rules(6013), [""; 0]);
    assert_eq!(rules(6012)[0], "toc-image-end");
}

#[test]
fn columns_in_another_order_are_told_apart_by_their_headers() {
    let mut table = table();
    for level in &mut table.levels {
        level.parts.swap(0, 1);
    }
    let read = TableOfContents::read(&table.write().unwrap()).unwrap();
    assert_eq!(read.by_id().map(|(id, _)| id).collect::<Vec<_>>(), [4, 30]);
}

#[test]
fn without_a_known_global_header_the_table_is_searched() {
    let mut table = TableOfContents::lay_out(&[
        NewTocLevel {
            scene: Some(scene()),
            ..level(1, 5000)
        },
        NewTocLevel {
            scene: Some(scene()),
            ..level(2, 6000)
        },
    ])
    .unwrap();
    table.globals[0][0] = 0x44;
    let bytes = table.write().unwrap();
    let read = TableOfContents::read(&bytes).unwrap();
    assert_eq!(
        (read.table_offset, read.levels.len(), read.globals.len()),
        (0x40, 2, 0)
    );
    assert_eq!(read.write().unwrap(), bytes);
}

fn scene() -> (Vec<u8>, SectorRange) {
    let mut header = vec![0; 0x137C];
    header[..4].copy_from_slice(&0x137C_u32.to_le_bytes());
    (
        header,
        SectorRange {
            sector: 9000,
            sectors: 1,
        },
    )
}

#[test]
fn empty_entries_between_levels_are_kept_and_those_behind_are_none() {
    let levels = [level(4, 5000), NewTocLevel::default(), level(30, 6000)];
    let bytes = TableOfContents::lay_out(&levels).unwrap().write().unwrap();
    let read = TableOfContents::read(&bytes).unwrap();
    assert_eq!(read.levels.len(), 3);
    assert_eq!(read.levels[1], TocLevel::default());
    assert_eq!(read.by_id().count(), 2);
}

#[test]
fn two_levels_with_one_number_are_refused() {
    let bytes = TableOfContents::lay_out(&[level(4, 5000), level(4, 6000)])
        .unwrap()
        .write()
        .unwrap();
    let error = TableOfContents::read(&bytes).unwrap_err();
    assert!(error.to_string().contains("level 4 twice"), "{error}");
}

#[test]
fn a_header_of_an_impossible_size_is_refused() {
    for size in [7_u32, 0x1_0000] {
        let mut bytes = table().write().unwrap();
        bytes[SECTOR..SECTOR + 4].copy_from_slice(&size.to_le_bytes());
        bytes.resize(0x2_0000, 0);
        assert!(TableOfContents::read(&bytes).is_err(), "{size:#x}");
    }
}

#[test]
fn a_table_that_holds_no_levels_is_no_table() {
    assert!(TableOfContents::read(&[]).is_err());
    assert!(TableOfContents::read(&[0; 0x8000]).is_err());
}

#[test]
fn more_levels_than_the_game_has_room_for_are_refused() {
    // (0x5800 - 0x40) / 0x18 = 936 entries fit the memory, 100 are read.
    let levels: Vec<_> = (0..101).map(|id| level(id, 10_000 + id * 20)).collect();
    assert!(TableOfContents::lay_out(&levels).is_err());
    let bytes = TableOfContents::lay_out(&levels[..100])
        .unwrap()
        .write()
        .unwrap();
    assert_eq!(TableOfContents::read(&bytes).unwrap().by_id().count(), 100);
}

#[test]
fn an_outline_lists_levels_with_their_files() {
    let tree = outline(&table().write().unwrap(), Default::default());
    let node = tree.all().find(|node| node.name == "level[1]").unwrap();
    assert_eq!(node.get("level"), Some("30"));
    assert_eq!(node.get("audio"), Some("sector 6010, 3 sectors"));
}
