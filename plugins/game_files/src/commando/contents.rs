//! Where levels are when the disc's file system does not say: the table of contents that the game itself reads. Source:
//! spec/commando-container.md 2.2.
//!
//! Here it only leads to files, so that a part that is broken is passed over with a warning, and the others are found.
//! [`TableOfContents`](wonderwheel_commando::disc::TableOfContents) reads all of a table, or none of it; a test holds the two against
//! each other.

use std::collections::BTreeSet;
use std::io;

use wonderwheel_commando::disc::{
    ENTRY, MAX_LEVELS, TABLE_BYTES, TABLE_OFFSET, TocKind, find_level_table, header_copy,
    level_entry,
};
use wonderwheel_commando::level::LevelHeader;
use wonderwheel_commando::range::SectorRange;

use crate::iso::SECTOR;
use crate::read_at::ReadAt;

/// What a table leads to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    /// The levels' files.
    pub(crate) files: Vec<ListedRange>,
    /// Parts that lead nowhere, a line each.
    pub(crate) warnings: Vec<String>,
}

/// A file and where it lies on the disc.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ListedRange {
    /// `LEVEL0.WAD`: the kind, and the number of the entry.
    pub(crate) name: String,
    /// Its first byte.
    pub(crate) start: u64,
    /// Its bytes: whole sectors.
    pub(crate) size: u64,
}

impl Contents {
    /// Whether any level is among the files.
    pub(crate) fn has_levels(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|file| file.name.starts_with("LEVEL"))
    }
}

/// Reads the table of a disc; nothing when it has none.
///
/// # Errors
/// The medium's refusal.
pub(crate) fn read(medium: &dyn ReadAt) -> io::Result<Contents> {
    let size = medium.size()?;
    let length = size.saturating_sub(TABLE_OFFSET).min(TABLE_BYTES as u64);
    let mut area = vec![0; usize::try_from(length).unwrap_or_default()];
    medium.read_exact_at(TABLE_OFFSET, &mut area)?;
    Ok(contents(&area, size))
}

fn contents(area: &[u8], disc_bytes: u64) -> Contents {
    let mut contents = Contents::default();
    let Some(table) = find_level_table(area) else {
        return contents;
    };
    // The table ends where the first copy of a header begins, if not before.
    let mut end = area.len();
    let mut ids = BTreeSet::new();
    for number in 0..MAX_LEVELS {
        let at = table + number * ENTRY;
        let Some(ranges) = level_entry(area, at).filter(|_| at + ENTRY <= end) else {
            break;
        };
        let mut kinds = BTreeSet::new();
        for range in ranges.into_iter().filter(|range| range.sectors > 0) {
            let Some((copy, size)) = header_copy(area, range) else {
                continue;
            };
            end = end.min(copy);
            let head = area.get(copy..).unwrap_or_default();
            let warnings = &mut contents.warnings;
            let mut warn =
                |words| warnings.push(format!("table of contents/level[{number}]: {words}"));
            match placed(head, size, range, number, &mut ids) {
                Ok(file) if kinds.insert(file.name.clone()) => {
                    let ListedRange { name, start, size } = &file;
                    if start.saturating_add(*size) > disc_bytes {
                        warnings.push(format!(
                            "table of contents/{name}: bytes {start:#x}+{size:#x} end after the image's {disc_bytes:#x}; \
                             copy or dump the image again"
                        ));
                    }
                    contents.files.push(file);
                }
                Ok(file) => warn(format!("{} twice; the first one is taken", file.name)),
                Err(words) => warn(words),
            }
        }
    }
    contents
}

/// The file that a header's copy stands for, of a header that says that size.
fn placed(
    head: &[u8],
    size: u32,
    range: SectorRange,
    number: usize,
    ids: &mut BTreeSet<i32>,
) -> Result<ListedRange, String> {
    let kind = match TocKind::from_size(size) {
        Some(TocKind::Level) => "LEVEL",
        Some(TocKind::Audio) => "AUDIO",
        Some(TocKind::Scene) => "SCENE",
        None => {
            return Err(format!(
                "expected the header of a level, of its speech or its films, found one of {size:#x} bytes"
            ));
        }
    };
    if kind == "LEVEL" {
        let header = LevelHeader::recognise(head);
        let id = header.ok_or("its header says nothing about a level")?.id;
        if !ids.insert(id) {
            return Err(format!("level {id} twice; the first one is taken"));
        }
    }
    // Every kind of header has its file's sector behind its own size.
    let sector = head.get(4..).and_then(|rest| rest.first_chunk());
    let sector = sector.map_or(0, |word| u32::from_le_bytes(*word));
    let Some(sectors) = u64::try_from(range.sectors).ok().filter(|_| sector > 0) else {
        let sectors = range.sectors;
        return Err(format!(
            "{kind}: expected a place on the disc, found {sectors} sectors from sector {sector} on"
        ));
    };
    Ok(ListedRange {
        name: format!("{kind}{number}.WAD"),
        start: u64::from(sector) * SECTOR,
        size: sectors * SECTOR,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commando::level::tests::header;

    /// A table behind the smallest global header, with copies of these headers on sectors of their own.
    fn area(levels: &[&[(Vec<u8>, u32, u32)]]) -> Vec<u8> {
        let mut area = vec![0; 2048];
        area[0] = 0x40;
        for (number, parts) in levels.iter().enumerate() {
            for (column, (head, sector, sectors)) in parts.iter().enumerate() {
                let mut head = head.clone();
                head[4..8].copy_from_slice(&sector.to_le_bytes());
                let copy = 1001 + (area.len() / 2048) as u32;
                let at = 0x40 + number * 24 + column * 8;
                area[at..at + 4].copy_from_slice(&copy.to_le_bytes());
                area[at + 4..at + 8].copy_from_slice(&sectors.to_le_bytes());
                area.extend(&head);
                area.resize(area.len().next_multiple_of(2048), 0);
            }
        }
        area
    }

    fn audio() -> Vec<u8> {
        let mut head = vec![0; 0x1018];
        (head[0], head[1]) = (0x18, 0x10);
        head
    }

    fn names(contents: &Contents) -> Vec<&str> {
        contents.files.iter().map(|file| &*file.name).collect()
    }

    #[test]
    fn headers_are_told_by_their_size_and_not_by_their_column() {
        let area = area(&[
            &[(audio(), 2000, 9), (header(7), 2009, 3)],
            &[],
            &[(header(8), 2012, 1)],
        ]);
        let found = contents(&area, 1 << 30);
        assert_eq!(names(&found), ["AUDIO0.WAD", "LEVEL0.WAD", "LEVEL2.WAD"]);
        assert_eq!(
            found.files[1],
            ListedRange {
                name: "LEVEL0.WAD".into(),
                start: 2009 * 2048,
                size: 3 * 2048
            }
        );
        assert!(found.has_levels() && found.warnings.is_empty());
    }

    #[test]
    fn a_broken_part_is_told_and_hides_no_other() {
        let mut broken = area(&[
            &[(header(0), 2000, 1)],
            &[(header(1), 2001, 1)],
            &[(header(2), 2002, 1)],
            &[(header(3), 2003, 1)],
        ]);
        // The second header has an unknown size, the third is the first one's level, the last one's file is far away.
        broken[2 * 2048] = 0x61;
        broken[3 * 2048 + 8] = 0;
        broken[4 * 2048 + 7] = 0x7F;
        let found = contents(&broken, 1 << 30);
        assert_eq!(names(&found), ["LEVEL0.WAD", "LEVEL3.WAD"]);
        assert_eq!(found.warnings.len(), 3, "{:?}", found.warnings);
    }

    #[test]
    fn without_global_headers_the_table_is_found_by_where_it_leads() {
        let mut scene = vec![0; 0x137C];
        (scene[0], scene[1]) = (0x7C, 0x13);
        let part = |id| {
            [
                (audio(), 2000, 1),
                (header(id), 2001, 1),
                (scene.clone(), 2002, 1),
            ]
        };
        let mut area = area(&[&part(1), &part(2)]);
        area[0] = 0;
        assert_eq!(names(&contents(&area, 1 << 30)).len(), 6);
        area[0] = 0x41;
        assert_eq!(names(&contents(&area, 1 << 30)).len(), 6);
    }

    #[test]
    fn anything_else_is_no_table() {
        for area in [
            vec![],
            vec![0; 4096],
            vec![0xFF; 40_000],
            vec![0x40; 70_000],
        ] {
            assert_eq!(contents(&area, 1 << 30), Contents::default());
        }
    }
}
