//! Texture filters: RenderWare's numbers, the choice of mip levels, the bilinear sum. Source: spec/gs-pipeline.md 8.

use crate::array::zip_with;
use crate::mip::{MAX_MXL, MipWord};

/// MMIN of TEX1: the filter for LOD > 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MinFilter {
    /// 0: nearest texel of level 0.
    Nearest = 0,
    /// 1: bilinear in level 0.
    Linear = 1,
    /// 2: nearest texel of the nearest level.
    NearestMipNearest = 2,
    /// 3: nearest texel of two levels, blended.
    NearestMipLinear = 3,
    /// 4: bilinear in the nearest level.
    LinearMipNearest = 4,
    /// 5: bilinear in two levels, blended: trilinear.
    LinearMipLinear = 5,
}

/// Which levels a fragment takes its texel from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelChoice {
    /// The larger level.
    pub level: u32,
    /// The level blended in by `fraction`; equal to `level` when there is nothing to blend.
    pub next: u32,
    /// Weight of `next`, 0..1.
    pub fraction: f32,
    /// Whether texels are filtered bilinearly within a level.
    pub linear: bool,
}

impl MinFilter {
    /// Whether levels other than 0 are ever used.
    pub fn uses_levels(self) -> bool {
        !matches!(self, Self::Nearest | Self::Linear)
    }

    fn is_linear(self) -> bool {
        matches!(
            self,
            Self::Linear | Self::LinearMipNearest | Self::LinearMipLinear
        )
    }

    /// The levels for a level of detail above 0.
    ///
    /// Source: spec/gs-pipeline.md 8.2; mode 3 blends as mode 5 does.
    fn levels(self, lod: f32, mxl: u32) -> LevelChoice {
        let linear = self.is_linear();
        let last = mxl.min(MAX_MXL);
        let one = |level: u32| LevelChoice {
            level,
            next: level,
            fraction: 0.0,
            linear,
        };
        match self {
            Self::Nearest | Self::Linear => one(0),
            Self::NearestMipNearest | Self::LinearMipNearest => one((lod.round() as u32).min(last)),
            Self::NearestMipLinear | Self::LinearMipLinear => {
                let level = lod.floor() as u32;
                if level >= last {
                    one(last)
                } else {
                    LevelChoice {
                        level,
                        next: level + 1,
                        fraction: lod - lod.floor(),
                        linear,
                    }
                }
            }
        }
    }
}

/// The filter fields of TEX1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Filtering {
    /// MMAG: bilinear for LOD <= 0.
    pub magnify_linear: bool,
    /// MMIN: the filter for LOD > 0.
    pub minify: MinFilter,
}

impl Filtering {
    /// Level 0 only, bilinear: objects, sky, sprites, HUD.
    pub const LINEAR: Self = Self {
        magnify_linear: true,
        minify: MinFilter::Linear,
    };
    /// Trilinear: the streamed world.
    pub const TRILINEAR: Self = Self {
        magnify_linear: true,
        minify: MinFilter::LinearMipLinear,
    };

    /// What the game's driver makes of a RenderWare filter number, 1..=6. None for others.
    ///
    /// Quirk: the driver exchanges the usual meaning of 4 and 5. Only 2 and 6 occur on the disc.
    /// Source: spec/gs-pipeline.md 8.1.
    pub fn from_renderware(filter: u8) -> Option<Self> {
        let (magnify_linear, minify) = match filter {
            1 => (false, MinFilter::Nearest),
            2 => (true, MinFilter::Linear),
            3 => (false, MinFilter::NearestMipNearest),
            4 => (true, MinFilter::LinearMipNearest),
            5 => (false, MinFilter::NearestMipLinear),
            6 => (true, MinFilter::LinearMipLinear),
            _ => return None,
        };
        Some(Self {
            magnify_linear,
            minify,
        })
    }

    /// The levels for a level of detail of a texture with `mxl + 1` levels.
    pub fn levels(self, lod: f32, mxl: u32) -> LevelChoice {
        if lod > 0.0 {
            self.minify.levels(lod, mxl)
        } else {
            LevelChoice {
                level: 0,
                next: 0,
                fraction: 0.0,
                linear: self.magnify_linear,
            }
        }
    }
}

/// The TEX1 register: LCM 0, MXL 2-4, MMAG 5, MMIN 6-8, L 19-20, K 32-43.
pub fn tex1(filtering: Filtering, mxl: u32, mip: MipWord) -> u64 {
    u64::from(mxl & 7) << 2
        | u64::from(filtering.magnify_linear) << 5
        | (filtering.minify as u64) << 6
        | u64::from(mip.l()) << 19
        | u64::from(mip.0 & 0xFFF) << 32
}

/// The bilinear sum of four texels in the GS's precision: `a` and `b` are the fractions right and down, in sixteenths.
///
/// Source: spec/gs-pipeline.md 8.3.
pub fn bilinear(top: [[u8; 4]; 2], bottom: [[u8; 4]; 2], a: u8, b: u8) -> [u8; 4] {
    let (a, b) = (u32::from(a.min(16)), u32::from(b.min(16)));
    let across = |[left, right]: [[u8; 4]; 2]| {
        zip_with(left, right, |left, right| {
            u32::from(left) * (16 - a) + u32::from(right) * a
        })
    };
    zip_with(across(top), across(bottom), |top, bottom| {
        ((top * (16 - b) + bottom * b) >> 8) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renderware_filters_become_the_driver_s_pairs() {
        let pairs = [(0, 0), (1, 1), (0, 2), (1, 4), (0, 3), (1, 5)];
        for (filter, (mmag, mmin)) in (1..).zip(pairs) {
            let filtering = Filtering::from_renderware(filter).unwrap();
            assert_eq!(
                (u8::from(filtering.magnify_linear), filtering.minify as u8),
                (mmag, mmin)
            );
        }
        assert_eq!(Filtering::from_renderware(0), None);
        assert_eq!(Filtering::from_renderware(7), None);
    }

    #[test]
    fn trilinear_blends_the_two_levels_around_the_lod() {
        let choice = Filtering::TRILINEAR.levels(1.25, 3);
        assert_eq!((choice.level, choice.next, choice.fraction), (1, 2, 0.25));
        let last = Filtering::TRILINEAR.levels(7.5, 3);
        assert_eq!((last.level, last.next, last.fraction), (3, 3, 0.0));
        assert_eq!(Filtering::TRILINEAR.levels(2.0, 0).level, 0);
    }

    #[test]
    fn nearest_level_modes_round() {
        let filtering = Filtering::from_renderware(4).unwrap();
        assert_eq!(
            [0.4, 0.6, 2.4, 9.0].map(|lod| filtering.levels(lod, 3).level),
            [0, 1, 2, 3]
        );
    }

    #[test]
    fn at_or_below_zero_the_magnifying_filter_counts() {
        let filtering = Filtering {
            magnify_linear: false,
            minify: MinFilter::LinearMipLinear,
        };
        assert!(!filtering.levels(0.0, 3).linear);
        assert!(!filtering.levels(-3.0, 3).linear);
        assert!(filtering.levels(0.1, 3).linear);
    }

    #[test]
    fn tex1_puts_every_field_in_its_bits() {
        let value = tex1(Filtering::TRILINEAR, 3, MipWord(0x0FC0));
        assert_eq!(value, 0x0000_0FC0_0000_016C);
        assert_eq!(tex1(Filtering::LINEAR, 0, MipWord(0x1000)), 0x8_0060);
    }

    #[test]
    fn the_bilinear_sum_counts_in_sixteenths_and_drops_the_rest() {
        let (black, white) = ([0; 4], [255; 4]);
        assert_eq!(bilinear([white, black], [white, black], 0, 0)[0], 255);
        // 255 * 8 * 16 / 256 = 127.5.
        assert_eq!(bilinear([black, white], [black, white], 8, 0)[0], 127);
        // 255 * 4 * 4 / 256 = 15.9.
        assert_eq!(bilinear([black, black], [black, white], 4, 4)[0], 15);
        assert_eq!(bilinear([black, black], [black, white], 16, 16)[0], 255);
    }
}
