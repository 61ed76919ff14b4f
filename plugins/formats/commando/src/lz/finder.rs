//! Where the bytes at a place stood before.

use wonderwheel_ps2::steps;

use super::emit::Match;

/// Chains of places with equal first three bytes, newest first.
pub(super) struct Finder<'a> {
    data: &'a [u8],
    /// Newest place of each hash, plus 1.
    newest: Vec<u32>,
    /// The place before, plus 1, of the last places; a ring.
    before: Vec<u32>,
    /// Places before this one are in the chains.
    inserted: usize,
}

/// How many places of a chain are looked at.
const DEPTH: usize = 48;

/// A match of this many bytes ends the search.
const GOOD_ENOUGH: usize = 128;

/// As many places as the window has, to the next power of two.
const RING: usize = 1 << 16;

impl<'a> Finder<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        let size = data.len().next_power_of_two().clamp(64, RING);
        Self {
            data,
            newest: vec![0; size],
            before: vec![0; size],
            inserted: 0,
        }
    }

    /// The match at `at` that saves most bytes, if one saves any. Places of the chains must be asked for in rising order.
    pub fn best(&mut self, at: usize) -> Option<Match> {
        self.insert_up_to(at);
        let here = self.data.get(at..)?;
        let mut best: Option<Match> = None;
        let mut candidate = self.newest.get(self.hash(at)?).copied().unwrap_or_default();
        for _ in 0..DEPTH {
            let Some(place) = (candidate as usize).checked_sub(1) else {
                break;
            };
            steps::count(1);
            let distance = at - place;
            if distance > Match::FARTHEST {
                break;
            }
            let longest = best.map_or(0, |best| best.length);
            if self.could_be_longer(here, place, longest) {
                let length = self.common(here, place).min(Match::longest(distance));
                steps::count_bytes(length);
                let found = Match { length, distance };
                if saving(found) > best.map_or(0, saving) {
                    best = Some(found);
                }
                if length >= GOOD_ENOUGH {
                    break;
                }
            }
            let next = self.before.get(place % self.before.len()).copied();
            // A ring's place may have been taken by a later one; chains only ever lead back.
            candidate = next.filter(|next| *next < candidate).unwrap_or_default();
        }
        best
    }

    fn insert_up_to(&mut self, end: usize) {
        while self.inserted < end {
            let at = self.inserted;
            self.inserted += 1;
            let Some(hash) = self.hash(at) else { continue };
            let ring = at % self.before.len();
            if let (Some(newest), Some(before)) =
                (self.newest.get_mut(hash), self.before.get_mut(ring))
            {
                *before = *newest;
                // Inputs of 4 GiB are cut by their caller.
                *newest = at as u32 + 1;
            }
        }
    }

    #[inline]
    fn hash(&self, at: usize) -> Option<usize> {
        let [a, b, c] = *self.data.get(at..)?.first_chunk::<{ Match::SHORTEST }>()?;
        let word = u32::from_le_bytes([a, b, c, 0]);
        Some((word.wrapping_mul(0x9E37_79B1) >> 12) as usize % self.newest.len())
    }

    /// Whether the byte that would make it longer is equal: most candidates fail here.
    #[inline]
    fn could_be_longer(&self, here: &[u8], place: usize, longest: usize) -> bool {
        here.get(longest) == self.data.get(place + longest)
    }

    #[inline]
    fn common(&self, here: &[u8], place: usize) -> usize {
        let there = self.data.get(place..).unwrap_or_default();
        let most = here.len().min(Match::LONGEST);
        let (here, there) = (
            here.get(..most).unwrap_or_default(),
            there.get(..most).unwrap_or_default(),
        );
        let mut common = 0;
        for (a, b) in here.as_chunks::<8>().0.iter().zip(there.as_chunks::<8>().0) {
            let different = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
            if different != 0 {
                return common + (different.trailing_zeros() / 8) as usize;
            }
            common += 8;
        }
        let rest = here.iter().zip(there).skip(common);
        common + rest.take_while(|(a, b)| a == b).count()
    }
}

/// Bytes that a match saves against literals; what is too short for its distance saves none.
pub(super) fn saving(found: Match) -> usize {
    if found.length < Match::SHORTEST {
        return 0;
    }
    found.length.saturating_sub(found.cost())
}
