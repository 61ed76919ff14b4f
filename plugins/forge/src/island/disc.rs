//! A disc with levels on it: an image whose file system names them, with the table of contents that the game itself reads.
//!
//! Two places are fixed: `SYSTEM.CNF` in sector 1000, the table in the next one. Source: spec/commando-container.md 2.

use wonderwheel_commando::disc::{DiscFile, NewTocLevel, TABLE_SECTOR, TableOfContents};
use wonderwheel_commando::level::LevelHeader;
use wonderwheel_commando::range::{SECTOR, SectorRange};
use wonderwheel_ps2::error::Within;

use crate::error::{ForgeError, Result};
use crate::kit::encode::Files;

/// The sector of the file that says what to start.
const SYSTEM_SECTOR: u32 = TABLE_SECTOR - 1;
const SYSTEM: &[u8] = b"BOOT2 = cdrom0:\\WHEEL_00.001;1\r\nVER = 1.00\r\nVMODE = NTSC\r\n";
/// Where the file system begins, and its parts.
const DESCRIPTOR: u32 = 16;
const PATH_TABLES: [u32; 2] = [18, 19];
const ROOT: u32 = 20;
/// Bytes of the path table: of the root alone.
const PATH_TABLE_BYTES: u32 = 10;
/// A day that means nothing: the same recipe gives the same bytes.
const DATE: [u8; 7] = [100, 1, 1, 0, 0, 0, 0];

/// The image of a disc with these files. Those that are levels' (`level0.wad`, `audio0.wad`, `scene0.wad`) stand in its table of
/// contents too.
///
/// # Errors
/// `Format` when a level's file has no header, or there are more files or levels than the disc has room for; `Impossible` for a
/// name that no disc can hold.
pub fn commando_disc(files: &Files) -> Result<Vec<u8>> {
    let mut levels = Vec::new();
    for (name, bytes) in files {
        if let Some(DiscFile::Level(number)) = DiscFile::from_name(name) {
            let header = LevelHeader::read(bytes).within(|| name.clone())?;
            levels.push((number, header.write()));
        }
    }
    levels.sort();
    let number_of = |kind: fn(u32) -> DiscFile, number: u32| {
        files
            .iter()
            .find(|(name, _)| DiscFile::from_name(name) == Some(kind(number)))
    };
    let table_of = |place: &dyn Fn(&str) -> SectorRange| {
        let part = |kind: fn(u32) -> DiscFile, number: u32| {
            number_of(kind, number).and_then(|(name, bytes)| {
                let size = bytes
                    .first_chunk()
                    .map(|size| u32::from_le_bytes(*size) as usize)?;
                Some((bytes.get(..size)?.to_vec(), place(name)))
            })
        };
        let entries: Vec<NewTocLevel> = levels
            .iter()
            .map(|(number, _)| NewTocLevel {
                level: part(DiscFile::Level, *number),
                audio: part(DiscFile::Audio, *number),
                scene: part(DiscFile::Scene, *number),
            })
            .collect();
        entries
    };
    // How long the table is does not depend on where files are.
    let nowhere = table_of(&|_| SectorRange::default());
    let mut at = TABLE_SECTOR + TableOfContents::sectors(&nowhere)?;
    let mut places = Vec::new();
    for (name, bytes) in files {
        let sectors = bytes.len().div_ceil(SECTOR) as u32;
        places.push((name.as_str(), at, sectors));
        at += sectors;
    }
    let place = |name: &str| {
        let found = places.iter().find(|(known, ..)| *known == name);
        found.map_or_else(SectorRange::default, |(_, sector, sectors)| SectorRange {
            sector: *sector as i32,
            sectors: *sectors as i32,
        })
    };
    let table = TableOfContents::lay_out(&table_of(&place))?.write()?;
    let mut listed = vec![
        ("SYSTEM.CNF;1".to_owned(), SYSTEM_SECTOR, SYSTEM.len()),
        ("RC2.HDR;1".to_owned(), TABLE_SECTOR, table.len()),
    ];
    for ((name, sector, _), bytes) in places.iter().zip(files.values()) {
        listed.push((disc_name(name)?, *sector, bytes.len()));
    }
    listed.sort();
    let root = directory(&listed)?;
    let mut image = vec![0; at as usize * SECTOR];
    let mut put = |sector: u32, bytes: &[u8]| {
        let start = sector as usize * SECTOR;
        image[start..start + bytes.len()].copy_from_slice(bytes);
    };
    put(DESCRIPTOR, &descriptor(at));
    put(DESCRIPTOR + 1, b"\xFFCD001\x01");
    put(PATH_TABLES[0], &path_table(ROOT.to_le_bytes(), [1, 0]));
    put(PATH_TABLES[1], &path_table(ROOT.to_be_bytes(), [0, 1]));
    put(ROOT, &root);
    put(SYSTEM_SECTOR, SYSTEM);
    put(TABLE_SECTOR, &table);
    for ((_, sector, _), bytes) in places.iter().zip(files.values()) {
        put(*sector, bytes);
    }
    Ok(image)
}

/// A file's name as the disc has it.
fn disc_name(name: &str) -> Result<String> {
    let upper = name.to_ascii_uppercase();
    let is_good =
        |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_.".contains(&byte);
    if (1..=30).contains(&upper.len()) && upper.bytes().all(is_good) {
        return Ok(format!("{upper};1"));
    }
    Err(ForgeError::Impossible(format!(
        "{name:?} is no name for a disc: 1 to 30 letters, digits, _ and dots"
    )))
}

/// The root directory, one sector of it.
fn directory(listed: &[(String, u32, usize)]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    // Itself, and its parent, which it is too.
    for identifier in [0, 1] {
        out.extend(record(ROOT, SECTOR as u32, true, &[identifier]));
    }
    for (name, sector, bytes) in listed {
        out.extend(record(*sector, *bytes as u32, false, name.as_bytes()));
    }
    if out.len() > SECTOR {
        return Err(ForgeError::Impossible(format!(
            "{} files are more than the disc's directory holds",
            listed.len()
        )));
    }
    Ok(out)
}

/// A directory's record. Numbers stand in both byte orders.
fn record(sector: u32, bytes: u32, is_directory: bool, identifier: &[u8]) -> Vec<u8> {
    let length = (33 + identifier.len()).next_multiple_of(2);
    let mut out = vec![length as u8, 0];
    out.extend(both(sector));
    out.extend(both(bytes));
    out.extend(DATE);
    out.extend([if is_directory { 2 } else { 0 }, 0, 0]);
    out.extend([1, 0, 0, 1]);
    out.push(identifier.len() as u8);
    out.extend(identifier);
    out.resize(length, 0);
    out
}

fn both(value: u32) -> Vec<u8> {
    [value.to_le_bytes(), value.to_be_bytes()].concat()
}

fn path_table(sector: [u8; 4], parent: [u8; 2]) -> Vec<u8> {
    let mut out = vec![1, 0];
    out.extend(sector);
    out.extend(parent);
    out.extend([0, 0]);
    out
}

fn descriptor(sectors: u32) -> Vec<u8> {
    let text = |text: &str, size: usize| {
        let mut out = text.as_bytes().to_vec();
        out.resize(size, b' ');
        out
    };
    let half = |value: u16| [value.to_le_bytes(), value.to_be_bytes()].concat();
    let mut out = b"\x01CD001\x01\x00".to_vec();
    out.extend(text("PLAYSTATION", 32));
    out.extend(text("WONDERWHEEL", 32));
    out.extend([0; 8]);
    out.extend(both(sectors));
    out.extend([0; 32]);
    out.extend(half(1));
    out.extend(half(1));
    out.extend(half(SECTOR as u16));
    out.extend(both(PATH_TABLE_BYTES));
    out.extend(PATH_TABLES[0].to_le_bytes());
    out.extend([0; 4]);
    out.extend(PATH_TABLES[1].to_be_bytes());
    out.extend([0; 4]);
    out.extend(record(ROOT, SECTOR as u32, true, &[0]));
    // Set, publisher, preparer, application; then three file names.
    out.extend(text("", 4 * 128 + 3 * 37));
    for _ in 0..4 {
        out.extend([b'0'; 16]);
        out.push(0);
    }
    out.push(1);
    out
}
