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
