//! The three kinds of range that the directories are made of, and how a range is cut out of a file.
//!
//! They differ in their units, and nothing in the bytes shows which is which. Source: spec/commando-container.md 1.

use std::ops::Range;

use wonderwheel_ps2::error::{FormatError, Result};

use crate::record::record;

/// Bytes of a sector.
pub const SECTOR: usize = 0x800;

record! {
    /// A place and a size, both in sectors: what level headers and the table of contents have.
    #[derive(Copy, Eq, Default)]
    pub struct SectorRange: usize = 8 {
        /// First sector.
        pub sector: i32,
        /// Sectors; 0 or less is nothing.
        pub sectors: i32,
    }

    /// A place and a size, both in bytes.
    #[derive(Copy, Eq, Default)]
    pub struct ByteRange: usize = 8 {
        /// First byte; -1 where there is nothing.
        pub offset: i32,
        /// Bytes; 0 or less is nothing.
        pub size: i32,
    }

    /// A number of records and where they stand.
    #[derive(Copy, Eq, Default)]
    pub struct ArrayRange: usize = 8 {
        /// Records. It stands first.
        pub count: i32,
        /// First byte.
        pub offset: i32,
    }
}

impl SectorRange {
    /// Nothing.
    pub const EMPTY: Self = Self {
        sector: 0,
        sectors: 0,
    };

    /// Whether it is nothing.
    pub fn is_empty(self) -> bool {
        self.sectors <= 0
    }

    /// Its bytes in a file of `length` bytes; no bytes when it is empty.
    ///
    /// # Errors
    /// `Malformed` when it begins before the file or ends behind it.
    pub fn within(self, length: usize) -> Result<Range<usize>> {
        let sector = SECTOR as i64;
        let (start, size) = (
            i64::from(self.sector) * sector,
            i64::from(self.sectors) * sector,
        );
        span(start, size, length)
    }
}

impl ByteRange {
    /// Nothing, where a place of 0 says so.
    pub const EMPTY: Self = Self { offset: 0, size: 0 };

    /// Nothing, where a place of -1 says so.
    pub const ABSENT: Self = Self {
        offset: -1,
        size: 0,
    };

    /// Whether it is nothing.
    pub fn is_empty(self) -> bool {
        self.size <= 0
    }

    /// As [`SectorRange::within`].
    ///
    /// # Errors
    /// `Malformed` when it begins before the file or ends behind it.
    pub fn within(self, length: usize) -> Result<Range<usize>> {
        span(i64::from(self.offset), i64::from(self.size), length)
    }

    /// Where it ends; 0 when it is empty.
    pub fn end(self) -> i64 {
        if self.is_empty() {
            0
        } else {
            i64::from(self.offset) + i64::from(self.size)
        }
    }
}

impl ArrayRange {
    /// As [`SectorRange::within`], for records of `record` bytes.
    ///
    /// # Errors
    /// `Malformed` when the count is negative, or the records begin before the file or end behind it.
    pub fn within(self, record: usize, length: usize) -> Result<Range<usize>> {
        let offset = i64::from(self.offset);
        if self.count < 0 {
            let offset = u64::try_from(offset).unwrap_or_default();
            return Err(FormatError::malformed(
                offset.min(length as u64),
                "a count of records",
                self.count,
            ));
        }
        span(offset, i64::from(self.count) * record as i64, length)
    }

    /// Where records of `record` bytes end.
    pub fn end(self, record: usize) -> i64 {
        i64::from(self.offset) + i64::from(self.count) * record as i64
    }
}

/// The bytes from `start` on in a file of `length` bytes; 0..0 when they are none.
pub(crate) fn span(start: i64, size: i64, length: usize) -> Result<Range<usize>> {
    if size <= 0 {
        return Ok(0..0);
    }
    let end = start.checked_add(size);
    match (usize::try_from(start), end.map(usize::try_from)) {
        (Ok(start), Some(Ok(end))) if end <= length => Ok(start..end),
        _ => Err(FormatError::malformed(
            u64::try_from(start).unwrap_or_default().min(length as u64),
            format!("a range inside {length:#x} bytes"),
            format!("{size:#x} bytes at {start:#x}"),
        )),
    }
}

/// Bytes of a slice by a range that [`span`] made.
pub(crate) fn cut(bytes: &[u8], range: Range<usize>) -> &[u8] {
    bytes.get(range).unwrap_or_default()
}

/// A place or size as the directories store it.
///
/// # Errors
/// `Limit` when it needs more than 31 bits.
pub(crate) fn word(value: usize, what: &'static str) -> Result<i32> {
    i32::try_from(value).map_err(|_| FormatError::limit(0, what, i32::MAX as u64, value as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_are_three_different_ranges() {
        let sectors = SectorRange {
            sector: 2,
            sectors: 3,
        };
        let (bytes, records) = (
            ByteRange { offset: 2, size: 3 },
            ArrayRange {
                count: 2,
                offset: 3,
            },
        );
        assert_eq!(sectors.within(0x2800).unwrap(), 0x1000..0x2800);
        assert_eq!(bytes.within(5).unwrap(), 2..5);
        assert_eq!(records.within(16, 35).unwrap(), 3..35);
        assert!(sectors.within(0x27FF).is_err());
        assert!(bytes.within(4).is_err() && records.within(16, 34).is_err());
    }

    #[test]
    fn nothing_lies_nowhere_and_a_negative_place_is_refused() {
        assert_eq!(ByteRange::ABSENT.within(0).unwrap(), 0..0);
        assert_eq!(ByteRange::ABSENT.end(), 0);
        let negative = ByteRange {
            offset: -1,
            size: 1,
        };
        assert!(negative.within(8).is_err());
        let most = SectorRange {
            sector: i32::MAX,
            sectors: i32::MAX,
        };
        assert!(most.within(usize::MAX >> 1).is_ok());
        assert!(most.within(1 << 40).is_err());
        let negative = ArrayRange {
            count: -1,
            offset: 0,
        };
        assert!(negative.within(16, 100).is_err());
    }
}
