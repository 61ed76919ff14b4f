//! One code: its command and its immediate fields.

use super::{NOP, Unpack, UnpackFormat};
use crate::error::{FormatError, Result};

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn zero_stands_for_the_largest_count() {
        assert_eq!(
            VifCode::decode(0x6D00_8000, 0).unwrap().data_bytes(),
            256 * 8
        );
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

    proptest! {
        #[test]
        fn a_known_word_survives_decoding(word in 0..0x8000_0000_u32) {
            if let Ok(code) = VifCode::decode(word, 0) {
                prop_assert_eq!(VifCode::decode(code.word(), 0).unwrap(), code);
            }
        }
    }
}
