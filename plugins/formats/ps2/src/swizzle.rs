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
//! odd ones. A block is transposed in four 64-bit registers; on the way to colours it is not transposed at all, since each
//! unit is looked up and stored by itself. Source: spec/renderware.md 4.4.

mod block;
pub mod plain;
#[cfg(test)]
mod tests;

use crate::error::{FormatError, Result};

/// Columns of one block.
const BLOCK: usize = 16;
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

/// Puts an 8-bit level into rows: `dst[y * width + x] = src[S(x, y)]`.
///
/// `src` holds at least, `dst` exactly `width * height` bytes.
///
/// # Errors
/// `Malformed` when `width` is not a power of two of at least 16, `height` is not a positive multiple of 4, or a slice
/// has the wrong length.
pub fn unswizzle8(src: &[u8], width: u32, height: u32, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(width, height, dst.len())?)?;
    to_rows(
        src,
        width,
        dst,
        |block: &[u8; 2 * BLOCK], odd_band, row_0, row_2| {
            [*row_0, *row_2] = block::split_bytes(block, odd_band);
        },
    );
    Ok(())
}

/// Puts a 4-bit level into rows, one index a byte: `dst[y * width + x] = nibble S(x, y) of src`.
///
/// `src` holds at least `width * height / 2` bytes, `dst` exactly `width * height`.
///
/// # Errors
/// As [`unswizzle8`].
pub fn unswizzle4(src: &[u8], width: u32, height: u32, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(width, height, dst.len())? / 2)?;
    to_rows(
        src,
        width,
        dst,
        |block: &[u8; BLOCK], odd_band, row_0, row_2| {
            [*row_0, *row_2] = block::split_nibbles(block, odd_band);
        },
    );
    Ok(())
}

/// From a stored 8-bit level straight to colours: [`unswizzle8`] and [`expand8`](crate::clut::expand8) in one go.
///
/// `out` holds exactly `4 * width * height` bytes.
///
/// # Errors
/// As [`unswizzle8`].
pub fn unswizzle8_colours(
    src: &[u8],
    width: u32,
    height: u32,
    palette: &[[u8; 4]; 256],
    out: &mut [u8],
) -> Result<()> {
    let src = stored(src, check(width, height, out.len() / 4)?)?;
    let out = out.as_chunks_mut::<4>().0;
    to_rows(
        src,
        width,
        out,
        |block: &[u8; 2 * BLOCK], odd_band, row_0, row_2| {
            let (flip_0, flip_2) = exchanges(odd_band);
            for j in 0..8 {
                row_0[j ^ flip_0] = palette[usize::from(block[4 * j])];
                row_2[j ^ flip_2] = palette[usize::from(block[4 * j + 1])];
                row_0[(j ^ flip_0) + 8] = palette[usize::from(block[4 * j + 2])];
                row_2[(j ^ flip_2) + 8] = palette[usize::from(block[4 * j + 3])];
            }
        },
    );
    Ok(())
}

/// From a stored 4-bit level straight to colours: [`unswizzle4`] and [`expand4`](crate::clut::expand4) in one go.
///
/// `out` holds exactly `4 * width * height` bytes.
///
/// # Errors
/// As [`unswizzle8`].
pub fn unswizzle4_colours(
    src: &[u8],
    width: u32,
    height: u32,
    palette: &[[u8; 4]; 16],
    out: &mut [u8],
) -> Result<()> {
    let src = stored(src, check(width, height, out.len() / 4)? / 2)?;
    let out = out.as_chunks_mut::<4>().0;
    to_rows(
        src,
        width,
        out,
        |block: &[u8; BLOCK], odd_band, row_0, row_2| {
            let (flip_0, flip_2) = exchanges(odd_band);
            for j in 0..8 {
                row_0[j ^ flip_0] = palette[usize::from(block[2 * j] & 15)];
                row_2[j ^ flip_2] = palette[usize::from(block[2 * j] >> 4)];
                row_0[(j ^ flip_0) + 8] = palette[usize::from(block[2 * j + 1] & 15)];
                row_2[(j ^ flip_2) + 8] = palette[usize::from(block[2 * j + 1] >> 4)];
            }
        },
    );
    Ok(())
}

/// Puts rows of an 8-bit level into stored order: `dst[S(x, y)] = src[y * width + x]`. Both hold `width * height` bytes.
///
/// # Errors
/// As [`unswizzle8`].
pub fn swizzle8(src: &[u8], width: u32, height: u32, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(width, height, dst.len())?)?;
    from_rows(
        src,
        width,
        dst,
        |block: &mut [u8; 2 * BLOCK], odd_band, row_0, row_2| {
            *block = block::join_bytes(row_0, row_2, odd_band);
        },
    );
    Ok(())
}

/// Puts rows of indices, one a byte, into the stored order of a 4-bit level. Only the low four bits of an index are
/// kept. `src` holds `width * height` bytes, `dst` exactly half as many.
///
/// # Errors
/// As [`unswizzle8`].
pub fn swizzle4(src: &[u8], width: u32, height: u32, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(width, height, dst.len() * 2)?)?;
    from_rows(
        src,
        width,
        dst,
        |block: &mut [u8; BLOCK], odd_band, row_0, row_2| {
            *block = block::join_nibbles(row_0, row_2, odd_band);
        },
    );
    Ok(())
}

/// Number of texels, when the size is legal and the rows have that many.
fn check(width: u32, height: u32, row_texels: usize) -> Result<usize> {
    if !width.is_power_of_two() || (width as usize) < BLOCK {
        return Err(FormatError::malformed(
            0,
            "a stored width that is a power of two of at least 16",
            width,
        ));
    }
    if height == 0 || !(height as usize).is_multiple_of(BAND) {
        return Err(FormatError::malformed(
            0,
            "a stored height that is a positive multiple of 4",
            height,
        ));
    }
    match usize::try_from(u64::from(width) * u64::from(height)) {
        Ok(texels) if texels == row_texels => Ok(texels),
        _ => Err(FormatError::malformed(
            0,
            format!("room for {width} x {height} texels"),
            format!("room for {row_texels}"),
        )),
    }
}

fn stored(src: &[u8], size: usize) -> Result<&[u8]> {
    src.get(..size)
        .ok_or_else(|| FormatError::malformed(0, format!("{size} texel bytes"), src.len()))
}

/// What to flip in the column of rows y and y + 2.
fn exchanges(odd_band: bool) -> (usize, usize) {
    if odd_band { (4, 0) } else { (0, 4) }
}

/// Calls `split(block, odd band, row y, row y + 2)` for every block of a level, with the 16 columns that it fills.
#[inline(always)]
fn to_rows<T, const N: usize>(
    src: &[u8],
    width: u32,
    dst: &mut [T],
    split: impl Fn(&[u8; N], bool, &mut [T; BLOCK], &mut [T; BLOCK]),
) {
    let width = width as usize;
    let pair_size = width / BLOCK * N;
    let bands = src
        .chunks_exact(2 * pair_size)
        .zip(dst.chunks_exact_mut(BAND * width));
    for (band, (src, dst)) in bands.enumerate() {
        let (upper, lower) = dst.split_at_mut(2 * width);
        let rows = upper
            .chunks_exact_mut(width)
            .zip(lower.chunks_exact_mut(width));
        for (pair, (row_0, row_2)) in src.chunks_exact(pair_size).zip(rows) {
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
