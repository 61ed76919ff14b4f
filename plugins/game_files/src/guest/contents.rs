//! Where levels are when the disc's file system does not say: the table of contents that the game itself reads. Source:
//! spec/commando-container.md 2.2.
//!
//! Here it only leads to files, so that a part that is broken is passed over and told, and the others are found. All of the
//! table, with its errors, is what the crate `wonderwheel_commando` reads (`disc::TableOfContents`); a test holds the two
//! against each other.

use std::collections::BTreeSet;
use std::io;

use super::{level_id, word};
use crate::iso::SECTOR;
use crate::read_at::ReadAt;

/// The sector of the table; the game knows it by heart.
const TABLE_SECTOR: u64 = 1001;
/// As much as is read of it.
const TABLE_BYTES: u64 = 0x20_0000;
/// Entries of the level table, at most.
const MOST_LEVELS: usize = 100;
/// Bytes of the part that stays in the game's memory: eleven sectors. The level table lies in it.
const RESIDENT_BYTES: usize = 11 * SECTOR as usize;
/// Bytes of an entry: three pairs of a sector and a count of sectors.
const ENTRY: usize = 0x18;
/// Sizes of the global archives' headers: mpeg, misc, hud, bonus, audio, space, scene, gadget, armor.
const GLOBAL_SIZES: [u32; 9] = [
    0x328, 0x40, 0x1870, 0xA48, 0x1800, 0xBA8, 0x170, 0x3C8, 0xF8,
];

/// What a table leads to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    /// The levels' files.
    pub(crate) files: Vec<Placed>,
    /// Parts that lead nowhere, a line each.
    pub(crate) warnings: Vec<String>,
}

/// A file and where it lies on the disc.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Placed {
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
    let start = TABLE_SECTOR * SECTOR;
    let length = size.saturating_sub(start).min(TABLE_BYTES);
    let mut area = vec![0; usize::try_from(length).unwrap_or_default()];
    medium.read_exact_at(start, &mut area)?;
    Ok(contents(&area, size))
}

fn contents(area: &[u8], disc_bytes: u64) -> Contents {
    let mut contents = Contents::default();
    let Some(table) = table(area) else {
        return contents;
    };
    // The table ends where the first copy of a header begins, if not before.
    let mut end = area.len();
    let mut ids = BTreeSet::new();
    for number in 0..MOST_LEVELS {
        let at = table + number * ENTRY;
        let Some(pairs) = pairs(area, at).filter(|_| at + ENTRY <= end) else {
            break;
        };
        let mut kinds = BTreeSet::new();
        for pair in pairs {
            let Some(copy) = copy_at(area, pair) else {
                continue;
            };
            end = end.min(copy);
            match placed(area, copy, pair, number, &mut ids) {
                Ok(file) if kinds.insert(file.name.clone()) => {
                    if file.start.saturating_add(file.size) > disc_bytes {
                        contents.warnings.push(format!(
                            "table of contents/{}: bytes {:#x}+{:#x} end after the image's {disc_bytes:#x}; copy or dump the \
                             image again",
                            file.name, file.start, file.size
                        ));
                    }
                    contents.files.push(file);
                }
                Ok(file) => contents.warnings.push(format!(
                    "table of contents/level[{number}]: {} twice; the first one is taken",
                    file.name
                )),
                Err(words) => contents
                    .warnings
                    .push(format!("table of contents/level[{number}]: {words}")),
            }
        }
    }
    contents
}

/// The file that a header's copy stands for.
fn placed(
    area: &[u8],
    copy: usize,
    [_, sectors]: [u32; 2],
    number: usize,
    ids: &mut BTreeSet<i32>,
) -> Result<Placed, String> {
    let head = area.get(copy..).unwrap_or_default();
    let (size, sector) = (
        word(head, 0).unwrap_or_default(),
        word(head, 4).unwrap_or_default(),
    );
    let kind = kind(size).ok_or_else(|| {
        format!("expected the header of a level, of its speech or its films, found one of {size:#x} bytes")
    })?;
    if kind == "LEVEL" {
        let id = level_id(head).ok_or("its header says nothing about a level")?;
        if !ids.insert(id) {
            return Err(format!("level {id} twice; the first one is taken"));
        }
    }
    if sector == 0 || i32::try_from(sectors).is_err() {
        return Err(format!(
            "{kind}: expected a place on the disc, found {sectors} sectors from sector {sector} on"
        ));
    }
    Ok(Placed {
        name: format!("{kind}{number}.WAD"),
        start: u64::from(sector) * SECTOR,
        size: u64::from(sectors) * SECTOR,
    })
}

/// What a header of that size is of. Columns do not tell: later games swap them.
fn kind(size: u32) -> Option<&'static str> {
    match size {
        0x60 | 0x68 => Some("LEVEL"),
        0x1018 => Some("AUDIO"),
        0x137C => Some("SCENE"),
        _ => None,
    }
}

/// Where the level table begins: behind the last global header, else where two entries in a row lead to known headers.
fn table(area: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(size) = word(area, at).filter(|size| GLOBAL_SIZES.contains(size)) {
        at += size as usize;
    }
    let leads = |pair: &[u32; 2]| copy_at(area, *pair).is_some_and(|copy| is_known(area, copy));
    if pairs(area, at).is_some_and(|pairs| pairs.iter().any(leads)) {
        return Some(at);
    }
    let mut places = (0..area.len().min(RESIDENT_BYTES)).step_by(4);
    places.find(|&at| {
        let entries = [pairs(area, at), pairs(area, at + ENTRY)];
        let mut entries = entries.iter();
        entries.all(|pairs| pairs.is_some_and(|pairs| pairs.iter().all(leads)))
    })
}

fn is_known(area: &[u8], copy: usize) -> bool {
    word(area, copy).is_some_and(|size| kind(size).is_some())
}

fn pairs(area: &[u8], at: usize) -> Option<[[u32; 2]; 3]> {
    let pair = |number: usize| {
        let at = at.checked_add(number * 8)?;
        Some([word(area, at)?, word(area, at + 4)?])
    };
    Some([pair(0)?, pair(1)?, pair(2)?])
}

/// Where the copy that a pair leads to stands in the area; nothing for a pair that leads nowhere.
fn copy_at(area: &[u8], [sector, sectors]: [u32; 2]) -> Option<usize> {
    let behind = u64::from(sector).checked_sub(TABLE_SECTOR)?;
    let at = usize::try_from(behind * SECTOR).ok()?;
    (behind > 0 && sectors > 0 && at + 8 <= area.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guest::tests::header;

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
            Placed {
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
