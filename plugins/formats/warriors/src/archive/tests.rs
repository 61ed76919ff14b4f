use proptest::prelude::*;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::finding::Findings;

use super::*;
use crate::names::wad_hash;

/// Two files of 3 and 5,000 bytes: sectors 0 and 1 to 3. Hashes from spec/archives.md 3.3.
fn two_files() -> Vec<u8> {
    let words: [u32; 10] = [2, 0, 0, 0, 0, 3, 0x7E23_A6F2, 2048, 5000, 0x0E51_81F8];
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn rules(index: &ArchiveIndex, size: Option<u64>) -> Vec<&'static str> {
    Findings::of(|f| index.validate(size, f)).rules()
}

fn index(entries: &[(u32, u32)]) -> ArchiveIndex {
    ArchiveIndex {
        padding: [0; 12],
        entries: entries
            .iter()
            .zip(1..)
            .map(|(&(offset, size), name_hash)| ArchiveEntry {
                offset,
                size,
                name_hash,
            })
            .collect(),
    }
}

#[test]
fn words_land_in_their_fields() {
    let index = ArchiveIndex::read(&two_files()).unwrap();
    assert_eq!(
        index.entries[1],
        ArchiveEntry {
            offset: 2048,
            size: 5000,
            name_hash: 0x0E51_81F8
        }
    );
    assert_eq!(index.entries[1].padded_end(), 8192);
    assert_eq!(index.write(), two_files());
    assert_eq!(rules(&index, Some(8192)), [""; 0]);
}

#[test]
fn the_discs_index_has_the_size_that_its_count_asks_for() {
    // Source: spec/archives.md 1.1 and 2.
    assert_eq!(ArchiveIndex::record_offset(10_701), 128_428);
}

#[test]
fn the_writer_lays_out_what_the_paper_says() {
    let files = [
        NewFile::named("LEVEL99_1.pak", 5000),
        NewFile::named("global.lua", 3),
    ];
    let layout = ArchiveLayout::by_name(files).unwrap();
    assert_eq!(layout.index().write(), two_files());
    assert_eq!(layout.archive_size(), 8192);
    let paddings: Vec<_> = layout.files().iter().map(|file| file.padding).collect();
    assert_eq!(paddings, [2045, 6144 - 5000]);
}

#[test]
fn names_sort_as_if_they_were_upper_case() {
    // `_` is after letters, digits are before them. Source: spec/archives.md 2.
    let names = [
        "level1_1.pak",
        "level1main.lua",
        "level1.lev",
        "863681355",
        "level10.lev",
    ];
    let files = names.map(|name| NewFile::named(name, 1));
    let unnamed = [NewFile::unnamed(9, 1), NewFile::unnamed(8, 1)];
    let layout = ArchiveLayout::by_name(unnamed.into_iter().chain(files)).unwrap();
    let order: Vec<_> = layout
        .files()
        .iter()
        .map(|file| file.name.as_deref().unwrap_or("-"))
        .collect();
    assert_eq!(
        order,
        [
            "863681355",
            "level1.lev",
            "level10.lev",
            "level1main.lua",
            "level1_1.pak",
            "-",
            "-"
        ]
    );
    assert_eq!(layout.files()[5].entry.name_hash, 8);
}

#[test]
fn what_no_archive_can_hold_is_refused() {
    let long = NewFile::named(&"a".repeat(64), 1);
    assert!(matches!(
        ArchiveLayout::by_name([long]),
        Err(FormatError::Limit { .. })
    ));
    let twice = [NewFile::named("a.lev", 1), NewFile::named("A.LEV", 2)];
    assert!(matches!(
        ArchiveLayout::by_name(twice),
        Err(FormatError::Malformed { .. })
    ));
    for size in [u64::MAX, 1 << 32, (1 << 32) - 1] {
        let huge = ArchiveLayout::by_name([NewFile::named("a", size)]);
        assert!(matches!(huge, Err(FormatError::Limit { .. })), "{size}");
    }
    let most = NewFile::named("a", (1 << 32) - 2048);
    assert!(ArchiveLayout::by_name([most]).is_ok());
}

#[test]
fn a_size_that_the_count_does_not_ask_for_is_refused() {
    let bytes = two_files();
    for length in 0..bytes.len() {
        let error = ArchiveIndex::read(&bytes[..length]).unwrap_err();
        assert!(matches!(error, FormatError::Malformed { .. }), "{length}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(
        ArchiveIndex::read(&longer).unwrap_err().to_string(),
        "archive index/count at 0x0: expected 40 bytes for 2 entries, found 41 bytes"
    );
    let mut huge = bytes;
    huge[..4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(ArchiveIndex::read(&huge).is_err());
}

#[test]
fn an_empty_archive_is_valid_and_misses_everything() {
    let empty = ArchiveIndex::read(&[0; 16]).unwrap();
    assert_eq!(rules(&empty, Some(0)), [""; 0]);
    assert_eq!(empty.lookup().find(&empty, "level1.lev"), None);
}

#[test]
fn an_entry_beyond_the_end_is_named_with_its_record() {
    let bytes = two_files();
    assert!(ArchiveIndex::read_within(&bytes, 7048).is_ok());
    assert_eq!(
        ArchiveIndex::read_within(&bytes, 7047)
            .unwrap_err()
            .to_string(),
        "archive index/entry[1] at 0x1c: expected a file that ends within the archive's 0x1b87 bytes, \
         found bytes 0x800+0x1388"
    );
    // Offset and size add up beyond 32 bits.
    let far = index(&[(u32::MAX, u32::MAX)]);
    assert!(far.check_bounds(u64::from(u32::MAX)).is_err());
}

// Quirk: the first of two records with one hash is found.
#[test]
fn the_first_of_two_equal_hashes_wins() {
    let mut index = index(&[(0, 1), (2048, 2)]);
    let hash = wad_hash("level1.lev");
    index.entries[0].name_hash = hash;
    index.entries[1].name_hash = hash;
    assert_eq!(index.lookup().find(&index, "Level1.LEV").unwrap().0, 0);
    assert_eq!(rules(&index, None), ["archive-duplicate-hash"]);
}

#[test]
fn each_rule_notices_its_own_fault() {
    for (entries, size, rule) in [
        (&[(0, 1), (2050, 1)][..], 4096, "archive-offset-multiple"),
        (&[(2048, 1), (0, 1)], 4096, "archive-order"),
        (&[(0, 2049), (2048, 1)], 4096, "archive-overlap"),
        (&[(0, 1), (4096, 1)], 6144, "archive-gap"),
        (&[(2048, 1)], 4096, "archive-gap"),
        (&[(0, 0)], 0, "archive-empty-file"),
        (&[(0, 1)], 0, "archive-beyond-end"),
        (&[(0, 1)], 2047, "archive-size-multiple"),
    ] {
        let found = rules(&index(entries), Some(size));
        assert!(found.contains(&rule), "{rule}: {found:?}");
        // A file within a sector also leaves the bytes before it unused.
        assert!(found.len() <= 2, "{rule}: {found:?}");
    }
    let mut padded = index(&[]);
    padded.padding[11] = 1;
    assert_eq!(rules(&padded, None), ["archive-padding-word"]);
}

#[test]
fn a_thousand_faults_are_a_few_findings() {
    let index = index(&vec![(1, 1); 1000]);
    assert!(rules(&index, Some(0)).len() < 40);
}

#[test]
fn mutated_indexes_never_panic_and_what_is_read_is_written_back() {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let original = two_files();
    for _ in 0..20_000 {
        let mut bytes = original.clone();
        for _ in 0..1 + random() % 4 {
            let at = random() as usize % bytes.len();
            bytes[at] = random() as u8;
        }
        if random() % 4 == 0 {
            bytes.truncate(random() as usize % bytes.len());
        }
        if let Ok(index) = ArchiveIndex::read(&bytes) {
            assert_eq!(index.write(), bytes);
            let size = random() % 10_000;
            let inside = index.entries.iter().all(|entry| entry.end() <= size);
            assert_eq!(index.check_bounds(size).is_ok(), inside);
            rules(&index, Some(size));
        }
    }
}

prop_compose! {
    fn any_index()(
        padding in any::<[u8; 12]>(),
        entries in prop::collection::vec(any::<(u32, u32, u32)>(), 0..20),
    ) -> ArchiveIndex {
        let entries = entries
            .into_iter()
            .map(|(offset, size, name_hash)| ArchiveEntry { offset, size, name_hash })
            .collect();
        ArchiveIndex { padding, entries }
    }
}

proptest! {
    #[test]
    fn an_index_survives_its_bytes(index in any_index()) {
        let bytes = index.write();
        prop_assert_eq!(ArchiveIndex::read(&bytes).unwrap(), index);
    }

    #[test]
    fn every_hash_leads_to_its_first_entry(index in any_index()) {
        let lookup = index.lookup();
        for entry in &index.entries {
            let first = index.entries.iter().position(|e| e.name_hash == entry.name_hash);
            prop_assert_eq!(lookup.number(entry.name_hash), first);
        }
    }

    #[test]
    fn a_layout_breaks_no_rule(sizes in prop::collection::btree_map("[a-z0-9_.]{1,12}", 1_u64..9000, 0..20)) {
        let files = sizes.iter().map(|(name, size)| NewFile::named(name, *size));
        let layout = ArchiveLayout::by_name(files).unwrap();
        let index = layout.index();
        prop_assert_eq!(rules(&index, Some(layout.archive_size())), [""; 0]);
        let lookup = index.lookup();
        for (name, size) in &sizes {
            let (_, entry) = lookup.find(&index, name).unwrap();
            prop_assert_eq!(u64::from(entry.size), *size);
        }
    }
}
