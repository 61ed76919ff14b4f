//! Lists of name hashes and file sizes: sprite sheets (0x4D) and animations (0x4E).

use binrw::binrw;

use crate::chunk::record_list::{Head, Record, RecordList, named};

/// A sprite sheet. Source: spec/chunks.md 5.7.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SheetRecord {
    /// Bytes of the resource's file.
    pub size: u32,
    /// CRC-32 of the resource's name; its decimal text is the file's name.
    pub name_hash: u32,
}

impl Record for SheetRecord {
    const HEAD: Head = Head::Count;
    const NAME: &'static str = "sprite sheets";
}

/// Chunk 0x4D, the table of sprite sheets. Sprites name a sheet by its index here, so the order matters.
/// Source: spec/chunks.md 5.7; 0x00182820.
pub type SheetTable = RecordList<SheetRecord>;

/// An animation that can be loaded by its name. Source: spec/chunks.md 5.9.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnimRecord {
    /// CRC-32 of `<clip>.anm`.
    pub name_hash: u32,
    /// Bytes of the file.
    pub size: u32,
}

impl Record for AnimRecord {
    const HEAD: Head = Head::Count;
    const NAME: &'static str = "animations";
}

/// Chunk 0x4E. Source: spec/chunks.md 5.9; 0x00178ee8.
pub type AnimList = RecordList<AnimRecord>;

// What is not listed has its file's size.
named!(SheetRecord, AnimRecord);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_discs_counts_give_the_discs_sizes() {
        // Source: spec/chunks.md 5.7 and 5.9.
        let sheets = SheetTable::from(vec![SheetRecord::default(); 576]);
        assert_eq!(sheets.write().len(), 4_624);
        let clips = AnimList::from(vec![AnimRecord::default(); 564]);
        assert_eq!(clips.write().len(), 4_528);
    }

    #[test]
    fn size_comes_first_in_one_and_second_in_the_other() {
        let bytes = [1, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0];
        let sheets = SheetTable::read(&bytes).unwrap();
        assert_eq!(
            sheets.find(6).map(|(i, sheet)| (i, sheet.size)),
            Some((0, 5))
        );
        let clips = AnimList::read(&bytes).unwrap();
        assert_eq!(clips.find(5).map(|(_, clip)| clip.size), Some(6));
        assert_eq!(clips.find(6), None);
    }
}
