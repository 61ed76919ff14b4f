//! What stands in a chunk around the RenderWare section that its reader looks for.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::section::SectionHeader;

use super::tail::Tail;

/// The bytes before and after a chunk's section. The game skips both; here they are kept, so that writing gives back the
/// bytes that were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Around {
    /// Other sections in front of it; none on the disc.
    pub before: Vec<u8>,
    /// What follows it.
    pub after: Tail,
}

impl Around {
    /// Reads a chunk's payload with `read`, which looks for section `id` and leaves the cursor behind it.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read<'a, T>(
        payload: &Cursor<'a>,
        id: u32,
        read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
    ) -> Result<(T, Self)> {
        let mut cursor = payload.clone();
        let value = read(&mut cursor)?;
        let before = payload
            .rest()
            .get(..offset_of(payload.clone(), id))
            .unwrap_or_default();
        let size = payload.remaining() - cursor.remaining();
        let around = Self {
            before: before.to_vec(),
            after: Tail::read(&mut cursor, size)?,
        };
        Ok((value, around))
    }

    /// The payload with this around a written section.
    pub fn write(&self, section: &[u8]) -> Vec<u8> {
        let mut out = self.before.clone();
        out.extend_from_slice(section);
        self.after.write(&mut out, 0);
        out
    }

    /// Reports `section-first` and `chunk-padding`.
    pub fn validate(&self, findings: &mut Findings) {
        findings.remark_unless(self.before.is_empty(), "section-first", || {
            format!(
                "expected the section at the payload's begin, found {} bytes before it",
                self.before.len()
            )
        });
        self.after.validate(findings);
    }
}

/// Bytes before the first section `id`; it is there, because it has been read.
fn offset_of(mut cursor: Cursor<'_>, id: u32) -> usize {
    let size = cursor.remaining();
    loop {
        let before = size - cursor.remaining();
        match SectionHeader::open(&mut cursor) {
            Ok((header, _)) if header.id != id => {}
            _ => return before,
        }
    }
}
