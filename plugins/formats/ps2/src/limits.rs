//! What a reader may do with bytes that ask for much.

use crate::error::{FormatError, Result};

/// The bounds of one read. They travel with the [`crate::cursor::Cursor`], so that a reader deep inside a file holds the
/// same ones as its caller. The defaults are far above what the discs hold and far below what hurts.
///
/// Counts are checked against the bytes that are left before these apply: a limit is for input that is long enough
/// to mean it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Records in one list: frames, atomics, materials, sectors, chunks, nodes. The largest on the disc has 25,395.
    pub items: u32,
    /// Sections or tree nodes inside each other.
    pub depth: u32,
    /// Vertices decoded from one mesh.
    pub vertices: u32,
    /// Texels decoded from one texture, all mip levels together.
    pub texels: u64,
    /// Bytes that come to be because a file says "the same again": repeated materials, referenced chain data.
    pub repeated_bytes: u64,
}

impl Limits {
    /// The defaults as a constant.
    pub const DEFAULT: Self = Self {
        items: 1 << 20,
        depth: 64,
        vertices: 1 << 20,
        texels: 1 << 24,
        repeated_bytes: 1 << 20,
    };

    /// Checks a count of records of a list named `limit`.
    ///
    /// # Errors
    /// `Limit` when it is above [`Self::items`].
    pub fn check_items(&self, limit: &'static str, count: u64, offset: u64) -> Result<()> {
        check(limit, count, u64::from(self.items), offset)
    }

    /// Checks how deep something lies.
    ///
    /// # Errors
    /// `Limit` when it is above [`Self::depth`].
    pub fn check_depth(&self, limit: &'static str, depth: u32, offset: u64) -> Result<()> {
        check(limit, u64::from(depth), u64::from(self.depth), offset)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Checks `found` against `max`.
///
/// # Errors
/// `Limit`, with the limit's name, when it is above.
pub fn check(limit: &'static str, found: u64, max: u64, offset: u64) -> Result<()> {
    if found > max {
        return Err(FormatError::limit(offset, limit, max, found));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_the_largest_value_allowed_and_says_its_name() {
        let limits = Limits {
            items: 3,
            ..Limits::DEFAULT
        };
        assert_eq!(limits.check_items("frames", 3, 0), Ok(()));
        let error = limits
            .check_items("frames", 4, 0x20)
            .expect_err("4 is above 3");
        assert_eq!(
            error.to_string(),
            "input at 0x20: frames is 4, and the limit is 3"
        );
    }
}
