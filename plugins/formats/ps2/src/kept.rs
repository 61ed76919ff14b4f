//! Bytes that are kept for later, with the place where they stood.

use std::ops::{Deref, DerefMut};

use crate::cursor::Cursor;
use crate::error::Result;
use crate::steps;

/// Bytes of a file that are decoded later than they are read: DMA chains, texels, palettes. They remember their offset,
/// so that an error found in them then names the same place in the file as one found while reading.
///
/// The offset is no part of the value: bytes that are equal are equal wherever they stood. Bytes that were made in
/// memory stand at 0.
///
/// No bytes take no more than a pointer, so that a file of many empty records costs no multiple of itself.
#[derive(Debug, Clone, Default)]
pub struct KeptBytes(Option<Box<BytesAt>>);

#[derive(Debug, Clone, Default)]
struct BytesAt {
    bytes: Vec<u8>,
    offset: u64,
}

/// What a value without bytes refers to.
static NOTHING: Vec<u8> = Vec::new();

impl KeptBytes {
    /// Bytes that stand `offset` bytes into the outermost input. No bytes stand nowhere: their offset is 0.
    pub fn at(offset: u64, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self((!bytes.is_empty()).then(|| Box::new(BytesAt { bytes, offset })))
    }

    /// Where the first byte stands in the outermost input.
    pub fn offset(&self) -> u64 {
        self.0.as_ref().map_or(0, |kept| kept.offset)
    }

    /// A cursor over the bytes whose errors name offsets in the outermost input.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::at_base(self, self.offset())
    }
}

impl Cursor<'_> {
    /// The next `count` bytes as a copy that remembers its offset.
    ///
    /// # Errors
    /// `Malformed` when fewer are left.
    pub fn keep(&mut self, count: usize) -> Result<KeptBytes> {
        let offset = self.offset();
        let taken = self.take(count)?;
        steps::count_bytes(taken.len());
        Ok(KeptBytes::at(offset, taken))
    }
}

impl PartialEq for KeptBytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for KeptBytes {}

impl Deref for KeptBytes {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        self.0.as_ref().map_or(&NOTHING, |kept| &kept.bytes)
    }
}

impl DerefMut for KeptBytes {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0.get_or_insert_default().bytes
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
    fn no_bytes_take_a_pointer_and_can_be_filled() {
        assert_eq!(size_of::<KeptBytes>(), size_of::<usize>());
        let mut kept = KeptBytes::at(7, []);
        assert_eq!((kept.offset(), kept.len()), (0, 0));
        kept.push(1);
        assert_eq!(kept, KeptBytes::from(vec![1]));
        kept.clear();
        assert_eq!(kept, KeptBytes::default());
    }

    #[test]
    fn where_bytes_stood_is_no_part_of_their_value() {
        assert_eq!(KeptBytes::at(7, [1, 2]), KeptBytes::from(vec![1, 2]));
        assert_ne!(KeptBytes::at(7, [1, 2]), KeptBytes::at(7, [1, 3]));
    }
}
