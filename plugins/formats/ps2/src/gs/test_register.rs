//! The TEST register: alpha test with its failure modes, and the Z test. Source: spec/gs-pipeline.md 3.4 to 3.6.

/// ATST: how a pixel's alpha is compared with AREF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AlphaTest {
    /// 0: no pixel passes.
    Never,
    /// 1: every pixel passes.
    Always,
    /// 2: `<`.
    Less,
    /// 3: `<=`.
    LessEqual,
    /// 4: `=`.
    Equal,
    /// 5: `>=`.
    GreaterEqual,
    /// 6: `>`.
    Greater,
    /// 7: `!=`.
    NotEqual,
}

impl AlphaTest {
    const ALL: [Self; 8] = [
        Self::Never,
        Self::Always,
        Self::Less,
        Self::LessEqual,
        Self::Equal,
        Self::GreaterEqual,
        Self::Greater,
        Self::NotEqual,
    ];

    /// Whether `alpha` passes against `reference`.
    pub fn passes(self, alpha: u8, reference: u8) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Less => alpha < reference,
            Self::LessEqual => alpha <= reference,
            Self::Equal => alpha == reference,
            Self::GreaterEqual => alpha >= reference,
            Self::Greater => alpha > reference,
            Self::NotEqual => alpha != reference,
        }
    }
}

/// AFAIL: what a pixel that fails the alpha test still writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AlphaFail {
    /// 0: nothing.
    Keep,
    /// 1: colour and alpha, but not Z.
    FrameBufferOnly,
    /// 2: Z, but neither colour nor alpha.
    DepthOnly,
    /// 3: colour, but neither alpha nor Z.
    RgbOnly,
}

/// ZTST: how a pixel's Z is compared with the buffer's. Larger is nearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DepthTest {
    /// 0: no pixel passes.
    Never,
    /// 1: every pixel passes.
    Always,
    /// 2: new Z >= stored Z passes.
    GreaterEqual,
    /// 3: new Z > stored Z passes.
    Greater,
}

impl DepthTest {
    /// Whether `new` passes against `stored`.
    pub fn passes(self, new: u32, stored: u32) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::GreaterEqual => new >= stored,
            Self::Greater => new > stored,
        }
    }
}

/// What a pixel writes after the alpha test, if it also passes the Z test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Writes {
    /// Red, green and blue.
    pub rgb: bool,
    /// Alpha.
    pub alpha: bool,
    /// Z.
    pub depth: bool,
}

/// The register's low 32 bits: ATE 0, ATST 1-3, AREF 4-11, AFAIL 12-13, DATE 14, DATM 15, ZTE 16, ZTST 17-18.
///
/// DATE is always off in the game and is not modelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TestRegister(pub u32);

impl TestRegister {
    /// Textured first passes: alpha >= 0x40, else FB_ONLY; Z >=.
    pub const CUT_OUT: Self = Self(0x5140B);
    /// Second passes and untextured draws: no alpha test; Z >=.
    pub const DEPTH_ONLY: Self = Self(0x5140A);
    /// 3D sprites: alpha != 0, else nothing; Z >=.
    pub const SPRITE: Self = Self(0x5000F);
    /// Full-screen fills: no alpha test, Z always.
    pub const ALWAYS: Self = Self(0x30000);

    /// Whether the alpha test is on.
    pub fn alpha_test_enabled(self) -> bool {
        self.0 & 1 != 0
    }

    /// ATST.
    pub fn alpha_test(self) -> AlphaTest {
        let [never, ..] = AlphaTest::ALL;
        // Three bits, eight tests.
        let test = AlphaTest::ALL.get((self.0 >> 1 & 7) as usize);
        test.copied().unwrap_or(never)
    }

    /// AREF.
    pub fn reference(self) -> u8 {
        (self.0 >> 4) as u8
    }

    /// AFAIL.
    pub fn alpha_fail(self) -> AlphaFail {
        match self.0 >> 12 & 3 {
            0 => AlphaFail::Keep,
            1 => AlphaFail::FrameBufferOnly,
            2 => AlphaFail::DepthOnly,
            _ => AlphaFail::RgbOnly,
        }
    }

    /// ZTST; `Always` while ZTE is off.
    pub fn depth_test(self) -> DepthTest {
        match (self.0 >> 16 & 1, self.0 >> 17 & 3) {
            (0, _) | (_, 1) => DepthTest::Always,
            (_, 0) => DepthTest::Never,
            (_, 2) => DepthTest::GreaterEqual,
            _ => DepthTest::Greater,
        }
    }

    /// What a pixel with this alpha may write.
    pub fn writes(self, alpha: u8) -> Writes {
        let (rgb, alpha, depth) =
            if !self.alpha_test_enabled() || self.alpha_test().passes(alpha, self.reference()) {
                (true, true, true)
            } else {
                match self.alpha_fail() {
                    AlphaFail::Keep => (false, false, false),
                    AlphaFail::FrameBufferOnly => (true, true, false),
                    AlphaFail::DepthOnly => (false, false, true),
                    AlphaFail::RgbOnly => (true, false, false),
                }
            };
        Writes { rgb, alpha, depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_register_of_textured_passes_says_what_the_page_says() {
        let test = TestRegister(0x140B);
        assert!(test.alpha_test_enabled());
        assert_eq!(test.alpha_test(), AlphaTest::GreaterEqual);
        assert_eq!(test.reference(), 0x40);
        assert_eq!(test.alpha_fail(), AlphaFail::FrameBufferOnly);
        assert_eq!(TestRegister::CUT_OUT.depth_test(), DepthTest::GreaterEqual);
        assert!(!TestRegister(0x5140A).alpha_test_enabled());
        assert_eq!(TestRegister(0x5140A).depth_test(), DepthTest::GreaterEqual);
        assert_eq!(TestRegister::ALWAYS.depth_test(), DepthTest::Always);
    }

    #[test]
    fn a_pixel_below_the_reference_writes_colour_but_no_depth() {
        let pass = Writes {
            rgb: true,
            alpha: true,
            depth: true,
        };
        let fail = Writes {
            rgb: true,
            alpha: true,
            depth: false,
        };
        assert_eq!(TestRegister::CUT_OUT.writes(64), pass);
        assert_eq!(TestRegister::CUT_OUT.writes(63), fail);
        assert_eq!(TestRegister::DEPTH_ONLY.writes(0), pass);
    }

    #[test]
    fn the_other_failure_modes_keep_what_they_name() {
        let writes = |afail: u32| TestRegister(0x401 | afail << 12).writes(255);
        assert_eq!(
            writes(0),
            Writes {
                rgb: false,
                alpha: false,
                depth: false
            }
        );
        assert_eq!(
            writes(2),
            Writes {
                rgb: false,
                alpha: false,
                depth: true
            }
        );
        assert_eq!(
            writes(3),
            Writes {
                rgb: true,
                alpha: false,
                depth: false
            }
        );
    }

    #[test]
    fn sprites_drop_only_what_has_no_alpha_at_all() {
        assert!(!TestRegister::SPRITE.writes(0).rgb);
        assert!(TestRegister::SPRITE.writes(1).rgb);
    }

    #[test]
    fn every_comparison_means_its_sign() {
        let outcomes = |test: AlphaTest| [63, 64, 65].map(|alpha| test.passes(alpha, 64));
        assert_eq!(outcomes(AlphaTest::Never), [false, false, false]);
        assert_eq!(outcomes(AlphaTest::Always), [true, true, true]);
        assert_eq!(outcomes(AlphaTest::Less), [true, false, false]);
        assert_eq!(outcomes(AlphaTest::LessEqual), [true, true, false]);
        assert_eq!(outcomes(AlphaTest::Equal), [false, true, false]);
        assert_eq!(outcomes(AlphaTest::GreaterEqual), [false, true, true]);
        assert_eq!(outcomes(AlphaTest::Greater), [false, false, true]);
        assert_eq!(outcomes(AlphaTest::NotEqual), [true, false, true]);
    }
}
