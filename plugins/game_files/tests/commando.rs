//! Going Commando's levels, wherever they lie.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use wonderwheel_commando::disc::{TABLE_OFFSET, TableOfContents, TocKind};
use wonderwheel_forge::{Recipe, commando::disc::commando_disc, forge};
use wonderwheel_game_files::identity::Medium;
use wonderwheel_game_files::open::open_medium;
use wonderwheel_game_files::prelude::*;
use wonderwheel_ps2::fault::FaultKind::{Io, WrongDisc};

use crate::disc::{image, open_bytes, refused};

const SECTOR: usize = 2048;

/// The begin of a level's file: its header, and two sectors behind it.
fn level(id: u32) -> Vec<u8> {
    let mut words = vec![0_u32; 3 * SECTOR / 4];
    (words[0], words[2]) = (0x60, id);
    (words[4], words[5]) = (1, 2);
    words[SECTOR / 4] = 0xABCD_0000 + id;
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

const SYSTEM_CNF: &[u8] = b"BOOT2 = cdrom0:\\SCUS_972.68;1\r\nVER = 1.00\r\n";

/// An image that only the table of contents leads through: its levels lie behind the table, and no file system names them.
fn by_table(levels: &[Vec<u8>]) -> Vec<u8> {
    let mut image = image(&[("SYSTEM.CNF", SYSTEM_CNF), ("RC2.HDR", b"")]);
    image.resize(1001 * SECTOR, 0);
    let mut table = vec![0; SECTOR];
    table[0] = 0x40;
    let mut at = 1002 + levels.len();
    for (number, level) in levels.iter().enumerate() {
        let pair = [1002 + number as u32, (level.len() / SECTOR) as u32];
        let entry = 0x40 + number * 0x18;
        table[entry..entry + 8].copy_from_slice(&pair.map(u32::to_le_bytes).concat());
        let mut copy = level[..0x60].to_vec();
        copy[4..8].copy_from_slice(&(at as u32).to_le_bytes());
        copy.resize(SECTOR, 0);
        table.extend(copy);
        at += level.len() / SECTOR;
    }
    image.extend(table);
    image.extend(levels.concat());
    image
}

fn listed(files: &dyn GameFiles) -> Vec<(String, Option<i32>)> {
    let levels = commando_levels(files).into_iter();
    levels.map(|level| (level.file, level.id)).collect()
}

fn expect(id: u32, files: &dyn GameFiles, name: &str) {
    let bytes = level(id);
    assert_eq!(files.size(name), Some(bytes.len() as u64), "{name}");
    assert_eq!(files.read(name).unwrap(), bytes);
    let range = files.read_range(name, SECTOR as u64, 4).unwrap();
    assert_eq!(range, (0xABCD_0000 + id).to_le_bytes());
}

#[test]
fn a_file_system_with_levels_gives_them_by_name() {
    let opened = open_bytes(image(&[
        ("SYSTEM.CNF", SYSTEM_CNF),
        ("SCUS_972.68", b"not a program"),
        ("RC2.HDR", b""),
        ("LEVEL0.WAD", &level(0)),
        ("LEVEL21.WAD", &level(30)),
        ("AUDIO0.WAD", &[1; 3000]),
        ("G/ARMOR.WAD", &[2; 100]),
    ]))
    .unwrap();
    let identity = &opened.identity;
    let line = "Ratchet & Clank: Going Commando (SCUS-97268)";
    assert_eq!(identity.line(), line);
    assert_eq!(identity.medium, Medium::IsoImage);
    assert!(identity.warnings.is_empty(), "{:?}", identity.warnings);
    assert!(opened.archive.is_none() && opened.boot_file.is_some());
    let files = &*opened.files;
    let names = "armor.wad audio0.wad level0.wad level21.wad rc2.hdr scus_972.68 system.cnf";
    assert_eq!(files.names(), names.split(' ').collect::<Vec<_>>());
    expect(30, files, "LEVEL21.wad");
    let expected = [("level0.wad", Some(0)), ("level21.wad", Some(30))];
    assert_eq!(
        listed(files),
        expected.map(|(name, id)| (name.to_owned(), id))
    );
    assert!(levels(files).is_empty(), "they are no levels of the first");
}

#[test]
fn without_names_the_table_of_contents_leads_to_the_levels() {
    let bytes = by_table(&[level(0), level(30)]);
    let opened = open_bytes(bytes.clone()).unwrap();
    assert!(opened.identity.warnings.is_empty());
    assert_eq!(listed(&*opened.files).len(), 2);
    expect(30, &*opened.files, "level1.wad");
    assert!(opened.files.exists("SYSTEM.CNF"));
    // Nor a file system.
    let mut bare = bytes;
    bare[16 * SECTOR..24 * SECTOR].fill(0);
    let opened = open_bytes(bare).unwrap();
    assert_eq!(opened.identity.warnings.len(), 1);
    expect(0, &*opened.files, "level0.wad");
    assert_eq!(opened.identity.title, Title::GoingCommando { serial: None });
}

#[test]
fn an_image_that_is_cut_short_gives_what_is_left() {
    for whole in [
        image(&[("LEVEL0.WAD", &level(0)), ("LEVEL1.WAD", &level(1))]),
        by_table(&[level(0), level(1)]),
    ] {
        let cut = whole[..whole.len() - SECTOR].to_vec();
        let opened = open_bytes(cut).unwrap();
        let warnings = &opened.identity.warnings;
        let is_told = warnings.iter().any(|it| it.contains("LEVEL1.WAD"));
        assert!(is_told, "{warnings:?}");
        expect(0, &*opened.files, "level0.wad");
        assert_eq!(listed(&*opened.files)[1], ("level1.wad".into(), Some(1)));
        refused(opened.files.read("level1.wad"), Io, &[]);
    }
}

#[test]
fn a_name_without_a_level_behind_it_makes_no_disc_of_it() {
    let error = open_bytes(image(&[("LEVEL0.WAD", &[7; 4096]), ("RC2.HDR", b"")])).unwrap_err();
    assert!(error.to_string().contains("no level is on it"), "{error}");
    let other = open_bytes(image(&[("LEVEL0.WAD", &[7; 4096])]));
    refused(other, WrongDisc, &[]);
    // One of several may be broken.
    let one = image(&[("LEVEL0.WAD", &[7; 4096]), ("LEVEL1.WAD", &level(1))]);
    let opened = open_bytes(one).unwrap();
    assert_eq!(listed(&*opened.files)[0], ("level0.wad".into(), None));
    expect(1, &*opened.files, "level1.wad");
}

#[test]
fn folders_and_single_files_open_the_same_way() {
    let temp = tempfile::Builder::new()
        .prefix("å ツ 🎡 ")
        .tempdir()
        .unwrap();
    let path = temp.path().join("Level21.WAD");
    fs::write(&path, level(30)).unwrap();
    fs::write(temp.path().join("notes.txt"), "x").unwrap();
    let folder = open(temp.path()).unwrap();
    assert_eq!(folder.identity.title, Title::GoingCommandoFiles);
    assert_eq!(folder.identity.medium, Medium::LooseFiles);
    expect(30, &*folder.files, "level21.wad");
    let single = open(&path).unwrap();
    assert_eq!(single.identity.medium, Medium::SingleFile);
    assert_eq!(single.files.names(), ["level21.wad"]);
    expect(30, &*single.files, "LEVEL21.WAD");
    assert_eq!(single.files.disk_path("level21.wad"), Some(path));
    // A folder that was copied from the disc says which it is.
    fs::write(temp.path().join("system.cnf;1"), SYSTEM_CNF).unwrap();
    fs::write(temp.path().join("SYSTEM.CNF"), SYSTEM_CNF).unwrap();
    let disc = open(temp.path()).unwrap();
    assert_eq!(disc.identity.medium, Medium::DiscFolder);
    assert_eq!(disc.identity.serial.as_deref(), Some("SCUS-97268"));
    expect(30, &*disc.files, "level21.wad");
}

#[test]
fn wrong_tables_of_contents_never_panic() {
    let good = by_table(&[level(0), level(1), level(2)]);
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % end as u64) as usize
    };
    let mut opened = 0;
    for _ in 0..300 {
        let mut bytes = good.clone();
        for _ in 0..=random(3) {
            let sector = [1001, 1002, 1003][random(3)];
            let at = sector * SECTOR + random(0xA0);
            bytes[at] = [0, 1, 0x7F, 0x80, 0xFF, random(256) as u8][random(6)];
        }
        let Ok(good) = open_bytes(bytes) else {
            continue;
        };
        opened += 1;
        for name in good.files.names() {
            let _ = good.files.read_range(&name, 0, 16);
            let _ = good.files.size(&name);
        }
        assert!(commando_levels(&*good.files).len() <= 3);
    }
    assert!(opened > 100, "{opened}: some mutations do no harm");
}

/// An image of two forged levels and the first one's speech, which only the table of contents leads to.
fn forged_by_table() -> Vec<u8> {
    let recipe = Recipe::builtin("commando_demo").unwrap();
    let level = forge(&recipe, &mut |_| ()).unwrap().files["level0.wad"].clone();
    let mut second = level.clone();
    second[8] = 30;
    let mut speech = vec![0; 0x1800];
    speech[..4].copy_from_slice(&0x1018_u32.to_le_bytes());
    let files = BTreeMap::from([
        ("level0.wad".to_owned(), level),
        ("level1.wad".to_owned(), second),
        ("audio0.wad".to_owned(), speech),
    ]);
    let mut image = commando_disc(&files).unwrap();
    let root = 20 * SECTOR..21 * SECTOR;
    for name in ["LEVEL0.WAD", "LEVEL1.WAD", "AUDIO0.WAD"] {
        let mut windows = image[root.clone()].windows(name.len());
        let found = windows.position(|bytes| bytes == name.as_bytes());
        image[root.start + found.unwrap()] = b'X';
    }
    image
}

#[test]
fn the_table_of_contents_leads_where_its_own_reader_says() {
    let image = forged_by_table();
    let at = usize::try_from(TABLE_OFFSET).unwrap();
    let table = TableOfContents::read(&image[at..]).unwrap();
    let opened = open_medium(Arc::new(image), "a.iso", &OpenOptions::default());
    let opened = opened.unwrap();
    assert_eq!(opened.identity.warnings, [""; 0]);
    let disc = opened.disc.as_ref().unwrap();
    let mut count = 0;
    for (number, level) in table.levels.iter().enumerate() {
        for (kind, name) in [
            (TocKind::Level, "level"),
            (TocKind::Audio, "audio"),
            (TocKind::Scene, "scene"),
        ] {
            let name = format!("{name}{number}.wad");
            let place = level.part(kind).and_then(|part| part.file());
            let found = disc
                .find(&name)
                .map(|file| (file.extent.start(), file.extent.len()));
            let bytes = |sectors: i32| u64::from(sectors.unsigned_abs()) * 2048;
            let expected = place.map(|place| (bytes(place.sector), bytes(place.sectors)));
            assert_eq!(found, expected, "{name}");
            count += usize::from(found.is_some());
        }
    }
    assert_eq!(count, 3);
    assert_eq!(commando_levels(&*opened.files).len(), table.by_id().count());
}
