//! Files that other programs made. They are not part of the repository; `WONDERWHEEL_ORACLE` names their folder.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::native_data::{PackedMesh, decode_packed};
use wonderwheel_warriors::classify::FileKind;
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::Part;

use crate::oracle::{list, number, set, text};

#[test]
fn hashes_equal_those_of_another_implementation() {
    let Some(set) = set("hashes_equal_those_of_another_implementation", "crc32") else {
        return;
    };
    let vectors = list(&set.manifest["vectors"]);
    assert!(!vectors.is_empty());
    for vector in vectors {
        let name = text(&vector["name"]);
        let expected = number(&vector["crc32"]);
        assert_eq!(names::crc32(name), expected, "{name}");
        // Where the index's prefix stands in the vector, the index hash is the same, unless letters need folding.
        if let Some(bare) = name.strip_prefix(names::PREFIX) {
            let folded = bare.bytes().any(|byte| byte.is_ascii_uppercase());
            assert_eq!(names::wad_hash(bare) == expected, !folded, "{name}");
        }
    }
}

#[test]
fn every_part_is_read_checked_and_written_back() {
    let Some(set) = set("every_part_is_read_checked_and_written_back", "parts") else {
        return;
    };
    for file in set.files() {
        let name = text(&file["file"]);
        let bytes = set.bytes(&file["file"]);
        let part = Part::read(&bytes).unwrap();
        assert!(part.write() == bytes, "{name}");
        assert_eq!(part.name_hash, number(&file["nameCrc32"]), "{name}");
        part.check_name(name).unwrap();
        let expected = list(&file["atomics"]);
        assert_eq!(part.atomics.len(), expected.len(), "{name}");
        for (atomic, expected) in part.atomics.iter().zip(expected) {
            assert_eq!(
                atomic.sector_index,
                number(&expected["sectorIndex"]),
                "{name}"
            );
            let geometry = atomic.atomic.geometry.as_ref().unwrap();
            assert_eq!(
                geometry.format,
                number(&expected["geometryFlags"]),
                "{name}"
            );
            let scale = f64::from(atomic.atomic.scales().position);
            assert_eq!(scale, expected["positionScale"].as_f64().unwrap(), "{name}");
        }
        decode(&part).unwrap();
    }
}

#[test]
fn malformed_parts_are_refused_and_the_sound_one_is_not() {
    let Some(set) = set(
        "malformed_parts_are_refused_and_the_sound_one_is_not",
        "malformed",
    ) else {
        return;
    };
    let mut seen = 0;
    for file in set.files().iter().filter(|file| file["kind"] == "rw-part") {
        let name = text(&file["file"]);
        let bytes = set.bytes(&file["file"]);
        let outcome = Part::read(&bytes).and_then(|part| decode(&part));
        match text(&file["expect"]) {
            "ok" => outcome.unwrap(),
            "error" => assert!(outcome.is_err(), "{name}"),
            _ => {}
        }
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn parts_cut_short_anywhere_are_refused() {
    let Some(set) = set("parts_cut_short_anywhere_are_refused", "parts") else {
        return;
    };
    for file in set.files() {
        let bytes = set.bytes(&file["file"]);
        // Every length up to the first 2,000 bytes, then every 97th.
        for length in (0..bytes.len()).filter(|length| *length < 2000 || length % 97 == 0) {
            assert!(
                Part::read(&bytes[..length]).is_err(),
                "{} of {length} bytes",
                file["file"]
            );
        }
    }
}

#[test]
fn every_part_is_shown_without_a_fault_and_keeps_the_parts_own_rules() {
    let Some(set) = set(
        "every_part_is_shown_without_a_fault_and_keeps_the_parts_own_rules",
        "parts",
    ) else {
        return;
    };
    for file in set.files() {
        let name = text(&file["file"]);
        let bytes = set.bytes(&file["file"]);
        let file = FileKind::WorldPart.row().file(&bytes).named(name);
        let outline = file.outline();
        let faults: Vec<_> = outline.errors().take(3).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        // Their program had its own mind about what is inside of the sections.
        let mut findings = Findings::new();
        file.validate(&mut findings).unwrap();
        let own = findings.into_vec().into_iter();
        let own: Vec<_> = own
            .filter(|found| found.rule.starts_with("part-"))
            .collect();
        assert!(own.is_empty(), "{name}: {own:?}");
    }
}

#[test]
fn malformed_files_have_faults_whatever_is_asked() {
    let Some(set) = set("malformed_files_have_faults_whatever_is_asked", "malformed") else {
        return;
    };
    for file in set.files() {
        let name = text(&file["file"]);
        let Some(kind) = FileKind::by_name(text(&file["kind"])) else {
            continue;
        };
        let bytes = set.bytes(&file["file"]);
        let own = kind.row().file(&bytes);
        let (outline, mut findings) = (own.outline(), Findings::new());
        let checked = own.validate(&mut findings);
        match text(&file["expect"]) {
            "ok" => assert!(
                outline.errors().next().is_none() && checked.is_ok(),
                "{name}"
            ),
            "error" => {
                assert_eq!(outline.error.as_ref(), checked.as_ref().err(), "{name}");
                // Damage inside of a chain can be read, and shows when it is decoded.
                assert!(checked.is_err() || !findings.is_empty(), "{name}");
            }
            _ => {}
        }
    }
}

/// Decodes every chain: damage inside one shows only then.
fn decode(part: &Part) -> Result<()> {
    for atomic in &part.atomics {
        let Some(geometry) = &atomic.atomic.geometry else {
            continue;
        };
        for (mesh, chain) in geometry.chains() {
            let strip = geometry.bin_mesh.is_strip();
            decode_packed(chain, strip, mesh.vertex_count, &mut PackedMesh::default())?;
        }
    }
    Ok(())
}
