//! The light record that every terrain position has.

use wonderwheel_ps2::ee_float;

use crate::record::record;

record! {
    /// What is stored about the light at one position. 8 bytes.
    ///
    /// Source: spec/commando-lighting.md 4.
    #[derive(Copy, Eq, Default)]
    pub struct LightRecord: usize = 8 {
        /// 0x0: where the position's three coordinates stand, in bytes from the start of the patch's data. Only point lights use
        /// it, and not every file fills it.
        pub position_offset: u16,
        /// 0x2: azimuth of the outward normal in 256ths of a turn, from +x towards +y.
        pub azimuth: u8,
        /// 0x3: elevation of the outward normal in 256ths of a turn, from the xy plane towards +z.
        pub elevation: u8,
        /// 0x4: the colour without any light, 5:5:5:1 with red in the low bits.
        pub color: u16,
        /// 0x6: which light sets count here; see [`Selection`].
        pub select: u16,
    }
}

impl LightRecord {
    /// A record for an outward normal of any length. A zero normal points up.
    pub fn from_normal(normal: [f32; 3], color: u16, select: u16) -> Self {
        let [x, y, z] = normal.map(f64::from);
        let flat = x.hypot(y);
        let turn = |angle: f64| (angle / std::f64::consts::TAU * 256.0).round() as i32 as u8;
        let elevation = if flat == 0.0 && z == 0.0 {
            64
        } else {
            turn(z.atan2(flat))
        };
        Self {
            position_offset: 0,
            azimuth: turn(y.atan2(x)),
            elevation,
            color,
            select,
        }
    }

    /// The outward normal, in the host's floats.
    pub fn normal(&self) -> [f32; 3] {
        let angle = |index: u8| f32::from(index) * (std::f32::consts::TAU / 256.0);
        let (azimuth_sin, azimuth_cos) = angle(self.azimuth).sin_cos();
        let (sin, cos) = angle(self.elevation).sin_cos();
        [azimuth_cos * cos, azimuth_sin * cos, sin]
    }

    /// The sets that count here.
    pub const fn selection(&self) -> Selection {
        Selection::of(self.select)
    }
}

/// Which sets of the light bank count, from a select word. Every word has a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// One set, 0..=15.
    One(u8),
    /// Two sets, each with a part of the weight.
    Blend {
        /// 0..=15.
        first: u8,
        /// 0..=15.
        second: u8,
        /// Weight of the second in 256ths, 1..=255. The first has the rest.
        second_weight: u8,
    },
}

impl Selection {
    /// Decodes a select word: bits 0-3 the first set, 4-7 the second, 8-15 the second's weight.
    pub const fn of(select: u16) -> Self {
        let [sets, weight] = select.to_le_bytes();
        let first = sets & 15;
        match weight {
            0 => Self::One(first),
            second_weight => Self::Blend {
                first,
                second: sets >> 4,
                second_weight,
            },
        }
    }

    /// The select word.
    pub const fn word(self) -> u16 {
        match self {
            Self::One(set) => (set & 15) as u16,
            Self::Blend {
                first,
                second,
                second_weight,
            } => u16::from_le_bytes([first & 15 | second << 4, second_weight]),
        }
    }

    /// The second set's weight as the console's float.
    pub(super) fn weight_word(second_weight: u8) -> u32 {
        ee_float::itof::<12>(i32::from(second_weight) << 4)
    }
}

/// Red, green, blue and alpha of a 5:5:5:1 colour, red in the low bits: five bits become the upper ones of eight, alpha 0
/// or 128.
pub const fn color_from_5551(color: u16) -> [u8; 4] {
    [
        (color << 3) as u8,
        (color >> 5 << 3) as u8,
        (color >> 10 << 3) as u8,
        (color >> 15 << 7) as u8,
    ]
}

/// The 5:5:5:1 colour of red, green, blue and alpha; what does not fit is cut off.
pub const fn color_to_5551(color: [u8; 4]) -> u16 {
    let [r, g, b, a] = color;
    (r >> 3) as u16 | ((g >> 3) as u16) << 5 | ((b >> 3) as u16) << 10 | ((a >> 7) as u16) << 15
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Stored, bytes_of};

    #[test]
    fn five_bits_become_the_upper_ones_of_eight() {
        assert_eq!(color_from_5551(0xFD45), [40, 80, 248, 128]);
        for color in 0..=u16::MAX {
            assert_eq!(color_to_5551(color_from_5551(color)), color);
        }
    }

    #[test]
    fn every_select_word_has_a_meaning() {
        let blend = Selection::of(0x4021);
        assert_eq!(
            blend,
            Selection::Blend {
                first: 1,
                second: 2,
                second_weight: 0x40
            }
        );
        assert_eq!(Selection::weight_word(0x40), 0x3E80_0000);
        for word in 0..=u16::MAX {
            let selection = Selection::of(word);
            // Without a weight, the second set is not looked at.
            let meant = if word >> 8 == 0 { word & 15 } else { word };
            assert_eq!(selection.word(), meant);
            // The page's shift and mask.
            if let Selection::Blend { second_weight, .. } = selection {
                let page = i32::from(word >> 4 & 0xFF0);
                assert_eq!(
                    Selection::weight_word(second_weight),
                    ee_float::itof::<12>(page)
                );
            }
        }
    }

    #[test]
    fn a_normal_becomes_two_angles() {
        let angles = |normal| {
            let record = LightRecord::from_normal(normal, 0, 0);
            (record.azimuth, record.elevation)
        };
        assert_eq!(angles([0.0, 0.0, 2.0]).1, 64);
        assert_eq!(angles([0.0, 0.0, 0.0]).1, 64);
        assert_eq!(angles([0.0, 0.0, -1.0]).1, 192);
        assert_eq!(angles([1.0, 0.0, 0.0]), (0, 0));
        assert_eq!(angles([0.0, 3.0, 0.0]), (64, 0));
        assert_eq!(angles([-1.0, 0.0, 0.0]), (128, 0));
        let back = LightRecord::from_normal([0.6, -0.64, 0.48], 0, 0).normal();
        for (found, expected) in back.into_iter().zip([0.6, -0.64, 0.48]) {
            assert!((found - expected).abs() < 0.03);
        }
    }

    #[test]
    fn a_record_s_bytes_come_back() {
        let bytes = [0x08, 0x01, 0, 64, 0xA5, 0x94, 0x21, 0x40];
        let record = LightRecord::of(&bytes);
        assert_eq!(
            record,
            LightRecord {
                position_offset: 0x108,
                azimuth: 0,
                elevation: 64,
                color: 0x94A5,
                select: 0x4021
            }
        );
        assert_eq!(bytes_of([&record]), bytes);
    }
}
