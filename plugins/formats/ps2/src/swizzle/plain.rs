//! The definition itself, texel by texel: what the fast functions are tested and measured against.
#![expect(
    clippy::indexing_slicing,
    reason = "the permutation never leaves the stored level, whose bytes are counted first"
)]

use super::{LevelSize, Result, check, source_index, stored, texels};

/// As [`unswizzle8`](super::unswizzle8), through [`source_index`].
///
/// # Errors
/// The same.
pub fn unswizzle8(src: &[u8], size: LevelSize, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(size, dst.len())?)?;
    fill(size, dst, |s| src[s]);
    Ok(())
}

/// As [`unswizzle4`](super::unswizzle4), through [`source_index`].
///
/// # Errors
/// The same.
pub fn unswizzle4(src: &[u8], size: LevelSize, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(size, dst.len())? / 2)?;
    fill(size, dst, |s| nibble(src, s));
    Ok(())
}

/// As [`unswizzle8_colours`](super::unswizzle8_colours), through [`source_index`].
///
/// # Errors
/// The same.
pub fn unswizzle8_colours(
    src: &[u8],
    size: LevelSize,
    palette: &[[u8; 4]; 256],
    out: &mut [u8],
) -> Result<()> {
    let out = texels(out);
    let src = stored(src, check(size, out.len())?)?;
    fill(size, out, |s| palette[usize::from(src[s])]);
    Ok(())
}

/// As [`unswizzle4_colours`](super::unswizzle4_colours), through [`source_index`].
///
/// # Errors
/// The same.
pub fn unswizzle4_colours(
    src: &[u8],
    size: LevelSize,
    palette: &[[u8; 4]; 16],
    out: &mut [u8],
) -> Result<()> {
    let out = texels(out);
    let src = stored(src, check(size, out.len())? / 2)?;
    fill(size, out, |s| palette[usize::from(nibble(src, s))]);
    Ok(())
}

/// Fills the rows of what counts with `texel(S(x, y))`.
fn fill<T>(size: LevelSize, dst: &mut [T], texel: impl Fn(usize) -> T) {
    let (width, stored_width) = (size.width as usize, size.stored_width as usize);
    for y in 0..size.height as usize {
        for x in 0..width {
            dst[y * width + x] = texel(source_index(x, y, stored_width));
        }
    }
}

/// Nibble `s`, the low one of a byte first.
fn nibble(src: &[u8], s: usize) -> u8 {
    src[s / 2] >> (s % 2 * 4) & 15
}
