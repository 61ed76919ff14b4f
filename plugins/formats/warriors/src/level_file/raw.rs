//! Path data and subtitles, which a level file keeps as bytes: their lengths, and the smallest there are.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use crate::padding::align16;

/// Path data states the count of everything but its slab lists, which take the rest. Source: spec/paths-subtitles.md A1.
pub(crate) fn check_path_data(payload: &Cursor<'_>) -> Result<()> {
    let mut cursor = payload.clone();
    let size = cursor.remaining();
    let offset = cursor.offset();
    let paths = u64::from(cursor.u32()?);
    let vertices = u64::from(cursor.u32()?);
    let nodes = u64::from(cursor.u16()?);
    let areas = u64::from(cursor.u16()?);
    let edges = u64::from(cursor.u32()?);
    let needed = 0x20 + 16 * areas + 16 * vertices + 0x50 * paths + 32 * nodes + 8 * edges + 4;
    if needed > size as u64 {
        return Err(FormatError::malformed(
            offset,
            format!(
                "at least {needed} bytes for {paths} paths, {vertices} vertices, {nodes} nodes and {edges} edges"
            ),
            size,
        ));
    }
    Ok(())
}

/// Subtitles state how many bytes of the chunk they take.
pub(crate) fn check_subtitles(payload: &Cursor<'_>) -> Result<()> {
    let mut cursor = payload.clone();
    let (offset, size) = (cursor.offset(), cursor.remaining());
    let length = cursor.u16()?;
    if usize::from(length) > size {
        let expected = format!("a length within {size} bytes");
        return Err(FormatError::malformed(offset, expected, length));
    }
    Ok(())
}

/// The smallest path data: no paths at all.
pub fn empty_path_data() -> Vec<u8> {
    vec![0; align16(0x20 + 4)]
}

/// The smallest subtitles: no text in any language.
pub fn empty_subtitles() -> Vec<u8> {
    vec![0; 16]
}
