//! The packet that carries one rectangle of texels (or a palette) from main memory into GS memory.
//!
//! A GIF tag with three register writes (TRXPOS, TRXREG, TRXDIR), a second GIF tag in IMAGE mode, then the image.
//! Source: spec/renderware.md 4.3.

use crate::cursor::Cursor;
use crate::dma::{QUADWORD, quadword, words};
use crate::error::{FormatError, Result, Within};

/// Bytes in front of the image.
pub const HEADER: usize = 5 * QUADWORD;
/// The largest image a packet can carry, in bytes: NLOOP has 15 bits.
pub const MAX_IMAGE: usize = 0x7FFF * QUADWORD;

/// GS register numbers of the three writes, in their order.
const TRXPOS: u32 = 0x51;
const TRXREG: u32 = 0x52;
const TRXDIR: u32 = 0x53;
/// Second word of a GIF tag for packed data with one register a loop.
const GIF_PACKED: u32 = 0x1000_0000;
/// Third word of that tag: the register is A+D.
const GIF_REGISTER_A_D: u32 = 0x0E;
/// Second word of a GIF tag for image data.
const GIF_IMAGE: u32 = 0x0800_0000;

/// One upload. The size is the one *as sent*: a swizzled 8- or 4-bit level counts half its texels each way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadPacket<'a> {
    /// Destination (DSAX, DSAY) in pixels as sent.
    pub trxpos: (u16, u16),
    /// Size (RRW, RRH) in pixels as sent.
    pub trxreg: (u32, u32),
    /// Quadwords of image data, at most 0x7FFF.
    pub nloop: u16,
    /// The image, `16 * nloop` bytes.
    pub image: &'a [u8],
}

impl<'a> UploadPacket<'a> {
    /// An upload of `image` to the buffer's corner.
    ///
    /// # Errors
    /// `Malformed` when the image is not in whole quadwords, `Limit` when it is larger than [`MAX_IMAGE`].
    pub fn new(trxreg: (u32, u32), image: &'a [u8]) -> Result<Self> {
        if !image.len().is_multiple_of(QUADWORD) {
            return Err(FormatError::malformed(
                0,
                "an image of whole quadwords",
                image.len(),
            ));
        }
        if image.len() > MAX_IMAGE {
            return Err(FormatError::limit(
                0,
                "image of an upload packet",
                MAX_IMAGE as u64,
                image.len() as u64,
            ));
        }
        let nloop = (image.len() / QUADWORD) as u16;
        Ok(Self {
            trxpos: (0, 0),
            trxreg,
            nloop,
            image,
        })
    }

    /// Bytes of the whole packet.
    pub fn size(&self) -> usize {
        HEADER + self.image.len()
    }

    /// Reads the packet at the cursor.
    ///
    /// # Errors
    /// `Malformed` when the two GIF tags or the three registers are not those of an upload, or bytes are missing.
    pub fn read_from(cursor: &mut Cursor<'a>) -> Result<Self> {
        Self::read(cursor).within(|| "upload packet")
    }

    fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let at = cursor.offset();
        let [loops, kind, registers, _] = words(&cursor.array()?);
        // Bit 15 of the first word (end of packet) does not matter here.
        if loops & 0x7FFF != 3 || kind != GIF_PACKED || registers & 0xF != GIF_REGISTER_A_D {
            return Err(FormatError::malformed(
                at,
                "a GIF tag of three A+D writes",
                format!("{loops:#x} {kind:#x} {registers:#x}"),
            ));
        }
        let [_, position] = register(cursor, TRXPOS)?;
        let [width, height] = register(cursor, TRXREG)?;
        register(cursor, TRXDIR)?;
        let at = cursor.offset();
        let [loops, kind, ..] = words(&cursor.array()?);
        if kind != GIF_IMAGE {
            return Err(FormatError::malformed(
                at,
                "a GIF tag in IMAGE mode",
                format!("{kind:#x}"),
            ));
        }
        let nloop = (loops & 0x7FFF) as u16;
        let image = cursor.take(usize::from(nloop) * QUADWORD)?;
        Ok(Self {
            trxpos: (position as u16 & 0x7FF, (position >> 16) as u16 & 0x7FF),
            trxreg: (width, height),
            nloop,
            image,
        })
    }

    /// Appends the packet.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let (x, y) = self.trxpos;
        let (width, height) = self.trxreg;
        for header in [
            [3, GIF_PACKED, GIF_REGISTER_A_D, 0],
            [0, u32::from(x) | u32::from(y) << 16, TRXPOS, 0],
            [width, height, TRXREG, 0],
            [0, 0, TRXDIR, 0],
            [u32::from(self.nloop & 0x7FFF), GIF_IMAGE, 0, 0],
        ] {
            out.extend_from_slice(&quadword(header));
        }
        out.extend_from_slice(self.image);
    }
}

/// The two data words of an A+D write to `address`.
fn register(cursor: &mut Cursor<'_>, address: u32) -> Result<[u32; 2]> {
    let at = cursor.offset();
    let [low, high, found, _] = words(&cursor.array()?);
    if found == address {
        Ok([low, high])
    } else {
        Err(FormatError::malformed(
            at + 8,
            format!("GS register {address:#x}"),
            format!("{found:#x}"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The table of spec/renderware.md 4.3 for an 8-bit level of 16 x 4 texels at (48, 16).
    fn worked_packet() -> Vec<u8> {
        let mut bytes: Vec<u8> = [
            [3, 0x1000_0000, 0x0E, 0],
            [0, 0x0010_0030, 0x51, 0],
            [8, 2, 0x52, 0],
            [0, 0, 0x53, 0],
            [4, 0x0800_0000, 0, 0],
        ]
        .iter()
        .flat_map(|row| quadword(*row))
        .collect();
        bytes.extend(0..64);
        bytes
    }

    #[test]
    fn a_packet_is_read_and_written_as_the_page_lays_it_out() {
        let bytes = worked_packet();
        let mut cursor = Cursor::new(&bytes);
        let packet = UploadPacket::read_from(&mut cursor).unwrap();
        cursor.finish().unwrap();
        assert_eq!(packet.trxpos, (48, 16));
        assert_eq!(packet.trxreg, (8, 2));
        assert_eq!((packet.nloop, packet.image), (4, &bytes[HEADER..]));
        let mut written = Vec::new();
        packet.write_to(&mut written);
        assert_eq!(written, bytes);
    }

    #[test]
    fn every_cut_is_an_error() {
        let bytes = worked_packet();
        for length in 0..bytes.len() {
            assert!(UploadPacket::read_from(&mut Cursor::new(&bytes[..length])).is_err());
        }
    }

    #[test]
    fn a_wrong_tag_or_register_is_refused_at_its_own_offset() {
        for (at, offset) in [
            (0x00, 0x00),
            (0x18, 0x18),
            (0x28, 0x28),
            (0x38, 0x38),
            (0x47, 0x40),
        ] {
            let mut bytes = worked_packet();
            bytes[at] ^= 0x40;
            let error = UploadPacket::read_from(&mut Cursor::new(&bytes)).unwrap_err();
            assert_eq!(error.offset(), offset);
        }
    }

    #[test]
    fn an_image_that_no_packet_can_carry_is_refused() {
        assert!(UploadPacket::new((8, 2), &[0; 15]).is_err());
        assert!(UploadPacket::new((8, 2), &vec![0; MAX_IMAGE]).is_ok());
        assert!(UploadPacket::new((8, 2), &vec![0; MAX_IMAGE + 16]).is_err());
    }

    proptest! {
        #[test]
        fn a_written_packet_reads_back(
            x in 0..2048_u16,
            y in 0..2048_u16,
            trxreg: (u32, u32),
            quadwords in 0..20_usize,
        ) {
            let image = vec![0xA5; quadwords * QUADWORD];
            let packet = UploadPacket { trxpos: (x, y), ..UploadPacket::new(trxreg, &image).unwrap() };
            let mut bytes = Vec::new();
            packet.write_to(&mut bytes);
            prop_assert_eq!(bytes.len(), packet.size());
            prop_assert_eq!(UploadPacket::read_from(&mut Cursor::new(&bytes)).unwrap(), packet);
        }
    }
}
