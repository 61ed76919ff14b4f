//! The definition itself, texel by texel: what the fast functions are tested and measured against.

use super::{Result, check, source_index, stored};

/// As [`unswizzle8`](super::unswizzle8), through [`source_index`].
///
/// # Errors
/// The same.
pub fn unswizzle8(src: &[u8], width: u32, height: u32, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(width, height, dst.len())?)?;
    for y in 0..height as usize {
        for x in 0..width as usize {
            dst[y * width as usize + x] = src[source_index(x, y, width as usize)];
        }
    }
    Ok(())
}

/// As [`unswizzle4`](super::unswizzle4), through [`source_index`].
///
/// # Errors
/// The same.
pub fn unswizzle4(src: &[u8], width: u32, height: u32, dst: &mut [u8]) -> Result<()> {
    let src = stored(src, check(width, height, dst.len())? / 2)?;
    for y in 0..height as usize {
        for x in 0..width as usize {
            let s = source_index(x, y, width as usize);
            dst[y * width as usize + x] = src[s / 2] >> (s % 2 * 4) & 15;
        }
    }
    Ok(())
}

/// As [`unswizzle8_colours`](super::unswizzle8_colours), through [`source_index`].
///
/// # Errors
/// The same.
pub fn unswizzle8_colours(
    src: &[u8],
    width: u32,
    height: u32,
    palette: &[[u8; 4]; 256],
    out: &mut [u8],
) -> Result<()> {
    let src = stored(src, check(width, height, out.len() / 4)?)?;
    let out = out.as_chunks_mut::<4>().0;
    for y in 0..height as usize {
        for x in 0..width as usize {
            let index = src[source_index(x, y, width as usize)];
            out[y * width as usize + x] = palette[usize::from(index)];
        }
    }
    Ok(())
}

/// As [`unswizzle4_colours`](super::unswizzle4_colours), through [`source_index`].
///
/// # Errors
/// The same.
pub fn unswizzle4_colours(
    src: &[u8],
    width: u32,
    height: u32,
    palette: &[[u8; 4]; 16],
    out: &mut [u8],
) -> Result<()> {
    let src = stored(src, check(width, height, out.len() / 4)? / 2)?;
    let out = out.as_chunks_mut::<4>().0;
    for y in 0..height as usize {
        for x in 0..width as usize {
            let s = source_index(x, y, width as usize);
            let index = src[s / 2] >> (s % 2 * 4) & 15;
            out[y * width as usize + x] = palette[usize::from(index)];
        }
    }
    Ok(())
}
