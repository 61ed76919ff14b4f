//! How a texture is read.

use crate::gs::Filtering;
use crate::mip::MipWord;

/// How finely texels are weighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Precision {
    /// As the GS: sixteenths of a texel and of a level, integer sums, fractions dropped.
    #[default]
    Gs,
    /// As the shader: float weights, one rounding at the end. Between texels of high contrast the two differ by up to a
    /// sixteenth of that contrast.
    Float,
}

/// Filter, addressing, and the level of detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// MMAG and MMIN.
    pub filtering: Filtering,
    /// Whether u and v stop at the border instead of repeating.
    pub clamp: [bool; 2],
    /// K and L.
    pub mip: MipWord,
    /// Weights.
    pub precision: Precision,
}

impl Default for Sampling {
    /// Trilinear, repeating, K -4, as the GS: the streamed world.
    fn default() -> Self {
        Self {
            filtering: Filtering::TRILINEAR,
            clamp: [false; 2],
            mip: MipWord::default(),
            precision: Precision::Gs,
        }
    }
}
