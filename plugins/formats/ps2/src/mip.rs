//! K, L and MXL: which mip level a fragment gets. It depends on view depth alone, not on the screen or the texture's
//! size. Source: spec/gs-pipeline.md 8.2, spec/renderware.md 4.6.

/// Levels above this many are refused: MXL has three bits and 7 is not allowed.
pub const MAX_MXL: u32 = 6;

/// Smallest view depth that enters the logarithm.
const MIN_W: f32 = 1.0 / 1024.0;

/// K and L as rasters and plugin 0x110 store them: K in bits 0-11 (signed, 4 fraction bits), L in bits 12-13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MipWord(pub u32);

impl Default for MipWord {
    /// K -4.0, L 0: what RenderWare sets.
    fn default() -> Self {
        Self(0x0FC0)
    }
}

impl MipWord {
    /// The bits that mean something: K and L.
    pub const MEANING: u32 = 0x3FFF;

    /// The word for K (rounded to sixteenths, kept within -128..128) and L (0..=3).
    pub fn new(k: f32, l: u32) -> Self {
        let raw = (k * 16.0).round().clamp(-2048.0, 2047.0) as i32;
        Self((raw as u32 & 0xFFF) | (l & 3) << 12)
    }

    /// K, added to the scaled logarithm.
    pub fn k(self) -> f32 {
        let raw = (self.0 & 0xFFF) as i32;
        let signed = if raw >= 0x800 { raw - 0x1000 } else { raw };
        signed as f32 / 16.0
    }

    /// L: the logarithm counts 2^L times.
    pub fn l(self) -> u32 {
        self.0 >> 12 & 3
    }

    /// `log2(w) * 2^L + K` for view depth `w` in metres. At or below 0 the texture is magnified.
    pub fn lod(self, w: f32) -> f32 {
        // `max` also takes care of not-a-number.
        w.max(MIN_W).log2() * (1 << self.l()) as f32 + self.k()
    }
}

/// MXL (levels less one) of a TEX1 low word, bits 2-4.
pub fn mxl(tex1_low: u32) -> u32 {
    tex1_low >> 2 & 7
}

/// The TEX1 low word of a raster with `levels` levels.
pub fn tex1_low(levels: u32) -> u32 {
    (levels.saturating_sub(1) & 7) << 2
}

/// Size of one side at a level: halved each time, never below 1.
pub fn level_side(side: u32, level: u32) -> u32 {
    side.checked_shr(level).unwrap_or(0).max(1)
}

/// Number of levels that RenderWare makes by itself: one more while the smaller side is above 8, at most 7.
pub fn automatic_levels(width: u32, height: u32) -> u32 {
    let mut levels = 1;
    while levels < 7 && level_side(width, levels - 1).min(level_side(height, levels - 1)) > 8 {
        levels += 1;
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn k_is_twelve_bits_with_a_sign_and_four_fraction_bits() {
        assert_eq!(MipWord(0x0FC0).k(), -4.0);
        assert_eq!(MipWord(0x0FB2).k(), -4.875);
        assert_eq!(MipWord(0x0010).k(), 1.0);
        assert_eq!(MipWord::default(), MipWord::new(-4.0, 0));
        assert_eq!(MipWord::new(-4.875, 0), MipWord(0x0FB2));
    }

    #[test]
    fn the_level_follows_the_logarithm_of_the_depth() {
        let word = MipWord(0x0FC0);
        assert_eq!(word.lod(16.0), 0.0);
        assert_eq!(word.lod(32.0), 1.0);
        assert_eq!(word.lod(64.0), 2.0);
        assert!((word.lod(24.0) - 0.585).abs() < 0.001);
        assert!((word.lod(115.0) - 2.845).abs() < 0.001);
        assert_eq!(MipWord(0x1FC0).lod(16.0), 4.0);
    }

    #[test]
    fn depths_at_and_behind_the_eye_count_as_the_smallest() {
        for w in [0.0, -5.0, f32::NAN] {
            assert_eq!(MipWord::default().lod(w), -14.0);
        }
    }

    #[test]
    fn mxl_stands_in_bits_two_to_four() {
        assert_eq!((mxl(0b0_1100), tex1_low(4)), (3, 0b0_1100));
        assert_eq!((mxl(0), tex1_low(1)), (0, 0));
    }

    #[test]
    fn renderware_stops_making_levels_at_eight_texels_or_seven_levels() {
        assert_eq!(automatic_levels(64, 64), 4);
        assert_eq!(automatic_levels(8, 256), 1);
        assert_eq!(automatic_levels(1024, 1024), 7);
        assert_eq!(level_side(4, 40), 1);
    }

    proptest! {
        #[test]
        fn every_word_comes_back_from_its_k_and_l(raw in 0..0x4000_u32) {
            let word = MipWord(raw);
            prop_assert_eq!(MipWord::new(word.k(), word.l()), word);
        }
    }
}
