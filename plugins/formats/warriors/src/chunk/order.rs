//! Containers whose chunks stand in one fixed order, read without the stacks: the order is proven, then each chunk has a name.

use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::{ChunkSlice, ChunkType, ResourceSlice};

/// A chunk that stands where it should.
#[derive(Debug, Clone, Copy)]
pub struct ChunkInOrder<'r, 'a> {
    /// The chunk.
    pub slice: &'r ChunkSlice<'a>,
    number: usize,
}

impl<'a> ChunkInOrder<'_, 'a> {
    /// Reads the chunk; an error names it.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read<T>(&self, read: impl FnOnce(&ChunkSlice<'a>) -> Result<T>) -> Result<T> {
        read(self.slice).within(|| self.slice.name(self.number))
    }
}

impl<'a> ResourceSlice<'a> {
    /// The chunks, when they are of exactly these types in this order. `end` is where the container ends, for the error.
    ///
    /// # Errors
    /// `Malformed` at the first chunk of another type, or at the first too many.
    pub fn in_order<'r, const N: usize>(
        &'r self,
        order: &[ChunkType; N],
        end: u64,
    ) -> Result<[ChunkInOrder<'r, 'a>; N]> {
        for (i, expected) in order.iter().enumerate() {
            let (found, offset) = match self.chunks.get(i) {
                Some(chunk) if chunk.ty == *expected => continue,
                Some(chunk) => (chunk.ty.to_string(), chunk.payload.offset()),
                None => ("the end".to_owned(), end),
            };
            let error = FormatError::malformed(offset, expected.to_string(), found);
            return Err(error.within(format!("chunk[{i}]")));
        }
        let Ok(chunks) = <&[ChunkSlice<'a>; N]>::try_from(self.chunks.as_slice()) else {
            let extra = self.chunks.get(N);
            return Err(FormatError::malformed(
                extra.map_or(end, |chunk| chunk.payload.offset()),
                format!("{N} chunks"),
                self.chunks.len(),
            ));
        };
        let mut numbers = 0..;
        Ok(chunks.each_ref().map(|slice| ChunkInOrder {
            slice,
            number: numbers.next().unwrap_or_default(),
        }))
    }
}
