//! Small vectors of the console's floats.

use wonderwheel_ps2::ee_float::{ONE, add, max, mul, rsqrt};

use crate::lanes::zip;

/// Words of x, y, z.
pub(super) type Words3 = [u32; 3];

/// A colour byte while lights are added to it: 65,536 and so many 128ths.
const COLOR_WORD: u32 = 0x4780_0000;

/// Where a colour is clamped: 255 for terrain.
pub(super) const WHITE: u32 = COLOR_WORD + 255;

/// The word that carries a colour byte.
pub(super) const fn color_word(byte: u8) -> u32 {
    COLOR_WORD + byte as u32
}

/// Words of floats.
pub(super) fn words<const N: usize>(floats: [f32; N]) -> [u32; N] {
    floats.map(f32::to_bits)
}

/// `x x' + y y' + z z'`, in that order.
#[inline]
pub(super) fn dot(a: Words3, b: Words3) -> u32 {
    let [xx, yy, zz] = zip(a, b, mul);
    add(add(xx, yy), zz)
}

/// Each lane times the same factor.
pub(super) fn scale<const N: usize>(vector: [u32; N], factor: u32) -> [u32; N] {
    vector.map(|lane| mul(lane, factor))
}

/// Lane by lane.
pub(super) fn sum<const N: usize>(a: [u32; N], b: [u32; N]) -> [u32; N] {
    zip(a, b, add)
}

/// The same direction with length 1, to the console's precision. A zero vector becomes zero.
pub(super) fn normalized(vector: Words3) -> Words3 {
    let [x, y, z] = vector;
    let length_sq = add(add(mul(x, x), mul(y, y)), mul(ONE, mul(z, z)));
    scale(vector, rsqrt(ONE, length_sq))
}

/// How strongly a light reaches a surface: `d`, or `d w` from behind.
#[inline]
pub(super) fn with_back(d: u32, back: u32) -> u32 {
    max(d, mul(d, back))
}
