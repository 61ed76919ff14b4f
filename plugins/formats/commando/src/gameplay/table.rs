//! Tables of instances, and lists of classes.

use binrw::meta::{ReadEndian, WriteEndian};
use binrw::{BinRead, BinWrite};
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::Result;

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

impl<T> InstanceTable<T>
where
    T: BinRead + ReadEndian + BinWrite + WriteEndian,
    for<'b> <T as BinRead>::Args<'b>: Default,
    for<'b> <T as BinWrite>::Args<'b>: Default,
{
    /// Reads a table; what follows it is left.
    ///
    /// # Errors
    /// `Malformed` when it is cut short; `Limit` when it has too many records.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let offset = cursor.offset();
        let count = cursor.u32()?;
        let head = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
        let limits = *cursor.limits();
        // Records in memory are as large as in the file.
        let count = cursor.check_count(u64::from(count), size_of::<T>() as u64)?;
        limits.check_items("instances", count as u64, offset)?;
        let records = (0..count).map(|_| cursor.record()).collect::<Result<_>>()?;
        Ok(Self { head, records })
    }

    /// The bytes of the table.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(16 + self.records.len() * size_of::<T>());
        out.extend(
            u32::try_from(self.records.len())
                .unwrap_or(u32::MAX)
                .to_le_bytes(),
        );
        out.extend(self.head.iter().flat_map(|word| word.to_le_bytes()));
        for record in &self.records {
            push_record(&mut out, record);
        }
        out
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
    (0..count).map(|_| cursor.i32()).collect()
}

/// The block of those class numbers.
pub fn write_class_list(classes: &[i32]) -> Vec<u8> {
    let count = i32::try_from(classes.len()).unwrap_or(i32::MAX);
    let words = std::iter::once(&count).chain(classes);
    words.flat_map(|word| word.to_le_bytes()).collect()
}
