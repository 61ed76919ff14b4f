//! Tables of instances, and lists of classes.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use crate::record::{Stored, all, bytes_of};

/// A count, twelve bytes, and records of a fixed size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceTable<T> {
    /// What follows the count: zeros, or for mobys first how many more may be made while the level runs.
    pub head: [u32; 3],
    /// The records.
    pub records: Vec<T>,
}

impl<T> InstanceTable<T> {
    /// A table with zeros behind its count.
    pub fn new(records: Vec<T>) -> Self {
        Self {
            head: [0; 3],
            records,
        }
    }
}

impl<T: Stored> InstanceTable<T> {
    /// Reads a table; what follows it is left.
    ///
    /// # Errors
    /// `Malformed` when it is cut short; `Limit` when it has too many records.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let offset = cursor.offset();
        let count = cursor.u32()?;
        let head = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
        let limits = *cursor.limits();
        let count = cursor.check_count(u64::from(count), T::SIZE as u64)?;
        limits.check_items("instances", count as u64, offset)?;
        let records = all(cursor.take(count * T::SIZE)?).collect();
        Ok(Self { head, records })
    }

    /// The bytes of the table.
    pub fn write(&self) -> Vec<u8> {
        let count = u32::try_from(self.records.len()).unwrap_or(u32::MAX);
        let head = bytes_of([&count].into_iter().chain(&self.head));
        [head, bytes_of(&self.records)].concat()
    }
}

/// The class numbers of a block of classes. They say nothing that the core index does not.
///
/// # Errors
/// `Malformed` when it is cut short.
pub fn read_class_list(block: &[u8]) -> Result<Vec<i32>> {
    let mut cursor = Cursor::new(block);
    let count = cursor.u32()?;
    let count = cursor.check_count(u64::from(count), 4)?;
    Ok(all(cursor.take(4 * count)?).collect())
}

/// The block of those class numbers.
pub fn write_class_list(classes: &[i32]) -> Vec<u8> {
    let count = i32::try_from(classes.len()).unwrap_or(i32::MAX);
    bytes_of([&count].into_iter().chain(classes))
}
