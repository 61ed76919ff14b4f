//! A chunk that has been read: what it holds, with what its header and its place in the file say.

use wonderwheel_ps2::cursor::Cursor;

use super::around::Around;
use super::{ChunkSlice, ChunkType};

/// A chunk that lies on the stack, or could.
#[derive(Debug, Clone, PartialEq)]
pub struct StackedChunk<T> {
    /// Its type, which a reader may have changed: a texture dictionary chunk 0x2A lies here as 0x0B.
    pub ty: ChunkType,
    /// Hash word of its header.
    pub hash: u32,
    /// Where its payload begins in the file.
    pub offset: u64,
    /// What stood around the section that a stream reader read; empty for every other chunk.
    pub around: Around,
    /// What it holds.
    pub value: T,
}

impl<T> StackedChunk<T> {
    /// A chunk with nothing around what it holds.
    pub fn new(ty: ChunkType, hash: u32, offset: u64, value: T) -> Self {
        Self {
            ty,
            hash,
            offset,
            around: Around::default(),
            value,
        }
    }

    /// The same chunk with what `make` makes of what it holds.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> StackedChunk<U> {
        StackedChunk {
            ty: self.ty,
            hash: self.hash,
            offset: self.offset,
            around: self.around,
            value: make(self.value),
        }
    }
}

impl<'a> ChunkSlice<'a> {
    /// The chunk with its bytes, as no reader took it.
    pub fn raw(&self) -> StackedChunk<Cursor<'a>> {
        let bytes = self.payload.clone();
        StackedChunk::new(self.ty, self.hash, bytes.offset(), bytes)
    }
}
