//! The laws that hold for every reader and any bytes. Each panics when it is broken.

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::outline::{Node, Outline};

/// What a reader makes of any bytes: a value or an error, and the error names a place inside the input.
///
/// # Panics
/// When the error's offset lies behind the input's end.
pub fn read<'a, T>(bytes: &'a [u8], read: impl Fn(&'a [u8]) -> Result<T>) -> Option<T> {
    match read(bytes) {
        Ok(value) => Some(value),
        Err(error) => {
            assert!(
                error.offset() <= bytes.len() as u64,
                "an error outside the {} bytes: {error}",
                bytes.len()
            );
            None
        }
    }
}

/// What was read can be written, and what was written reads as the same bytes again. Bytes may change the first time,
/// where several spellings mean the same.
///
/// # Panics
/// When it cannot be read again, or is written otherwise the second time.
pub fn settles<T>(
    bytes: &[u8],
    reader: impl Fn(&[u8]) -> Result<T>,
    write: impl Fn(&T) -> Vec<u8>,
) -> Option<T> {
    let value = read(bytes, &reader)?;
    let written = write(&value);
    match reader(&written) {
        Ok(again) => assert!(write(&again) == written, "written otherwise a second time"),
        Err(error) => panic!("what was written cannot be read: {error}"),
    }
    Some(value)
}

/// What was read is written back to the same bytes.
///
/// # Panics
/// When a byte differs.
pub fn keeps<'a, T>(
    bytes: &'a [u8],
    reader: impl Fn(&'a [u8]) -> Result<T>,
    write: impl Fn(&T) -> Vec<u8>,
) -> Option<T> {
    let value = read(bytes, reader)?;
    assert!(write(&value) == bytes, "not written back to the same bytes");
    Some(value)
}

/// As [`keeps`], for formats whose values need not fit them: what was read does.
///
/// # Panics
/// When it cannot be written, or a byte differs.
pub fn keeps_all<'a, T>(
    bytes: &'a [u8],
    reader: impl Fn(&'a [u8]) -> Result<T>,
    write: impl Fn(&T) -> Result<Vec<u8>>,
) -> Option<T> {
    keeps(bytes, reader, |value| {
        write(value).unwrap_or_else(|error| panic!("what was read cannot be written: {error}"))
    })
}

/// A tree for people lies inside of what it shows: nodes and faults. Tells how many nodes it has.
///
/// # Panics
/// When one reaches beyond the `end` bytes.
pub fn shows_inside(outline: &Outline, end: u64) -> usize {
    let is_inside = |node: &Node| node.offset <= end && node.size <= end - node.offset;
    let mut count = 0;
    for node in outline.all() {
        assert!(is_inside(node), "{node:?} outside of {end} bytes");
        count += 1;
    }
    for error in outline.errors() {
        assert!(error.offset() <= end, "{error} outside of {end} bytes");
    }
    count
}

/// How many bytes reading an input may allocate, all that is alive at one time: four times the input and 1 MiB.
///
/// A compressed stream says not how much it holds, up to 72 times its own bytes, and what comes out of it is input to the next
/// reader. So its output counts as [input](crate::Kind::size), too. The decompressor itself starts with three times the
/// stream, and grows by halves: it never holds more than that, or two and a half times what it has put out. What bounds the
/// output is the reader's own limit, 64 MiB where the file names none.
pub fn memory_limit(input: usize) -> usize {
    4 * input + (1 << 20)
}

/// How many [steps](wonderwheel_ps2::steps) reading an input may take: twice its bytes, and a few.
///
/// A step reads a byte at the least. Nothing is read more than twice: a container is cut up and its chunks are read, a stream
/// is read and gone through once more for its stamps. The few are for the read that fails at the end, of which a kind with
/// several readers has one each.
pub fn reading_steps_limit(input: usize) -> u64 {
    64 + 2 * input as u64
}

/// How many [steps](wonderwheel_ps2::steps) everything that a target does with an input may take: 64 times its bytes, and 4,096.
///
/// A DMA chain may send its bytes again, up to [`sent_factor`](wonderwheel_ps2::limits::Limits::sent_factor) times, and each four bytes sent
/// can be a VIF code: 16 steps a byte for each of the decoders that a chain goes through, three at the most. What tools ask
/// about a file is asked as each of 25 kinds, a reading or two each: 50 a byte. Everything else is far below. The constant holds
/// what does not depend on the input: the largest texture whose order the `swizzle` target turns over, a query's own bounds.
pub fn steps_limit(input: usize) -> u64 {
    4_096 + 64 * input as u64
}
