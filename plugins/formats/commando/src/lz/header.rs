//! The 16 bytes before the packets.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

/// A stream's header. Source: spec/commando-container.md 4.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StreamHeader {
    /// Bytes of the stream, this header among them. It stands at an odd place: byte 3 is its lowest byte, no version.
    pub compressed_size: u32,
    /// No reader looks at these; writers have put a text here, or zeros.
    pub text: [u8; 9],
}

impl StreamHeader {
    /// Bytes of a header.
    pub const BYTES: usize = 16;

    /// What a stream begins with.
    pub const MAGIC: [u8; 3] = *b"WAD";

    /// Whether these bytes begin as a stream does.
    pub fn is_stream(bytes: &[u8]) -> bool {
        bytes.starts_with(&Self::MAGIC)
    }

    /// Reads a header and the packets behind it; what follows the stream is left.
    ///
    /// # Errors
    /// `Malformed` when the magic is another one, or the size is below 16 or beyond the bytes that are left.
    pub fn read<'a>(cursor: &mut Cursor<'a>) -> Result<(Self, Cursor<'a>)> {
        let start = cursor.offset();
        let all = cursor.remaining();
        let magic: [u8; 3] = cursor.array().within(|| "magic")?;
        if magic != Self::MAGIC {
            let found = format!("{magic:02x?}");
            return Err(FormatError::malformed(start, "the bytes \"WAD\"", found).within("magic"));
        }
        let compressed_size = cursor.u32().within(|| "compressed size")?;
        let text = cursor.array().within(|| "text")?;
        let packets = (compressed_size as usize)
            .checked_sub(Self::BYTES)
            .filter(|packets| *packets <= cursor.remaining())
            .ok_or_else(|| {
                let expected = format!("16 to {all} bytes");
                FormatError::malformed(start + 3, expected, compressed_size)
                    .within("compressed size")
            })?;
        let header = Self {
            compressed_size,
            text,
        };
        Ok((header, cursor.window(packets)?))
    }

    /// The bytes of the header.
    pub fn write(&self) -> [u8; Self::BYTES] {
        let [a, b, c] = Self::MAGIC;
        let [s0, s1, s2, s3] = self.compressed_size.to_le_bytes();
        let [t0, t1, t2, t3, t4, t5, t6, t7, t8] = self.text;
        [a, b, c, s0, s1, s2, s3, t0, t1, t2, t3, t4, t5, t6, t7, t8]
    }
}
