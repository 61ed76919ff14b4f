//! What stands between the things that a directory names: alignment, and unknown bytes. They are kept, so that a file is written
//! back as it was.

use std::ops::Range;

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;

/// The bytes of a file or block that its reader made nothing of, and its length. Gaps of zeros take no memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gaps {
    length: usize,
    /// Start and length; the bytes stand one after another in `bytes`.
    pieces: Vec<(usize, usize)>,
    bytes: Vec<u8>,
}

impl Gaps {
    /// None in that many bytes.
    pub(crate) fn none_in(length: usize) -> Self {
        Self {
            length,
            ..Self::default()
        }
    }

    /// What is left of a file when those named ranges are taken.
    pub(crate) fn between(whole: &[u8], taken: Vec<(&str, Range<usize>)>) -> Self {
        let mut taken: Vec<_> = taken.into_iter().map(|(_, range)| range).collect();
        taken.sort_by_key(|range| range.start);
        Self::between_sorted(whole, taken)
    }

    /// As [`Self::between`], for ranges that ascend.
    pub(crate) fn between_sorted(
        whole: &[u8],
        taken: impl IntoIterator<Item = Range<usize>>,
    ) -> Self {
        let mut gaps = Self::none_in(whole.len());
        let mut at = 0;
        let end = whole.len()..whole.len();
        for range in taken.into_iter().chain([end]) {
            let gap = whole.get(at..range.start).unwrap_or_default();
            steps::count_bytes(gap.len());
            if gap.iter().any(|byte| *byte != 0) {
                gaps.pieces.push((at, gap.len()));
                gaps.bytes.extend_from_slice(gap);
            }
            at = at.max(range.end);
        }
        gaps.pieces.shrink_to_fit();
        gaps.bytes.shrink_to_fit();
        gaps
    }

    /// The pieces that are not all zeros, with their places.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let mut bytes = self.bytes.as_slice();
        self.pieces.iter().map(move |&(at, length)| {
            let piece = bytes.split_off(..length).unwrap_or_default();
            (at, piece)
        })
    }

    /// Bytes of the whole file; 0 for one that was never read.
    pub fn file_length(&self) -> usize {
        self.length
    }

    /// A file of the same length with nothing in it but these.
    pub(crate) fn canvas(&self) -> Canvas {
        let mut canvas = Canvas(vec![0; self.length]);
        for (at, bytes) in self.pieces() {
            canvas.put(at, bytes);
        }
        canvas
    }
}

/// A file in the making, written in any order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Canvas(pub Vec<u8>);

impl Canvas {
    /// Puts bytes at their place; a file that is too short grows.
    pub fn put(&mut self, at: usize, bytes: &[u8]) {
        steps::count_bytes(bytes.len());
        let end = at + bytes.len();
        if self.0.len() < end {
            self.0.resize(end, 0);
        }
        if let Some(place) = self.0.get_mut(at..end) {
            place.copy_from_slice(bytes);
        }
    }

    /// Zeros up to a multiple of `alignment`; the place that follows.
    pub fn align(&mut self, alignment: usize) -> usize {
        let aligned = self.0.len().next_multiple_of(alignment);
        self.0.resize(aligned, 0);
        aligned
    }

    /// Puts bytes behind what there is, at a multiple of `alignment`; gives back where.
    pub fn append(&mut self, alignment: usize, bytes: &[u8]) -> usize {
        let at = self.align(alignment);
        self.0.extend_from_slice(bytes);
        at
    }
}

/// Checks that no two of these overlap; each comes with its name. Empty ones lie nowhere.
///
/// # Errors
/// `Malformed` at the start of the second of two that do.
pub(crate) fn check_apart(ranges: &[(&str, Range<usize>)]) -> Result<()> {
    let mut sorted: Vec<_> = ranges
        .iter()
        .filter(|(_, range)| !range.is_empty())
        .collect();
    sorted.sort_by_key(|(_, range)| range.start);
    for pair in sorted.windows(2) {
        let [(before, earlier), (name, range)] = pair else {
            continue;
        };
        if range.start < earlier.end {
            return Err(FormatError::malformed(
                range.start as u64,
                format!(
                    "{name} at or behind {:#x}, where {before} ends",
                    earlier.end
                ),
                format!("{:#x}", range.start),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_took_is_put_back() {
        let whole = [1, 2, 0, 0, 3, 4, 5, 0];
        let gaps = Gaps::between(&whole, vec![("b", 4..6), ("a", 0..1)]);
        // The zeros at 2 are part of a piece that is not all zeros; the last gap holds a 5.
        let pieces: Vec<_> = gaps.pieces().collect();
        assert_eq!(pieces, [(1, &whole[1..4]), (6, &whole[6..8])]);
        let mut canvas = gaps.canvas();
        canvas.put(0, &[1]);
        canvas.put(4, &[3, 4]);
        assert_eq!(canvas.0, whole);
        let zeros = Gaps::between_sorted(&[0; 9], [2..4, 3..5]);
        assert_eq!(zeros, Gaps::none_in(9));
    }

    #[test]
    fn overlapping_ranges_are_named() {
        assert!(check_apart(&[("b", 4..8), ("a", 0..4), ("c", 2..2)]).is_ok());
        let error = check_apart(&[("b", 3..8), ("a", 0..4)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "input at 0x3: expected b at or behind 0x4, where a ends, found 0x3"
        );
    }
}
