//! The stream of codes that a chain sends, across its tags.

use std::borrow::Cow;

use super::VifCode;
use crate::dma::{ChainWalker, Segment};
use crate::error::{FormatError, Result};
use crate::limits::Limits;
use crate::steps;

/// A code of the stream with its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VifPacket<'a> {
    /// Offset of the code in the input.
    pub offset: u64,
    /// The code.
    pub code: VifCode,
    /// Its data. Borrowed from the chain, except where it runs across the border of two tags.
    pub data: Cow<'a, [u8]>,
}

/// Reads the VIF codes of a whole chain. Ends after the chain's last code or the first error.
#[derive(Debug, Clone)]
pub struct VifReader<'a> {
    walker: ChainWalker<'a>,
    /// What is left of the piece being read, and its offset.
    piece: &'a [u8],
    piece_offset: u64,
    /// The tag's data, while its codes are being read.
    data: Option<(&'a [u8], u64)>,
    done: bool,
}

impl<'a> VifReader<'a> {
    /// Reads a chain from its first byte.
    pub fn new(chain: &'a [u8]) -> Self {
        Self::at_base(chain, 0)
    }

    /// Reads a chain that begins `base` bytes into the outermost input.
    pub fn at_base(chain: &'a [u8], base: u64) -> Self {
        Self {
            walker: ChainWalker::at_base(chain, base),
            piece: &[],
            piece_offset: base,
            data: None,
            done: false,
        }
    }

    /// The same reader with other limits than the default ones; see [`ChainWalker::limited`].
    #[must_use]
    pub fn limited(mut self, limits: &Limits) -> Self {
        self.walker = self.walker.limited(limits);
        self
    }

    /// Makes `piece` non-empty; false at the end of the stream.
    fn refill(&mut self) -> Result<bool> {
        while self.piece.is_empty() {
            if let Some((data, offset)) = self.data.take() {
                self.piece = data;
                self.piece_offset = offset;
                continue;
            }
            let Some(segment) = self.walker.next() else {
                return Ok(false);
            };
            let Segment {
                tag_offset,
                codes,
                data,
                data_offset,
                ..
            } = segment?;
            self.piece = codes;
            self.piece_offset = tag_offset + 8;
            self.data = Some((data, data_offset));
        }
        Ok(true)
    }

    /// At most `count` bytes of the current piece.
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.piece.split_at(count.min(self.piece.len()));
        self.piece = rest;
        self.piece_offset += taken.len() as u64;
        taken
    }

    fn step(&mut self) -> Result<Option<VifPacket<'a>>> {
        steps::count(1);
        if !self.refill()? {
            return Ok(None);
        }
        let offset = self.piece_offset;
        // Tags, codes and data come in whole words, so a piece never ends inside one.
        let word = self
            .take(4)
            .try_into()
            .map(u32::from_le_bytes)
            .unwrap_or_default();
        let code = VifCode::decode(word, offset)?;
        let data = self.data_of(code.data_bytes(), offset)?;
        Ok(Some(VifPacket { offset, code, data }))
    }

    fn data_of(&mut self, size: usize, code_offset: u64) -> Result<Cow<'a, [u8]>> {
        if size == 0 {
            return Ok(Cow::Borrowed(&[]));
        }
        let mut missing = size;
        let mut joined = Vec::new();
        while missing > 0 {
            if !self.refill()? {
                return Err(FormatError::malformed(
                    code_offset,
                    format!("{size} bytes behind the VIF code"),
                    format!("the end of the stream after {}", size - missing),
                ));
            }
            steps::count(1);
            let part = self.take(missing);
            if part.len() == size {
                return Ok(Cow::Borrowed(part));
            }
            missing -= part.len();
            joined.extend_from_slice(part);
        }
        Ok(Cow::Owned(joined))
    }
}

impl<'a> Iterator for VifReader<'a> {
    type Item = Result<VifPacket<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.step().transpose();
        self.done = !matches!(step, Some(Ok(_)));
        step
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NOP, Unpack, UnpackFormat};
    use super::*;
    use crate::dma::{DmaTag, quadword};

    /// The golden chain of spec/ps2-geometry.md 8.1: one quad, one batch, four slots.
    fn golden_chain() -> Vec<u8> {
        let rows: [[u32; 4]; 16] = [
            [0x3000_0002, 0x0A, 0x0100_0104, 0x6D04_8000],
            [0x1000_0000, 0, 0, 0],
            [0x3000_0002, 0x0C, 0x0100_0104, 0x6D04_8001],
            [0x1000_0000, 0, 0, 0],
            [0x3000_0001, 0x0E, 0x0100_0104, 0x6E04_C002],
            [0x1000_0000, 0, 0, 0],
            [0x3000_0001, 0x0F, 0x0100_0104, 0x6E04_8003],
            [0x1000_0000, 0, 0, 0],
            [0x6000_0001, 0, 0, 0],
            [0x0400_0004, 0x1500_0000, 0x1100_0000, 0x1100_0000],
            [0, 0, 0x0000_0100, 0],
            [0x0100_0000, 0, 0x0100_0100, 0],
            [0, 0, 0x0000_0100, 0x0000_0100],
            [0x0100_0000, 0x0100_0000, 0x0100_0100, 0x0100_0100],
            [0xFF80_8080; 4],
            [0x007F_0000; 4],
        ];
        rows.iter().flat_map(|row| quadword(*row)).collect()
    }

    #[test]
    fn the_golden_chain_reads_as_four_slots_a_count_and_a_start() {
        let chain = golden_chain();
        let packets: Vec<_> = VifReader::new(&chain)
            .map(Result::unwrap)
            .filter(|packet| packet.code != VifCode::Nop)
            .collect();
        let codes: Vec<_> = packets.iter().map(|packet| packet.code).collect();
        let cycle = VifCode::StCycl { cl: 4, wl: 1 };
        let slot = |format, addr, usn| VifCode::Unpack(Unpack::new(format, addr, 4, usn));
        assert_eq!(
            codes,
            [
                cycle,
                slot(UnpackFormat::V4_16, 0, false),
                cycle,
                slot(UnpackFormat::V4_16, 1, false),
                cycle,
                slot(UnpackFormat::V4_8, 2, true),
                cycle,
                slot(UnpackFormat::V4_8, 3, false),
                VifCode::Itop(4),
                VifCode::MsCalF(0),
                VifCode::Flush,
                VifCode::Flush,
            ]
        );
        assert_eq!(packets[1].data, &chain[0xA0..0xC0]);
        assert_eq!(packets[7].data, &chain[0xF0..]);
        assert!(
            packets
                .iter()
                .all(|packet| matches!(packet.data, Cow::Borrowed(_)))
        );
    }

    #[test]
    fn data_may_run_across_two_tags_and_takes_the_second_tag_s_codes_with_it() {
        let code = Unpack::new(UnpackFormat::V4_16, 0, 5, false).word();
        let mut chain = Vec::new();
        DmaTag::cnt(1, [NOP, code]).write_to(&mut chain);
        chain.extend(quadword([1, 2, 3, 4]));
        DmaTag::ret(1, [5, 6]).write_to(&mut chain);
        chain.extend(quadword([7, 8, 9, 10]));
        let packets: Vec<_> = VifReader::new(&chain).map(Result::unwrap).collect();
        let expected: Vec<u8> = (1..=10_u32).flat_map(u32::to_le_bytes).collect();
        assert_eq!(packets.len(), 2);
        assert_eq!(packets[1].data, expected);
    }

    #[test]
    fn an_unpack_without_its_data_is_an_error_at_the_code() {
        let code = Unpack::new(UnpackFormat::V4_16, 0, 3, false).word();
        let mut chain = Vec::new();
        DmaTag::ret(1, [NOP, code]).write_to(&mut chain);
        chain.extend(quadword([0; 4]));
        let error = VifReader::at_base(&chain, 0x40)
            .last()
            .unwrap()
            .unwrap_err();
        assert_eq!(error.offset(), 0x40 + 12);
    }
}
