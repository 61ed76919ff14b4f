//! Palettes (CLUTs): the order in which 256 colours are stored, and the step from indices to colours.
//!
//! Colours are R, G, B, A bytes; alpha is 0..=128 with 128 opaque, and stays so. Source: spec/renderware.md 4.5.

use crate::error::{FormatError, Result};

/// Where the colour of `index` is stored in a 256-colour palette (storage mode CSM1), and the other way round: bits 3
/// and 4 change places.
///
/// Palettes of 16 colours are stored in index order.
pub fn csm1(index: u8) -> u8 {
    (index & 0xE7) | (index & 0x08) << 1 | (index & 0x10) >> 1
}

/// The 256 colours of a stored palette, in index order. What follows the first 1,024 bytes is ignored.
///
/// # Errors
/// `Malformed` when fewer bytes are there.
#[expect(clippy::indexing_slicing, reason = "a byte is below 256")]
pub fn palette_256(stored: &[u8]) -> Result<[[u8; 4]; 256]> {
    let (colours, _) = stored.as_chunks::<4>();
    let colours: &[[u8; 4]; 256] = colours
        .first_chunk()
        .ok_or_else(|| short(256, stored.len()))?;
    Ok(std::array::from_fn(|index| {
        colours[usize::from(csm1(index as u8))]
    }))
}

/// The 16 colours of a stored palette. What follows the first 64 bytes is ignored.
///
/// # Errors
/// `Malformed` when fewer bytes are there.
pub fn palette_16(stored: &[u8]) -> Result<[[u8; 4]; 16]> {
    let (colours, _) = stored.as_chunks::<4>();
    colours
        .first_chunk()
        .copied()
        .ok_or_else(|| short(16, stored.len()))
}

/// The 1,024 bytes in which 256 colours are stored.
#[expect(clippy::indexing_slicing, reason = "a byte is below 256")]
pub fn store_palette_256(palette: &[[u8; 4]; 256]) -> [u8; 1024] {
    let mut stored = [0; 1024];
    for (place, bytes) in stored.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        *bytes = palette[usize::from(csm1(place as u8))];
    }
    stored
}

/// Looks every index up: one byte in, four bytes out.
///
/// Colours the shorter of the two; give `out` four bytes an index.
#[expect(clippy::indexing_slicing, reason = "a byte is below 256")]
pub fn expand8(indices: &[u8], palette: &[[u8; 4]; 256], out: &mut [u8]) {
    for (texel, index) in out.as_chunks_mut::<4>().0.iter_mut().zip(indices) {
        *texel = palette[usize::from(*index)];
    }
}

/// As [`expand8`] for 16 colours; only the low four bits of an index count.
#[expect(clippy::indexing_slicing, reason = "four bits are below 16")]
pub fn expand4(indices: &[u8], palette: &[[u8; 4]; 16], out: &mut [u8]) {
    for (texel, index) in out.as_chunks_mut::<4>().0.iter_mut().zip(indices) {
        *texel = palette[usize::from(*index & 15)];
    }
}

/// An alpha of 0..=255 as the GS has it, 128 = opaque: `a * 128 / 255`.
pub fn gs_alpha(alpha: u8) -> u8 {
    (u16::from(alpha) * 128 / 255) as u8
}

/// A GS alpha as pictures have it, 255 = opaque: `min(a * 255 / 128, 255)`.
pub fn picture_alpha(gs_alpha: u8) -> u8 {
    (u16::from(gs_alpha) * 255 / 128).min(255) as u8
}

fn short(colours: usize, found: usize) -> FormatError {
    FormatError::malformed(
        0,
        format!("{colours} colours of 4 bytes"),
        format!("{found} bytes"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csm1_swaps_bits_three_and_four_and_is_its_own_inverse() {
        for (a, b) in [
            (8, 16),
            (15, 23),
            (40, 48),
            (0, 0),
            (7, 7),
            (24, 24),
            (255, 255),
        ] {
            assert_eq!((csm1(a), csm1(b)), (b, a));
        }
        assert!((0..=255).all(|index| csm1(csm1(index)) == index));
    }

    #[test]
    fn a_stored_palette_comes_back_in_index_order() {
        let stored: Vec<u8> = (0..=255_u8).flat_map(|place| [place, 0, 0, 128]).collect();
        let palette = palette_256(&stored).unwrap();
        assert_eq!(palette[8][0], 16);
        assert_eq!(palette[23][0], 15);
        assert_eq!(store_palette_256(&palette).to_vec(), stored);
    }

    #[test]
    fn a_palette_that_lacks_one_byte_is_refused() {
        assert!(palette_256(&[0; 1023]).is_err());
        assert!(palette_16(&[0; 63]).is_err());
        assert!(palette_16(&[0; 96]).is_ok());
    }

    #[test]
    fn indices_become_colours() {
        let palette = std::array::from_fn(|i| [i as u8, 1, 2, 128]);
        let mut out = [0; 8];
        expand8(&[7, 255], &palette, &mut out);
        assert_eq!(out, [7, 1, 2, 128, 255, 1, 2, 128]);
        let palette = std::array::from_fn(|i| [0, i as u8, 0, 64]);
        expand4(&[3, 0xF2], &palette, &mut out);
        assert_eq!(out, [0, 3, 0, 64, 0, 2, 0, 64]);
    }

    #[test]
    fn opaque_stays_opaque_both_ways() {
        assert_eq!((gs_alpha(255), picture_alpha(128)), (128, 255));
        assert_eq!((gs_alpha(128), picture_alpha(64)), (64, 127));
        assert_eq!(picture_alpha(200), 255);
    }
}
