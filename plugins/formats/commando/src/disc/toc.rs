//! The table of contents.

use std::ops::Range;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use crate::gaps::{Gaps, check_apart};
use crate::level::LevelHeader;
use crate::range::{SECTOR, SectorRange};
use crate::record::{Stored, bytes_of};

/// The sector of the table of contents; the game knows it by heart.
pub const TABLE_SECTOR: u32 = 1001;

/// Where it begins in an image of the disc, in bytes.
pub const TABLE_OFFSET: u64 = TABLE_SECTOR as u64 * SECTOR as u64;

/// As much as is read of it.
pub const TABLE_BYTES: usize = 0x20_0000;

/// Entries of the level table, at most.
pub const MAX_LEVELS: usize = 100;

/// Bytes of the part that stays in memory, at most: eleven sectors.
pub(super) const RESIDENT_BYTES: usize = 11 * SECTOR;

/// Bytes of an entry of the level table.
pub const ENTRY: usize = 0x18;

/// Sizes of the global archives' headers: mpeg, misc, hud, bonus, audio, space, scene, gadget, armor.
const GLOBAL_SIZES: [u32; 9] = [
    0x328, 0x40, 0x1870, 0xA48, 0x1800, 0xBA8, 0x170, 0x3C8, 0xF8,
];

/// The table of contents: headers of the global archives, the level table, and copies of the levels' headers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableOfContents {
    /// Headers of the global archives; the second word of each is the archive's sector.
    pub globals: Vec<Vec<u8>>,
    /// Where the level table stands.
    pub table_offset: usize,
    /// The level table, without the empty entries at its end.
    pub levels: Vec<TocLevel>,
    /// What stands between them.
    pub gaps: Gaps,
}

/// An entry of the level table: three files of a level. Columns and kinds are not tied to each other: later games swap them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TocLevel {
    /// The parts as they stand; a level's own is found by [`TocLevel::part`].
    pub parts: [TocPart; 3],
}

/// A file of a level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TocPart {
    /// The sector of the header's **copy**, and the sectors of the **file**.
    pub range: SectorRange,
    /// The copy; nothing when the part is absent.
    pub header: Vec<u8>,
}

/// What a part is, known by the size of its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TocKind {
    /// A level's file, 0x60 or 0x68 bytes.
    Level,
    /// Speech, 0x1018 bytes.
    Audio,
    /// Films, 0x137C bytes.
    Scene,
}

impl TocKind {
    /// What a header of that size is of. Columns of the table do not say it: later games swap them.
    pub fn from_size(size: u32) -> Option<Self> {
        match size {
            0x60 | 0x68 => Some(Self::Level),
            0x1018 => Some(Self::Audio),
            0x137C => Some(Self::Scene),
            _ => None,
        }
    }
}

impl TocPart {
    /// What it is; nothing when it is absent or of an unknown kind.
    pub fn kind(&self) -> Option<TocKind> {
        TocKind::from_size(word(&self.header, 0)?)
    }

    /// Where the file begins, in sectors of the disc.
    pub fn file_sector(&self) -> Option<u32> {
        word(&self.header, 4)
    }

    /// The file's place on the disc.
    pub fn file(&self) -> Option<SectorRange> {
        Some(SectorRange {
            sector: i32::try_from(self.file_sector()?).ok()?,
            sectors: self.range.sectors,
        })
    }
}

impl TocLevel {
    /// The part of that kind.
    pub fn part(&self, kind: TocKind) -> Option<&TocPart> {
        self.parts.iter().find(|part| part.kind() == Some(kind))
    }

    /// The level's header.
    pub fn header(&self) -> Option<LevelHeader> {
        LevelHeader::read(&self.part(TocKind::Level)?.header).ok()
    }
}

impl TableOfContents {
    /// Reads a table: bytes of the disc from [`TABLE_SECTOR`] on, up to [`TABLE_BYTES`] of them, or the file `RC2.HDR`.
    ///
    /// # Errors
    /// `Malformed` when no level table is found, a header's copy has an impossible size or overlaps another, or two levels
    /// have one number.
    pub fn read(area: &[u8]) -> Result<Self> {
        let area = area.get(..TABLE_BYTES).unwrap_or(area);
        Self::read_area(area).within(|| "table of contents")
    }

    fn read_area(area: &[u8]) -> Result<Self> {
        let globals = read_globals(area);
        let table_offset = find_level_table(area).ok_or_else(|| {
            FormatError::malformed(at_end(&globals) as u64, "a level table", "none")
        })?;
        let mut levels = Vec::new();
        // The table ends where the first copy begins, if not before.
        let mut end = area.len();
        let mut taken: Vec<(&str, Range<usize>)> = Vec::new();
        while levels.len() < MAX_LEVELS {
            let at = table_offset + levels.len() * ENTRY;
            let Some(ranges) = level_entry(area, at).filter(|_| at + ENTRY <= end) else {
                break;
            };
            let mut level = TocLevel::default();
            for (part, range) in level.parts.iter_mut().zip(ranges) {
                part.range = range;
                if let Some(copy) =
                    copy(area, range).within(|| format!("level[{}]", levels.len()))?
                {
                    end = end.min(copy.start);
                    taken.push(("header copy", copy));
                }
            }
            levels.push(level);
        }
        let used = levels
            .iter()
            .rposition(|level| *level != TocLevel::default());
        levels.truncate(used.map_or(0, |last| last + 1));
        let mut at = 0;
        // Headers before a table that was found elsewhere are not known to be headers.
        let globals = if at_end(&globals) <= table_offset {
            globals
        } else {
            Vec::new()
        };
        for global in &globals {
            taken.push(("global header", at..at + global.len()));
            at += global.len();
        }
        taken.push((
            "level table",
            table_offset..table_offset + levels.len() * ENTRY,
        ));
        check_apart(&taken)?;
        // Copied only now: entries of a broken table may all name the same bytes.
        for part in levels.iter_mut().flat_map(|level| &mut level.parts) {
            if let Some(copy) = copy(area, part.range)? {
                part.header = area.get(copy).unwrap_or_default().to_vec();
            }
        }
        check_ids(&levels)?;
        Ok(Self {
            globals,
            table_offset,
            levels,
            gaps: Gaps::between(area, taken),
        })
    }

    /// The bytes of the table.
    ///
    /// # Errors
    /// `Malformed` when a header has a copy's sector before the table.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut canvas = self.gaps.canvas();
        let mut at = 0;
        for global in &self.globals {
            canvas.put(at, global);
            at += global.len();
        }
        for (i, level) in self.levels.iter().enumerate() {
            for part in &level.parts {
                if !part.header.is_empty() {
                    let place = place(part.range.sector).ok_or_else(|| {
                        FormatError::malformed(0, "a sector behind 1001", part.range.sector)
                            .within(format!("level[{i}]"))
                    })?;
                    canvas.put(place, &part.header);
                }
            }
            let ranges = bytes_of(level.parts.iter().map(|part| &part.range));
            canvas.put(self.table_offset + i * ENTRY, &ranges);
        }
        if self.gaps.file_length() == 0 {
            canvas.align(SECTOR);
        }
        Ok(canvas.0)
    }

    /// The level's number and its entry, for each that has one.
    pub fn by_id(&self) -> impl Iterator<Item = (i32, &TocLevel)> {
        self.levels
            .iter()
            .filter_map(|level| Some((level.header()?.id, level)))
    }

    /// Reports a resident part of more than eleven sectors (`toc-resident`), which the game has no room for; files beyond
    /// the end of an image of `image_sectors` (`toc-image-end`); parts of an unknown kind (`toc-kind`).
    pub fn validate(&self, image_sectors: Option<u32>, findings: &mut Findings) {
        findings.within("table of contents", |findings| {
            let resident = self.table_offset + self.levels.len() * ENTRY;
            findings.expect(resident <= RESIDENT_BYTES, "toc-resident", || {
                format!("expected at most {RESIDENT_BYTES:#x} bytes, found {resident:#x}")
            });
            for (i, level) in self.levels.iter().enumerate() {
                for part in level.parts.iter().filter(|part| !part.header.is_empty()) {
                    findings.expect(part.kind().is_some(), "toc-kind", || {
                        format!("expected a known header in level[{i}], found {:?}", word(&part.header, 0))
                    });
                    let end = part.file().map_or(i64::MAX, |file| i64::from(file.sector) + i64::from(file.sectors));
                    findings.expect(image_sectors.is_none_or(|image| end <= image.into()), "toc-image-end", || {
                        format!("expected the files of level[{i}] inside the image, found an end at sector {end}")
                    });
                }
            }
        });
    }
}

/// Headers from the start on, as long as their sizes are known.
fn read_globals(area: &[u8]) -> Vec<Vec<u8>> {
    let (mut globals, mut at) = (Vec::new(), 0);
    while let Some(header) = global_at(area, at) {
        globals.push(header.to_vec());
        at += header.len();
    }
    globals
}

fn global_at(area: &[u8], at: usize) -> Option<&[u8]> {
    let size = word(area, at).filter(|size| GLOBAL_SIZES.contains(size))?;
    area.get(at..at + size as usize)
}

/// Where the level table begins in the area: behind the last global header, or, when that leads nowhere, where two levels in a row
/// lead to headers of known size.
pub fn find_level_table(area: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(header) = global_at(area, at) {
        at += header.len();
    }
    let leads = |ranges: [SectorRange; 3]| ranges.iter().any(|range| points_at_known(area, *range));
    if level_entry(area, at).is_some_and(leads) {
        Some(at)
    } else {
        scan_for_table(area)
    }
}

fn at_end(globals: &[Vec<u8>]) -> usize {
    globals.iter().map(Vec::len).sum()
}

/// The first place where six ranges in a row lead to headers of known size: two levels.
fn scan_for_table(area: &[u8]) -> Option<usize> {
    let places = (0..area.len().min(RESIDENT_BYTES)).step_by(4);
    let is_table = |at: &usize| {
        [*at, at + ENTRY].into_iter().all(|at| {
            level_entry(area, at)
                .is_some_and(|ranges| ranges.iter().all(|range| points_at_known(area, *range)))
        })
    };
    places.into_iter().find(is_table)
}

fn points_at_known(area: &[u8], range: SectorRange) -> bool {
    let size = place(range.sector).and_then(|at| word(area, at));
    size.is_some_and(|size| TocKind::from_size(size).is_some())
}

/// The three ranges of the level whose entry stands at an offset of the area.
pub fn level_entry(area: &[u8], at: usize) -> Option<[SectorRange; 3]> {
    area.get(at..at.checked_add(ENTRY)?).map(Stored::of)
}

/// Where a copy stands in the area, if it is one.
fn copy(area: &[u8], range: SectorRange) -> Result<Option<Range<usize>>> {
    let Some((at, size)) = header_copy(area, range) else {
        return Ok(None);
    };
    let end = at + size as usize;
    if !(8..=0xFFFF).contains(&size) || end > area.len() {
        let expected = "a header of 8 to 0xffff bytes inside the table";
        return Err(FormatError::malformed(
            at as u64,
            expected,
            format!("{size:#x}"),
        ));
    }
    Ok(Some(at..end))
}

/// Where the copy of a header that a range leads to stands in the area, and the size that it says.
pub fn header_copy(area: &[u8], range: SectorRange) -> Option<(usize, u32)> {
    let at = place(range.sector)?;
    let (size, _) = (word(area, at)?, word(area, at + 4)?);
    Some((at, size))
}

/// Where a sector of the disc stands in the area.
fn place(sector: i32) -> Option<usize> {
    let sector = usize::try_from(sector)
        .ok()?
        .checked_sub(TABLE_SECTOR as usize)?;
    (sector > 0).then_some(sector * SECTOR)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Cursor::new(bytes.get(at..)?).u32().ok()
}

fn check_ids(levels: &[TocLevel]) -> Result<()> {
    let mut ids: Vec<i32> = levels
        .iter()
        .filter_map(|level| Some(level.header()?.id))
        .collect();
    ids.sort_unstable();
    match ids.array_windows().find(|[a, b]| a == b) {
        Some([id, _]) => Err(FormatError::malformed(
            0,
            "each level once",
            format!("level {id} twice"),
        )),
        None => Ok(()),
    }
}
