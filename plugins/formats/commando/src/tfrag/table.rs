//! The block's head and its table: how many patches there are.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits;

use super::header::PatchHeader;

/// Where the table of headers begins.
pub(super) const TABLE: usize = 0x40;
/// More patches than this no block has.
const MAX_PATCHES: u64 = 0xFFFF;

/// What the table of a block says of each patch's triangles in LOD 0, without a look at the patches: those that are broken have
/// their places too. Nothing for no bytes: a level without terrain.
///
/// # Errors
/// As [`super::TfragBlock::read`], of the table alone.
pub fn triangle_counts(bytes: &[u8]) -> Result<Vec<u8>> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let mut cursor = Cursor::new(bytes);
    let (count, _) = read_head(&mut cursor)?;
    let headers = cursor.take(count * PatchHeader::BYTES)?.as_chunks().0;
    let count_of = |header: &[u8; PatchHeader::BYTES]| header[PatchHeader::TRIANGLE_COUNT];
    Ok(headers.iter().map(count_of).collect())
}

/// Count of patches and base distance; leaves the cursor at the table.
pub(super) fn read_head(cursor: &mut Cursor<'_>) -> Result<(usize, f32)> {
    let start = cursor.offset();
    let table = cursor.u32()?;
    if table != TABLE as u32 {
        let found = format!("{table:#x}");
        return Err(FormatError::malformed(start, "a table at 0x40", found));
    }
    let at = cursor.offset();
    let count = cursor.i32()?;
    let count = u64::try_from(count)
        .map_err(|_| FormatError::malformed(at, "a count of patches", count))?;
    limits::check("patches", count, MAX_PATCHES, at)?;
    let lod_distance = cursor.finite_f32()?;
    cursor.take(TABLE - 12)?;
    let count_fits = cursor.check_count(count, PatchHeader::BYTES as u64)?;
    cursor.limits().check_items("patches", count, at)?;
    Ok((count_fits, lod_distance))
}
