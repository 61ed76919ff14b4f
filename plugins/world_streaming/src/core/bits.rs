//! A bit array sized from the data, indexed by streamed-sector index.
//!
//! The original keeps 576 bits a world; a world with more sectors (level70s has 593) would write over its neighbours.
//! Source: seed 000 "The world object"; spec/world-addenda.md 3.1.

/// A fixed number of bits. Setting or reading past the end does nothing and reads false.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    len: u32,
}

impl Bits {
    /// `len` bits, all clear.
    pub fn new(len: u32) -> Self {
        Self {
            words: vec![0; (len as usize).div_ceil(64)],
            len,
        }
    }

    /// How many bits there are.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// True when there are no bits at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bit; false past the end.
    #[inline]
    pub fn get(&self, index: u32) -> bool {
        index < self.len && self.words[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    /// Sets or clears one bit; nothing happens past the end.
    #[inline]
    pub fn set(&mut self, index: u32, value: bool) {
        if index >= self.len {
            return;
        }
        let word = &mut self.words[(index / 64) as usize];
        let mask = 1 << (index % 64);
        if value {
            *word |= mask;
        } else {
            *word &= !mask;
        }
    }

    /// Clears every bit.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Grows to at least `len` bits; the new ones are clear.
    pub fn grow(&mut self, len: u32) {
        if len > self.len {
            self.words.resize((len as usize).div_ceil(64), 0);
            self.len = len;
        }
    }

    /// How many bits are set.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The indices of the set bits, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        set_bits(self.words.iter().copied())
    }

    /// The indices that are set in both arrays, ascending.
    pub fn iter_both<'a>(&'a self, other: &'a Bits) -> impl Iterator<Item = u32> + 'a {
        let words = self.words.iter().zip(&other.words);
        set_bits(words.map(|(own, other)| own & other))
    }

    /// The words, lowest index in the lowest bit of the first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

fn set_bits(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    SetBits {
        words,
        word: 0,
        end: 0,
    }
}

/// By hand: as a chain of adapters the decision takes a third longer.
struct SetBits<W> {
    words: W,
    /// What is left of the word that was taken last.
    word: u64,
    /// The index behind that word.
    end: u32,
}

impl<W: Iterator<Item = u64>> Iterator for SetBits<W> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.word == 0 {
            self.word = self.words.next()?;
            self.end += 64;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(self.end - 64 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_and_listed_in_order() {
        let mut bits = Bits::new(593);
        for index in [592, 0, 63, 64, 130] {
            bits.set(index, true);
        }
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 63, 64, 130, 592]);
        assert_eq!(bits.count(), 5);
        bits.set(64, false);
        assert!(!bits.get(64));
        assert_eq!(bits.count(), 4);
    }

    #[test]
    fn an_index_past_the_end_is_neither_set_nor_read() {
        let mut bits = Bits::new(3);
        bits.set(3, true);
        bits.set(u32::MAX, true);
        assert_eq!(bits.count(), 0);
        assert!(!bits.get(3));
    }

    #[test]
    fn only_indices_of_both_arrays_are_listed_even_when_one_is_shorter() {
        let marked = |len, indices: &[u32]| {
            let mut bits = Bits::new(len);
            indices.iter().for_each(|&index| bits.set(index, true));
            bits
        };
        let (long, short) = (marked(200, &[1, 64, 69, 150]), marked(70, &[0, 64, 69]));
        assert_eq!(long.iter_both(&short).collect::<Vec<_>>(), [64, 69]);
        assert_eq!(short.iter_both(&long).collect::<Vec<_>>(), [64, 69]);
    }

    #[test]
    fn growing_keeps_what_was_set() {
        let mut bits = Bits::new(1);
        bits.set(0, true);
        bits.grow(100);
        bits.set(99, true);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 99]);
        bits.grow(2);
        assert_eq!(bits.len(), 100);
    }
}
