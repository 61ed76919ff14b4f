//! The laws that hold for every reader and any bytes. Each panics when it is broken.

use wonderwheel_ps2::error::Result;

/// What a reader makes of any bytes: a value or an error, and the error names a place inside the input.
///
/// # Panics
/// When the error's offset lies behind the input's end.
pub fn read<T>(bytes: &[u8], read: impl Fn(&[u8]) -> Result<T>) -> Option<T> {
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
pub fn keeps<T>(
    bytes: &[u8],
    reader: impl Fn(&[u8]) -> Result<T>,
    write: impl Fn(&T) -> Vec<u8>,
) -> Option<T> {
    let value = read(bytes, reader)?;
    assert!(write(&value) == bytes, "not written back to the same bytes");
    Some(value)
}

/// How many bytes reading an input may allocate, all that is alive at one time: four times the input and 1 MiB.
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
