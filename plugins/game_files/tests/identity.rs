//! Whose disc it is, and what cannot be opened.

use std::fs;
use std::sync::Arc;

use wonderwheel_game_files::identity::Medium;
use wonderwheel_game_files::open::open_medium;
use wonderwheel_game_files::prelude::*;
use wonderwheel_ps2::fault::FaultKind::{Malformed, Unsupported, WrongDisc};

use crate::disc::{
    SYSTEM_CNF, game, game_image, image, index_and_archive, open_bytes, refused, says,
};

fn disc(system_cnf: &[u8]) -> Vec<u8> {
    let (index, archive) = index_and_archive(&game());
    image(&[
        ("SYSTEM.CNF", system_cnf),
        ("WARRIORS.DIR", &index),
        ("WARRIORS.WAD", &archive),
    ])
}

fn forced(image: Vec<u8>) -> Result<OpenedFiles, GameFileError> {
    let options = OpenOptions {
        force: true,
        ..OpenOptions::default()
    };
    open_medium(Arc::new(image), "test.iso", &options)
}

#[test]
fn a_forged_disc_is_opened_and_called_changed() {
    let identity = open_bytes(game_image(&game())).unwrap().identity;
    assert_eq!(identity.title, Title::Reauthored);
    assert!(!identity.verified);
    assert_eq!(identity.medium, Medium::IsoImage);
    assert_eq!(identity.boot_file.as_deref(), Some("SLUS_212.15"));
    assert_eq!(identity.serial.as_deref(), Some("SLUS-21215"));
    assert_eq!(identity.entries, Some(9));
    assert_eq!(identity.index_bytes, Some(16 + 9 * 12));
    let (index, archive) = index_and_archive(&game());
    assert_eq!(identity.archive_bytes, Some(archive.len() as u64));
    assert_eq!(identity.index_crc32, Some(crc32(&index)));
    let line = identity.line();
    assert!(line.ends_with("[unverified]"), "{line}");
    // The one empty file is odd.
    assert_eq!(identity.warnings.len(), 1, "{:?}", identity.warnings);
}

/// The checksum, bit by bit: spec/archives.md 3.1.
fn crc32(bytes: &[u8]) -> u32 {
    let crc = bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xEDB8_8320 * (crc & 1))
        })
    });
    !crc
}

#[test]
fn the_real_disc_is_verified_by_serial_and_sizes() {
    // 10,701 entries of one byte at the start, in an archive whose record says the real size: a sparse image.
    let mut index = Vec::from(10_701_u32.to_le_bytes());
    index.resize(16, 0);
    for number in 0..10_701_u32 {
        for word in [0, 1, number] {
            index.extend(word.to_le_bytes());
        }
    }
    assert_eq!(index.len(), 128_428);
    let mut bytes = image(&[
        ("SYSTEM.CNF", SYSTEM_CNF),
        ("WARRIORS.DIR", &index),
        ("WARRIORS.WAD", &[1]),
    ]);
    let record = crate::disc::find(&bytes, b"WARRIORS.WAD;1") - 33;
    bytes[record + 10..record + 14].copy_from_slice(&1_495_371_776_u32.to_le_bytes());
    bytes[record + 14..record + 18].copy_from_slice(&1_495_371_776_u32.to_be_bytes());
    let identity = open_bytes(bytes).unwrap().identity;
    assert_eq!(identity.title, Title::Supported);
    assert!(identity.verified);
}

#[test]
fn another_release_needs_force_and_is_never_verified() {
    for (cnf, serial) in [
        (&b"BOOT2 = cdrom0:\\SLES_534.43;1"[..], "SLES-53443"),
        (b"BOOT2 = cdrom0:\\SLPM_123.45;1", "SLPM-12345"),
        (b"BOOT2 = cdrom0:\\MAIN.ELF;1", "MAIN.ELF"),
    ] {
        refused(open_bytes(disc(cnf)), WrongDisc, &[serial, "--force"]);
        let opened = forced(disc(cnf)).unwrap();
        assert!(!opened.identity.verified);
        assert!(opened.identity.line().contains("unverified"));
        assert_eq!(opened.files.names(), game().names());
    }
}

#[test]
fn the_two_files_alone_are_enough() {
    let (index, archive) = index_and_archive(&game());
    let both = image(&[("WARRIORS.DIR", &index), ("WARRIORS.WAD", &archive)]);
    let opened = open_bytes(both).unwrap();
    let title = Title::NoBootFile { sizes_match: false };
    assert_eq!(opened.identity.title, title);
    assert_eq!(opened.identity.serial, None);
}

#[test]
fn another_games_disc_is_named_even_with_force() {
    let commando = image(&[
        ("SYSTEM.CNF", b"BOOT2 = cdrom0:\\SCUS_972.68;1"),
        ("RC2.HDR", b""),
    ]);
    for result in [open_bytes(commando.clone()), forced(commando)] {
        refused(result, WrongDisc, &["Going Commando"]);
    }
    let other = image(&[
        ("SYSTEM.CNF", b"BOOT2 = cdrom0:\\SLUS_200.01;1"),
        ("DATA.BIN", b""),
    ]);
    let error = open_bytes(other).unwrap_err().to_string();
    assert_eq!(
        error,
        "test.iso: another game's disc (SLUS-20001) without WARRIORS.DIR (it holds DATA.BIN, SYSTEM.CNF); \
         use the North American disc of The Warriors (SLUS-21215)"
    );
    let empty = open_bytes(image(&[])).unwrap_err().to_string();
    says(&empty, &["a disc without WARRIORS.DIR (it holds nothing)"]);
}

#[test]
fn a_disc_folder_of_another_game_is_named_too() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("system.cnf;1");
    fs::write(path, "BOOT2 = cdrom0:\\SCUS_972.68;1").unwrap();
    refused(open(temp.path()), WrongDisc, &["Going Commando"]);
}

#[test]
fn compressed_and_raw_images_are_refused_with_what_to_do() {
    let raw: Vec<u8> = [vec![0], vec![0xFF; 10], vec![0]].concat();
    for (magic, word) in [
        (&b"MComprHD"[..], "CHD"),
        (b"CISO", "CSO"),
        (b"ZISO", "ZSO"),
        (&[0x1F, 0x8B, 8], "GZ"),
        (b"7z\xBC\xAF\x27\x1C", "7Z"),
        (b"PK\x03\x04", "ZIP"),
        (b"Rar!\x1A\x07", "RAR"),
        (&raw, "2,352"),
    ] {
        let mut bytes = magic.to_vec();
        bytes.resize(100_000, 0x5A);
        let error = refused(open_bytes(bytes), Unsupported, &[word, ".iso"]);
        assert!(!error.to_string().contains('\n'));
    }
    // The magic alone, in a file of nothing else.
    refused(open_bytes(b"CISO".to_vec()), Unsupported, &[]);
}

#[test]
fn what_is_no_image_at_all_says_what_would_be() {
    for bytes in [
        Vec::new(),
        vec![0],
        vec![0x5A; 40_000],
        vec![0; 16 * 2048 + 6],
    ] {
        refused(open_bytes(bytes), Malformed, &["name a plain .iso"]);
    }
}

#[test]
fn a_folder_that_only_holds_an_image_says_which() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("The Warriors.ISO"), game_image(&game())).unwrap();
    let error = refused(open(temp.path()), Unsupported, &[]);
    assert!(error.to_string().ends_with("The Warriors.ISO"), "{error}");
    assert!(open(temp.path().join("The Warriors.ISO")).is_ok());
}

#[test]
fn loose_files_are_opened_as_before() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("DEMO.LEV"), [1]).unwrap();
    let opened = open(temp.path()).unwrap();
    assert_eq!(opened.identity.title, Title::LooseFiles);
    assert_eq!(levels(&*opened.files), ["demo"]);
    let roots = opened.files.watch_roots();
    assert!(!roots.is_empty(), "and watched for changes");
    // An extraction beside the disc's own files is what was meant.
    fs::create_dir(temp.path().join("EE_FILES")).unwrap();
    fs::write(temp.path().join("WARRIORS.DIR"), [0; 16]).unwrap();
    assert_eq!(open(temp.path()).unwrap().identity.title, Title::LooseFiles);
}
