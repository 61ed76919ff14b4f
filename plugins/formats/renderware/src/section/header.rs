//! The header before every section.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use super::id::name;

/// The header before every section's payload. Source: spec/renderware.md 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionHeader {
    /// Section id.
    pub id: u32,
    /// Payload bytes, header excluded.
    pub size: u32,
    /// Library stamp, see [`crate::stamp`].
    pub stamp: u32,
}

impl SectionHeader {
    /// Bytes of a header.
    pub const BYTES: usize = 12;

    /// Reads a header and opens its payload, which must fit what is left of the parent.
    ///
    /// # Errors
    /// `Malformed` when the header or the payload is cut short.
    pub fn open<'a>(parent: &mut Cursor<'a>) -> Result<(Self, Cursor<'a>)> {
        let offset = parent.offset();
        let header = Self {
            id: parent.u32()?,
            size: parent.u32()?,
            stamp: parent.u32()?,
        };
        if header.size as usize > parent.remaining() {
            return Err(FormatError::malformed(
                offset,
                format!("{} that fits its parent", name(header.id)),
                format!(
                    "size {} with {} bytes left",
                    header.size,
                    parent.remaining()
                ),
            ));
        }
        Ok((header, parent.window(header.size as usize)?))
    }
}
