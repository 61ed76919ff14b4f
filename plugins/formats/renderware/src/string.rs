//! String sections: NUL-terminated, padded with zeros to a multiple of 4.
//!
//! RenderWare strings are bytes. A byte above 0x7F becomes the character with that number (Latin-1), so that any name
//! survives a round trip.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use crate::section::{self, id};

/// Longest string payload that is accepted. Source: spec/renderware.md 5.3.
const MAX_BYTES: usize = 128;

/// Reads a string section.
pub(crate) fn read(parent: &mut Cursor<'_>) -> Result<String> {
    section::read(parent, id::STRING, |payload| {
        let bytes = payload.take(payload.remaining())?;
        if !(4..=MAX_BYTES).contains(&bytes.len()) {
            return Err(FormatError::malformed(
                payload.offset() - bytes.len() as u64,
                "a string of 4 to 128 bytes",
                format!("{} bytes", bytes.len()),
            ));
        }
        Ok(bytes
            .iter()
            .take_while(|&&byte| byte != 0)
            .map(|&byte| char::from(byte))
            .collect())
    })
}

/// Writes a string section. Characters that no byte can hold become `?`.
pub(crate) fn write(out: &mut Vec<u8>, string: &str) {
    section::write(out, id::STRING, |out| {
        let start = out.len();
        out.extend(
            string
                .chars()
                .map(|char| u8::try_from(u32::from(char)).unwrap_or(b'?')),
        );
        let padded = (out.len() - start) / 4 * 4 + 4;
        out.resize(start + padded, 0);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(string: &str) -> Vec<u8> {
        let mut out = Vec::new();
        write(&mut out, string);
        assert_eq!(read(&mut Cursor::new(&out)).unwrap(), string);
        out.split_off(12)
    }

    #[test]
    fn a_string_ends_with_a_zero_and_fills_a_multiple_of_four() {
        assert_eq!(payload(""), [0; 4]);
        assert_eq!(payload("abc"), *b"abc\0");
        assert_eq!(payload("wall"), *b"wall\0\0\0\0");
    }

    #[test]
    fn bytes_above_ascii_survive() {
        assert_eq!(payload("caf\u{e9}"), *b"caf\xE9\0\0\0\0");
    }

    #[test]
    fn a_string_without_a_zero_is_cut_at_its_end() {
        let mut bytes = vec![2, 0, 0, 0, 4, 0, 0, 0];
        bytes.extend(crate::stamp::STAMP.to_le_bytes());
        bytes.extend(b"abcd");
        assert_eq!(read(&mut Cursor::new(&bytes)).unwrap(), "abcd");
    }

    #[test]
    fn an_overlong_or_empty_payload_is_refused() {
        for size in [0u32, 3, 129] {
            let mut bytes = vec![2, 0, 0, 0];
            bytes.extend(size.to_le_bytes());
            bytes.extend(crate::stamp::STAMP.to_le_bytes());
            bytes.resize(12 + size as usize, 0);
            assert!(read(&mut Cursor::new(&bytes)).is_err(), "{size}");
        }
    }
}
