//! What a reader may do with bytes that ask for much.

use crate::error::{FormatError, Result};

/// The bounds of one read. They travel with the [`crate::cursor::Cursor`], so that a reader deep inside a file holds the
/// same ones as its caller. The defaults are far above what the discs hold and far below what hurts.
///
/// Counts are checked against the bytes that are left before these apply: a limit is for input that is long enough
/// to mean it. A `Limit` error names what there was too much of; each field says which names are its own. What a format
/// itself cannot hold, such as 65,536 bytes of subtitles, is no limit of these: nothing could be read beyond it.
///
/// ```
/// use wonderwheel_ps2::limits::Limits;
///
/// let patient = Limits::with(|limits| limits.items = 1 << 22);
/// assert_eq!(patient.depth, Limits::DEFAULT.depth);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Records in one list: frames, atomics, materials, sectors, chunks. The largest on the disc has 25,395. Errors carry the
    /// list's own name (`frames`, `archive entries`).
    pub items: u32,
    /// Nodes of the tree that a file is shown as: `nodes of the outline`.
    pub nodes: u32,
    /// Sections or tree nodes inside each other: `sections inside each other`, `depth of the sector tree`,
    /// `depth of functions`.
    pub depth: u32,
    /// Vertices decoded from one mesh: `vertices of a mesh`.
    pub vertices: u32,
    /// Texels decoded from one texture, all mip levels together: `texels`.
    pub texels: u64,
    /// Bytes that come to be because a file says "the same again": `bytes of repeated materials`, and what a DMA chain sends
    /// beyond its own length, `data sent by the chain`.
    pub repeated_bytes: u64,
    /// What a DMA chain sends at most, as a multiple of its own length: `data sent by the chain`.
    ///
    /// Windows of strip batches overlap, so a chain sends more than it holds: 1.5 times with the smallest batches that
    /// RenderWare makes, and 11 times if every batch named the same arrays. Beyond the default, 64, a chain is only made to
    /// waste time.
    pub sent_factor: u32,
    /// Chunks of one file, whatever [`Self::items`] allows: `chunks`. A pack of the disc has up to 1,190.
    pub chunks: u32,
    /// Chunks that wait for their handlers at one time: `chunk stack`. The original has room for 2,048.
    /// Source: spec/chunks.md 2.1.
    pub stacked_chunks: u32,
    /// Objects that handlers have made and nothing has taken: `object stack`. The original has room for 1,024.
    pub stacked_objects: u32,
    /// Parts of one streamed world: `part count`. File names have room for 999.
    pub parts: u32,
    /// How often the library stamp may change within one stream, which is remembered to be written back:
    /// `changes of the library stamp`.
    pub stamp_changes: u32,
}

impl Limits {
    /// The defaults as a constant.
    pub const DEFAULT: Self = Self {
        items: 1 << 20,
        nodes: 1 << 20,
        depth: 64,
        vertices: 1 << 20,
        texels: 1 << 24,
        repeated_bytes: 1 << 20,
        sent_factor: 64,
        chunks: 1 << 16,
        stacked_chunks: 2048,
        stacked_objects: 1024,
        parts: 999,
        stamp_changes: 1 << 15,
    };

    /// The defaults with something changed.
    pub fn with(change: impl FnOnce(&mut Self)) -> Self {
        let mut limits = Self::DEFAULT;
        change(&mut limits);
        limits
    }

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
