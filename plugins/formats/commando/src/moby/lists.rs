//! Which packets belong together.

use std::ops::Range;

use super::MobyHeader;
use crate::record::record;

/// A list of packets that are drawn one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MobyList {
    /// The near level.
    High,
    /// The far level.
    Low,
    /// The reflecting parts.
    Metal,
    /// An optional part near, by its place among the 15.
    BangleHigh(u8),
    /// An optional part far away.
    BangleLow(u8),
}

record! {
    /// The table of optional parts, 64 bytes. Pairs of four words of 16 bits follow it, kept raw: their number is not known.
    ///
    /// Source: spec/commando-assets.md 8.4.
    #[derive(Copy, Eq, Default)]
    pub struct Bangles: u64 = 64 {
        /// Unknown.
        pub unknown: u32,
        /// First packet and number of packets near, then far, of each part.
        pub parts: [[u8; 4]; 15],
    }

    /// Which textures a packet uses, 16 bytes. Source: spec/commando-assets.md 8.4.
    #[derive(Copy, Eq, Default)]
    pub struct GifUsage: u64 = 16 {
        /// Texture slots, 0xff where there are fewer.
        pub slots: [u8; 12],
        /// Offset of the quadword that holds the packet's texture UNPACK, with [`GifUsage::LAST`].
        pub offset: u32,
    }
}

impl Bangles {
    /// The end of the packets that it names.
    pub(super) fn end(&self) -> usize {
        let ranges = self.parts.as_flattened().as_chunks::<2>().0;
        let ends = ranges.iter().filter(|[_, count]| *count > 0);
        ends.map(|&[begin, count]| usize::from(begin) + usize::from(count))
            .max()
            .unwrap_or(0)
    }
}

impl GifUsage {
    /// Bit of the last record's offset.
    pub const LAST: u32 = 1 << 31;
}

impl MobyHeader {
    /// The packets of the reflecting parts.
    pub(super) fn metal(&self) -> Range<usize> {
        let begin = usize::from(self.metal_begin);
        begin..begin + usize::from(self.metal_count)
    }

    /// Packets of the table, those of optional parts included.
    pub(super) fn packet_count(&self, bangles: Option<&Bangles>) -> usize {
        if self.packet_table_offset == 0 {
            return 0;
        }
        let levels = usize::from(self.high_lod_count) + usize::from(self.low_lod_count);
        let metal = Some(self.metal()).filter(|range| !range.is_empty());
        levels
            .max(metal.map_or(0, |range| range.end))
            .max(bangles.map_or(0, Bangles::end))
    }
}
