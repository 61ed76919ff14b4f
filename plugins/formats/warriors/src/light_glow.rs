//! Light glow data, chunk 0x4B. It is not on the disc, and what is in its records is not known.

use binrw::binrw;

use crate::chunk::record_list::{Head, Record, RecordList};

/// A light, kept raw. Source: spec/chunks.md 5.13.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LightGlowRecord(pub [u8; 40]);

impl Record for LightGlowRecord {
    const HEAD: Head = Head::Block;
    const NAME: &'static str = "light glows";
}

/// Chunk 0x4B. Source: spec/chunks.md 5.13; 0x0017e490.
pub type LightGlows = RecordList<LightGlowRecord>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_forty_bytes_and_the_first_stands_at_sixteen() {
        let mut bytes = vec![0; 64];
        bytes[0] = 1;
        bytes[16..56].fill(7);
        let lights = LightGlows::read(&bytes).unwrap();
        assert_eq!(lights.records, [LightGlowRecord([7; 40])]);
        assert_eq!(lights.write(), bytes);
    }
}
