//! The directory with its tables.

use std::collections::BTreeSet;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::steps;

use super::class_entry::{ClassEntry, ShrubClassEntry};
use super::header::CoreHeader;
use super::tables::CoreTables;
use super::texture_entry::TextureEntry;
use crate::gaps::{Gaps, check_apart};
use crate::range::{ArrayRange, word};
use crate::record::bytes_of;

/// A level's core index.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CoreIndex {
    /// Where everything is.
    pub header: CoreHeader,
    /// The tables.
    pub tables: CoreTables,
    /// What the header's fields lead to beside the tables, and unknown bytes.
    pub gaps: Gaps,
}

/// Entries of the hero's table.
const HERO_SEQUENCES: usize = 256;

impl CoreIndex {
    /// Reads a core index.
    ///
    /// # Errors
    /// `Malformed` when it is cut short, a table lies outside it or overlaps another, or a table does not begin where the one
    /// before it ends (see [`Self::check_chain`]); `Limit` when a table has too many records.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let index = Self::read_forced(bytes)?;
        index.check_chain().within(|| "core index")?;
        Ok(index)
    }

    /// As [`Self::read`], but tables may lie in any order.
    ///
    /// # Errors
    /// As [`Self::read`] but for the chain.
    pub fn read_forced(bytes: &[u8]) -> Result<Self> {
        Self::read_tables(bytes).within(|| "core index")
    }

    fn read_tables(bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let limits = *cursor.limits();
        let header: CoreHeader = cursor.record().within(|| "header")?;
        let mut taken = Vec::from([("header", 0..CoreHeader::BYTES)]);
        let counted = CoreHeader {
            gs_ram: gs_ram_range(&header)?,
            ..header
        };
        let tables = CoreTables {
            resident_mobys: list(bytes, header.moby_gs_stash_list, resident_mobys)
                .within(|| "resident mobys")?,
            hero_sequences: list(bytes, header.hero_sequences, |cursor| {
                (0..HERO_SEQUENCES).map(|_| cursor.i32()).collect()
            })
            .within(|| "hero sequences")?,
            ..CoreTables::read(bytes, &counted, &limits, &mut taken)?
        };
        check_apart(&taken)?;
        Ok(Self {
            header,
            tables,
            gaps: Gaps::between(bytes, taken),
        })
    }

    /// Gives tables their places in a new index, in the order of the header, and counts them. Of `header` the fields that lead
    /// into the core data are taken over.
    ///
    /// # Errors
    /// `Limit` when the index is larger than a word counts, or there is another number of the hero's animations than 256 or 0.
    pub fn lay_out(header: CoreHeader, tables: CoreTables) -> Result<Self> {
        let mut at = CoreHeader::BYTES.next_multiple_of(CLASS_ALIGNMENT);
        let mut place = |count: usize, record: usize| {
            let offset = at;
            at = (offset + count * record).next_multiple_of(TABLE_ALIGNMENT);
            Ok::<_, FormatError>(ArrayRange {
                count: word(count, "records of a table")?,
                offset: word(offset, "core index bytes")?,
            })
        };
        let stash = usize::try_from(header.moby_gs_stash_count).unwrap_or_default();
        let mut header = header;
        tables.lay_out(&mut header, &mut place)?;
        header.moby_gs_stash_list = place(tables.resident_mobys.len() + 1, 2)?.offset;
        header.hero_sequences = match tables.hero_sequences.len() {
            0 => 0,
            count => place(count, 4)?.offset,
        };
        header.gs_ram.count -= word(stash.min(tables.gs_ram.len()), "records of a table")?;
        Ok(Self {
            header,
            tables,
            gaps: Gaps::default(),
        })
    }

    /// The bytes of the index.
    ///
    /// # Errors
    /// `Malformed` when a table has another number of records than the header says; [`Self::lay_out`] counts them.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.write_tables().within(|| "core index")
    }

    fn write_tables(&self) -> Result<Vec<u8>> {
        let (header, tables) = (&self.header, &self.tables);
        let mut canvas = self.gaps.canvas();
        canvas.put(0, &bytes_of([header]));
        let put = |name: &'static str, range: ArrayRange, count: usize, bytes: Vec<u8>| {
            if usize::try_from(range.count) != Ok(count) {
                let error = FormatError::malformed(0, format!("{} records", range.count), count);
                return Err(error.within(name));
            }
            if count > 0 {
                canvas.put(usize::try_from(range.offset).unwrap_or_default(), &bytes);
            }
            Ok(())
        };
        let counted = CoreHeader {
            gs_ram: gs_ram_range(header)?,
            ..*header
        };
        tables.write(&counted, put)?;
        if let Some(at) = present(header.moby_gs_stash_list) {
            canvas.put(at, &bytes_of(&tables.resident_mobys));
            // The list's end; what a list that was read has there is kept as it was.
            if self.gaps.file_length() == 0 {
                canvas.put(
                    at + 2 * tables.resident_mobys.len(),
                    &(-1_i16).to_le_bytes(),
                );
            }
        }
        if let Some(at) = present(header.hero_sequences) {
            canvas.put(at, &bytes_of(&tables.hero_sequences));
        }
        if self.gaps.file_length() == 0 {
            canvas.align(TABLE_ALIGNMENT);
        }
        Ok(canvas.0)
    }

    /// Checks that each of the tables from the moby classes to the moby textures begins where the one before it ends, to the
    /// next multiple of 16. All 27 levels keep it. Source: spec/commando-container.md 7.2.
    ///
    /// # Errors
    /// `Malformed` at the header's word of the first table that does not.
    pub fn check_chain(&self) -> Result<()> {
        let CoreHeader {
            moby_classes,
            tie_classes,
            shrub_classes,
            tfrag_textures,
            moby_textures,
            ..
        } = self.header;
        // Each with where its offset stands in the header.
        for (name, field, end, next) in [
            (
                "tie classes",
                0x24,
                moby_classes.end(ClassEntry::BYTES),
                tie_classes,
            ),
            (
                "shrub classes",
                0x2C,
                tie_classes.end(ClassEntry::BYTES),
                shrub_classes,
            ),
            (
                "tfrag textures",
                0x34,
                shrub_classes.end(ShrubClassEntry::BYTES),
                tfrag_textures,
            ),
            (
                "moby textures",
                0x3C,
                tfrag_textures.end(TextureEntry::BYTES),
                moby_textures,
            ),
        ] {
            if i64::from(next.offset) != end.saturating_add(15) & !15 {
                let expected = format!("the table at {end:#x}, where the one before it ends");
                let error = FormatError::malformed(field, expected, format!("{:#x}", next.offset));
                return Err(error.within(name));
            }
        }
        Ok(())
    }

    /// Where the resident textures begin in the GS memory image, when there are any. Source: spec/commando-container.md 7.4.
    pub fn resident_start(&self) -> Option<usize> {
        let first = usize::try_from(self.header.gs_ram.count).ok()?;
        let entry = self.tables.gs_ram.get(first)?;
        usize::try_from(entry.address).ok()
    }

    /// Which of the moby textures are resident: those that a class with resident textures uses.
    pub fn resident_textures(&self) -> [bool; 256] {
        let mut mobys = self.tables.resident_mobys.clone();
        mobys.sort_unstable();
        let mut resident = [false; 256];
        for class in &self.tables.moby_classes {
            steps::count(1);
            if !i16::try_from(class.class).is_ok_and(|class| mobys.binary_search(&class).is_ok()) {
                continue;
            }
            for slot in class.texture_slots() {
                if let Some(resident) = resident.get_mut(usize::from(*slot)) {
                    *resident = true;
                }
            }
        }
        resident
    }

    /// Reports tables that do not follow each other (`core-table-chain`), class numbers that one table has twice
    /// (`core-class-twice`), texture slots beyond their table (`core-texture-slot`), words of shrub entries that should be 0
    /// (`core-shrub-words`), and sizes of GS memory entries of an unknown kind (`core-gs-format`).
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("core index", |findings| {
            if let Err(error) = self.check_chain() {
                findings.report_at("core-table-chain", error.offset(), error.to_string());
            }
            let tables = &self.tables;
            let shrubs: Vec<_> = tables
                .shrub_classes
                .iter()
                .map(|entry| entry.class)
                .collect();
            for (name, classes, textures) in [
                (
                    "moby classes",
                    &tables.moby_classes,
                    tables.moby_textures.len(),
                ),
                (
                    "tie classes",
                    &tables.tie_classes,
                    tables.tie_textures.len(),
                ),
                ("shrub classes", &shrubs, tables.shrub_textures.len()),
            ] {
                findings.within(name, |findings| {
                    validate_classes(classes, textures, findings)
                });
            }
            for shrub in &shrubs {
                findings.expect(
                    shrub.unknown_8 == 0 && shrub.unknown_c == 0,
                    "core-shrub-words",
                    || format!("expected 0 and 0 in class {}", shrub.class),
                );
            }
            for entry in &tables.gs_ram {
                findings.expect(entry.format().is_some(), "core-gs-format", || {
                    format!("expected format 0, 1 or 0x13, found {:#x}", entry.psm)
                });
            }
        });
    }
}

fn validate_classes(classes: &[ClassEntry], textures: usize, findings: &mut Findings) {
    let mut seen = BTreeSet::new();
    for class in classes {
        findings.expect(seen.insert(class.class), "core-class-twice", || {
            format!("expected each class once, found {} again", class.class)
        });
        let beyond = class
            .texture_slots()
            .iter()
            .find(|slot| usize::from(**slot) >= textures);
        if let Some(slot) = beyond {
            let message = format!(
                "expected textures below {textures} in class {}, found {slot}",
                class.class
            );
            findings.report("core-texture-slot", message);
        }
    }
}

/// What the class tables are aligned to.
const CLASS_ALIGNMENT: usize = 0x40;
/// What the other tables are aligned to.
const TABLE_ALIGNMENT: usize = 0x10;

/// The GS memory table with its resident entries.
fn gs_ram_range(header: &CoreHeader) -> Result<ArrayRange> {
    let count = header
        .gs_ram
        .count
        .checked_add(header.moby_gs_stash_count.max(0));
    let count = count.ok_or_else(|| {
        FormatError::limit(
            0x84,
            "records of a table",
            i32::MAX as u64,
            u64::from(u32::MAX),
        )
    })?;
    Ok(ArrayRange {
        count,
        ..header.gs_ram
    })
}

fn present(offset: i32) -> Option<usize> {
    usize::try_from(offset).ok().filter(|offset| *offset > 0)
}

/// A list at an offset, read from a cursor there, at the end for what lies behind it; nothing where the offset leads nowhere.
fn list<T>(
    bytes: &[u8],
    offset: i32,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<Vec<T>>,
) -> Result<Vec<T>> {
    let Some(offset) = present(offset) else {
        return Ok(Vec::new());
    };
    let offset = offset.min(bytes.len());
    let rest = bytes.get(offset..).unwrap_or_default();
    read(&mut Cursor::at_base(rest, offset as u64))
}

fn resident_mobys(cursor: &mut Cursor<'_>) -> Result<Vec<i16>> {
    let mut classes = Vec::new();
    loop {
        match cursor.u16()?.cast_signed() {
            ..0 => return Ok(classes),
            class => classes.push(class),
        }
    }
}
