//! The zeros that some files carry after their data.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;

/// Reads the rest of an input, which must be zeros, and counts them.
pub(crate) fn read_zeros(cursor: &mut Cursor<'_>) -> Result<u32> {
    let start = cursor.offset();
    let rest = cursor.take(cursor.remaining())?;
    steps::count_bytes(rest.len());
    match rest.iter().position(|&byte| byte != 0) {
        None => u32::try_from(rest.len()).map_err(|_| {
            FormatError::limit(start, "padding", u64::from(u32::MAX), rest.len() as u64)
        }),
        Some(at) => Err(FormatError::malformed(
            start + at as u64,
            "only zeros up to the end",
            format!("{} bytes with data among them", rest.len()),
        )),
    }
}

/// Appends `count` zeros.
pub(crate) fn push_zeros(out: &mut Vec<u8>, count: u32) {
    out.resize(out.len() + count as usize, 0);
}

/// `size` rounded up to the next multiple of 16.
pub(crate) fn align16(size: usize) -> usize {
    size.next_multiple_of(16)
}
