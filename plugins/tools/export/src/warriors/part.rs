//! A part file, an atomic at a time.
//!
//! Every texture and atomic stands in a section that states its size, so a malformed one is stepped over as long as that
//! framing holds.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::section::{SectionHeader, id};

use crate::textures::salvage;

/// A part whose atomics are still to be read.
#[derive(Debug)]
pub(super) struct PartReader<'a> {
    /// The textures that can be read.
    pub dictionary: TextureDictionary,
    /// What is wrong with the others.
    pub faults: Vec<FormatError>,
    cursor: Cursor<'a>,
    count: usize,
    next: usize,
}

/// An atomic of a part, or why it cannot be read.
pub(super) struct ReadAtomic {
    /// Streamed-sector index.
    pub sector: u32,
    pub atomic: Result<Atomic>,
}

impl<'a> PartReader<'a> {
    /// Reads everything before the atomics.
    ///
    /// # Errors
    /// `Malformed` when the header is another file's, or the framing is broken.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        Self::read(&mut cursor).within(|| "part")
    }

    fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let words = [cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?];
        if !matches!(words, [1, 0, 0, _]) {
            let found = format!("{words:x?}");
            return Err(FormatError::malformed(0, "1, 0, 0 and a hash", found).within("header"));
        }
        let (dictionary, faults) = salvage(cursor)?;
        let count = cursor.u32().within(|| "atomic count")?;
        let smallest = (4 + SectionHeader::BYTES) as u64;
        let count = cursor
            .check_count(u64::from(count), smallest)
            .within(|| "atomic count")?;
        Ok(Self {
            dictionary,
            faults: faults
                .into_iter()
                .map(|fault| fault.within("part"))
                .collect(),
            cursor: cursor.clone(),
            count,
            next: 0,
        })
    }

    /// The next atomic; `None` after the last.
    ///
    /// # Errors
    /// `Malformed` when no more can be found, because the framing is broken.
    pub fn next_atomic(&mut self) -> Result<Option<ReadAtomic>> {
        if self.next == self.count {
            return Ok(None);
        }
        let number = self.next;
        self.next += 1;
        let framed = |cursor: &mut Cursor<'a>| {
            let sector = cursor.u32()?;
            let start = cursor.clone();
            let (header, _) = SectionHeader::open(cursor)?;
            if header.id != id::ATOMIC {
                let found = format!("section {:#x}", header.id);
                return Err(FormatError::malformed(start.offset(), "an atomic", found));
            }
            Ok((sector, start))
        };
        let framed = framed(&mut self.cursor);
        let (sector, mut start) = framed
            .within(|| format!("atomic[{number}]"))
            .within(|| "part")?;
        let atomic = Atomic::read_from(&mut start)
            .within(|| format!("atomic[{number}]"))
            .within(|| "part");
        Ok(Some(ReadAtomic { sector, atomic }))
    }
}
