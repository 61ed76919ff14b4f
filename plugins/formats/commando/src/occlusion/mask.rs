//! 1,024 bits: what one cell sees.

use std::fmt;

/// The visibility bits of one cell. Bit `b` is `mask[b >> 3] >> (b & 7) & 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Mask(pub [u8; Mask::BYTES]);

impl Mask {
    /// Bytes of a mask.
    pub const BYTES: usize = 128;
    /// The bit of what is drawn from everywhere.
    pub const ALWAYS: u32 = 1023;
    /// Nothing is seen but what is drawn from everywhere.
    pub const HIDDEN: Self = Self([0; Self::BYTES]);

    /// Whether what has this bit is seen. [`Mask::ALWAYS`] is, and so is a bit that no mask has.
    pub fn sees(&self, bit: u32) -> bool {
        let byte = self.0.get((bit >> 3) as usize);
        bit == Self::ALWAYS || byte.is_none_or(|byte| byte >> (bit & 7) & 1 != 0)
    }

    /// Sets a bit. One that no mask has is seen anyway.
    pub fn show(&mut self, bit: u32) {
        if let Some(byte) = self.0.get_mut((bit >> 3) as usize) {
            *byte |= 1 << (bit & 7);
        }
    }

    /// How many bits are set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mask({} of 1024 bits)", self.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_count_from_the_lowest_of_the_first_byte() {
        let mut mask = Mask::HIDDEN;
        mask.show(0);
        mask.show(13);
        mask.show(5000);
        assert_eq!(mask.0[..3], [1, 0x20, 0]);
        assert!(mask.sees(0) && mask.sees(13) && !mask.sees(12));
        assert_eq!(mask.count(), 2);
    }

    #[test]
    fn the_last_bit_is_seen_whatever_the_mask_says() {
        assert!(Mask::HIDDEN.sees(Mask::ALWAYS));
        assert!(!Mask::HIDDEN.sees(1022));
        assert!(Mask::HIDDEN.sees(u32::MAX));
    }
}
