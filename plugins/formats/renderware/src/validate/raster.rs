//! Rasters: sizes, formats, transfers.

use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::mip;
use wonderwheel_ps2::upload::UploadPacket;

use crate::raster::{Raster, format};

/// The four formats of the disc. Source: spec/renderware.md 4.1.
const FORMATS: [u16; 4] = [0x2504, 0x4504, 0xC504, 0xA504];

/// Largest side of a texture on the disc. Source: spec/renderware.md 4.1.
const LARGEST_SIDE: u32 = 512;

/// Largest side that TEX0 can state: TW and TH go to 10.
const LARGEST_POSSIBLE_SIDE: u32 = 1024;

impl Raster {
    /// Reports what no raster of the disc has.
    ///
    /// | Rule | What holds |
    /// | --- | --- |
    /// | `raster-size` | both sides are powers of two, at most 1,024 |
    /// | `raster-side` | (a remark) both sides are at most 512 |
    /// | `raster-format` | 0x2504, 0x4504, 0xC504 or 0xA504 |
    /// | `raster-mxl-unused` | MXL 0 without the mipmap bit |
    /// | `raster-tex0` | bases 0, PSM of the depth, CPSM 0, CSM 0 |
    /// | `palette-size` | 1,104 bytes (8 bits) or 176 (4 bits) |
    /// | `palette-transfer` | 16 x 16 in 64 quadwords, or 8 x 3 in 6 |
    /// | `palette-alpha` | no alpha above 128 |
    /// | `level-swizzled` | no level is sent as it is |
    /// | `raster-decodes` | header, levels and palette fit each other |
    ///
    /// Source: spec/renderware.md 4.1, 4.3, 4.5.
    pub fn validate(&self, findings: &mut Findings) {
        for (what, side) in [("width", self.width), ("height", self.height)] {
            let is_possible = side.is_power_of_two() && side <= LARGEST_POSSIBLE_SIDE;
            findings.expect(is_possible, "raster-size", || {
                format!("expected a {what} that is a power of two up to 1,024, found {side}")
            });
            findings.remark_unless(!is_possible || side <= LARGEST_SIDE, "raster-side", || {
                format!("expected a {what} of at most {LARGEST_SIDE}, found {side}")
            });
        }
        findings.expect(FORMATS.contains(&self.format), "raster-format", || {
            format!(
                "expected format 0x2504, 0x4504, 0xc504 or 0xa504, found {:#06x}",
                self.format
            )
        });
        let mxl = mip::mxl(self.tex1_low);
        findings.expect(
            mxl == 0 || self.format & format::MIPMAPS != 0,
            "raster-mxl-unused",
            || format!("expected MXL 0 without the mipmap bit, found {mxl}"),
        );
        self.validate_tex0(findings);
        if let Err(error) = self.decode_indices() {
            findings.error("raster-decodes", &error);
            return;
        }
        self.validate_palette(findings);
        for (level, swizzled) in self.levels_swizzled().into_iter().enumerate() {
            findings.remark_unless(swizzled, "level-swizzled", || {
                format!("expected level {level} swizzled, found one sent as it is")
            });
        }
    }

    fn validate_tex0(&self, findings: &mut Findings) {
        let field = |from: u32, bits: u32| self.tex0 >> from & ((1 << bits) - 1);
        let psm = if self.depth == 8 { 0x13 } else { 0x14 };
        for (what, found, expected) in [
            ("TBP0", field(0, 14), 0),
            ("PSM", field(20, 6), psm),
            ("CBP", field(37, 14), 0),
            ("CPSM", field(51, 4), 0),
            ("CSM", field(55, 1), 0),
        ] {
            findings.expect(found == expected, "raster-tex0", || {
                format!("expected {what} {expected:#x}, found {found:#x}")
            });
        }
    }

    fn validate_palette(&self, findings: &mut Findings) {
        let (bytes, size, loops) = if self.depth == 8 {
            (1_104, (16, 16), 64)
        } else {
            (176, (8, 3), 6)
        };
        findings.remark_unless(self.palette.len() == bytes, "palette-size", || {
            format!("expected {bytes} bytes, found {}", self.palette.len())
        });
        if let Ok(packet) = UploadPacket::read_from(&mut self.palette.cursor()) {
            let found = (packet.trxreg, packet.nloop);
            findings.remark_unless(found == (size, loops), "palette-transfer", || {
                format!("expected {size:?} in {loops} quadwords, found {found:?}")
            });
        }
        let opaque = self.palette_colours().unwrap_or_default();
        let above = opaque.iter().filter(|colour| colour[3] > 128).count();
        findings.remark_unless(above == 0, "palette-alpha", || {
            format!("expected alphas of 0 to 128, found {above} colours above")
        });
    }
}
