//! Alpha blending: the ALPHA register, the game's table of blend pairs, and the same on fixed-function hardware.

use crate::array::zip_with;

/// A, B or D of the ALPHA register: where a colour comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlendColour {
    /// 0, Cs: the pixel's colour.
    Source,
    /// 1, Cd: the frame buffer's.
    Destination,
    /// 2: black.
    Zero,
}

/// C of the ALPHA register: what the difference is weighted by, 128 = 1.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlendWeight {
    /// 0, As: the pixel's alpha.
    SourceAlpha,
    /// 1, Ad: the frame buffer's alpha.
    DestinationAlpha,
    /// 2, FIX: a constant.
    Fixed(u8),
}

/// The ALPHA register: `Cr = (((A - B) * C) >> 7) + D`, clamped to 0..=255. Source: spec/gs-pipeline.md 3.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blend {
    /// A.
    pub a: BlendColour,
    /// B, subtracted from A.
    pub b: BlendColour,
    /// C, the weight.
    pub c: BlendWeight,
    /// D, added.
    pub d: BlendColour,
}

impl Blend {
    /// `0x44`, `(Cs - Cd) As + Cd`: the blend of nearly everything.
    pub const ALPHA: Self = Self {
        a: BlendColour::Source,
        b: BlendColour::Destination,
        c: BlendWeight::SourceAlpha,
        d: BlendColour::Destination,
    };
    /// `0xAA`: black. What an unsupported dual-texture pair evaluates to.
    pub const BLACK: Self = Self {
        a: BlendColour::Zero,
        b: BlendColour::Zero,
        c: BlendWeight::Fixed(0x80),
        d: BlendColour::Zero,
    };

    /// Reads the register: A bits 0-1, B 2-3, C 4-5, D 6-7, FIX 32-39. None when a field has the reserved value 3.
    pub fn from_register(register: u64) -> Option<Self> {
        let colour = |shift: u32| match register >> shift & 3 {
            0 => Some(BlendColour::Source),
            1 => Some(BlendColour::Destination),
            2 => Some(BlendColour::Zero),
            _ => None,
        };
        let c = match register >> 4 & 3 {
            0 => BlendWeight::SourceAlpha,
            1 => BlendWeight::DestinationAlpha,
            2 => BlendWeight::Fixed((register >> 32) as u8),
            _ => return None,
        };
        Some(Self {
            a: colour(0)?,
            b: colour(2)?,
            c,
            d: colour(6)?,
        })
    }

    /// The register's value; FIX is 0 where it is not used.
    pub fn register(self) -> u64 {
        let (c, fix) = match self.c {
            BlendWeight::SourceAlpha => (0, 0),
            BlendWeight::DestinationAlpha => (1, 0),
            BlendWeight::Fixed(fix) => (2, fix),
        };
        self.a as u64 | (self.b as u64) << 2 | c << 4 | (self.d as u64) << 6 | u64::from(fix) << 32
    }

    /// Blends a pixel into the frame buffer's. Alpha is the pixel's own, whatever the blend.
    pub fn apply(self, source: [u8; 4], destination: [u8; 4]) -> [u8; 4] {
        let weight = i32::from(match self.c {
            BlendWeight::SourceAlpha => source[3],
            BlendWeight::DestinationAlpha => destination[3],
            BlendWeight::Fixed(fix) => fix,
        });
        let channel = |source: u8, destination: u8| {
            let value = |colour: BlendColour| match colour {
                BlendColour::Source => i32::from(source),
                BlendColour::Destination => i32::from(destination),
                BlendColour::Zero => 0,
            };
            let result = (((value(self.a) - value(self.b)) * weight) >> 7) + value(self.d);
            result.clamp(0, 255) as u8
        };
        let [r, g, b, _] = zip_with(source, destination, channel);
        [r, g, b, source[3]]
    }

    /// The same for hardware that only has one fixed premultiplied blend, (One, OneMinusSrcAlpha):
    /// `[ks0, ks1, kd0, kd1]` with `out.rgb = Cs * (ks0 + ks1 * a)`, `out.a = 1 - (kd0 + kd1 * a)`, `a = As / 128`.
    ///
    /// None for weights by the frame buffer's alpha, which such hardware has overwritten: warn and draw as
    /// [`Blend::ALPHA`]. Rounding differs from the GS by at most 1. Source: spec/gs-pipeline.md 12.
    pub fn premultiplied(self) -> Option<[f32; 4]> {
        let is = |colour: BlendColour, of: BlendColour| if colour == of { 1.0 } else { 0.0 };
        let of =
            |colour: BlendColour| (is(self.a, colour) - is(self.b, colour), is(self.d, colour));
        let (source_weighted, source) = of(BlendColour::Source);
        let (destination_weighted, destination) = of(BlendColour::Destination);
        match self.c {
            BlendWeight::SourceAlpha => {
                Some([source, source_weighted, destination, destination_weighted])
            }
            BlendWeight::Fixed(fix) => {
                let weight = f32::from(fix) / 128.0;
                Some([
                    source + source_weighted * weight,
                    0.0,
                    destination + destination_weighted * weight,
                    0.0,
                ])
            }
            BlendWeight::DestinationAlpha => None,
        }
    }
}

/// RenderWare's blend factors, as far as the game's table has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlendFactor {
    /// 1.
    Zero,
    /// 2.
    One,
    /// 5.
    SourceAlpha,
    /// 6.
    InverseSourceAlpha,
    /// 7.
    DestinationAlpha,
    /// 8.
    InverseDestinationAlpha,
}

impl BlendFactor {
    /// From RenderWare's number; None for the colour factors (3, 4, 9, 10), saturation (11) and unknown numbers.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            1 => Self::Zero,
            2 => Self::One,
            5 => Self::SourceAlpha,
            6 => Self::InverseSourceAlpha,
            7 => Self::DestinationAlpha,
            8 => Self::InverseDestinationAlpha,
            _ => return None,
        })
    }
}

/// The table, `[destination][source]` in the order of [`BlendFactor`]; 0 where the pair does not exist.
const TABLE: [[u8; 6]; 6] = [
    [0xAA, 0x2A, 0x88, 0x02, 0x98, 0x12],
    [0x6A, 0x68, 0x48, 0, 0x58, 0],
    [0x89, 0x09, 0, 0x01, 0, 0],
    [0x46, 0, 0x44, 0, 0, 0],
    [0x99, 0x19, 0, 0, 0, 0x11],
    [0x56, 0, 0, 0, 0x54, 0],
];

/// The ALPHA register for a pair of render states, FIX `0x80`. None for pairs that the game refuses: the old blend stays.
///
/// Source: spec/gs-pipeline.md 6.1.
pub fn render_state_blend(source: BlendFactor, destination: BlendFactor) -> Option<Blend> {
    let row = TABLE.get(destination as usize)?;
    match *row.get(source as usize)? {
        0 => None,
        bits => Blend::from_register(u64::from(bits) | 0x80 << 32),
    }
}

/// The ALPHA register of a dual-texture pass, from the two RenderWare numbers in a MatFX material.
///
/// Quirk: a pair that the table lacks draws black instead of being refused. Inverse destination alpha counts as
/// lacking here, unlike in render states. Source: spec/gs-pipeline.md 6.1.
pub fn dual_blend(source: i32, destination: i32) -> Blend {
    let factor = |number| {
        BlendFactor::from_number(number)
            .filter(|factor| *factor != BlendFactor::InverseDestinationAlpha)
    };
    factor(source)
        .zip(factor(destination))
        .and_then(|(source, destination)| render_state_blend(source, destination))
        .unwrap_or(Blend::BLACK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use BlendFactor::*;
    use proptest::prelude::*;

    fn register(bits: u64) -> Blend {
        Blend::from_register(bits | 0x80 << 32).unwrap()
    }

    fn grey(blend: Blend, cs: u8, cd: u8, alpha: u8) -> u8 {
        blend.apply([cs, cs, cs, alpha], [cd, cd, cd, 0x80])[0]
    }

    #[test]
    fn the_worked_rows_of_the_page() {
        assert_eq!(grey(register(0x44), 200, 100, 64), 150);
        assert_eq!(grey(register(0x44), 0, 255, 1), 253);
        assert_eq!(grey(register(0x68), 200, 100, 64), 255);
        for cd in [0, 1, 100, 255] {
            assert_eq!(grey(register(0x45), 77, cd, 90), cd);
        }
        // One over inverse source alpha has no entry.
        assert_eq!(grey(dual_blend(2, 6), 200, 100, 64), 0);
        // The level tint: c 7, As 21 over 100.
        assert_eq!(grey(Blend::ALPHA, 7, 100, 21), 84);
    }

    #[test]
    fn alpha_is_written_as_it_comes() {
        assert_eq!(Blend::ALPHA.apply([1, 2, 3, 50], [4, 5, 6, 7])[3], 50);
    }

    #[test]
    fn every_disc_material_blends_by_source_alpha() {
        assert_eq!(dual_blend(5, 6), Blend::ALPHA);
        assert_eq!(Blend::ALPHA.register(), 0x44);
    }

    #[test]
    fn a_dual_pair_outside_the_table_is_black_and_a_render_state_is_refused() {
        assert_eq!(render_state_blend(One, InverseSourceAlpha), None);
        for (source, destination) in [(2, 6), (3, 1), (8, 1), (1, 8), (11, 2), (0, 0), (-1, 99)] {
            assert_eq!(dual_blend(source, destination), Blend::BLACK);
        }
        assert_eq!(Blend::BLACK.register() & 0xFF, 0xAA);
        assert!(render_state_blend(DestinationAlpha, InverseDestinationAlpha).is_some());
    }

    #[test]
    fn twenty_pairs_exist() {
        assert_eq!(
            TABLE
                .as_flattened()
                .iter()
                .filter(|bits| **bits != 0)
                .count(),
            20
        );
    }

    /// The equation column of the page's table: coefficients of Cs and Cd, each `constant + weight * A` where A is As or
    /// Ad, whatever the pair names.
    #[test]
    fn every_entry_computes_its_equation() {
        #[derive(Clone, Copy)]
        enum Alpha {
            None,
            S,
            D,
        }
        use Alpha::{D, None as N, S};
        let rows: [(BlendFactor, BlendFactor, Alpha, [f64; 4]); 20] = [
            (Zero, Zero, N, [0., 0., 0., 0.]),
            (One, Zero, N, [1., 0., 0., 0.]),
            (SourceAlpha, Zero, S, [0., 1., 0., 0.]),
            (InverseSourceAlpha, Zero, S, [1., -1., 0., 0.]),
            (DestinationAlpha, Zero, D, [0., 1., 0., 0.]),
            (InverseDestinationAlpha, Zero, D, [1., -1., 0., 0.]),
            (Zero, One, N, [0., 0., 1., 0.]),
            (One, One, N, [1., 0., 1., 0.]),
            (SourceAlpha, One, S, [0., 1., 1., 0.]),
            (DestinationAlpha, One, D, [0., 1., 1., 0.]),
            (Zero, SourceAlpha, S, [0., 0., 0., 1.]),
            (One, SourceAlpha, S, [1., 0., 0., 1.]),
            (InverseSourceAlpha, SourceAlpha, S, [1., -1., 0., 1.]),
            (Zero, InverseSourceAlpha, S, [0., 0., 1., -1.]),
            (SourceAlpha, InverseSourceAlpha, S, [0., 1., 1., -1.]),
            (Zero, DestinationAlpha, D, [0., 0., 0., 1.]),
            (One, DestinationAlpha, D, [1., 0., 0., 1.]),
            (
                InverseDestinationAlpha,
                DestinationAlpha,
                D,
                [1., -1., 0., 1.],
            ),
            (Zero, InverseDestinationAlpha, D, [0., 0., 1., -1.]),
            (
                DestinationAlpha,
                InverseDestinationAlpha,
                D,
                [0., 1., 1., -1.],
            ),
        ];
        for (source, destination, alpha, [s0, s1, d0, d1]) in rows {
            let blend = render_state_blend(source, destination).unwrap();
            for (cs, cd, a_s, a_d) in [(200, 100, 64, 30), (13, 250, 127, 1), (255, 0, 5, 128)] {
                let a = match alpha {
                    N => 0.0,
                    S => f64::from(a_s) / 128.0,
                    D => f64::from(a_d) / 128.0,
                };
                let exact = f64::from(cs) * (s0 + s1 * a) + f64::from(cd) * (d0 + d1 * a);
                let got = blend.apply([cs, cs, cs, a_s], [cd, cd, cd, a_d])[0];
                assert_eq!(
                    f64::from(got),
                    exact.floor().clamp(0.0, 255.0),
                    "{source:?} {destination:?}"
                );
            }
        }
    }

    #[test]
    fn fixed_function_weights_are_those_of_the_page() {
        let rows = [
            (0x44, [0., 1., 1., -1.]),
            (0x68, [1., 0., 1., 0.]),
            (0x48, [0., 1., 1., 0.]),
            (0x2A, [1., 0., 0., 0.]),
            (0x6A, [0., 0., 1., 0.]),
            (0xAA, [0., 0., 0., 0.]),
            (0x88, [0., 1., 0., 0.]),
            (0x02, [1., -1., 0., 0.]),
            (0x89, [0., 0., 0., 1.]),
            (0x09, [1., 0., 0., 1.]),
            (0x01, [1., -1., 0., 1.]),
            (0x46, [0., 0., 1., -1.]),
        ];
        for (bits, weights) in rows {
            assert_eq!(register(bits).premultiplied(), Some(weights), "{bits:#x}");
        }
        assert_eq!(register(0x54).premultiplied(), None);
    }

    proptest! {
        #[test]
        fn a_register_without_reserved_fields_survives(bits in 0..256_u64, fix: u8) {
            if let Some(blend) = Blend::from_register(bits | u64::from(fix) << 32) {
                prop_assert_eq!(blend.register() & 0xFF, bits);
                prop_assert_eq!(Blend::from_register(blend.register()), Some(blend));
            } else {
                prop_assert!([0, 2, 4, 6].iter().any(|shift| bits >> shift & 3 == 3));
            }
        }

        #[test]
        fn fixed_function_is_within_one_of_the_gs(cs: u8, cd: u8, alpha in 0..=128_u8, pair in 0..36_usize) {
            let bits = TABLE.as_flattened()[pair];
            let blend = register(u64::from(bits));
            if let Some([s0, s1, d0, d1]) = blend.premultiplied() {
                let a = f32::from(alpha) / 128.0;
                let exact = f32::from(cs) * (s0 + s1 * a) + f32::from(cd) * (d0 + d1 * a);
                let gs = f32::from(grey(blend, cs, cd, alpha));
                prop_assert!((exact.clamp(0.0, 255.0) - gs).abs() <= 1.0);
            }
        }
    }
}
