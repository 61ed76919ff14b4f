//! The floating point of the EE and its vector units, on raw words.
//!
//! Sign, 8 bits of exponent (bias 127) and 23 of mantissa stand where IEEE singles have them, but exponent 0 is always zero,
//! exponent 255 is an ordinary one, and every result is cut off towards zero. There is no infinity, no not-a-number and no
//! denormal: what is too large becomes [`MAX`], what is too small becomes zero. Host floats cannot hold all of these values,
//! so every value here is the `u32` that the console would store.
//!
//! ```
//! use wonderwheel_ps2::ee_float::{add, mul};
//!
//! let (tenth, fifth) = (0.1_f32.to_bits(), 0.2_f32.to_bits());
//! assert_eq!(add(tenth, fifth), 0x3E99_9999); // an IEEE adder rounds up to 0x3E99999A
//! assert_eq!(mul(tenth, fifth), 0x3CA3_D70A);
//! ```
//!
//! Not modelled: the console's multiplier gives, rarely, one unit below the cut-off product. Division and square root are
//! taken as exact before they are cut off; dividing by zero and roots of negative values follow what emulators do.
//!
//! Source: spec/commando-lighting.md 1.

use std::cmp::Ordering;

/// 1.0.
pub const ONE: u32 = 0x3F80_0000;
/// The largest value, 2^129 - 2^105. The host reads its word as not-a-number.
pub const MAX: u32 = 0x7FFF_FFFF;
/// The smallest value above zero, 2^-126.
pub const MIN_POSITIVE: u32 = 0x0080_0000;

const SIGN: u32 = 0x8000_0000;
const HIDDEN_BIT: u64 = 0x80_0000;

/// Exponent field. Zero means that the value is zero, whatever the mantissa.
const fn exponent(word: u32) -> i32 {
    (word >> 23 & 0xFF) as i32
}

/// Mantissa with its hidden bit. Of words whose exponent is not zero.
const fn mantissa(word: u32) -> u64 {
    (word & 0x7F_FFFF) as u64 | HIDDEN_BIT
}

/// The word of `magnitude * 2^(exponent - 150)`, cut off to 24 bits. `magnitude` is not zero.
#[inline]
fn pack(sign: u32, magnitude: u64, exponent: i32) -> u32 {
    let excess = 40 - magnitude.leading_zeros() as i32;
    let exponent = exponent + excess;
    let bits = if excess >= 0 {
        magnitude >> excess
    } else {
        magnitude << -excess
    };
    match exponent {
        ..=0 => sign,
        1..=255 => sign | (exponent as u32) << 23 | (bits & 0x7F_FFFF) as u32,
        _ => sign | MAX,
    }
}

/// The sum.
///
/// Of the smaller operand, bits more than one place below the larger one's last are lost before adding, so that a difference
/// can come out larger than the exact one.
#[inline]
pub fn add(a: u32, b: u32) -> u32 {
    match (exponent(a), exponent(b)) {
        (0, 0) => return a & b & SIGN,
        (0, _) => return b,
        (_, 0) => return a,
        _ => {}
    }
    // The larger exponent first; the order of equal ones does not matter.
    let (large, small) = if exponent(a) >= exponent(b) {
        (a, b)
    } else {
        (b, a)
    };
    let distance = exponent(large) - exponent(small);
    if distance >= 25 {
        return large;
    }
    // One place below the larger operand's last bit survives.
    let kept = (mantissa(small) << 1) >> distance;
    let larger = mantissa(large) << 1;
    let sign = large & SIGN;
    if (a ^ b) & SIGN == 0 {
        return pack(sign, larger + kept, exponent(large) - 1);
    }
    match larger.cmp(&kept) {
        Ordering::Equal => 0,
        Ordering::Greater => pack(sign, larger - kept, exponent(large) - 1),
        Ordering::Less => pack(sign ^ SIGN, kept - larger, exponent(large) - 1),
    }
}

/// The difference `a - b`: the sum with the sign of `b` turned.
#[inline]
pub fn sub(a: u32, b: u32) -> u32 {
    add(a, b ^ SIGN)
}

/// The product.
#[inline]
pub fn mul(a: u32, b: u32) -> u32 {
    let sign = (a ^ b) & SIGN;
    if exponent(a) == 0 || exponent(b) == 0 {
        return sign;
    }
    pack(
        sign,
        mantissa(a) * mantissa(b),
        exponent(a) + exponent(b) - 150,
    )
}

/// The quotient `a / b`. Dividing by zero gives the largest value.
pub fn div(a: u32, b: u32) -> u32 {
    let sign = (a ^ b) & SIGN;
    if exponent(b) == 0 {
        return sign | MAX;
    }
    if exponent(a) == 0 {
        return sign;
    }
    // 32 more bits than the divisor has: at least 24 of the quotient, and what is below them only ever gets cut off.
    let quotient = (mantissa(a) << 32) / mantissa(b);
    pack(sign, quotient, exponent(a) - exponent(b) + 150 - 32)
}

/// The square root of the magnitude: the sign is ignored.
pub fn sqrt(a: u32) -> u32 {
    if exponent(a) == 0 {
        return 0;
    }
    // value = mantissa * 2^(exponent - 150); an even power is taken out of an integer with 24 result bits to spare.
    let power = exponent(a) - 150;
    let odd = power.rem_euclid(2);
    let scaled = mantissa(a) << (24 + odd);
    let root = scaled.isqrt();
    pack(0, root, (power - odd - 24) / 2 + 150)
}

/// `a / sqrt(b)`, cut off twice.
pub fn rsqrt(a: u32, b: u32) -> u32 {
    div(a, sqrt(b))
}

/// An integer with `FRACTION` fraction bits as a float. The console has instructions for 0, 4, 12 and 15.
pub fn itof<const FRACTION: i32>(value: i32) -> u32 {
    if value == 0 {
        return 0;
    }
    let sign = (value as u32) & SIGN;
    pack(sign, u64::from(value.unsigned_abs()), 150 - FRACTION)
}

/// A float as an integer with `FRACTION` fraction bits, cut off towards zero and kept within 32 bits.
pub fn ftoi<const FRACTION: i32>(word: u32) -> i32 {
    if exponent(word) == 0 {
        return 0;
    }
    let power = exponent(word) - 150 + FRACTION;
    let magnitude = match power {
        ..=-24 => 0,
        -23..0 => mantissa(word) >> -power,
        0..=8 => mantissa(word) << power,
        // 24 bits and nine more are above any integer.
        _ => u64::MAX,
    };
    let limited = i64::try_from(magnitude).unwrap_or(i64::MAX);
    let signed = if word & SIGN == 0 { limited } else { -limited };
    signed.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// How the console's comparison orders words: as signed integers, reversed where both are negative. -0 is below +0.
pub fn compare(a: u32, b: u32) -> Ordering {
    let ordering = a.cast_signed().cmp(&b.cast_signed());
    if a & b & SIGN == 0 {
        ordering
    } else {
        ordering.reverse()
    }
}

/// The larger of two, unchanged.
pub fn max(a: u32, b: u32) -> u32 {
    if compare(a, b).is_ge() { a } else { b }
}

/// The smaller of two, unchanged.
pub fn min(a: u32, b: u32) -> u32 {
    if compare(a, b).is_le() { a } else { b }
}

/// Whether the sign bit is set, also that of a zero.
pub const fn is_negative(word: u32) -> bool {
    word & SIGN != 0
}

/// The value as the host's double, which holds every one exactly.
pub fn to_f64(word: u32) -> f64 {
    let sign = if is_negative(word) { -1.0 } else { 1.0 };
    if exponent(word) == 0 {
        return 0.0 * sign;
    }
    sign * mantissa(word) as f64 * 2_f64.powi(exponent(word) - 150)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Operation, operands, the console's result. Spec 1.3.
    const SUMS: [[u32; 3]; 9] = [
        [0x3DCC_CCCD, 0x3E4C_CCCD, 0x3E99_9999],
        [0x3F80_0000, 0x33FF_FFFF, 0x3F80_0000],
        [0x3F80_0000, 0xB300_0001, 0x3F80_0000],
        [0x3F80_0000, 0xB380_0001, 0x3F7F_FFFF],
        [0x3F80_0000, 0xBF7F_FFFF, 0x3380_0000],
        [0x4049_0FDB, 0x3F80_0000, 0x4084_87ED],
        [0x4B7F_FFFF, 0x3F7F_FFFF, 0x4B7F_FFFF],
        [0x7F7F_FFFF, 0x7F7F_FFFF, 0x7FFF_FFFF],
        [0x3F80_0000, 0x0000_0001, 0x3F80_0000],
    ];
    const PRODUCTS: [[u32; 3]; 5] = [
        [0x3DCC_CCCD, 0x3E4C_CCCD, 0x3CA3_D70A],
        [0x3EAA_AAAA, 0x4040_0000, 0x3F7F_FFFF],
        [0x7F7F_FFFF, 0x4000_0000, 0x7FFF_FFFF],
        [0x0080_0000, 0x3F00_0000, 0x0000_0000],
        [0x007F_FFFF, 0x4000_0000, 0x0000_0000],
    ];
    const QUOTIENTS: [[u32; 3]; 5] = [
        [0x3F80_0000, 0x4040_0000, 0x3EAA_AAAA],
        [0x4000_0000, 0x4040_0000, 0x3F2A_AAAA],
        [0x3F80_0000, 0x4120_0000, 0x3DCC_CCCC],
        [0x3F80_0000, 0x3F8C_CCCD, 0x3F68_BA2E],
        [0x3F80_0000, 0x0000_0000, 0x7FFF_FFFF],
    ];

    #[test]
    fn the_worked_bit_patterns_of_the_page_come_out() {
        for [a, b, result] in SUMS {
            assert_eq!(add(a, b), result, "{a:#010x} + {b:#010x}");
            assert_eq!(add(b, a), result, "{b:#010x} + {a:#010x}");
        }
        for [a, b, result] in PRODUCTS {
            assert_eq!(mul(a, b), result, "{a:#010x} * {b:#010x}");
        }
        for [a, b, result] in QUOTIENTS {
            assert_eq!(div(a, b), result, "{a:#010x} / {b:#010x}");
        }
        assert_eq!(sqrt(0x40A0_0000), 0x400F_1BBC);
        assert_eq!(sqrt(0x40E0_0000), 0x4029_53FD);
        assert_eq!(sqrt(0x4120_0000), 0x404A_62C1);
        assert_eq!(rsqrt(ONE, 0x4000_0000), 0x3F35_04F3);
        assert_eq!(rsqrt(ONE, 0x40A0_0000), 0x3EE4_F92F);
        assert_eq!(itof::<12>(1), 0x3980_0000);
        assert_eq!(itof::<12>(4095), 0x3F7F_F000);
        assert_eq!(itof::<12>(-1), 0xB980_0000);
        assert_eq!(itof::<12>(640), 0x3E20_0000);
        assert_eq!(itof::<12>(0xFF0), 0x3F7F_0000);
        assert_eq!(itof::<0>(16_777_217), 0x4B80_0000);
        assert_eq!(itof::<0>(i32::MAX), 0x4EFF_FFFF);
    }

    #[test]
    fn the_largest_value_is_not_a_number_for_the_host() {
        assert!(f32::from_bits(MAX).is_nan());
        assert_eq!(max(MAX, 0x7F80_0000), MAX);
        assert_eq!(min(MAX | SIGN, 0x7F80_0000), MAX | SIGN);
        assert_eq!(sub(MAX, MAX), 0);
    }

    #[test]
    fn comparison_goes_by_the_words_and_puts_negative_zero_first() {
        assert_eq!(max(0x8000_0000, 0), 0);
        assert_eq!(min(0x8000_0000, 0), 0x8000_0000);
        // -1 and -2.
        assert_eq!(max(0xBF80_0000, 0xC000_0000), 0xBF80_0000);
        assert_eq!(min(0xFF80_0000, 0xBF80_0000), 0xFF80_0000);
        // A denormal's word counts in comparison although it is zero in arithmetic.
        assert_eq!(max(1, 0), 1);
    }

    #[test]
    fn integers_are_kept_within_32_bits() {
        assert_eq!(ftoi::<0>(MAX), i32::MAX);
        assert_eq!(ftoi::<0>(MAX | SIGN), i32::MIN);
        assert_eq!(ftoi::<4>(0xBFC0_0000), -24);
        assert_eq!(ftoi::<0>(0xBFC0_0000), -1);
        assert_eq!(ftoi::<0>(0x4F00_0000), i32::MAX);
        assert_eq!(ftoi::<0>(0xCF00_0000), i32::MIN);
        assert_eq!(ftoi::<12>(0x3980_0000), 1);
        assert_eq!(ftoi::<12>(0x397F_FFFF), 0);
        assert_eq!(ftoi::<15>(ONE), 32768);
        assert_eq!(itof::<15>(i32::MIN), 0xC780_0000);
    }

    /// Words of every sort: any, close exponents, and those at both ends.
    fn word() -> impl Strategy<Value = u32> {
        prop_oneof![
            any::<u32>(),
            (0x3E00_0000..0x4200_0000_u32, any::<bool>())
                .prop_map(|(word, negative)| word | u32::from(negative) << 31),
            (0..0x0200_0000_u32),
            (0x7E00_0000..=0x7FFF_FFFF_u32),
        ]
    }

    /// Cuts `numerator / 2^scale` off to a word: what packing must do, bit by bit.
    fn cut(negative: bool, mut numerator: u128, mut power: i32) -> u32 {
        let sign = u32::from(negative) << 31;
        if numerator == 0 {
            return sign;
        }
        while numerator >= 1 << 24 {
            numerator >>= 1;
            power += 1;
        }
        while numerator < 1 << 23 {
            numerator <<= 1;
            power -= 1;
        }
        match power + 150 {
            ..=0 => sign,
            exponent @ 1..=255 => sign | (exponent as u32) << 23 | (numerator as u32 & 0x7F_FFFF),
            _ => sign | MAX,
        }
    }

    /// Mantissa and power of two of a value; zero has no mantissa.
    fn parts(word: u32) -> (u128, i32) {
        match exponent(word) {
            0 => (0, 0),
            exponent => (u128::from(mantissa(word)), exponent - 150),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn products_are_the_exact_ones_cut_off(a in word(), b in word()) {
            let ((ma, pa), (mb, pb)) = (parts(a), parts(b));
            prop_assert_eq!(mul(a, b), cut((a ^ b) >> 31 != 0, ma * mb, pa + pb));
            prop_assert_eq!(mul(a, b), mul(b, a));
            prop_assert_eq!(mul(a, b ^ SIGN), mul(a, b) ^ SIGN);
        }

        #[test]
        fn sums_are_what_the_page_s_steps_give(a in word(), b in word()) {
            let (ea, eb) = (exponent(a), exponent(b));
            let distance = ea - eb;
            let expected = if ea == 0 && eb == 0 {
                a & b & SIGN
            } else if ea == 0 || distance <= -25 {
                b
            } else if eb == 0 || distance >= 25 {
                a
            } else {
                let masked = |word: u32, distance: i32| if distance > 0 {
                    // The mask may reach the hidden bit's place and beyond: it clears mantissa bits only.
                    mantissa(word) & (u64::MAX << (distance - 1))
                } else {
                    mantissa(word)
                };
                let (ma, mb) = (masked(a, -distance), masked(b, distance));
                let low = ea.min(eb);
                let wide = |m: u64, e: i32, word: u32| {
                    let m = i128::from(m) << (e - low);
                    if is_negative(word) { -m } else { m }
                };
                let sum = wide(ma, ea, a) + wide(mb, eb, b);
                if sum == 0 { 0 } else { cut(sum < 0, sum.unsigned_abs(), low - 150) }
            };
            prop_assert_eq!(add(a, b), expected, "{:#010x} {:#010x}", a, b);
            prop_assert_eq!(add(a, b), add(b, a));
        }

        #[test]
        fn quotients_and_roots_are_the_exact_ones_cut_off(a in word(), b in word()) {
            let ((ma, pa), (mb, pb)) = (parts(a), parts(b));
            if let Some(quotient) = (ma << 80).checked_div(mb) {
                prop_assert_eq!(div(a, b), cut((a ^ b) >> 31 != 0, quotient, pa - pb - 80));
            }
            let root = sqrt(a);
            prop_assert!(!is_negative(root));
            // root^2 <= |a| < (root + 1 ulp)^2, which doubles hold exactly.
            let (value, root_value) = (to_f64(a).abs(), to_f64(root));
            prop_assert!(root_value * root_value <= value);
            if exponent(a) != 0 {
                let next = to_f64(root + 1);
                prop_assert!(next * next > value);
            }
        }

        #[test]
        fn integers_come_back_cut_off(value in any::<i32>()) {
            let float = itof::<0>(value);
            prop_assert_eq!(to_f64(float).abs(), {
                let magnitude = u64::from(value.unsigned_abs());
                let excess = 40_u32.saturating_sub(magnitude.leading_zeros());
                (magnitude >> excess << excess) as f64
            });
            if value.unsigned_abs() < 1 << 24 {
                prop_assert_eq!(ftoi::<0>(float), value);
            }
        }

        #[test]
        fn the_results_are_never_denormal(a in word(), b in word()) {
            for result in [mul(a, b), div(a, b), sqrt(a)] {
                prop_assert!(exponent(result) != 0 || result & MAX == 0);
            }
            // A zero operand gives the other one back as it is.
            if exponent(a) != 0 && exponent(b) != 0 {
                let sum = add(a, b);
                prop_assert!(exponent(sum) != 0 || sum & MAX == 0);
            }
        }

        #[test]
        fn ordinary_results_are_at_most_one_unit_from_the_host_s(
            a in 0x3000_0000..0x4F00_0000_u32, b in 0x3000_0000..0x4F00_0000_u32,
        ) {
            let host = [
                f32::from_bits(a) + f32::from_bits(b),
                f32::from_bits(a) * f32::from_bits(b),
                f32::from_bits(a) / f32::from_bits(b),
            ];
            for (ours, host) in [add(a, b), mul(a, b), div(a, b)].into_iter().zip(host) {
                prop_assert!(host.to_bits() - ours <= 1);
            }
        }
    }
}
