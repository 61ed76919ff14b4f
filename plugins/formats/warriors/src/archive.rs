//! `WARRIORS.DIR`, the index of the archive `WARRIORS.WAD`. Source: spec/archives.md 2.
//!
//! The index is a list of places; the archive is nothing but the files' bytes, each file on a sector of its own. Names are
//! not stored: a file is found by the hash of its name ([`crate::names::wad_hash`]).
//!
//! ```text
//! WARRIORS.DIR  count | 12 bytes padding | count x { offset, size, name hash }
//! WARRIORS.WAD  file, zeros to the next 2,048 | file, zeros | ...
//! ```
//!
//! ```
//! use wonderwheel_warriors::archive::{ArchiveIndex, ArchiveLayout, NewFile};
//!
//! let layout = ArchiveLayout::by_name([NewFile::named("level2_1.pak", 5000), NewFile::named("global.lua", 3)])?;
//! let index = ArchiveIndex::read(&layout.index().write())?;
//! let (number, entry) = index.lookup().find(&index, "GLOBAL.lua").expect("it was laid out");
//! assert_eq!((number, entry.offset, entry.size), (0, 0, 3));
//! assert_eq!(layout.archive_size(), 2048 + 3 * 2048);
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```

use std::collections::HashMap;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use crate::names::{MAX_NAME, wad_hash};
use crate::report_few::report_few;

/// Bytes of a sector: every file of the archive begins on one.
pub const SECTOR: u64 = 2048;
/// Bytes before the first record of the index.
pub const HEADER_BYTES: u64 = 16;
/// Bytes of a record of the index.
pub const ENTRY_BYTES: u64 = 12;

/// The index. Source: spec/archives.md 2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveIndex {
    /// The bytes after the count; zeros on the disc, and read by nobody.
    pub padding: [u8; 12],
    /// The files, in the order of their records: on the disc that of their upper-cased names and of their offsets.
    pub entries: Vec<ArchiveEntry>,
}

/// Where a file lies in the archive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ArchiveEntry {
    /// First byte in the archive; a multiple of [`SECTOR`].
    pub offset: u32,
    /// Bytes of the file, without the zeros that follow.
    pub size: u32,
    /// Hash of the file's lower-case name with its prefix: [`wad_hash`].
    pub name_hash: u32,
}

impl ArchiveEntry {
    /// The first byte after the file.
    pub fn end(&self) -> u64 {
        u64::from(self.offset) + u64::from(self.size)
    }

    /// The first byte that another file may use.
    pub fn padded_end(&self) -> u64 {
        self.end().next_multiple_of(SECTOR)
    }
}

impl ArchiveIndex {
    /// Reads a whole index.
    ///
    /// # Errors
    /// `Malformed` when it is shorter than its header, or its size is not what its count asks for; `Limit` when the count is
    /// above what one list may have.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes)).within(|| "archive index")
    }

    /// Reads a whole index of an archive of `archive_size` bytes, and takes it only when every file lies inside.
    ///
    /// # Errors
    /// As [`Self::read`] and [`Self::check_bounds`].
    pub fn read_within(bytes: &[u8], archive_size: u64) -> Result<Self> {
        let index = Self::read(bytes)?;
        index
            .check_bounds(archive_size)
            .within(|| "archive index")?;
        Ok(index)
    }

    fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let actual = cursor.remaining() as u64;
        if actual < HEADER_BYTES {
            return Err(FormatError::malformed(
                cursor.offset(),
                format!("at least {HEADER_BYTES} bytes"),
                format!("{actual} bytes"),
            ));
        }
        let offset = cursor.offset();
        let count = cursor.u32()?;
        let expected = HEADER_BYTES + ENTRY_BYTES * u64::from(count);
        if actual != expected {
            return Err(FormatError::malformed(
                offset,
                format!("{expected} bytes for {count} entries"),
                format!("{actual} bytes"),
            )
            .within("count"));
        }
        cursor
            .limits()
            .check_items("archive entries", u64::from(count), offset)?;
        let padding = cursor.array()?;
        let mut entries = Vec::with_capacity(cursor.check_count(u64::from(count), ENTRY_BYTES)?);
        for _ in 0..count {
            entries.push(ArchiveEntry {
                offset: cursor.u32()?,
                size: cursor.u32()?,
                name_hash: cursor.u32()?,
            });
        }
        Ok(Self { padding, entries })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(16 + 12 * self.entries.len());
        let count = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&count.to_le_bytes());
        out.extend_from_slice(&self.padding);
        for entry in &self.entries {
            for word in [entry.offset, entry.size, entry.name_hash] {
                out.extend_from_slice(&word.to_le_bytes());
            }
        }
        out
    }

    /// Where record `number` lies in the index's file.
    pub fn record_offset(number: usize) -> u64 {
        HEADER_BYTES + ENTRY_BYTES * number as u64
    }

    /// Checks that a file lies inside an archive of `archive_size` bytes.
    ///
    /// # Errors
    /// `Malformed`, naming the entry and its record's offset.
    pub fn check_entry(number: usize, entry: &ArchiveEntry, archive_size: u64) -> Result<()> {
        if entry.end() <= archive_size {
            return Ok(());
        }
        Err(FormatError::malformed(
            Self::record_offset(number),
            format!("a file that ends within the archive's {archive_size:#x} bytes"),
            format!("bytes {:#x}+{:#x}", entry.offset, entry.size),
        )
        .within(format!("entry[{number}]")))
    }

    /// Checks that every file lies inside an archive of `archive_size` bytes. Source: spec/archives.md 8.
    ///
    /// # Errors
    /// `Malformed` for the first that does not, naming the entry and its record's offset.
    pub fn check_bounds(&self, archive_size: u64) -> Result<()> {
        let mut entries = self.entries.iter().enumerate();
        entries.try_for_each(|(number, entry)| Self::check_entry(number, entry, archive_size))
    }

    /// Says what the disc's own index does not do. `archive_size`, where it is known, is that of the archive in bytes.
    ///
    /// | Rule | Broken by |
    /// | --- | --- |
    /// | `archive-padding-word` | bytes other than zero after the count |
    /// | `archive-offset-multiple` | a file that begins within a sector |
    /// | `archive-order` | a file that lies before its predecessor |
    /// | `archive-overlap` | a file that begins before another ends |
    /// | `archive-gap` | whole sectors that belong to no file |
    /// | `archive-duplicate-hash` | a name hash for the second time: that file is never found |
    /// | `archive-empty-file` | a file of no bytes |
    /// | `archive-beyond-end` | a file that ends after the archive |
    /// | `archive-size-multiple` | an archive that ends within a sector |
    pub fn validate(&self, archive_size: Option<u64>, findings: &mut Findings) {
        findings.within("archive index", |findings| {
            findings.expect(
                self.padding == [0; 12],
                "archive-padding-word",
                || "expected zeros after the count",
            );
            self.validate_entries(findings);
            self.validate_places(findings);
            if let Some(size) = archive_size {
                self.validate_size(size, findings);
            }
        });
    }

    fn validate_entries(&self, findings: &mut Findings) {
        let place = |number: usize| format!("entry[{number}]");
        let numbered = || self.entries.iter().enumerate();
        report_few(
            findings,
            "archive-offset-multiple",
            numbered()
                .filter(|(_, entry)| !u64::from(entry.offset).is_multiple_of(SECTOR))
                .map(|(number, entry)| {
                    let message =
                        format!("expected a multiple of 2,048, found {:#x}", entry.offset);
                    (place(number), message)
                }),
        );
        report_few(
            findings,
            "archive-order",
            self.entries
                .windows(2)
                .enumerate()
                .filter_map(|(before, pair)| {
                    let [first, second] = pair else { return None };
                    (second.offset < first.offset).then(|| {
                        let message = format!(
                            "expected an offset of {:#x} at least, found {:#x}",
                            first.offset, second.offset
                        );
                        (place(before + 1), message)
                    })
                }),
        );
        report_few(
            findings,
            "archive-empty-file",
            numbered()
                .filter(|(_, entry)| entry.size == 0)
                .map(|(number, _)| (place(number), "the file has no bytes".to_owned())),
        );
        let mut first_with = HashMap::with_capacity(self.entries.len());
        let repeated: Vec<_> = numbered()
            .filter_map(|(number, entry)| {
                let first = *first_with.entry(entry.name_hash).or_insert(number);
                (first != number).then(|| {
                    let message = format!(
                        "name hash {:#010x} is entry {first}'s, which is the one found",
                        entry.name_hash
                    );
                    (place(number), message)
                })
            })
            .collect();
        report_few(findings, "archive-duplicate-hash", repeated);
    }

    /// Overlaps and gaps, whatever the records' order.
    fn validate_places(&self, findings: &mut Findings) {
        let mut by_offset: Vec<_> = self.entries.iter().enumerate().collect();
        by_offset.sort_by_key(|(number, entry)| (entry.offset, *number));
        let (mut overlaps, mut gaps) = (Vec::new(), Vec::new());
        let mut end = 0;
        let mut padded_end = 0;
        for (number, entry) in by_offset {
            let offset = u64::from(entry.offset);
            let place = format!("entry[{number}]");
            if offset < end {
                let message = format!("begins at {offset:#x}, before another file's end {end:#x}");
                overlaps.push((place, message));
            } else if offset > padded_end {
                let message = format!("bytes {padded_end:#x} to {offset:#x} belong to no file");
                gaps.push((place, message));
            }
            end = end.max(entry.end());
            padded_end = padded_end.max(entry.padded_end());
        }
        report_few(findings, "archive-overlap", overlaps);
        report_few(findings, "archive-gap", gaps);
    }

    fn validate_size(&self, size: u64, findings: &mut Findings) {
        findings.expect(size.is_multiple_of(SECTOR), "archive-size-multiple", || {
            format!("expected an archive of whole sectors of 2,048, found {size} bytes")
        });
        report_few(
            findings,
            "archive-beyond-end",
            self.entries
                .iter()
                .enumerate()
                .filter(|(_, entry)| entry.end() > size)
                .map(|(number, entry)| {
                    let message =
                        format!("ends at {:#x}, after the archive's {size:#x}", entry.end());
                    (format!("entry[{number}]"), message)
                }),
        );
    }

    /// A table that finds entries by the hash of their name.
    pub fn lookup(&self) -> ArchiveLookup {
        let mut by_hash = HashMap::with_capacity(self.entries.len());
        for (number, entry) in self.entries.iter().enumerate() {
            by_hash.entry(entry.name_hash).or_insert(number);
        }
        ArchiveLookup { by_hash }
    }
}

/// Finds entries by the hash of their name.
///
/// Quirk: the original looks through the records from the first on, so that of two with one hash the first is found and
/// the other never. Source: spec/archives.md 2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveLookup {
    by_hash: HashMap<u32, usize>,
}

impl ArchiveLookup {
    /// The number of the first entry of that hash.
    pub fn number(&self, name_hash: u32) -> Option<usize> {
        self.by_hash.get(&name_hash).copied()
    }

    /// The file of that name, whatever its case, in the index that this table was made of, with its number.
    pub fn find<'a>(
        &self,
        index: &'a ArchiveIndex,
        name: &str,
    ) -> Option<(usize, &'a ArchiveEntry)> {
        let number = self.number(wad_hash(name))?;
        Some((number, index.entries.get(number)?))
    }
}

/// A file that an archive is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFile {
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Hash of its name.
    pub name_hash: u32,
    /// Its bytes.
    pub size: u64,
}

impl NewFile {
    /// A file by its name, whose letter case does not matter.
    pub fn named(name: &str, size: u64) -> Self {
        Self {
            name: Some(name.to_ascii_lowercase()),
            name_hash: wad_hash(name),
            size,
        }
    }

    /// A file of which only the hash of its name is known.
    pub fn unnamed(name_hash: u32, size: u64) -> Self {
        Self {
            name: None,
            name_hash,
            size,
        }
    }
}

/// Where the files of a new archive lie.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveLayout {
    files: Vec<PlacedFile>,
}

/// A file with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedFile {
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Its record.
    pub entry: ArchiveEntry,
    /// Zero bytes after it: to the next sector.
    pub padding: u32,
}

impl ArchiveLayout {
    /// Lays files out as the disc does: in the order of their upper-cased names, each on the next free sector. Files without
    /// a name come last, in the order of their hashes. Source: spec/archives.md 2.
    ///
    /// # Errors
    /// As [`Self::in_order`].
    pub fn by_name(files: impl IntoIterator<Item = NewFile>) -> Result<Self> {
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort_by_cached_key(|file| {
            let upper = file.name.as_ref().map(|name| name.to_ascii_uppercase());
            (upper.is_none(), upper, file.name_hash)
        });
        Self::in_order(files)
    }

    /// Lays files out in the order given, each on the next free sector.
    ///
    /// # Errors
    /// `Malformed` when two files have one hash, since the second could never be found; `Limit` when a name is longer than a
    /// request can hold ([`MAX_NAME`]) or the archive passes what a record can say (4 GiB).
    pub fn in_order(files: impl IntoIterator<Item = NewFile>) -> Result<Self> {
        let mut placed: Vec<PlacedFile> = Vec::new();
        let mut seen = HashMap::new();
        let mut at = 0_u64;
        for file in files {
            let shown = file
                .name
                .as_deref()
                .map_or_else(|| format!("{:08x}", file.name_hash), ToOwned::to_owned);
            if shown.len() > MAX_NAME {
                let error = FormatError::limit(
                    at,
                    "bytes of a file's name",
                    MAX_NAME as u64,
                    shown.len() as u64,
                );
                return Err(error.within(shown));
            }
            if let Some(other) = seen.insert(file.name_hash, shown.clone()) {
                let found = format!("{:#010x}, which {other} has", file.name_hash);
                return Err(
                    FormatError::malformed(at, "a name hash of its own", found).within(shown)
                );
            }
            let end = at.saturating_add(file.size);
            // The padding counts as well: the next file's offset has to fit.
            let padded = end.checked_next_multiple_of(SECTOR).unwrap_or(u64::MAX);
            let too_large = || {
                let max = u64::from(u32::MAX);
                FormatError::limit(at, "bytes of the archive", max, padded).within(shown.clone())
            };
            placed.push(PlacedFile {
                name: file.name,
                entry: ArchiveEntry {
                    offset: u32::try_from(at).map_err(|_| too_large())?,
                    size: u32::try_from(file.size).map_err(|_| too_large())?,
                    name_hash: file.name_hash,
                },
                padding: u32::try_from(padded - end).map_err(|_| too_large())?,
            });
            at = u32::try_from(padded).map_err(|_| too_large())?.into();
        }
        Ok(Self { files: placed })
    }

    /// The files, in the order in which they lie.
    pub fn files(&self) -> &[PlacedFile] {
        &self.files
    }

    /// The index of the archive.
    pub fn index(&self) -> ArchiveIndex {
        ArchiveIndex {
            padding: [0; 12],
            entries: self.files.iter().map(|file| file.entry).collect(),
        }
    }

    /// Bytes of the archive: whole sectors.
    pub fn archive_size(&self) -> u64 {
        self.files.last().map_or(0, |file| file.entry.padded_end())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Two files of 3 and 5,000 bytes: sectors 0 and 1 to 3. Hashes from spec/archives.md 3.3.
    fn two_files() -> Vec<u8> {
        let words: [u32; 10] = [2, 0, 0, 0, 0, 3, 0x7E23_A6F2, 2048, 5000, 0x0E51_81F8];
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn rules(index: &ArchiveIndex, size: Option<u64>) -> Vec<&'static str> {
        let mut findings = Findings::new();
        index.validate(size, &mut findings);
        findings.into_vec().iter().map(|f| f.rule).collect()
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
            // A file within a sector also leaves the bytes before it to nobody.
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
}
