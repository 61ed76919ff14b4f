//! Bytes that are kept for later, with the place where they stood.

use std::ops::{Deref, DerefMut};

use crate::cursor::Cursor;

/// Bytes of a file that are decoded later than they are read: DMA chains, texels, palettes. They remember their offset,
/// so that an error found in them then names the same place in the file as one found while reading.
///
/// The offset is no part of the value: bytes that are equal are equal wherever they stood. Bytes that were made in
/// memory stand at 0.
#[derive(Debug, Clone, Default)]
pub struct KeptBytes {
    bytes: Vec<u8>,
    offset: u64,
}

impl KeptBytes {
    /// Bytes that stand `offset` bytes into the outermost input.
    pub fn at(offset: u64, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            bytes: bytes.into(),
            offset,
        }
    }

    /// Where the first byte stands in the outermost input.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// A cursor over the bytes whose errors name offsets in the outermost input.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::at_base(&self.bytes, self.offset)
    }
}

impl PartialEq for KeptBytes {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for KeptBytes {}

impl Deref for KeptBytes {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for KeptBytes {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}

impl From<Vec<u8>> for KeptBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::at(0, bytes)
    }
}

impl FromIterator<u8> for KeptBytes {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        Self::at(0, bytes.into_iter().collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_kept_bytes_name_the_place_in_the_file() {
        let mut file = Cursor::new(&[0; 12]);
        file.take(4).unwrap();
        let kept = file.keep(6).unwrap();
        assert_eq!((kept.offset(), kept.len(), file.offset()), (4, 6, 10));
        let mut cursor = kept.cursor();
        cursor.u32().unwrap();
        assert_eq!(cursor.u32().unwrap_err().offset(), 8);
    }

    #[test]
    fn where_bytes_stood_is_no_part_of_their_value() {
        assert_eq!(KeptBytes::at(7, [1, 2]), KeptBytes::from(vec![1, 2]));
        assert_ne!(KeptBytes::at(7, [1, 2]), KeptBytes::at(7, [1, 3]));
    }
}
