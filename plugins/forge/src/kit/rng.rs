//! A small seeded generator: PCG-XSH-RR 64/32. The same seed gives the same level on every machine.

/// PCG32. Source: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
/// Number Generation", 2014.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
    increment: u64,
}

impl Rng {
    /// A generator for one purpose: the level's seed and the purpose's name, so that adding a purpose changes no other.
    pub fn new(seed: u64, purpose: &str) -> Self {
        let stream = purpose
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        let mut rng = Self {
            state: 0,
            increment: (stream << 1) | 1,
        };
        rng.bits();
        rng.state = rng.state.wrapping_add(seed);
        rng.bits();
        rng
    }

    /// The next 32 bits.
    pub fn bits(&mut self) -> u32 {
        let old = self.state;
        self.state = old
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(self.increment);
        let shifted = (((old >> 18) ^ old) >> 27) as u32;
        shifted.rotate_right((old >> 59) as u32)
    }

    /// In `0.0..1.0`, 24 bits fine.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / 16_777_216.0
    }

    /// In `low..high`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// In `0..count`; 0 when `count` is 0.
    pub fn below(&mut self, count: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(count)) >> 32) as u32
    }

    /// True with the given probability.
    pub fn chance(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }

    /// One of some things.
    pub fn one_of<T: Copy, const COUNT: usize>(&mut self, items: [T; COUNT]) -> T {
        const { assert!(COUNT > 0) };
        items[self.below(COUNT as u32) as usize]
    }

    /// One of the items; `None` of an empty slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }
}

/// A hash of two lattice coordinates and a seed, in `0.0..1.0`: randomness by place instead of by order.
pub fn hash_unit(x: i32, y: i32, seed: u32) -> f32 {
    let mut h = seed
        ^ (x as u32).wrapping_mul(0x9e37_79b1)
        ^ (y as u32).wrapping_mul(0x85eb_ca77).rotate_left(13);
    h ^= h >> 16;
    h = h.wrapping_mul(0x7feb_352d);
    h ^= h >> 15;
    h = h.wrapping_mul(0x846c_a68b);
    h ^= h >> 16;
    (h >> 8) as f32 / 16_777_216.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_purpose_give_the_same_numbers() {
        let mut a = Rng::new(7, "windows");
        let mut b = Rng::new(7, "windows");
        let mut other = Rng::new(7, "doors");
        let first: Vec<u32> = (0..8).map(|_| a.bits()).collect();
        assert_eq!(first, (0..8).map(|_| b.bits()).collect::<Vec<_>>());
        assert_ne!(first, (0..8).map(|_| other.bits()).collect::<Vec<_>>());
    }

    #[test]
    fn below_stays_below() {
        let mut rng = Rng::new(1, "test");
        assert!((0..1000).all(|_| rng.below(7) < 7));
        assert_eq!(rng.below(0), 0);
    }
}
