//! Files that other programs made. They are not part of the repository; `WONDERWHEEL_ORACLE` names their folder.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::native_data::{PackedMesh, decode_packed};
use wonderwheel_warriors::classify::FileKind;
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::Part;

use crate::oracle::{Entry, list, number, open_set, text};

#[test]
fn hashes_equal_those_of_another_implementation() {
    let Some(set) = open_set!("crc32") else {
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
    let Some(set) = open_set!("parts") else {
        return;
    };
    for (name, bytes, entry) in set.each() {
        let part = Part::read(&bytes).unwrap();
        assert!(part.write() == bytes, "{name}");
        Entry(entry, name).is("nameCrc32", part.name_hash);
        part.check_name(name).unwrap();
        Entry(entry, name).counts("atomics", part.atomics.len());
        for (atomic, expected) in part.atomics.iter().zip(list(&entry["atomics"])) {
            let expected = Entry(expected, name);
            expected.is("sectorIndex", atomic.sector_index);
            let geometry = atomic.atomic.geometry.as_ref().unwrap();
            expected.is("geometryFlags", geometry.format);
            let scale = f64::from(atomic.atomic.scales().position);
            expected.is("positionScale", scale);
        }
        decode(&part).unwrap();
    }
}

#[test]
fn malformed_parts_are_refused_and_the_sound_one_is_not() {
    let Some(set) = open_set!("malformed") else {
        return;
    };
    let mut seen = 0;
    for (name, bytes, entry) in set.each() {
        if entry["kind"] != "rw-part" {
            continue;
        }
        let outcome = Part::read(&bytes).and_then(|part| decode(&part));
        match text(&entry["expect"]) {
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
    let Some(set) = open_set!("parts") else {
        return;
    };
    for (name, bytes, _) in set.each() {
        // Every length up to the first 2,000 bytes, then every 97th.
        for length in (0..bytes.len()).filter(|length| *length < 2000 || length % 97 == 0) {
            let cut = Part::read(&bytes[..length]);
            assert!(cut.is_err(), "{name} of {length} bytes");
        }
    }
}

#[test]
fn every_part_is_shown_without_a_fault_and_keeps_the_parts_own_rules() {
    let Some(set) = open_set!("parts") else {
        return;
    };
    for (name, bytes, _) in set.each() {
        let file = FileKind::WorldPart.row().file(&bytes).named(name);
        let outline = file.outline();
        let faults: Vec<_> = outline.errors().take(3).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        // Their program had its own mind about what is inside of the sections.
        let mut findings = Findings::new();
        file.validate(&mut findings).unwrap();
        let mut rules = findings.rules().into_iter();
        let own = rules.find(|rule| rule.starts_with("part-"));
        assert_eq!(own, None, "{name}");
    }
}

#[test]
fn malformed_files_have_faults_whatever_is_asked() {
    let Some(set) = open_set!("malformed") else {
        return;
    };
    for (name, bytes, entry) in set.each() {
        let Some(kind) = FileKind::by_name(text(&entry["kind"])) else {
            continue;
        };
        let own = kind.row().file(&bytes);
        let (outline, mut findings) = (own.outline(), Findings::new());
        let checked = own.validate(&mut findings);
        match text(&entry["expect"]) {
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
