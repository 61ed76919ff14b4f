//! The texel order of PSMT8 and PSMT4 images that were sent to the GS as wider pixels.
//!
//! An 8-bit level is sent as PSMCT32 pixels and a 4-bit level as PSMCT16 pixels, because that is faster; the bytes in
//! the file are therefore in an order that only makes sense once they lie in GS memory. The same permutation
//! [`source_index`] describes both: of bytes for 8 bits, of nibbles (low one first) for 4.
//!
//! The permutation never leaves a band of four rows, and inside a band it repeats every 16 texels. So both ways work on
//! blocks of 16 texels of two rows (y and y + 2): eight words, whose four units are
//!
//! ```text
//! word j:  row y, column j | row y + 2, column j | row y, column j + 8 | row y + 2, column j + 8
//! ```
//!
//! with columns 0..4 and 4..8 (and 8..12, 12..16) exchanged in one of the two rows: row y + 2 in even bands, row y in
//! odd ones. A block is transposed in four 64-bit registers; on the way to colours it is not transposed at all, since only
//! two neighbours are stored at once. Source: spec/renderware.md 4.4.

mod block;
pub mod plain;
#[cfg(test)]
mod tests;

use block::BLOCK;

use crate::error::{FormatError, Result};
use crate::steps;

/// Rows of one band.
const BAND: usize = 4;

/// `S(x, y)`: where texel (x, y) of a level `width` texels wide lies in the stored image, in bytes (8-bit) or nibbles
/// (4-bit). `width` is a power of two of at least 16.
pub fn source_index(x: usize, y: usize, width: usize) -> usize {
    let y1 = y >> 1 & 1;
    let y2 = y >> 2 & 1;
    let xs = x ^ (y1 ^ y2) << 2;
    let nx = (xs & 7) | (xs >> 1 & !7);
    let s = y1 | (xs >> 3 & 1) << 1 | nx << 2 | (y & 1) << (width.trailing_zeros() + 1);
    (y & !3) * width + (s & (4 * width - 1))
}

/// The sizes of a level: the rectangle that is stored, and the corner of it that counts.
///
/// Stored sides have a lowest value, so small levels are stored with texels that are never seen. Source:
/// spec/renderware.md 4.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelSize {
    /// Texels across that count, at most `stored_width`.
    pub width: u32,
    /// Texels down that count, at most `stored_height`.
    pub height: u32,
    /// Texels across as stored: a power of two of at least 16.
    pub stored_width: u32,
    /// Texels down as stored: a positive multiple of 4.
    pub stored_height: u32,
}

impl LevelSize {
    /// A level of which every stored texel counts.
    pub fn whole(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            stored_width: width,
            stored_height: height,
        }
    }
}

/// Puts an 8-bit level into rows, without the texels that do not count:
/// `dst[y * width + x] = src[S(x, y)]`.
///
/// `src` holds at least `stored_width * stored_height`, `dst` exactly `width * height` bytes.
///
/// # Errors
/// `Malformed` when the size is not a legal one ([`LevelSize`]), or a slice has the wrong length.
pub fn unswizzle8(src: &[u8], size: LevelSize, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(size, dst.len())?)?;
    to_rows(src, size, dst, block::split_bytes);
    Ok(())
}

/// Puts a 4-bit level into rows, one index a byte: `dst[y * width + x] = nibble S(x, y) of src`.
///
/// `src` holds at least `stored_width * stored_height / 2` bytes, `dst` exactly `width * height`.
///
/// # Errors
/// As [`unswizzle8`].
pub fn unswizzle4(src: &[u8], size: LevelSize, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(size, dst.len())? / 2)?;
    to_rows(src, size, dst, block::split_nibbles);
    Ok(())
}

/// From a stored 8-bit level straight to colours: [`unswizzle8`] and [`expand8`](crate::clut::expand8) in one go.
///
/// `out` holds exactly `4 * width * height` bytes.
///
/// # Errors
/// As [`unswizzle8`].
#[expect(clippy::indexing_slicing, reason = "a byte is below 256")]
pub fn unswizzle8_colours(
    src: &[u8],
    size: LevelSize,
    palette: &[[u8; 4]; 256],
    out: &mut [u8],
) -> Result<()> {
    let out = texels(out);
    let src = stored(src, check(size, out.len())?)?;
    let colour = |index: u8| palette[usize::from(index)];
    to_rows(src, size, out, |block, odd_band, row_0, row_2| {
        block::colour_bytes(block, odd_band, row_0, row_2, |left, right| {
            block::join(colour(left), colour(right))
        });
    });
    Ok(())
}

/// From a stored 4-bit level straight to colours: [`unswizzle4`] and [`expand4`](crate::clut::expand4) in one go.
///
/// `out` holds exactly `4 * width * height` bytes.
///
/// # Errors
/// As [`unswizzle8`].
#[expect(
    clippy::indexing_slicing,
    reason = "four bits are below 16, a byte is below 256"
)]
pub fn unswizzle4_colours(
    src: &[u8],
    size: LevelSize,
    palette: &[[u8; 4]; 16],
    out: &mut [u8],
) -> Result<()> {
    /// Texels from which a table of two colours a byte is made: it costs as much as looking up 256 of them.
    const WORTH_A_TABLE: usize = 1024;
    let out = texels(out);
    let src = stored(src, check(size, out.len())? / 2)?;
    let pair = |indices: u8| {
        let [left, right] = [indices & 15, indices >> 4].map(|index| palette[usize::from(index)]);
        block::join(left, right)
    };
    if out.len() < WORTH_A_TABLE {
        to_rows(src, size, out, |block, odd_band, row_0, row_2| {
            block::colour_nibbles(block, odd_band, row_0, row_2, pair);
        });
    } else {
        let table: [[[u8; 4]; 2]; 256] = std::array::from_fn(|indices| pair(indices as u8));
        to_rows(src, size, out, |block, odd_band, row_0, row_2| {
            let pair = |indices: u8| table[usize::from(indices)];
            block::colour_nibbles(block, odd_band, row_0, row_2, pair);
        });
    }
    Ok(())
}

/// Puts rows of an 8-bit level into stored order: `dst[S(x, y)] = src[y * width + x]`. Both hold `width * height` bytes.
///
/// # Errors
/// As [`unswizzle8`] for a [`LevelSize::whole`].
pub fn swizzle8(src: &[u8], width: u32, height: u32, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(LevelSize::whole(width, height), dst.len())?)?;
    from_rows(src, width, dst, block::join_bytes);
    Ok(())
}

/// Puts rows of indices, one a byte, into the stored order of a 4-bit level. Only the low four bits of an index are
/// kept. `src` holds `width * height` bytes, `dst` exactly half as many.
///
/// # Errors
/// As [`swizzle8`].
pub fn swizzle4(src: &[u8], width: u32, height: u32, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(LevelSize::whole(width, height), dst.len() * 2)?)?;
    from_rows(src, width, dst, block::join_nibbles);
    Ok(())
}

/// Number of stored texels, when the size is legal and the rows have as many as count.
fn check(size: LevelSize, row_texels: usize) -> Result<usize> {
    steps::count_bytes(row_texels);
    let LevelSize {
        width,
        height,
        stored_width,
        stored_height,
    } = size;
    let refuse = |expected: String, found: String| Err(FormatError::malformed(0, expected, found));
    if !stored_width.is_power_of_two() || (stored_width as usize) < BLOCK {
        let expected = "a stored width that is a power of two of at least 16";
        return refuse(expected.to_owned(), stored_width.to_string());
    }
    if stored_height == 0 || !(stored_height as usize).is_multiple_of(BAND) {
        let expected = "a stored height that is a positive multiple of 4";
        return refuse(expected.to_owned(), stored_height.to_string());
    }
    if !(1..=stored_width).contains(&width) || !(1..=stored_height).contains(&height) {
        let expected = format!("a part of {stored_width} x {stored_height} texels");
        return refuse(expected, format!("{width} x {height}"));
    }
    if u64::from(width) * u64::from(height) != row_texels as u64 {
        let expected = format!("room for {width} x {height} texels");
        return refuse(expected, format!("room for {row_texels}"));
    }
    let texels = u64::from(stored_width) * u64::from(stored_height);
    usize::try_from(texels)
        .map_err(|_| FormatError::malformed(0, "a size that fits memory", texels))
}

/// Bytes as colours. A length that is no multiple of four gives an empty slice, which no size has.
fn texels(bytes: &mut [u8]) -> &mut [[u8; 4]] {
    match bytes.as_chunks_mut() {
        (texels, []) => texels,
        _ => &mut [],
    }
}

fn stored(src: &[u8], size: usize) -> Result<&[u8]> {
    src.get(..size)
        .ok_or_else(|| FormatError::malformed(0, format!("{size} texel bytes"), src.len()))
}

/// Calls `split(block, odd band, row y, row y + 2)` for every block of a level that counts, with the 16 columns that it
/// fills.
#[inline(always)]
fn to_rows<T: Copy + Default, const N: usize>(
    src: &[u8],
    size: LevelSize,
    dst: &mut [T],
    split: impl Fn(&[u8; N], bool, &mut [T; BLOCK], &mut [T; BLOCK]),
) {
    let width = size.width as usize;
    if !width.is_multiple_of(BLOCK) || !(size.height as usize).is_multiple_of(BAND) {
        return to_cut_rows(src, size, dst, split);
    }
    let pair_size = size.stored_width as usize / BLOCK * N;
    let bands = src
        .chunks_exact(2 * pair_size)
        .zip(dst.chunks_exact_mut(BAND * width));
    for (band, (src, dst)) in bands.enumerate() {
        let (upper, lower) = dst.split_at_mut(2 * width);
        let rows = upper
            .chunks_exact_mut(width)
            .zip(lower.chunks_exact_mut(width));
        for (pair, (row_0, row_2)) in src.chunks_exact(pair_size).zip(rows) {
            // As many as the row has: blocks that do not count are the last ones of a pair.
            let columns = row_0
                .as_chunks_mut()
                .0
                .iter_mut()
                .zip(row_2.as_chunks_mut().0);
            // Two loops, so that the question is asked once a row.
            if band & 1 == 0 {
                for (block, (row_0, row_2)) in pair.as_chunks().0.iter().zip(columns) {
                    split(block, false, row_0, row_2);
                }
            } else {
                for (block, (row_0, row_2)) in pair.as_chunks().0.iter().zip(columns) {
                    split(block, true, row_0, row_2);
                }
            }
        }
    }
}

/// As [`to_rows`] where a block or a band counts only in part: small levels, whose stored sides have a lowest value.
fn to_cut_rows<T: Copy + Default, const N: usize>(
    src: &[u8],
    size: LevelSize,
    dst: &mut [T],
    split: impl Fn(&[u8; N], bool, &mut [T; BLOCK], &mut [T; BLOCK]),
) {
    let width = size.width as usize;
    let pair_size = size.stored_width as usize / BLOCK * N;
    let bands = src
        .chunks_exact(2 * pair_size)
        .zip(dst.chunks_mut(BAND * width));
    for (band, (src, dst)) in bands.enumerate() {
        let (upper, lower) = dst.split_at_mut(dst.len().min(2 * width));
        // The last band may lack rows.
        let mut lower = lower.chunks_exact_mut(width);
        for (pair, row_0) in src
            .chunks_exact(pair_size)
            .zip(upper.chunks_exact_mut(width))
        {
            let mut row_2 = lower.next().unwrap_or_default().chunks_mut(BLOCK);
            for (block, columns_0) in pair.as_chunks().0.iter().zip(row_0.chunks_mut(BLOCK)) {
                let mut whole = [[T::default(); BLOCK]; 2];
                let [whole_0, whole_2] = &mut whole;
                split(block, band & 1 != 0, whole_0, whole_2);
                copy_front(columns_0, whole_0);
                copy_front(row_2.next().unwrap_or_default(), whole_2);
            }
        }
    }
}

/// Fills `to` from the front of `from`.
fn copy_front<T: Copy>(to: &mut [T], from: &[T]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// Calls `join(block, odd band, row y, row y + 2)` for every block of a level, with the 16 columns that fill it.
#[inline(always)]
fn from_rows<const N: usize>(
    src: &[u8],
    width: u32,
    dst: &mut [u8],
    join: impl Fn(&mut [u8; N], bool, &[u8; BLOCK], &[u8; BLOCK]),
) {
    let width = width as usize;
    let pair_size = width / BLOCK * N;
    let bands = src
        .chunks_exact(BAND * width)
        .zip(dst.chunks_exact_mut(2 * pair_size));
    for (band, (src, dst)) in bands.enumerate() {
        let (upper, lower) = src.split_at(2 * width);
        let rows = upper.chunks_exact(width).zip(lower.chunks_exact(width));
        for (pair, (row_0, row_2)) in dst.chunks_exact_mut(pair_size).zip(rows) {
            let columns = row_0.as_chunks().0.iter().zip(row_2.as_chunks().0);
            for (block, (row_0, row_2)) in pair.as_chunks_mut().0.iter_mut().zip(columns) {
                join(block, band & 1 != 0, row_0, row_2);
            }
        }
    }
}
