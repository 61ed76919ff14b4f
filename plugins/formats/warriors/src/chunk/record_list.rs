//! The shape that most list chunks share: a count, records of one size, zeros up to a multiple of 16.
//!
//! ```text
//! u32 count                     or   u32 count, three words more (0 on the disc)
//! count x record
//! zeros up to a multiple of 16
//! ```

use binrw::meta::{ReadEndian, WriteEndian};
use binrw::{BinRead, BinWrite};
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::tail::Tail;

/// What stands before the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Head {
    /// The count alone: records begin at +0x04.
    Count,
    /// The count and three words more: records begin at +0x10.
    Block,
}

/// A record of one size that `binrw` describes.
pub trait Record:
    for<'a> BinRead<Args<'a> = ()> + ReadEndian + for<'a> BinWrite<Args<'a> = ()> + WriteEndian
{
    /// Bytes of one, which has no gaps between its fields.
    const BYTES: usize = size_of::<Self>();
    /// What stands before the first.
    const HEAD: Head;
    /// What several are called; the limit's name and the path of an error.
    const NAME: &'static str;

    /// Holds the records against the rules that the disc's lists keep.
    fn validate(records: &[Self], findings: &mut Findings) {
        let _ = (records, findings);
    }
}

/// A record that is known by the hash of a lower-case name.
pub trait Named: Record {
    /// CRC-32 of the name.
    fn name_hash(&self) -> u32;
}

/// Says that records are known by their field `name_hash`.
macro_rules! named {
    ($($record:ty),*) => {
        $(impl crate::chunk::record_list::Named for $record {
            fn name_hash(&self) -> u32 {
                self.name_hash
            }
        })*
    };
}
pub(crate) use named;

/// A list chunk. Source: spec/chunks.md 5.5 to 5.13.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordList<T> {
    /// The three words after the count where there are any ([`Head::Block`]), else zeros. 0 on the disc.
    pub head: [u32; 3],
    /// The records in file order.
    pub records: Vec<T>,
    /// What follows them.
    pub tail: Tail,
}

impl<T> Default for RecordList<T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for RecordList<T> {
    fn from(records: Vec<T>) -> Self {
        Self {
            head: [0; 3],
            records,
            tail: Tail::Padding,
        }
    }
}

impl<T: Record> RecordList<T> {
    /// Reads a whole payload.
    ///
    /// # Errors
    /// `Malformed` when the count is larger than the payload; `Limit` when it is above the cursor's `items`.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// Reads the rest of `cursor` as a payload.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let start = cursor.remaining();
        let offset = cursor.offset();
        let count = u64::from(cursor.u32()?);
        let head = match T::HEAD {
            Head::Count => [0; 3],
            Head::Block => [cursor.u32()?, cursor.u32()?, cursor.u32()?],
        };
        let fitting = cursor
            .check_count(count, T::BYTES as u64)
            .within(|| T::NAME)?;
        cursor.limits().check_items(T::NAME, count, offset)?;
        let mut records = Vec::with_capacity(fitting);
        for _ in 0..fitting {
            records.push(cursor.record()?);
        }
        let tail = Tail::read(cursor, start - cursor.remaining())?;
        Ok(Self {
            head,
            records,
            tail,
        })
    }

    /// The bytes of the payload.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(32 + T::BYTES * self.records.len());
        self.write_to(&mut out);
        out
    }

    /// Appends the payload.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let count = u32::try_from(self.records.len()).unwrap_or(u32::MAX);
        out.extend(count.to_le_bytes());
        if T::HEAD == Head::Block {
            out.extend(self.head.iter().flat_map(|word| word.to_le_bytes()));
        }
        for record in &self.records {
            push_record(out, record);
        }
        self.tail.write(out, start);
    }

    /// Holds the list against the rules that the disc's lists keep: `list-head-words`, `chunk-padding`, and those of the
    /// record.
    pub fn validate(&self, findings: &mut Findings) {
        findings.remark_unless(self.head == [0; 3], "list-head-words", || {
            format!("expected three zero words, found {:#x?}", self.head)
        });
        self.tail.validate(findings);
        T::validate(&self.records, findings);
    }
}

impl<T: Named> RecordList<T> {
    /// Index and record of the first record of that name, as the original looks for one. Object types of the disc have one hash
    /// twice.
    pub fn find(&self, name_hash: u32) -> Option<(usize, &T)> {
        let mut records = self.records.iter().enumerate();
        records.find(|(_, record)| record.name_hash() == name_hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::{AnimRecord, DependencyRecord};

    #[test]
    fn records_begin_after_the_count_or_after_sixteen_bytes() {
        let short = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0];
        let list = RecordList::<AnimRecord>::read(&short).unwrap();
        assert_eq!(
            list.records,
            [AnimRecord {
                name_hash: 2,
                size: 3
            }]
        );
        assert_eq!(list.write(), short);

        let mut long = vec![1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        long.extend([2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 5, 0, 0, 0, 0, 0]);
        let list = RecordList::<DependencyRecord>::read(&long).unwrap();
        assert_eq!(list.head, [9, 0, 0]);
        assert_eq!(list.records[0].loaded, 5);
        assert_eq!(list.write(), long);
    }

    #[test]
    fn an_odd_tail_is_kept_and_found() {
        let bytes = [0, 0, 0, 0, 7, 0, 0];
        let list = RecordList::<AnimRecord>::read(&bytes).unwrap();
        assert_eq!(list.write(), bytes);
        let findings = Findings::of(|f| list.validate(f));
        assert_eq!(findings.as_slice()[0].rule, "chunk-padding");
    }

    #[test]
    fn a_count_is_held_against_the_bytes_and_the_limit() {
        let bytes = [2, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0];
        assert!(RecordList::<AnimRecord>::read(&bytes).is_err());
        let mut bytes = bytes.to_vec();
        bytes.resize(32, 0);
        let limits = wonderwheel_ps2::limits::Limits::with(|limits| limits.items = 1);
        let error = RecordList::<AnimRecord>::read_from(&mut Cursor::new(&bytes).limited(limits))
            .unwrap_err();
        assert!(error.to_string().contains("animations is 2"), "{error}");
    }
}
