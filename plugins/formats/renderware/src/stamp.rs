//! The library stamp: which RenderWare wrote a section.

use wonderwheel_ps2::error::{FormatError, Result};

/// RenderWare 3.7.0.2, build 0x000A: every stream of the disc that the game uses, and everything that this crate
/// writes.
pub const STAMP: u32 = 0x1C02_000A;

/// Oldest version that the game accepts.
pub const OLDEST: u32 = 0x35000;

/// Newest version that the game accepts.
pub const NEWEST: u32 = 0x37002;

/// The version in a stamp, such as 0x37002 for 3.7.0.2. Source: spec/renderware.md 1.1.
pub fn version(stamp: u32) -> u32 {
    if is_packed(stamp) {
        (((stamp >> 14) & 0x3_FF00) + 0x3_0000) | ((stamp >> 16) & 0x3F)
    } else {
        stamp << 8
    }
}

/// The build number in a stamp; 0 in the old form.
pub fn build(stamp: u32) -> u16 {
    if is_packed(stamp) {
        (stamp & 0xFFFF) as u16
    } else {
        0
    }
}

/// Makes a stamp. `version` is at least 0x30000.
pub fn pack(version: u32, build: u16) -> u32 {
    (version.wrapping_sub(0x3_0000) & 0x3_FF00) << 14 | (version & 0x3F) << 16 | u32::from(build)
}

/// Checks that the game would accept a stamp: versions 0x35000 to 0x37002.
pub(crate) fn check(offset: u64, stamp: u32) -> Result<()> {
    let version = version(stamp);
    if (OLDEST..=NEWEST).contains(&version) {
        Ok(())
    } else {
        Err(FormatError::malformed(
            offset,
            "a RenderWare version from 0x35000 to 0x37002",
            format!("stamp {stamp:#010x} (version {version:#x})"),
        ))
    }
}

fn is_packed(stamp: u32) -> bool {
    stamp != 0xFFFF && stamp & 0xFFFF_0000 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stamps_of_the_disc_unpack_as_the_specification_says() {
        assert_eq!(
            (version(0x1C02_000A), build(0x1C02_000A)),
            (0x37002, 0x000A)
        );
        assert_eq!(
            (version(0x1803_FFFF), build(0x1803_FFFF)),
            (0x36003, 0xFFFF)
        );
    }

    #[test]
    fn packing_is_the_inverse_of_unpacking() {
        assert_eq!(pack(0x37002, 0x000A), STAMP);
        assert_eq!(pack(0x36003, 0xFFFF), 0x1803_FFFF);
    }

    #[test]
    fn the_old_form_has_a_version_and_no_build() {
        assert_eq!((version(0x0000_0310), build(0x0000_0310)), (0x31000, 0));
        assert_eq!(version(0xFFFF), 0x00FF_FF00);
    }

    #[test]
    fn versions_outside_the_games_range_are_refused_with_the_stamp_in_the_message() {
        assert!(check(0, pack(0x35000, 0)).is_ok());
        assert!(check(0, STAMP).is_ok());
        let error = check(8, pack(0x34003, 0xFFFF)).unwrap_err();
        assert!(error.to_string().contains("0x34003"), "{error}");
        assert!(check(8, pack(0x37003, 0)).is_err());
    }
}
