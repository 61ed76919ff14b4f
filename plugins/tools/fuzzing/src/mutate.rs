//! A seeded mutator: the same damage on every machine and in every run.

/// Marsaglia's xorshift generator with 64 bits and the shifts 13, 7, 17: small, fast, good enough to break files with.
#[derive(Debug, Clone)]
pub struct Xorshift(u64);

impl Xorshift {
    /// A generator whose numbers follow from `seed`; zero, which would give zeros only, counts as one.
    pub fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `limit`; 0 when that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // The high bits are the better ones.
        let limit = limit.max(1) as u64;
        usize::try_from((self.number() >> 16) % limit).unwrap_or_default()
    }
}

/// Words that counts, sizes, offsets and floats like to be wrong in.
const NASTY: [u32; 14] = [
    0,
    1,
    3,
    0x10,
    0x54,
    0x7F,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    // Infinity, not a number, the largest float, a stamp of the disc.
    0x7F80_0000,
    0x7FC0_0000,
    0x7F7F_FFFF,
    0x1C02_000A,
];

/// Makes damaged inputs out of valid ones, without end.
///
/// Each input is one of the seeds with one to four changes: a bit turned over, a byte or an aligned word replaced, a word made
/// a little larger or smaller, a piece removed, doubled, moved, cut off the end, or taken from another seed.
#[derive(Debug, Clone)]
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    random: Xorshift,
}

impl Mutator {
    /// How far an input grows beyond the longest seed.
    const LONGEST_PIECE: usize = 64;

    /// A mutator over these seeds whose inputs follow from `seed`.
    pub fn new(seeds: Vec<Vec<u8>>, seed: u64) -> Self {
        Self {
            seeds,
            random: Xorshift::new(seed),
        }
    }

    /// The next damaged input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut bytes = self.seed().to_vec();
        for _ in 0..=self.random.below(4) {
            self.change(&mut bytes);
        }
        bytes
    }

    fn seed(&mut self) -> &[u8] {
        let index = self.random.below(self.seeds.len());
        self.seeds.get(index).map(Vec::as_slice).unwrap_or_default()
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let random = &mut self.random;
        let at = random.below(bytes.len());
        match random.below(12) {
            0..=2 => {
                let bit = 1 << random.below(8);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= bit;
                }
            }
            3 | 4 => {
                let value = random.number() as u8;
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = value;
                }
            }
            5 | 6 => {
                let nasty = NASTY.get(random.below(NASTY.len())).copied();
                word(bytes, at, |_| nasty.unwrap_or_default());
            }
            7 | 8 => {
                let step = random.below(33) as u32;
                word(bytes, at, |value| value.wrapping_add(step).wrapping_sub(16));
            }
            9 => bytes.truncate(at),
            10 => {
                // A piece goes, or comes a second time somewhere.
                let end = (at + 1 + random.below(Self::LONGEST_PIECE)).min(bytes.len());
                let piece: Vec<u8> = match random.below(2) {
                    0 => bytes.drain(at..end).collect(),
                    _ => bytes.get(at..end).unwrap_or_default().to_vec(),
                };
                if random.below(2) == 0 {
                    let to = random.below(bytes.len() + 1);
                    bytes.splice(to..to, piece);
                }
            }
            _ => {
                let other = self.seed().to_vec();
                let from = self.random.below(other.len());
                let length = 1 + self.random.below(Self::LONGEST_PIECE);
                let piece = other.into_iter().skip(from).take(length);
                let end = (at + length).min(bytes.len());
                bytes.splice(at.min(end)..end, piece);
            }
        }
    }
}

/// Replaces the aligned word that holds the byte at `at`.
fn word(bytes: &mut [u8], at: usize, change: impl Fn(u32) -> u32) {
    let at = at / 4 * 4;
    if let Some(word) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *word = change(u32::from_le_bytes(*word)).to_le_bytes();
    }
}
