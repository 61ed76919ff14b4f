//! Which object has which bit of the masks.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::kept::KeptBytes;

use crate::places::{block_reader, fit, unsigned};
use crate::record::{all, bytes_of, record};

record! {
    /// The bit of one object. Several may share one.
    #[derive(Copy, Eq, Default)]
    pub struct Mapping: usize = 8 {
        /// 0..=[`Mask::ALWAYS`](super::Mask::ALWAYS).
        pub bit: i32,
        /// What the record is for: a tie's occlusion index, a moby's uid; for a tfrag its number or its triangle count.
        pub id: i32,
    }
}

/// The mappings block of a level: gameplay pointer 0x90, and the copy that the level header names.
///
/// Which record belongs to which object: [`super::ObjectBits`]. Source: spec/commando-assets.md 5.2.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OcclusionMappings {
    /// One a patch, in the order of the patches of all terrain blocks.
    pub tfrags: Vec<Mapping>,
    /// One a tie instance, in order.
    pub ties: Vec<Mapping>,
    /// In any order, and not for every moby.
    pub mobys: Vec<Mapping>,
    /// 0x0C: 0 from a writer.
    pub unknown_0c: u32,
    /// What follows the records: padding.
    pub tail: KeptBytes,
}

impl Mapping {
    /// The bit as masks count; one below 0 is no mask's.
    pub fn bit(&self) -> u32 {
        u32::try_from(self.bit).unwrap_or(u32::MAX)
    }

    /// The id as ties and mobys are compared with it: its low 16 bits.
    pub fn key(&self) -> u16 {
        self.id as u16
    }
}

block_reader!(OcclusionMappings);

impl OcclusionMappings {
    /// Reads the rest of a cursor as a block.
    ///
    /// # Errors
    /// `Malformed` when a count is negative or its records do not fit; `Limit` when it is above
    /// [`wonderwheel_ps2::limits::Limits::items`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let mut count = |what| {
            let offset = cursor.offset();
            let count = unsigned(cursor.i32()?, offset, "a count of 0 or more")?;
            cursor.limits().check_items(what, count, offset)?;
            Ok(count)
        };
        let counts = [
            count("tfrag mappings")?,
            count("tie mappings")?,
            count("moby mappings")?,
        ];
        let unknown_0c = cursor.u32()?;
        let mut records = |count: u64| {
            let count = cursor.check_count(count, Mapping::BYTES as u64)?;
            Ok(all(cursor.take(count * Mapping::BYTES)?).collect())
        };
        let [tfrags, ties, mobys] = counts;
        Ok(Self {
            tfrags: records(tfrags)?,
            ties: records(ties)?,
            mobys: records(mobys)?,
            unknown_0c,
            tail: cursor.keep(cursor.remaining())?,
        })
    }

    /// The block's bytes.
    ///
    /// # Errors
    /// `Limit` when a list has more than 2,147,483,647 records.
    pub fn write(&self) -> Result<Vec<u8>> {
        let lists = [&self.tfrags, &self.ties, &self.mobys];
        let mut out = Vec::new();
        for list in lists {
            let count = fit(list.len(), "occlusion mappings", i32::MAX as u32)?;
            out.extend(count.to_le_bytes());
        }
        out.extend(self.unknown_0c.to_le_bytes());
        for list in lists {
            out.extend(bytes_of(list));
        }
        out.extend(self.tail.iter());
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mappings() -> OcclusionMappings {
        let mapping = |bit, id| Mapping { bit, id };
        OcclusionMappings {
            tfrags: vec![mapping(0, 12), mapping(1, 40)],
            ties: vec![mapping(1, 0)],
            mobys: vec![mapping(1023, 7), mapping(1021, 300)],
            ..Default::default()
        }
    }

    #[test]
    fn records_stand_tfrags_ties_mobys_behind_four_words() {
        let bytes = mappings().write().unwrap();
        assert_eq!(bytes.len(), 16 + 5 * 8);
        assert_eq!(bytes[..12], [2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(bytes[16 + 8..16 + 16], [1, 0, 0, 0, 40, 0, 0, 0]);
        assert_eq!(OcclusionMappings::read(&bytes).unwrap(), mappings());
    }

    #[test]
    fn a_negative_count_and_one_record_too_few_are_errors() {
        let bytes = mappings().write().unwrap();
        assert!(OcclusionMappings::read(&bytes[..bytes.len() - 1]).is_err());
        let mut negative = bytes;
        negative[3] = 0x80;
        assert_eq!(OcclusionMappings::read(&negative).unwrap_err().offset(), 0);
    }
}
