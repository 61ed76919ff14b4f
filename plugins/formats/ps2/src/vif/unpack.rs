//! UNPACK: vectors into vector-unit memory, and the formats in which they are sent.

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

#[cfg(test)]
mod tests {
    use super::super::VifCode;
    use super::*;

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
}
