//! VIF codes: the words that a DMA chain sends to the vector unit's interface, and the data behind them.
//!
//! Source: spec/ps2-geometry.md 2.

use std::borrow::Cow;

use crate::dma::{ChainWalker, Segment};
use crate::error::{FormatError, Result};

/// A zero word: no operation. Padding behind unpacked data reads as this.
pub const NOP: u32 = 0;
/// STCYCL with CL 4, WL 1: vector i of an UNPACK goes to quadword ADDR + 4 i. The value of every unskinned mesh.
pub const STCYCL_4_1: u32 = 0x0100_0104;
/// STCYCL with CL 5, WL 1: skinned meshes.
pub const STCYCL_5_1: u32 = 0x0100_0105;
/// STMOD with mode 0: unpacked values are written as they are.
pub const STMOD_0: u32 = 0x0500_0000;
/// ITOP; or the batch's vertex count (10 bits) into it.
pub const ITOP: u32 = 0x0400_0000;
/// FLUSH: wait for the vector unit and both GIF paths.
pub const FLUSH: u32 = 0x1100_0000;
/// MSCALF at address 0: starts the microprogram with the first batch.
pub const MSCALF: u32 = 0x1500_0000;
/// MSCNT: goes on with the next batch.
pub const MSCNT: u32 = 0x1700_0000;

/// One VIF code. The interrupt bit (31) is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VifCode {
    /// `0x00`: nothing.
    Nop,
    /// `0x01`: write cycle of the UNPACKs that follow.
    StCycl {
        /// Cycle length: destination step in quadwords.
        cl: u8,
        /// Write length: vectors a cycle.
        wl: u8,
    },
    /// `0x02`: double-buffer offset.
    Offset(u16),
    /// `0x03`: double-buffer base.
    Base(u16),
    /// `0x04`: vertex count of the batch, 10 bits.
    Itop(u16),
    /// `0x05`: addition mode of the UNPACKs that follow, 2 bits; 0 is plain.
    StMod(u8),
    /// `0x06`: mask of GIF path 3.
    MskPath3(u16),
    /// `0x07`: a mark for the program.
    Mark(u16),
    /// `0x10`: wait for the microprogram.
    FlushE,
    /// `0x11`: wait for the microprogram and GIF paths 1 and 2.
    Flush,
    /// `0x13`: wait for the microprogram and all GIF paths.
    FlushA,
    /// `0x14`: start the microprogram at an address.
    MsCal(u16),
    /// `0x15`: flush, then start the microprogram at an address.
    MsCalF(u16),
    /// `0x17`: let the microprogram go on.
    MsCnt,
    /// `0x20`: write mask, one word of data.
    StMask,
    /// `0x30`: row registers, four words of data.
    StRow,
    /// `0x31`: column registers, four words of data.
    StCol,
    /// `0x4A`: microprogram of `instructions` times 8 bytes.
    Mpg {
        /// Load address in instructions.
        address: u16,
        /// 1..=256.
        instructions: u16,
    },
    /// `0x50`: so many quadwords straight to the GIF, 1..=65,536.
    Direct(u32),
    /// `0x51`: as DIRECT, behind path 3.
    DirectHl(u32),
    /// `0x60..=0x7F`: vectors into vector-unit memory.
    Unpack(Unpack),
}

/// Fields of an UNPACK code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpack {
    /// Quadword address in vector-unit memory, 10 bits. With CL 4 this is the attribute's slot.
    pub addr: u16,
    /// Vectors, 1..=256 (256 is stored as 0).
    pub num: u16,
    /// Element size and component count.
    pub format: UnpackFormat,
    /// Zero-extend (else sign-extend).
    pub usn: bool,
    /// Add the double-buffer base TOPS to the address.
    pub flg: bool,
    /// The write mask applies.
    pub masked: bool,
}

/// Element size and component count of an UNPACK: bits 0-3 of its command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnpackFormat {
    /// 0: 32 bits, 1: 16, 2: 8, 3: 5-5-5-1.
    pub vl: u8,
    /// Components less one.
    pub vn: u8,
}

impl UnpackFormat {
    /// Two 32-bit components.
    pub const V2_32: Self = Self { vl: 0, vn: 1 };
    /// Two 16-bit components.
    pub const V2_16: Self = Self { vl: 1, vn: 1 };
    /// Three 32-bit components.
    pub const V3_32: Self = Self { vl: 0, vn: 2 };
    /// Three 8-bit components.
    pub const V3_8: Self = Self { vl: 2, vn: 2 };
    /// Four 32-bit components.
    pub const V4_32: Self = Self { vl: 0, vn: 3 };
    /// Four 16-bit components.
    pub const V4_16: Self = Self { vl: 1, vn: 3 };
    /// Four 8-bit components.
    pub const V4_8: Self = Self { vl: 2, vn: 3 };

    /// Bits of one vector in the stream.
    pub fn bits(self) -> usize {
        if self.vl == 3 {
            16
        } else {
            (32 >> self.vl) * (usize::from(self.vn) + 1)
        }
    }
}

impl Unpack {
    /// An UNPACK as the geometry chains write it: FLG set, unmasked.
    pub fn new(format: UnpackFormat, addr: u16, num: u16, usn: bool) -> Self {
        Self {
            addr,
            num,
            format,
            usn,
            flg: true,
            masked: false,
        }
    }

    /// Bytes of data behind the code, padding to a whole word included. Holds for WL <= CL.
    pub fn data_bytes(&self) -> usize {
        (usize::from(self.num) * self.format.bits()).div_ceil(32) * 4
    }

    /// The code's word.
    pub fn word(&self) -> u32 {
        let command = 0x60
            | u32::from(self.masked) << 4
            | u32::from(self.format.vn & 3) << 2
            | u32::from(self.format.vl & 3);
        command << 24
            | u32::from(self.num & 0xFF) << 16
            | u32::from(self.flg) << 15
            | u32::from(self.usn) << 14
            | u32::from(self.addr & 0x3FF)
    }
}

impl VifCode {
    /// Decodes a word that stands `offset` bytes into the input.
    ///
    /// # Errors
    /// `Malformed` for a command that the interface does not have.
    pub fn decode(word: u32, offset: u64) -> Result<Self> {
        let immediate = (word & 0xFFFF) as u16;
        let num = match word >> 16 & 0xFF {
            0 => 256,
            num => num as u16,
        };
        let quadwords = match immediate {
            0 => 65_536,
            count => u32::from(count),
        };
        let command = (word >> 24 & 0x7F) as u8;
        Ok(match command {
            0x00 => Self::Nop,
            0x01 => Self::StCycl {
                cl: immediate as u8,
                wl: (immediate >> 8) as u8,
            },
            0x02 => Self::Offset(immediate),
            0x03 => Self::Base(immediate),
            0x04 => Self::Itop(immediate & 0x3FF),
            0x05 => Self::StMod((immediate & 3) as u8),
            0x06 => Self::MskPath3(immediate),
            0x07 => Self::Mark(immediate),
            0x10 => Self::FlushE,
            0x11 => Self::Flush,
            0x13 => Self::FlushA,
            0x14 => Self::MsCal(immediate),
            0x15 => Self::MsCalF(immediate),
            0x17 => Self::MsCnt,
            0x20 => Self::StMask,
            0x30 => Self::StRow,
            0x31 => Self::StCol,
            0x4A => Self::Mpg {
                address: immediate,
                instructions: num,
            },
            0x50 => Self::Direct(quadwords),
            0x51 => Self::DirectHl(quadwords),
            0x60..=0x7F => Self::Unpack(Unpack {
                addr: immediate & 0x3FF,
                num,
                format: UnpackFormat {
                    vl: command & 3,
                    vn: command >> 2 & 3,
                },
                usn: immediate >> 14 & 1 != 0,
                flg: immediate >> 15 & 1 != 0,
                masked: command >> 4 & 1 != 0,
            }),
            _ => {
                return Err(FormatError::malformed(
                    offset,
                    "a VIF code",
                    format!("word {word:#010x}"),
                ));
            }
        })
    }

    /// Bytes of data that follow the code in the stream.
    pub fn data_bytes(&self) -> usize {
        match self {
            Self::StMask => 4,
            Self::StRow | Self::StCol => 16,
            Self::Mpg { instructions, .. } => usize::from(*instructions) * 8,
            Self::Direct(quadwords) | Self::DirectHl(quadwords) => *quadwords as usize * 16,
            Self::Unpack(unpack) => unpack.data_bytes(),
            _ => 0,
        }
    }

    /// Whether the code starts the vector unit on what has been unpacked: it ends a batch.
    pub fn starts_program(&self) -> bool {
        matches!(self, Self::MsCal(_) | Self::MsCalF(_) | Self::MsCnt)
    }

    /// The code's word, interrupt bit clear.
    pub fn word(&self) -> u32 {
        let plain = |command: u32, immediate: u16| command << 24 | u32::from(immediate);
        match *self {
            Self::Nop => NOP,
            Self::StCycl { cl, wl } => plain(0x01, u16::from(wl) << 8 | u16::from(cl)),
            Self::Offset(value) => plain(0x02, value),
            Self::Base(value) => plain(0x03, value),
            Self::Itop(count) => plain(0x04, count & 0x3FF),
            Self::StMod(mode) => plain(0x05, u16::from(mode & 3)),
            Self::MskPath3(value) => plain(0x06, value),
            Self::Mark(value) => plain(0x07, value),
            Self::FlushE => plain(0x10, 0),
            Self::Flush => plain(0x11, 0),
            Self::FlushA => plain(0x13, 0),
            Self::MsCal(address) => plain(0x14, address),
            Self::MsCalF(address) => plain(0x15, address),
            Self::MsCnt => plain(0x17, 0),
            Self::StMask => plain(0x20, 0),
            Self::StRow => plain(0x30, 0),
            Self::StCol => plain(0x31, 0),
            Self::Mpg {
                address,
                instructions,
            } => plain(0x4A, address) | u32::from(instructions & 0xFF) << 16,
            Self::Direct(quadwords) => plain(0x50, quadwords as u16),
            Self::DirectHl(quadwords) => plain(0x51, quadwords as u16),
            Self::Unpack(unpack) => unpack.word(),
        }
    }
}

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
    use super::*;
    use crate::dma::{DmaTag, quadword};
    use proptest::prelude::*;

    fn unpack(word: u32) -> Unpack {
        match VifCode::decode(word, 0).unwrap() {
            VifCode::Unpack(unpack) => unpack,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_attribute_words_of_the_page_decode_to_their_formats() {
        let rows = [
            (0x6D00_8000, UnpackFormat::V4_16, 0, false, 8),
            (0x6D00_8001, UnpackFormat::V4_16, 1, false, 8),
            (0x6500_8001, UnpackFormat::V2_16, 1, false, 4),
            (0x6E00_C002, UnpackFormat::V4_8, 2, true, 4),
            (0x6E00_8003, UnpackFormat::V4_8, 3, false, 4),
            (0x6C00_8004, UnpackFormat::V4_32, 4, false, 16),
            (0x6800_8000, UnpackFormat::V3_32, 0, false, 12),
            (0x6400_8001, UnpackFormat::V2_32, 1, false, 8),
            (0x6A00_8003, UnpackFormat::V3_8, 3, false, 3),
        ];
        for (word, format, slot, usn, bytes) in rows {
            let made = Unpack::new(format, slot, 66, usn);
            assert_eq!(unpack(word | 66 << 16), made);
            assert_eq!(made.word(), word | 66 << 16);
            assert_eq!(format.bits(), bytes * 8);
        }
    }

    #[test]
    fn three_bytes_a_vector_are_padded_to_words() {
        assert_eq!(
            Unpack::new(UnpackFormat::V3_8, 3, 4, false).data_bytes(),
            12
        );
        assert_eq!(
            Unpack::new(UnpackFormat::V3_8, 3, 5, false).data_bytes(),
            16
        );
    }

    #[test]
    fn five_five_five_one_takes_two_bytes_a_vector() {
        let packed = unpack(0x6F03_0000);
        assert_eq!((packed.num, packed.data_bytes()), (3, 8));
    }

    #[test]
    fn zero_stands_for_the_largest_count() {
        assert_eq!(unpack(0x6D00_8000).num, 256);
        assert_eq!(
            VifCode::decode(0x5000_0000, 0).unwrap().data_bytes(),
            65_536 * 16
        );
        assert_eq!(
            VifCode::decode(0x4A00_0000, 0).unwrap().data_bytes(),
            256 * 8
        );
    }

    #[test]
    fn the_writer_constants_are_what_they_say() {
        assert_eq!(
            VifCode::decode(STCYCL_4_1, 0).unwrap(),
            VifCode::StCycl { cl: 4, wl: 1 }
        );
        assert_eq!(
            VifCode::decode(STCYCL_5_1, 0).unwrap(),
            VifCode::StCycl { cl: 5, wl: 1 }
        );
        assert_eq!(VifCode::decode(STMOD_0, 0).unwrap(), VifCode::StMod(0));
        assert_eq!(VifCode::decode(ITOP | 66, 0).unwrap(), VifCode::Itop(66));
        assert_eq!(VifCode::decode(FLUSH, 0).unwrap(), VifCode::Flush);
        assert!(VifCode::decode(MSCALF, 0).unwrap().starts_program());
        assert!(VifCode::decode(MSCNT, 0).unwrap().starts_program());
    }

    #[test]
    fn the_interrupt_bit_is_ignored() {
        assert_eq!(VifCode::decode(0x8400_0005, 0).unwrap(), VifCode::Itop(5));
    }

    #[test]
    fn commands_without_a_meaning_are_refused() {
        let known = [
            0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x10, 0x11, 0x13, 0x14, 0x15, 0x17,
            0x20, 0x30, 0x31, 0x4A, 0x50, 0x51,
        ];
        for command in 0..0x60 {
            let decoded = VifCode::decode(command << 24, 0);
            assert_eq!(
                decoded.is_ok(),
                known.contains(&command),
                "command {command:#x}"
            );
        }
        for command in 0x60..0x80 {
            assert!(VifCode::decode(command << 24, 0).is_ok());
        }
    }

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

    proptest! {
        #[test]
        fn a_known_word_survives_decoding(word in 0..0x8000_0000_u32) {
            if let Ok(code) = VifCode::decode(word, 0) {
                prop_assert_eq!(VifCode::decode(code.word(), 0).unwrap(), code);
            }
        }
    }
}
