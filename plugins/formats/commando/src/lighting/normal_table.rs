//! The table of cosines and sines that normals come from.

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;

/// Cosine and sine of 256 angles, as the words that the level's overlay stores. They are not what a host computes: more than
/// half of the words differ from the correctly rounded ones.
///
/// Source: spec/commando-lighting.md 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NormalTable {
    /// Cosine and sine of `i * pi / 128`, by the unsigned byte `i`.
    entries: Box<[[u32; 2]; 256]>,
}

/// How far a stored value may be from the host's.
const TOLERANCE: f64 = 1e-6;

impl NormalTable {
    /// Bytes of a stored table.
    pub const BYTES: usize = 0x800;

    /// Looks for the table in an overlay, which stores it at an address that is a multiple of four and different in every
    /// level. Gives the table and its offset, or `None` when the overlay has none: then the level cannot be lit, and its stored
    /// colours have to do.
    ///
    /// A lone pair (1.0, 0.0) occurs by accident, so all 256 pairs have to lie on the curve.
    ///
    /// # Errors
    /// `Malformed` when there are two tables that differ.
    pub fn find(overlay: &[u8]) -> Result<Option<(Self, usize)>> {
        steps::count_bytes(overlay.len());
        let (words, _) = overlay.as_chunks::<4>();
        let mut found: Option<(Self, usize)> = None;
        for (i, pair) in words.windows(2).enumerate() {
            if pair != [[0, 0, 0x80, 0x3F], [0; 4]] {
                continue;
            }
            let offset = i * 4;
            let bytes = overlay.get(offset..).unwrap_or_default();
            let Some(table) = bytes.first_chunk().and_then(Self::from_bytes) else {
                continue;
            };
            match &found {
                Some((first, at)) if *first != table => {
                    return Err(FormatError::malformed(
                        offset as u64,
                        format!("the same normal table as at {at:#x}"),
                        "another one",
                    ));
                }
                Some(_) => {}
                None => found = Some((table, offset)),
            }
        }
        Ok(found)
    }

    /// The table of its bytes; `None` when one of them is off the curve.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let (words, _) = bytes.as_chunks::<4>();
        let (pairs, _) = words.as_chunks::<2>();
        let mut entries = Box::new([[0; 2]; 256]);
        for ((i, entry), pair) in entries.iter_mut().enumerate().zip(pairs) {
            steps::count(1);
            *entry = pair.map(u32::from_le_bytes);
            let close = entry.iter().zip(exact(i)).all(|(word, exact)| {
                // Not-a-number is not close.
                (f64::from(f32::from_bits(*word)) - exact).abs() <= TOLERANCE
            });
            if !close {
                return None;
            }
        }
        Some(Self { entries })
    }

    /// The table's bytes.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let (words, _) = bytes.as_chunks_mut::<4>();
        for (to, from) in words.iter_mut().zip(self.entries.as_flattened()) {
            *to = from.to_le_bytes();
        }
        bytes
    }

    /// Correctly rounded values, for levels that are made and not found.
    pub fn rounded() -> Self {
        let mut entries = Box::new([[0; 2]; 256]);
        for (i, entry) in entries.iter_mut().enumerate() {
            *entry = exact(i).map(|value| (value as f32).to_bits());
        }
        Self { entries }
    }

    /// Words of the cosine and the sine of an angle in 256ths of a turn.
    #[inline]
    pub fn cos_sin(&self, index: u8) -> [u32; 2] {
        self.entries
            .get(usize::from(index))
            .copied()
            .unwrap_or_default()
    }
}

/// Exact at the quarter turns, where a search wants 0 and 1.
fn exact(i: usize) -> [f64; 2] {
    match i {
        0 => [1.0, 0.0],
        _ => {
            let (sin, cos) = (i as f64 * (std::f64::consts::PI / 128.0)).sin_cos();
            [cos, sin]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some bytes, then the parts.
    fn overlay(parts: &[&[u8]]) -> Vec<u8> {
        let mut bytes = vec![0x3F; 12];
        parts.iter().for_each(|part| bytes.extend_from_slice(part));
        bytes
    }

    #[test]
    fn rounded_entries_are_those_of_the_page() {
        let table = NormalTable::rounded();
        for (index, cos, sin) in [
            (0, 0x3F80_0000, 0),
            (1, 0x3F7F_EC43, 0x3CC9_0AB0),
            (32, 0x3F35_04F3, 0x3F35_04F3),
            (96, 0xBF35_04F3, 0x3F35_04F3),
            (200, 0x3E47_C5C2, 0xBF7B_14BE),
        ] {
            assert_eq!(table.cos_sin(index), [cos, sin], "{index}");
        }
    }

    #[test]
    fn the_table_is_found_behind_decoys_at_an_odd_multiple_of_four() {
        let table = NormalTable::rounded();
        let bytes = table.to_bytes();
        // A lone pair, and a curve that leaves in its middle.
        let lone = &bytes[..8];
        let broken = &bytes[..0x400];
        let overlay = overlay(&[lone, broken, &[1; 4], &bytes, &[2; 7]]);
        let at = 12 + 8 + 0x400 + 4;
        assert_eq!(at % 8, 0);
        assert_eq!(NormalTable::find(&overlay), Ok(Some((table.clone(), at))));
        assert_eq!(NormalTable::find(&overlay[4..]), Ok(Some((table, at - 4))));
    }

    #[test]
    fn a_damaged_last_entry_is_no_table() {
        let mut bytes = NormalTable::rounded().to_bytes();
        bytes[NormalTable::BYTES - 3] ^= 0x40;
        assert_eq!(NormalTable::find(&overlay(&[&bytes])), Ok(None));
        bytes[NormalTable::BYTES - 4..].fill(0xFF);
        assert_eq!(NormalTable::find(&overlay(&[&bytes])), Ok(None));
        // Cut off in the last entry.
        let whole = NormalTable::rounded().to_bytes();
        assert_eq!(
            NormalTable::find(&whole[..NormalTable::BYTES - 1]),
            Ok(None)
        );
        assert_eq!(NormalTable::find(&[]), Ok(None));
    }

    #[test]
    fn values_that_are_nearly_right_are_kept_as_stored() {
        let mut bytes = NormalTable::rounded().to_bytes();
        bytes[8] ^= 1;
        let (table, _) = NormalTable::find(&bytes).unwrap().unwrap();
        assert_eq!(table.cos_sin(1)[0], 0x3F7F_EC42);
        assert_eq!(table.to_bytes(), bytes);
    }

    #[test]
    fn two_tables_have_to_be_equal() {
        let one = NormalTable::rounded().to_bytes();
        let mut other = one;
        other[8] ^= 1;
        assert!(
            NormalTable::find(&overlay(&[&one, &one]))
                .unwrap()
                .is_some()
        );
        let error = NormalTable::find(&overlay(&[&one, &other])).unwrap_err();
        assert_eq!(error.offset(), 12 + 0x800);
    }
}
