//! Colours and alpha: from the Graphics Synthesizer's measure to that of pictures and of glTF.
//!
//! The machine computes with display-encoded bytes. A PNG is display-encoded too, so texels only get another alpha; vertex
//! and material colours of glTF are linear. Source: spec/gs-pipeline.md 1.

/// Alpha 1.0 on the Graphics Synthesizer.
pub const GS_OPAQUE: u8 = 128;

/// The least alpha that passes the alpha test of first passes. Source: spec/gs-pipeline.md 3, TEST `0x140B`.
pub const GS_ALPHA_TEST: u8 = 0x40;

/// The byte that counts as full brightness in prelight, RGB only. Source: spec/lighting.md 7; disputed, see
/// spec/gs-pipeline.md 4.1, which says 255.
pub const PRELIGHT_ONE: u8 = 0x80;

/// Which measure the alpha of pictures has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alpha {
    /// 255 is opaque, as every other program takes it.
    #[default]
    Scaled,
    /// 128 is opaque: the bytes of the file.
    Raw,
}

impl Alpha {
    /// A texel's alpha in this measure. Source: spec/renderware.md 4.5.
    pub fn of(self, gs: u8) -> u8 {
        match self {
            Self::Scaled => (u16::from(gs) * 255 / u16::from(GS_OPAQUE)).min(255) as u8,
            Self::Raw => gs,
        }
    }

    /// The cutoff, 0 to 1, that lets through what the alpha test does: it stands between the bytes that the last alpha
    /// below the test and the test's own become, since neither rounding nor a sampler's last bit may move a texel across.
    pub fn cutoff(self) -> f32 {
        let below = f32::from(self.of(GS_ALPHA_TEST - 1));
        let passes = f32::from(self.of(GS_ALPHA_TEST));
        (below + passes) / 2.0 / 255.0
    }
}

/// What a texture's alpha is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AlphaUse {
    Opaque,
    CutOut,
    Translucent,
}

/// What texels of alpha 0 to 128 are for: cut-outs have few that are half there.
pub(crate) fn alpha_use(texels: &[u8]) -> AlphaUse {
    /// What counts as half there: neither next to nothing nor next to opaque.
    const HALF: std::ops::RangeInclusive<u8> = 8..=GS_OPAQUE - 8;
    let (mut seen, mut half, mut least) = (0_usize, 0_usize, GS_OPAQUE);
    for [.., alpha] in texels.as_chunks::<4>().0 {
        seen += usize::from(*alpha > 0);
        half += usize::from(HALF.contains(alpha));
        least = least.min(*alpha);
    }
    if least >= GS_OPAQUE {
        AlphaUse::Opaque
    } else if half * 4 > seen {
        AlphaUse::Translucent
    } else {
        AlphaUse::CutOut
    }
}

/// What becomes of prelight, the vertex colours of a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prelight {
    /// The byte that is full brightness: [`PRELIGHT_ONE`], or 255.
    pub one: u8,
    /// Light that is added to every vertex, display-encoded, 0 to 1: what the level's scripts set.
    pub ambient: [f32; 3],
}

impl Default for Prelight {
    /// 0x80 is full brightness, and nothing is added.
    fn default() -> Self {
        Self {
            one: PRELIGHT_ONE,
            ambient: [0.0; 3],
        }
    }
}

impl Prelight {
    /// What a byte is multiplied with to give display-encoded brightness, over 1/255: 1.9921875 for 0x80.
    pub fn scale(&self) -> f32 {
        255.0 / f32::from(self.one.max(1))
    }

    /// Converts colours of vertices.
    pub fn table(&self) -> PrelightTable {
        let channel = |ambient: f32| {
            let lit = |byte: usize| {
                let encoded = byte as f32 / f32::from(self.one.max(1)) + ambient;
                unit16(linear(encoded.clamp(0.0, 1.0)))
            };
            std::array::from_fn(lit)
        };
        PrelightTable(Box::new(self.ambient.map(channel)))
    }
}

/// The linear brightness of each prelight byte, for red, green and blue.
#[derive(Debug, Clone)]
pub struct PrelightTable(Box<[[u16; 256]; 3]>);

impl PrelightTable {
    /// A vertex colour as glTF takes it: linear, 65,535 = 1.0. Alpha has no other measure: 255 = 1.0.
    /// Source: spec/ps2-geometry.md 3.
    pub fn convert(&self, [r, g, b, a]: [u8; 4]) -> [u16; 4] {
        let [red, green, blue] = &*self.0;
        let of = |table: &[u16; 256], byte: u8| table.get(usize::from(byte)).copied().unwrap_or(0);
        // 257 times 255 is 65,535.
        [of(red, r), of(green, g), of(blue, b), u16::from(a) * 257]
    }
}

/// A material's colour as glTF's base colour: 255 = 1.0, RGB display-encoded. Source: spec/renderware.md 5.2.
pub fn base_colour([r, g, b, a]: [u8; 4]) -> [f32; 4] {
    let channel = |byte: u8| linear(f32::from(byte) / 255.0);
    [channel(r), channel(g), channel(b), f32::from(a) / 255.0]
}

/// Linear brightness from display-encoded, both 0 to 1: the curve of sRGB.
pub fn linear(encoded: f32) -> f32 {
    if encoded <= 0.04045 {
        encoded / 12.92
    } else {
        ((encoded + 0.055) / 1.055).powf(2.4)
    }
}

fn unit16(value: f32) -> u16 {
    (value * f32::from(u16::MAX)).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_128_is_opaque_and_more_stays_opaque() {
        // Source: spec/renderware.md 4.5.
        let scaled = [0, 1, 63, 64, 127, 128, 200].map(|gs| Alpha::Scaled.of(gs));
        assert_eq!(scaled, [0, 1, 125, 127, 253, 255, 255]);
        assert_eq!(Alpha::Raw.of(128), 128);
    }

    #[test]
    fn the_cutoff_lets_through_what_the_alpha_test_does() {
        for measure in [Alpha::Scaled, Alpha::Raw] {
            for gs in 0..=GS_OPAQUE {
                let picture = f32::from(measure.of(gs)) / 255.0;
                assert_eq!(picture >= measure.cutoff(), gs >= 0x40, "{measure:?} {gs}");
            }
        }
    }

    #[test]
    fn prelight_of_0x80_is_full_brightness_and_more_is_cut() {
        let table = Prelight::default().table();
        let [r, g, b, a] = table.convert([0x80, 0xFF, 0, 255]);
        assert_eq!([r, g, b, a], [65_535, 65_535, 0, 65_535]);
        assert_eq!(Prelight::default().scale(), 1.992_187_5);
    }

    #[test]
    fn half_of_the_displays_brightness_is_a_fifth_of_the_light() {
        // sRGB: 0.5 is 0.214041 linear. 64 of 128 is a half.
        let [r, ..] = Prelight::default().table().convert([64, 0, 0, 128]);
        assert_eq!(r, (0.214_041 * 65_535.0_f32).round() as u16);
        assert!((linear(0.04) - 0.04 / 12.92).abs() < 1e-7);
        assert_eq!(base_colour([255, 0, 255, 51]), [1.0, 0.0, 1.0, 0.2]);
    }

    #[test]
    fn ambient_light_is_added_before_the_cut() {
        let lit = Prelight {
            one: 255,
            ambient: [1.0, 0.5, 0.0],
        };
        let [r, g, b, _] = lit.table().convert([10, 255, 255, 255]);
        assert_eq!([r, g, b], [65_535, 65_535, 65_535]);
        let [_, g, b, _] = lit.table().convert([0, 0, 0, 255]);
        assert_eq!([g, b], [14_027, 0]);
    }
}
