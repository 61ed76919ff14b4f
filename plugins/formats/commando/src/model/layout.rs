//! Blocks whose pieces lie wherever an offset says.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;
use wonderwheel_ps2::limits;
use wonderwheel_ps2::steps;

use crate::record::{Stored, all, bytes_of};

/// A block that is being read. It hands out pieces by offset and keeps what was not asked for.
#[derive(Debug)]
pub(crate) struct Pieces<'a> {
    block: Cursor<'a>,
    /// The block, with zeros in place of every piece that was taken.
    rest: Vec<u8>,
    /// Bytes taken so far, those of pieces that overlap more than once.
    taken: u64,
    vertices: u64,
}

impl<'a> Pieces<'a> {
    /// Everything that a cursor has left is the block.
    pub(crate) fn new(cursor: Cursor<'a>) -> Self {
        Self {
            rest: cursor.rest().to_vec(),
            block: cursor,
            taken: 0,
            vertices: 0,
        }
    }

    /// Bytes of the block.
    pub(crate) fn len(&self) -> u64 {
        self.rest.len() as u64
    }

    /// Where an offset of the block lies in the outermost input; its end for what lies behind it.
    pub(crate) fn outer(&self, offset: u64) -> u64 {
        self.block.offset() + offset.min(self.len())
    }

    /// A look at `size` bytes without taking them.
    ///
    /// # Errors
    /// `Malformed` when they are not inside the block.
    pub(crate) fn look(&self, offset: u64, size: u64) -> Result<Cursor<'a>> {
        let range = usize::try_from(offset)
            .ok()
            .zip(usize::try_from(size).ok())
            .filter(|(offset, size)| {
                offset
                    .checked_add(*size)
                    .is_some_and(|end| end <= self.rest.len())
            });
        let Some((offset, size)) = range else {
            return Err(FormatError::malformed(
                self.outer(offset),
                format!("{size} bytes from {offset:#x} on, inside the class"),
                format!("a class of {:#x} bytes", self.len()),
            ));
        };
        let mut at = self.block.clone();
        at.take(offset)?;
        at.window(size)
    }

    /// Takes `size` bytes: they are decoded, and no longer part of the rest.
    ///
    /// # Errors
    /// `Malformed` when they are not inside the block, or pieces overlap so much that together they are longer than two
    /// blocks: a small input must not become a large value.
    pub(crate) fn take(&mut self, offset: u64, size: u64) -> Result<Cursor<'a>> {
        let piece = self.look(offset, size)?;
        steps::count_bytes(size as usize);
        self.taken += size;
        if self.taken > 2 * self.len() {
            return Err(FormatError::malformed(
                self.outer(offset),
                "pieces that do not overlap",
                format!("{:#x} bytes of them in {:#x}", self.taken, self.len()),
            ));
        }
        // Inside, as the look has shown.
        let from = offset as usize;
        if let Some(blank) = self.rest.get_mut(from..from + size as usize) {
            blank.fill(0);
        }
        Ok(piece)
    }

    /// Takes the record that a class begins with. Some of its numbers, each with its place, must be finite.
    ///
    /// # Errors
    /// `Malformed` when it is not there, or one of these is not finite.
    pub(crate) fn header<T: Stored, const N: usize>(
        &mut self,
        finite: impl Fn(&T) -> [(u64, f32); N],
    ) -> Result<T> {
        let cursor = self.take(0, T::SIZE as u64)?;
        let header = T::of(cursor.rest());
        match finite(&header)
            .into_iter()
            .find(|(_, value)| !value.is_finite())
        {
            None => Ok(header),
            Some((at, value)) => {
                let at = cursor.offset() + at;
                Err(FormatError::malformed(at, "a finite number", value))
            }
        }
    }

    /// Takes `count` records of a name, one after the other.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub(crate) fn records<T: Stored>(
        &mut self,
        offset: u64,
        count: u64,
        name: &'static str,
    ) -> Result<Vec<T>> {
        let size = count.saturating_mul(T::SIZE as u64);
        let cursor = self.take(offset, size).within(|| name)?;
        Ok(all(cursor.rest()).collect())
    }

    /// An offset or count of a class's header, stored at `field`, that must not be below 0.
    ///
    /// # Errors
    /// `Malformed` when it is.
    pub(crate) fn unsigned(&self, field: u64, value: i32, expected: &'static str) -> Result<u64> {
        u64::try_from(value).map_err(|_| FormatError::malformed(self.outer(field), expected, value))
    }

    /// Checks a count of packets whose table stands at an offset.
    ///
    /// # Errors
    /// `Limit` when they are more than a list may have.
    pub(crate) fn check_packets(&self, count: u64, offset: u64) -> Result<()> {
        let limits = self.block.limits();
        limits.check_items("packets", count, self.outer(offset))
    }

    /// Counts so many more vertices, of a packet at an offset.
    ///
    /// # Errors
    /// `Limit` when all are more than a mesh may have.
    pub(crate) fn count_vertices(&mut self, count: usize, offset: u64) -> Result<()> {
        self.vertices += count as u64;
        let most = self.block.limits().vertices;
        limits::check("vertices", self.vertices, most.into(), self.outer(offset))
    }

    /// What no piece has taken: the whole block, with zeros in place of pieces.
    pub(crate) fn into_rest(self) -> KeptBytes {
        KeptBytes::at(self.block.offset(), self.rest)
    }
}

/// A block that is being written: the rest of the one that was read, and pieces put into it.
#[derive(Debug)]
pub(crate) struct Image {
    bytes: Vec<u8>,
    put: Vec<bool>,
}

impl Image {
    pub(crate) fn new(rest: &[u8]) -> Self {
        Self {
            bytes: rest.to_vec(),
            put: vec![false; rest.len()],
        }
    }

    /// Puts a piece at its offset.
    ///
    /// # Errors
    /// `Malformed` when it does not fit into the block, or other bytes stand there already.
    pub(crate) fn put(&mut self, offset: u64, piece: &[u8]) -> Result<()> {
        steps::count_bytes(piece.len());
        let len = self.bytes.len();
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let range = from..from.saturating_add(piece.len());
        let places = self
            .bytes
            .get_mut(range.clone())
            .zip(self.put.get_mut(range));
        let Some((bytes, put)) = places else {
            return Err(FormatError::malformed(
                offset,
                format!("room for {} bytes", piece.len()),
                format!("a class of {len:#x} bytes"),
            ));
        };
        for (i, ((byte, put), &new)) in bytes.iter_mut().zip(put).zip(piece).enumerate() {
            if (*put || *byte != 0) && *byte != new {
                return Err(FormatError::malformed(
                    offset + i as u64,
                    format!("{new:#04x}, a byte of the piece at {offset:#x}"),
                    format!("{byte:#04x} of another"),
                ));
            }
            *byte = new;
            *put = true;
        }
        Ok(())
    }

    /// Puts records at the offset that a header has for them; nothing when there are none.
    ///
    /// # Errors
    /// As [`Self::put`].
    pub(crate) fn put_records<T: Stored>(&mut self, offset: u64, records: &[T]) -> Result<()> {
        match records {
            [] => Ok(()),
            _ => self.put(offset, &bytes_of(records)),
        }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// An offset as it is: a negative one is nowhere.
pub(crate) fn stored_offset(value: i32) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// The next multiple of `step`, a power of two.
pub(crate) fn aligned(offset: u64, step: u64) -> u64 {
    offset.next_multiple_of(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_leaves_zeros_and_goes_back_to_its_place() {
        let block: Vec<u8> = (1..=16).collect();
        let mut pieces = Pieces::new(Cursor::at_base(&block, 0x40));
        let piece = pieces.take(4, 8).unwrap();
        assert_eq!((piece.offset(), piece.rest()), (0x44, &block[4..12]));
        let rest = pieces.into_rest();
        assert_eq!(rest[3..13], [4, 0, 0, 0, 0, 0, 0, 0, 0, 13]);
        let mut image = Image::new(&rest);
        image.put(4, &block[4..12]).unwrap();
        assert_eq!(image.into_bytes(), block);
    }

    #[test]
    fn a_piece_outside_the_block_is_refused() {
        let mut pieces = Pieces::new(Cursor::new(&[0; 16]));
        for (offset, size) in [(16, 1), (0, 17), (u64::MAX, 2), (2, u64::MAX)] {
            let error = pieces.take(offset, size).unwrap_err();
            assert!(error.offset() <= 16, "{error}");
        }
    }

    #[test]
    fn pieces_may_overlap_twice_over_and_no_more() {
        let mut pieces = Pieces::new(Cursor::new(&[7; 16]));
        assert!(pieces.take(0, 16).is_ok() && pieces.take(0, 16).is_ok());
        assert!(pieces.take(0, 1).is_err());
    }

    #[test]
    fn pieces_that_disagree_about_a_byte_cannot_be_written() {
        let mut image = Image::new(&[0, 9, 0, 0]);
        assert_eq!(image.put(0, &[1, 2]).unwrap_err().offset(), 1);
        image.put(2, &[0, 3]).unwrap();
        assert!(image.put(2, &[0]).is_ok());
        assert_eq!(image.put(2, &[5]).unwrap_err().offset(), 2);
        assert!(image.put(3, &[3, 3]).is_err());
    }
}
