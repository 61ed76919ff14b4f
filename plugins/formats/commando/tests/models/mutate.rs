//! Seeded damage: the same in every run.

/// Words that counts, offsets and floats like to be wrong in.
const NASTY: [u32; 10] = [
    0,
    1,
    0x10,
    0x40,
    0xFF,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    0x7FC0_0000,
];

/// Damaged copies of a seed.
pub struct Mutations {
    seed: Vec<u8>,
    state: u64,
}

impl Mutations {
    pub fn of(seed: &[u8]) -> Self {
        Self {
            seed: seed.to_vec(),
            state: 0x9E37_79B9_7F4A_7C15,
        }
    }

    /// Marsaglia's xorshift; a number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 16) as usize % limit.max(1)
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        // Headers and tables stand in front: every second change goes there.
        let limit = [bytes.len(), bytes.len().min(0x100)][self.below(2)];
        let at = self.below(limit);
        match self.below(8) {
            0 | 1 => bytes[at] ^= 1 << self.below(8),
            2 | 3 => bytes[at] = self.below(256) as u8,
            4 | 5 => {
                let word = NASTY[self.below(NASTY.len())];
                put(bytes, at & !3, word);
            }
            6 => {
                let step = self.below(65) as u32;
                let at = at & !3;
                if let Some(word) = bytes.get(at..at + 4) {
                    let word = u32::from_le_bytes(word.try_into().unwrap());
                    put(bytes, at, word.wrapping_add(step).wrapping_sub(32));
                }
            }
            _ => bytes.truncate(self.below(bytes.len())),
        }
    }
}

fn put(bytes: &mut [u8], at: usize, word: u32) {
    if let Some(place) = bytes.get_mut(at..at + 4) {
        place.copy_from_slice(&word.to_le_bytes());
    }
}

impl Iterator for Mutations {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut bytes = self.seed.clone();
        for _ in 0..=self.below(3) {
            self.change(&mut bytes);
        }
        Some(bytes)
    }
}
