//! Damage: what can be used is used, and the rest says which entry and which byte.

use std::fs::{self, File};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use wonderwheel_game_files::open::open_medium;
use wonderwheel_game_files::prelude::*;
use wonderwheel_game_files::read_at::ReadAt;
use wonderwheel_ps2::fault::FaultKind::{Io, Limit, Malformed};

use crate::disc::{
    SYSTEM_CNF, find, game, game_image, image, index_and_archive, open_bytes, refused, says,
};

fn disc(index: &[u8], archive: &[u8]) -> Vec<u8> {
    image(&[
        ("SYSTEM.CNF", SYSTEM_CNF),
        ("WARRIORS.DIR", index),
        ("WARRIORS.WAD", archive),
    ])
}

/// What opening warns of has all of these words.
#[track_caller]
fn warned(opened: &OpenedFiles, words: &[&str]) {
    says(&opened.identity.warnings.join("\n"), words);
}

#[test]
fn a_truncated_image_gives_every_file_before_the_cut() {
    let files = game();
    let whole = game_image(&files);
    let opened = open_bytes(whole.clone()).unwrap();
    let last = opened.archive.unwrap().listing().last().unwrap().clone();
    let archive_start = whole.len() as u64 - index_and_archive(&files).1.len() as u64;
    // One byte of the last file is missing, and the zeros after it.
    let cut = archive_start + last.entry.end() - 1;
    let opened = open_bytes(whole[..cut as usize].to_vec()).unwrap();
    let (number, hash) = (last.number, last.entry.name_hash);
    let entry = format!("entry {number} (name hash {hash:#010x}");
    warned(&opened, &[&entry, "cut short at byte"]);
    for name in files.names() {
        assert!(opened.files.exists(&name));
        let result = opened.files.read(&name);
        if name == last.name {
            let (at, size) = (last.entry.offset, last.entry.size);
            let entry = format!("entry {number} of WARRIORS.DIR");
            let got = format!("wanted {size} bytes at {at:#x}, got {}", size - 1);
            let error = refused(result, Io, &[&entry, &got]);
            assert!(!error.is_not_found(), "{error}");
            assert!(opened.files.read_range(&name, 0, size as usize - 1).is_ok());
        } else {
            assert_eq!(result.unwrap(), files.read(&name).unwrap());
        }
    }
    // The zeros at the end belong to nothing.
    let opened = open_bytes(whole[..=cut as usize].to_vec()).unwrap();
    assert!(opened.files.read(&last.name).is_ok());
}

#[test]
fn an_image_cut_anywhere_opens_or_says_why() {
    let whole = game_image(&game());
    for cut in (0..whole.len()).step_by(509) {
        match open_bytes(whole[..cut].to_vec()) {
            Ok(opened) => {
                assert!(!opened.identity.warnings.is_empty(), "{cut}");
                for name in opened.files.names() {
                    let _ = opened.files.read(&name);
                }
            }
            Err(error) => assert!(error.to_string().starts_with("test.iso"), "{cut}: {error}"),
        }
    }
}

#[test]
fn an_entry_beyond_the_end_keeps_nobody_else_from_being_read() {
    let files = game();
    let (mut index, archive) = index_and_archive(&files);
    // Entry 3 is level2.lev; it is said to be 4 GiB large.
    let record = 16 + 3 * 12;
    index[record + 4..record + 8].copy_from_slice(&u32::MAX.to_le_bytes());
    let opened = open_bytes(disc(&index, &archive)).unwrap();
    warned(&opened, &["archive-beyond-end", "entry 3 (level2.lev"]);
    refused(opened.files.read("level2.lev"), Limit, &[]);
    assert!(opened.files.read_range("level2.lev", 1 << 30, 4).is_err());
    let (ours, theirs) = (opened.files.read("global.lua"), files.read("global.lua"));
    assert_eq!(ours.unwrap(), theirs.unwrap());
}

#[test]
fn overlaps_odd_offsets_and_equal_hashes_are_warnings() {
    let files = game();
    let (mut index, archive) = index_and_archive(&files);
    let (first, second) = (16, 16 + 12);
    let hash: [u8; 4] = index[first + 8..first + 12].try_into().unwrap();
    index[second..second + 4].copy_from_slice(&3_u32.to_le_bytes());
    index[second + 8..second + 12].copy_from_slice(&hash);
    let opened = open_bytes(disc(&index, &archive)).unwrap();
    let rules = [
        "archive-overlap",
        "archive-offset-multiple",
        "archive-duplicate-hash",
    ];
    warned(&opened, &rules);
    // The first of the two is found, and only it is listed.
    let (ours, theirs) = (opened.files.read("3405691582"), files.read("3405691582"));
    assert_eq!(ours.unwrap(), theirs.unwrap());
    assert_eq!(opened.files.names().len(), 8);
}

#[test]
fn overlapping_and_empty_entries_give_the_bytes_that_the_index_says() {
    let (index, archive) = index_and_archive(&game());
    let entry = |number: usize| 16 + 12 * number;
    let word = |number: usize, at: usize| {
        let at = entry(number) + at;
        u32::from_le_bytes(index[at..at + 4].try_into().unwrap())
    };
    // Entry 2, global.lua, is said to begin within entry 1 and to reach into entry 3; entry 4 to be empty, beyond the end.
    let (start, size) = (word(1, 0) + 100, word(1, 4) + 4096);
    let mut index = index.clone();
    index[entry(2)..entry(2) + 4].copy_from_slice(&start.to_le_bytes());
    index[entry(2) + 4..entry(2) + 8].copy_from_slice(&size.to_le_bytes());
    index[entry(4)..entry(4) + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let opened = open_bytes(disc(&index, &archive)).unwrap();
    let (from, to) = (start as usize, (start + size) as usize);
    assert_eq!(opened.files.read("global.lua").unwrap(), archive[from..to]);
    let part = opened.files.read_range("global.lua", 7, 20).unwrap();
    assert_eq!(part, archive[from + 7..from + 27]);
    let shadowed = opened.archive.unwrap().shadowed();
    assert_eq!(shadowed, []);
    // An empty file has its bytes wherever it is said to lie, unless that is after the end.
    refused(opened.files.read("level2main.lua"), Io, &["entry 4"]);
}

#[test]
fn of_files_with_one_hash_the_later_ones_are_listed_apart() {
    let (mut index, archive) = index_and_archive(&game());
    for number in [1, 2] {
        let hash: [u8; 4] = index[16 + 8..16 + 12].try_into().unwrap();
        let at = 16 + 12 * number + 8;
        index[at..at + 4].copy_from_slice(&hash);
    }
    let opened = open_bytes(disc(&index, &archive)).unwrap();
    let shadowed = opened.archive.unwrap().shadowed();
    let names = shadowed.into_iter().map(|file| (file.number, file.name));
    let hash = u32::from_le_bytes(index[24..28].try_into().unwrap());
    let expected = [
        (1, format!("{hash:08x}~2.res")),
        (2, format!("{hash:08x}~3.lua")),
    ];
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn a_loose_file_that_goes_away_while_open_is_told_and_comes_back() {
    let temp = tempfile::tempdir().unwrap();
    for (name, bytes) in [("level2.lev", [1]), ("global.lua", [2])] {
        fs::write(temp.path().join(name), bytes).unwrap();
    }
    let files = open(temp.path()).unwrap().files;
    fs::remove_file(temp.path().join("global.lua")).unwrap();
    let error = files.read("global.lua").unwrap_err();
    assert!(error.is_not_found(), "{error}");
    assert!(error.path().ends_with("global.lua"), "{error}");
    let error = files.read_range("global.lua", 0, 1).unwrap_err();
    assert!(error.is_not_found(), "{error}");
    assert_eq!(files.read("level2.lev").unwrap(), [1]);
    fs::write(temp.path().join("global.lua"), [3]).unwrap();
    assert_eq!(files.read("global.lua").unwrap(), [3]);
}

#[test]
fn an_index_of_a_wrong_size_is_malformed() {
    let (index, archive) = index_and_archive(&game());
    for (bytes, words) in [
        (&index[..15], "expected at least 16 bytes, found 15 bytes"),
        (
            &index[..100],
            "expected 124 bytes for 9 entries, found 100 bytes",
        ),
        (&[], "at least 16 bytes"),
    ] {
        let error = refused(open_bytes(disc(bytes, &archive)), Malformed, &[words]);
        let text = error.to_string();
        let start = "test.iso/WARRIORS.DIR/archive index";
        assert!(text.starts_with(start), "{text}");
    }
    let empty = open_bytes(disc(&[0; 16], &[])).unwrap();
    assert_eq!(empty.files.names(), [""; 0]);
    assert!(empty.files.read("level2.lev").unwrap_err().is_not_found());
}

#[test]
fn an_index_of_absurd_size_is_a_limit() {
    let mut bytes = disc(&[0; 16], &[]);
    let record = find(&bytes, b"WARRIORS.DIR;1") - 33;
    bytes[record + 10..record + 14].copy_from_slice(&u32::MAX.to_le_bytes());
    refused(open_bytes(bytes), Limit, &[]);
}

#[test]
fn a_missing_half_is_named_when_opening() {
    let (index, archive) = index_and_archive(&game());
    for (name, bytes, missing) in [
        ("WARRIORS.DIR", &index, "WARRIORS.WAD"),
        ("WARRIORS.WAD", &archive, "WARRIORS.DIR"),
    ] {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join(name), bytes).unwrap();
        let advice = format!("copy {missing} from the disc as well");
        for opened in [open(temp.path()), open_bytes(image(&[(name, bytes)]))] {
            let error = refused(opened, Io, &[]);
            assert!(error.path().ends_with(missing), "{error}");
            assert!(error.to_string().ends_with(&advice), "{error}");
        }
    }
}

#[test]
fn a_missing_name_tells_its_hash() {
    let opened = open_bytes(game_image(&game())).unwrap();
    // Source: spec/archives.md 3.3.
    let error = refused(opened.files.read("level99.lev"), Io, &["0x44e9a4f4"]);
    assert!(error.is_not_found());
}

#[test]
fn a_file_that_is_removed_while_open_is_read_on() {
    let files = game();
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("game.iso");
    fs::write(&path, game_image(&files)).unwrap();
    let opened = open(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let (ours, theirs) = (opened.files.read("global.lua"), files.read("global.lua"));
    assert_eq!(ours.unwrap(), theirs.unwrap(), "the open file stays");
    assert!(open(&path).is_err());
}

#[test]
fn an_image_that_shrinks_while_open_is_an_error_and_comes_back() {
    let files = game();
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("game.iso");
    let bytes = game_image(&files);
    fs::write(&path, &bytes).unwrap();
    let opened = open(&path).unwrap();
    let file = File::options().write(true).open(&path).unwrap();
    file.set_len(50_000).unwrap();
    let error = refused(opened.files.read("sound.msb"), Io, &["got 0"]);
    assert!(!error.is_not_found(), "{error}");
    fs::write(&path, &bytes).unwrap();
    assert!(opened.files.read("sound.msb").is_ok());
}

/// A drive that can be opened (by the system's measure, broken).
struct Drive {
    bytes: Vec<u8>,
    broken: Arc<AtomicBool>,
}

impl ReadAt for Drive {
    fn size(&self) -> io::Result<u64> {
        self.bytes.size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        if self.broken.load(Ordering::Relaxed) {
            return Err(io::Error::other("the lens is dusty"));
        }
        // A few bytes at a time, as a system may.
        let count = buffer.len().min(700);
        self.bytes.read_at(offset, &mut buffer[..count])
    }
}

/// Counts what is read, and where.
struct Watched {
    bytes: Vec<u8>,
    reads: Arc<Mutex<Vec<(u64, usize)>>>,
}

impl ReadAt for Watched {
    fn size(&self) -> io::Result<u64> {
        self.bytes.size()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads.lock().unwrap().push((offset, buffer.len()));
        self.bytes.read_at(offset, buffer)
    }
}

#[test]
fn opening_and_finding_levels_read_nothing_of_the_archive() {
    let files = game();
    let bytes = game_image(&files);
    let archive_start = (bytes.len() - index_and_archive(&files).1.len()) as u64;
    let reads = Arc::new(Mutex::new(Vec::new()));
    let medium = Watched {
        bytes,
        reads: reads.clone(),
    };
    let opened = open_medium(Arc::new(medium), "test.iso", &OpenOptions::default()).unwrap();
    assert_eq!(levels(&*opened.files), ["level2"]);
    assert!(opened.files.exists("global.lua") && !opened.files.exists("none"));
    for (offset, length) in reads.lock().unwrap().drain(..) {
        let end = offset + length as u64;
        assert!(end <= archive_start, "{offset:#x}+{length:#x}");
        assert!(length <= 2048, "a sector at a time, or the small index");
    }
    // A stretch of a file is one read of its own bytes.
    opened.files.read_range("sound.msb", 1000, 7).unwrap();
    assert!(matches!(reads.lock().unwrap()[..], [(_, 7)]));
}

#[test]
fn a_drive_that_fails_in_mid_play_fails_that_read_and_recovers() {
    let files = game();
    let broken = Arc::new(AtomicBool::new(false));
    let drive = Drive {
        bytes: game_image(&files),
        broken: broken.clone(),
    };
    let opened = open_medium(Arc::new(drive), "/dev/dvd", &OpenOptions::default()).unwrap();
    assert_eq!(opened.files.read("sound.msb").unwrap(), [7; 4096]);
    broken.store(true, Ordering::Relaxed);
    let words = ["/dev/dvd/sound.msb", "the lens is dusty"];
    refused(opened.files.read("sound.msb"), Io, &words);
    let is_there = opened.files.exists("sound.msb");
    assert!(is_there, "what the index says still holds");
    broken.store(false, Ordering::Relaxed);
    assert_eq!(opened.files.read("sound.msb").unwrap(), [7; 4096]);
}

#[test]
fn fields_of_an_image_that_break_a_rule_are_named_with_their_sector() {
    let good = game_image(&game());
    let descriptor = 16 * 2048;
    let root = 20 * 2048;
    for (at, byte, words) in [
        (
            descriptor + 129,
            4,
            "sector 16/block size at 0x8080: expected 2048, found 1024",
        ),
        (
            descriptor,
            255,
            "sector 16/type at 0x8000: expected a primary volume descriptor",
        ),
        (descriptor + 181, 0, "sector 16/root record"),
        (descriptor + 160, 1, "a folder within the image's"),
        (root + 68, 20, "sector 20/root/record length"),
        (root + 68 + 25, 0x82, "sector 20/root/IOP/flags"),
    ] {
        let mut bytes = good.clone();
        assert_ne!(bytes[at], byte);
        bytes[at] = byte;
        refused(open_bytes(bytes), Malformed, &[words]);
    }
    let mut large = good.clone();
    large[descriptor + 168] = 0x20;
    refused(open_bytes(large), Limit, &[]);
}

#[test]
fn odd_fields_that_do_no_harm_are_warnings() {
    let good = game_image(&game());
    let before = open_bytes(good.clone()).unwrap().identity.warnings.len();
    for at in [
        16 * 2048 + 6,
        16 * 2048 + 87,
        16 * 2048 + 131,
        20 * 2048 + 68 + 9,
    ] {
        let mut bytes = good.clone();
        bytes[at] ^= 3;
        let opened = open_bytes(bytes).unwrap();
        let warnings = opened.identity.warnings;
        assert_eq!(warnings.len(), before + 1, "{at:#x}: {warnings:?}");
        assert_eq!(opened.files.names(), game().names());
    }
    // A broken sub-folder does not matter to the archive.
    let mut bytes = good;
    let iop = 20 * 2048 + 68;
    bytes[iop + 5] = 0x7F;
    warned(&open_bytes(bytes).unwrap(), &["IOP"]);
}
