//! Streams that other programs made.

use wonderwheel_commando::lz;
use wonderwheel_ps2::finding::Findings;

use crate::oracle::{number, set, text};

#[test]
fn streams_of_another_compressor_are_decompressed() {
    let Some(set) = set("streams_of_another_compressor_are_decompressed", "wad") else {
        return;
    };
    for file in set.files() {
        let name = text(&file["file"]);
        let plain = lz::decompress(&set.bytes(&file["file"])).unwrap();
        assert_eq!(
            plain.len(),
            number(&file["original_bytes"]) as usize,
            "{name}"
        );
        assert_eq!(
            crc32fast::hash(&plain),
            number(&file["original_crc32"]),
            "{name}"
        );
    }
}

#[test]
fn what_they_hold_is_compressed_by_the_rules_and_comes_back() {
    let Some(set) = set(
        "what_they_hold_is_compressed_by_the_rules_and_comes_back",
        "wad",
    ) else {
        return;
    };
    let (mut ours, mut theirs) = (0, 0);
    for file in set.files() {
        let name = text(&file["file"]);
        let original = set.bytes(&file["file"]);
        let plain = lz::decompress(&original).unwrap();
        for stream in [lz::compress(&plain), lz::store(&plain)] {
            let mut findings = Findings::new();
            lz::validate(&stream, &mut findings);
            assert!(findings.is_empty(), "{name}: {findings:?}");
            assert!(lz::decompress(&stream).unwrap() == plain, "{name}");
        }
        if !text(&file["made"]).starts_with("hand") {
            ours += lz::compress(&plain).len();
            theirs += original.len();
        }
    }
    assert!(ours <= theirs, "{ours} against {theirs} bytes");
}

#[test]
fn malformed_streams_are_refused_and_the_sound_one_is_not() {
    let test = "malformed_streams_are_refused_and_the_sound_one_is_not";
    let Some(set) = set(test, "malformed") else {
        return;
    };
    let mut seen = 0;
    for file in set.files().iter().filter(|file| file["kind"] == "wad") {
        let name = text(&file["file"]);
        let outcome = lz::decompress(&set.bytes(&file["file"]));
        match text(&file["expect"]) {
            "ok" => assert!(outcome.is_ok(), "{name}"),
            // `error_or_clean` leaves it to the reader; ours refuses those too.
            _ => assert!(outcome.is_err(), "{name}"),
        }
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn streams_cut_short_anywhere_are_refused() {
    let Some(set) = set("streams_cut_short_anywhere_are_refused", "wad") else {
        return;
    };
    for file in set.files() {
        let bytes = set.bytes(&file["file"]);
        for length in 0..bytes.len().min(1000) {
            assert!(lz::decompress(&bytes[..length]).is_err(), "{length} bytes");
        }
    }
}
