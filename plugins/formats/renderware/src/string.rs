//! String sections: NUL-terminated, padded with zeros to a multiple of 4.
//!
//! RenderWare strings are bytes. A byte above 0x7F becomes the character with that number (Latin-1), so that any name
//! survives a round trip.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use crate::section::{self, id};

/// Longest string payload that is accepted. Source: spec/renderware.md 5.3.
const MAX_BYTES: usize = 128;

/// What follows the characters of a stored string, when it is not what this crate writes: one to four zeros. Exporters
/// leave old memory behind the first zero, and it is written back as long as the string stays as long as it was.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StringTail(Option<Box<Tail>>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Tail {
    /// Bytes of the string that the tail belongs to.
    string_bytes: usize,
    bytes: Vec<u8>,
}

impl StringTail {
    /// The bytes from the first zero on; `None` for the usual zeros. Without a zero in the section they are none.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.0.as_ref().map(|tail| tail.bytes.as_slice())
    }

    fn of(payload: &[u8], string_bytes: usize) -> Self {
        let tail = payload.get(string_bytes..).unwrap_or_default();
        let is_usual = tail.len() == usual_tail(string_bytes) && tail.iter().all(|&byte| byte == 0);
        Self((!is_usual).then(|| {
            Box::new(Tail {
                string_bytes,
                bytes: tail.to_vec(),
            })
        }))
    }
}

/// Zeros behind a string: at least one, up to a multiple of 4.
fn usual_tail(string_bytes: usize) -> usize {
    4 - string_bytes % 4
}

/// Reads a string section and what is kept of its end.
pub(crate) fn read(parent: &mut Cursor<'_>) -> Result<(String, StringTail)> {
    section::read(parent, id::STRING, |payload| {
        let bytes = payload.take(payload.remaining())?;
        if !(4..=MAX_BYTES).contains(&bytes.len()) {
            return Err(FormatError::malformed(
                payload.offset() - bytes.len() as u64,
                "a string of 4 to 128 bytes",
                format!("{} bytes", bytes.len()),
            ));
        }
        let length = bytes
            .iter()
            .position(|&byte| byte == 0)
            .unwrap_or(bytes.len());
        let characters = bytes.iter().take(length).map(|&byte| char::from(byte));
        let mut string = String::with_capacity(length);
        string.extend(characters);
        Ok((string, StringTail::of(bytes, length)))
    })
}

/// Writes a string section. Characters that no byte can hold become `?`.
pub(crate) fn write(out: &mut Vec<u8>, string: &str, tail: &StringTail) {
    section::write(out, id::STRING, |out| {
        let start = out.len();
        out.extend(
            string
                .chars()
                .map(|char| u8::try_from(u32::from(char)).unwrap_or(b'?')),
        );
        let length = out.len() - start;
        match &tail.0 {
            Some(tail) if tail.string_bytes == length => out.extend_from_slice(&tail.bytes),
            _ => out.resize(out.len() + usual_tail(length), 0),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(string: &str) -> Vec<u8> {
        let mut out = Vec::new();
        write(&mut out, string, &StringTail::default());
        let (read, tail) = read(&mut Cursor::new(&out)).unwrap();
        assert_eq!((read.as_str(), tail.bytes()), (string, None));
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
        let (string, tail) = read(&mut Cursor::new(&section(b"abcd"))).unwrap();
        assert_eq!((string.as_str(), tail.bytes()), ("abcd", Some(&[][..])));
    }

    #[test]
    fn what_follows_the_first_zero_is_written_back_until_the_string_changes_its_length() {
        for payload in [&b"abcd"[..], b"ab\0x", b"\0\0\0\0\0", b"a\0bcd\0\xFF"] {
            let bytes = section(payload);
            let (string, tail) = read(&mut Cursor::new(&bytes)).unwrap();
            let mut out = Vec::new();
            write(&mut out, &string, &tail);
            assert_eq!(out, bytes);
            let mut out = Vec::new();
            write(&mut out, "other name", &tail);
            assert_eq!(out[12..], *b"other name\0\0");
        }
    }

    fn section(payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![2, 0, 0, 0, payload.len() as u8, 0, 0, 0];
        bytes.extend(crate::stamp::STAMP.to_le_bytes());
        bytes.extend(payload);
        bytes
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
