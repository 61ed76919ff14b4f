//! Source-chain DMA: the tags of a chain and the walk from tag to tag.
//!
//! A chain in a file is a run of 16-byte quadwords. A tag takes one of them; its last two words are VIF codes that are
//! sent before the tag's data. Source: spec/ps2-geometry.md 1.

use crate::error::{FormatError, Result};
use crate::limits::{self, Limits};
use crate::steps;

/// Bytes of a quadword, the unit of everything in a chain.
pub const QUADWORD: usize = 16;

/// What a tag says about where its data and the next tag lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TagId {
    /// 0, `refe`: data at the address, and the chain ends.
    ReferenceEnd,
    /// 1, `cnt`: data right after the tag, the next tag after the data.
    Continue,
    /// 3, `ref`: data at the address, the next tag right after this one.
    Reference,
    /// 4, `refs`: as `ref`, with stall control.
    ReferenceStall,
    /// 6, `ret`: data right after the tag; ends a chain without calls.
    Return,
    /// 7, `end`: data right after the tag, and the chain ends.
    End,
}

impl TagId {
    fn from_bits(bits: u32) -> Option<Self> {
        Some(match bits {
            0 => Self::ReferenceEnd,
            1 => Self::Continue,
            3 => Self::Reference,
            4 => Self::ReferenceStall,
            6 => Self::Return,
            7 => Self::End,
            _ => return None,
        })
    }

    fn bits(self) -> u32 {
        match self {
            Self::ReferenceEnd => 0,
            Self::Continue => 1,
            Self::Reference => 3,
            Self::ReferenceStall => 4,
            Self::Return => 6,
            Self::End => 7,
        }
    }

    /// Whether the data lies at the tag's address instead of behind the tag.
    pub fn refers(self) -> bool {
        matches!(
            self,
            Self::ReferenceEnd | Self::Reference | Self::ReferenceStall
        )
    }

    /// Whether no tag follows.
    pub fn ends(self) -> bool {
        matches!(self, Self::ReferenceEnd | Self::Return | Self::End)
    }
}

/// One source-chain tag: a quadword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DmaTag {
    /// Where data and next tag lie.
    pub id: TagId,
    /// Quadwords of data.
    pub quadwords: u16,
    /// Where the data of a reference begins, in quadwords from the chain's first byte; 31 bits.
    pub address: u32,
    /// The two VIF codes that are sent before the data.
    pub codes: [u32; 2],
}

impl DmaTag {
    /// A tag whose data of `quadwords` follows it, and then the next tag.
    pub fn cnt(quadwords: u16, codes: [u32; 2]) -> Self {
        Self {
            id: TagId::Continue,
            quadwords,
            address: 0,
            codes,
        }
    }

    /// A tag for `quadwords` of data at `address` (in quadwords from the chain's start).
    pub fn reference(quadwords: u16, address: u32, codes: [u32; 2]) -> Self {
        Self {
            id: TagId::Reference,
            quadwords,
            address,
            codes,
        }
    }

    /// The last tag of a chain, its data behind it.
    pub fn ret(quadwords: u16, codes: [u32; 2]) -> Self {
        Self {
            id: TagId::Return,
            quadwords,
            address: 0,
            codes,
        }
    }

    /// Reads a tag that stands `offset` bytes into the input.
    ///
    /// Priority and interrupt bits are ignored, and so is bit 31 of the address.
    ///
    /// # Errors
    /// `Malformed` for `next` and `call`, which have no place in a file.
    pub fn from_bytes(bytes: &[u8; QUADWORD], offset: u64) -> Result<Self> {
        let [head, address, code_0, code_1] = words(bytes);
        let id_bits = head >> 28 & 7;
        let id = TagId::from_bits(id_bits).ok_or_else(|| {
            FormatError::malformed(
                offset,
                "a refe, cnt, ref, refs, ret or end tag",
                format!("tag id {id_bits}"),
            )
        })?;
        Ok(Self {
            id,
            quadwords: (head & 0xFFFF) as u16,
            address: address & 0x7FFF_FFFF,
            codes: [code_0, code_1],
        })
    }

    /// The tag's quadword.
    pub fn to_bytes(self) -> [u8; QUADWORD] {
        quadword([
            self.id.bits() << 28 | u32::from(self.quadwords),
            self.address & 0x7FFF_FFFF,
            self.codes[0],
            self.codes[1],
        ])
    }

    /// Appends the tag's quadword.
    pub fn write_to(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_bytes());
    }
}

/// Four words as the bytes of a quadword.
pub fn quadword(words: [u32; 4]) -> [u8; QUADWORD] {
    let mut bytes = [0; QUADWORD];
    for (slot, word) in bytes.chunks_exact_mut(4).zip(words) {
        slot.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// A quadword's four words.
pub(crate) fn words(bytes: &[u8; QUADWORD]) -> [u32; 4] {
    bytemuck::cast::<_, [u32; 4]>(*bytes).map(u32::from_le)
}

/// What one tag sends to the VIF: its two codes, then its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment<'a> {
    /// The tag.
    pub tag: DmaTag,
    /// Offset of the tag in the input.
    pub tag_offset: u64,
    /// The tag's last two words, 8 bytes.
    pub codes: &'a [u8],
    /// The data, `16 * quadwords` bytes.
    pub data: &'a [u8],
    /// Offset of the data in the input.
    pub data_offset: u64,
}

/// Walks a chain from its first byte, tag by tag, up to the tag that ends it. What follows is slack and never read.
///
/// The walk visits at most one tag a quadword and ends after the first error.
#[derive(Debug, Clone)]
pub struct ChainWalker<'a> {
    chain: &'a [u8],
    base: u64,
    at: usize,
    sent: u64,
    most_sent: u64,
    done: bool,
}

/// The segments of a chain in the order in which they reach the VIF, without a copy.
pub fn vif_stream(chain: &[u8]) -> ChainWalker<'_> {
    ChainWalker::at_base(chain, 0)
}

/// Bytes that a chain may send: its own, and what it sends again, as long as that stays in proportion.
fn most_sent(chain: &[u8], limits: &Limits) -> u64 {
    let length = chain.len() as u64;
    let factor = u64::from(limits.sent_factor);
    length
        .saturating_mul(factor)
        .min(length.saturating_add(limits.repeated_bytes))
}

impl<'a> ChainWalker<'a> {
    /// A walk over a chain that begins `base` bytes into the outermost input.
    pub fn at_base(chain: &'a [u8], base: u64) -> Self {
        Self {
            chain,
            base,
            at: 0,
            sent: 0,
            most_sent: most_sent(chain, &Limits::DEFAULT),
            done: false,
        }
    }

    /// The same walk with other limits than the default ones: [`Limits::repeated_bytes`] and [`Limits::sent_factor`] bound
    /// what the chain sends beyond its own length.
    #[must_use]
    pub fn limited(mut self, limits: &Limits) -> Self {
        self.most_sent = most_sent(self.chain, limits);
        self
    }

    fn step(&mut self) -> Result<Segment<'a>> {
        steps::count(1);
        let tag_at = self.at;
        let tag_offset = self.base + tag_at as u64;
        let bytes = self.bytes(tag_at as u64, QUADWORD as u64, tag_offset, "a DMA tag")?;
        let mut tag_bytes = [0; QUADWORD];
        tag_bytes.copy_from_slice(bytes);
        let tag = DmaTag::from_bytes(&tag_bytes, tag_offset)?;

        let data_size = u64::from(tag.quadwords) * QUADWORD as u64;
        let behind = tag_at + QUADWORD;
        let data_at = if tag.id.refers() {
            u64::from(tag.address) * QUADWORD as u64
        } else {
            behind as u64
        };
        let data = self.bytes(data_at, data_size, tag_offset, "the tag's data")?;

        self.sent += data_size;
        limits::check(
            "data sent by the chain",
            self.sent,
            self.most_sent,
            tag_offset,
        )?;

        self.done = tag.id.ends();
        self.at = if tag.id.refers() {
            behind
        } else {
            behind + data.len()
        };
        Ok(Segment {
            tag,
            tag_offset,
            codes: bytes.get(8..).unwrap_or_default(),
            data,
            data_offset: self.base + data_at,
        })
    }

    fn bytes(&self, at: u64, size: u64, blame: u64, what: &'static str) -> Result<&'a [u8]> {
        let range = usize::try_from(at)
            .ok()
            .zip(usize::try_from(at + size).ok());
        range
            .and_then(|(from, to)| self.chain.get(from..to))
            .ok_or_else(|| {
                FormatError::malformed(
                    blame,
                    format!("{what}: {size} bytes at chain offset {at:#x}"),
                    format!("a chain of {:#x} bytes", self.chain.len()),
                )
            })
    }
}

impl<'a> Iterator for ChainWalker<'a> {
    type Item = Result<Segment<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let segment = self.step();
        self.done |= segment.is_err();
        Some(segment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vif;
    use proptest::prelude::*;

    fn chain(quadwords: &[[u32; 4]]) -> Vec<u8> {
        quadwords
            .iter()
            .flat_map(|words| quadword(*words))
            .collect()
    }

    #[test]
    fn a_tag_is_read_as_the_page_lays_it_out() {
        let tag = DmaTag::from_bytes(&quadword([0x3000_0002, 0x0A, 0x0100_0104, 0x6D04_8000]), 0);
        assert_eq!(
            tag.unwrap(),
            DmaTag::reference(2, 10, [0x0100_0104, 0x6D04_8000])
        );
    }

    #[test]
    fn the_walk_sends_referenced_and_inline_data_in_order() {
        let bytes = chain(&[
            [0x3000_0001, 4, 1, 2],
            [0x1000_0001, 0, 3, 4],
            [10, 11, 12, 13],
            [0x6000_0000, 0, 5, 6],
            [20, 21, 22, 23],
        ]);
        let sent: Vec<_> = vif_stream(&bytes).map(Result::unwrap).collect();
        assert_eq!(
            sent.iter().map(|s| s.tag.codes).collect::<Vec<_>>(),
            [[1, 2], [3, 4], [5, 6]]
        );
        assert_eq!(sent[0].data, &bytes[64..80]);
        assert_eq!(sent[0].data_offset, 64);
        assert_eq!(sent[1].data, &bytes[32..48]);
        assert_eq!(sent[2].codes, &bytes[56..64]);
        assert!(sent[2].data.is_empty());
    }

    #[test]
    fn bytes_after_the_last_tag_are_slack() {
        let mut bytes = chain(&[[0x7000_0000, 0, 0, 0]]);
        bytes.extend([0xFF; 14]);
        assert_eq!(vif_stream(&bytes).count(), 1);
    }

    #[test]
    fn refe_ends_the_chain_after_its_referenced_data() {
        let bytes = chain(&[[0x0000_0001, 1, 0, 0], [9, 9, 9, 9]]);
        let sent: Vec<_> = vif_stream(&bytes).map(Result::unwrap).collect();
        assert_eq!((sent.len(), sent[0].data), (1, &bytes[16..]));
    }

    #[test]
    fn next_and_call_are_refused() {
        for id in [2, 5] {
            let bytes = chain(&[[id << 28, 0, 0, 0], [0x7000_0000, 0, 0, 0]]);
            assert!(vif_stream(&bytes).next().unwrap().is_err());
        }
    }

    #[test]
    fn a_reference_past_the_end_is_refused() {
        let good = chain(&[[0x0000_0001, 1, 0, 0], [0; 4]]);
        assert!(vif_stream(&good).all(|s| s.is_ok()));
        for address in [2, 0x0FFF_FFFF, 0x7FFF_FFFF] {
            let bad = chain(&[[0x0000_0001, address, 0, 0], [0; 4]]);
            assert!(
                vif_stream(&bad).next().unwrap().is_err(),
                "address {address:#x}"
            );
        }
    }

    #[test]
    fn every_cut_before_the_last_tag_ends_is_an_error_and_ends_the_walk() {
        let whole = chain(&[
            [0x1000_0001, 0, 0, 0],
            [0; 4],
            [0x6000_0001, 0, 0, 0],
            [0; 4],
        ]);
        for length in 0..whole.len() {
            let results: Vec<_> = vif_stream(&whole[..length]).collect();
            assert!(results.last().unwrap().is_err(), "cut at {length}");
            assert!(results.iter().rev().skip(1).all(Result::is_ok));
        }
    }

    #[test]
    fn a_chain_that_sends_itself_over_and_over_hits_the_limit() {
        let mut bytes = chain(&[[0x3000_0000 | 256, 0, 0, 0]; 255]);
        bytes.extend(chain(&[[0x6000_0000, 0, 0, 0]]));
        let last = vif_stream(&bytes).last().unwrap();
        assert!(matches!(last, Err(FormatError::Limit { .. })));
        // Its own 4,096 bytes may be sent once; the first two tags send them twice.
        let once = Limits::with(|limits| limits.repeated_bytes = 0);
        let mut walk = vif_stream(&bytes).limited(&once);
        assert!(walk.next().unwrap().is_ok());
        let error = walk.next().unwrap().unwrap_err();
        assert_eq!(
            error.to_string(),
            "input at 0x10: data sent by the chain is 8192, and the limit is 4096"
        );
    }

    #[test]
    fn errors_name_the_offset_in_the_outer_file() {
        let error = ChainWalker::at_base(&[0; 4], 0x100)
            .next()
            .unwrap()
            .unwrap_err();
        assert_eq!(error.offset(), 0x100);
    }

    proptest! {
        #[test]
        fn a_written_tag_reads_back(
            id in prop::sample::select(vec![0_u32, 1, 3, 4, 6, 7]),
            quadwords: u16,
            address in 0..0x8000_0000_u32,
            codes: [u32; 2],
        ) {
            let tag = DmaTag { id: TagId::from_bits(id).unwrap(), quadwords, address, codes };
            prop_assert_eq!(DmaTag::from_bytes(&tag.to_bytes(), 0).unwrap(), tag);
        }

        #[test]
        fn any_bytes_walk_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            prop_assert!(vif_stream(&bytes).count() <= bytes.len() / QUADWORD + 1);
            let words_sent = bytes.len() * Limits::DEFAULT.sent_factor as usize / 4;
            let words_in_tags = bytes.len() / QUADWORD * 2;
            prop_assert!(vif::VifReader::new(&bytes).count() <= words_sent + words_in_tags + 1);
        }
    }
}
