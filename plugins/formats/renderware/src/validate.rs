//! What holds for every stream of the disc, as findings: rules that a stream may break and still be read.
//!
//! Each `validate` method reports under stable rule names. Rules that reading itself enforces (counts, ranges, sizes)
//! are not repeated. The source of each rule stands beside it.

use wonderwheel_ps2::finding::Findings;

use crate::section::{RawSection, id};
use crate::stamp;
use crate::stamps::Stamps;

mod atomic;
mod clump;
mod dictionary;
mod geometry;
mod material;
mod raster;
mod world;

/// Plugins that are not interpreted. Source: spec/renderware.md 1.2 (3) and 1.3.
///
/// `expected` are plugins that the caller looks into itself.
fn plugins(extension: &[RawSection], expected: &[u32], findings: &mut Findings) {
    const INTERPRETED: [u32; 8] = [
        id::RIGHT_TO_RENDER,
        id::MIPMAP_KL,
        id::MATFX,
        id::PVS,
        id::GAME_ATOMIC,
        id::GAME_SECTOR,
        id::BIN_MESH,
        id::FRAME_NAME,
    ];
    for section in extension {
        let size = section.payload.len();
        if INTERPRETED.contains(&section.id) {
            findings.report(
                "plugin-out-of-place",
                format!(
                    "expected plugin {:#x} once and only on its own objects, found another one of {size} bytes",
                    section.id
                ),
            );
        } else if !expected.contains(&section.id) {
            findings.remark(
                "unknown-plugin",
                format!(
                    "expected a known plugin, found {:#x} of {size} bytes, kept as it is",
                    section.id
                ),
            );
        }
        stamp_word(section.stamp, findings);
    }
}

/// Every stream that the game uses has the same stamp. Source: spec/renderware.md 1.1.
fn stamps(stamps: &Stamps, findings: &mut Findings) {
    for stamp in stamps.distinct() {
        stamp_word(stamp, findings);
    }
}

fn stamp_word(found: u32, findings: &mut Findings) {
    findings.remark_unless(found == stamp::STAMP, "library-stamp", || {
        format!(
            "expected the stamp {:#010x} (version 0x37002), found {found:#010x} (version {:#x})",
            stamp::STAMP,
            stamp::version(found)
        )
    });
}

/// K and L as the disc has them. Source: spec/renderware.md 4.6.
fn mip_word(word: u32, findings: &mut Findings) {
    use wonderwheel_ps2::mip::MipWord;
    let mip = MipWord(word);
    findings.remark_unless(mip.l() == 0, "mip-l-zero", || {
        format!("expected L 0, found {}", mip.l())
    });
    findings.remark_unless((-13.25..=-2.0).contains(&mip.k()), "mip-k-range", || {
        format!("expected K from -13.2 to -2.0, found {}", mip.k())
    });
    findings.expect(word & !MipWord::MEANING == 0, "mip-word-bits", || {
        format!("expected K and L alone, found {word:#x}")
    });
}

/// Names that fit the game's own fields. Source: spec/renderware.md 3.
fn texture_name(name: &str, mask: &str, findings: &mut Findings) {
    let length = name.chars().count();
    findings.expect(
        (1..=crate::texture::MAX_NAME).contains(&length),
        "texture-name-length",
        || format!("expected a name of 1 to 31 characters, found {length}"),
    );
    findings.remark_unless(mask.is_empty(), "texture-mask-empty", || {
        format!("expected no mask name, found {mask:?}")
    });
}
