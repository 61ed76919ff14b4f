//! Subtitles, chunk 0x51 of a level file: captions by language and scene.
//!
//! ```text
//! u16 length
//! {u32 kind, text, NUL} ...     packed, so no kind is aligned
//! zeros up to a multiple of 16
//! ```
//!
//! Records follow each other as language, its scenes, each scene's captions. The chunk holds no times: scenes carry
//! events that show the next caption. Source: spec/paths-subtitles.md B; 0x001cab90.

mod record;
mod select;
#[cfg(test)]
mod tests;

pub use record::{Record, RecordKind};
pub use select::{SubtitleLanguage, SubtitleScene};

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits;

use crate::padding::align16;

/// The subtitles of a level.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subtitles {
    records: Vec<Record>,
    length: Length,
    rest: Rest,
}

/// What the first two bytes count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Length {
    /// Bytes of the records and of the length itself; 0 without records. What a writer stores.
    #[default]
    All,
    /// Bytes of the records. Which of both the game means is not known, and both are read alike.
    Records,
    /// Something else.
    Other(u16),
}

/// What follows the records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Rest {
    /// Zeros up to a multiple of 16. What a writer stores.
    #[default]
    Padding,
    /// These bytes.
    Bytes(Vec<u8>),
}

impl Subtitles {
    /// The most that the length can say.
    pub const MAX_BYTES: usize = u16::MAX as usize;

    /// No text in any language.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the chunk's payload, which is all of `bytes`.
    ///
    /// A record that is cut short ends the reading, as everything after the length's reach does; those bytes are kept.
    ///
    /// # Errors
    /// `Malformed` when the length is missing or larger than the chunk.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// Reads a payload that takes all that a cursor has left.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        read(cursor).within(|| "subtitles")
    }

    /// The chunk's payload.
    pub fn write(&self) -> Vec<u8> {
        let used = self.used();
        let length = match self.length {
            Length::All if self.records.is_empty() => 0,
            Length::All => used,
            Length::Records => used - LENGTH,
            Length::Other(length) => usize::from(length),
        };
        let mut out = Vec::with_capacity(align16(used));
        // Adding records keeps to this.
        out.extend(u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes());
        for record in &self.records {
            record.write_to(&mut out);
        }
        match &self.rest {
            Rest::Padding => out.resize(align16(out.len()), 0),
            Rest::Bytes(bytes) => out.extend_from_slice(bytes),
        }
        out
    }

    /// All records in file order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Adds a record after the last one: a language, then a scene of it, then the scene's captions. The padding and the
    /// length become what a writer stores.
    ///
    /// # Errors
    /// `Malformed` when the text holds a NUL, `Limit` when the records become longer than [`Self::MAX_BYTES`].
    pub fn push(&mut self, kind: RecordKind, text: impl Into<Vec<u8>>) -> Result<()> {
        let record = Record {
            kind,
            text: text.into(),
        };
        let offset = self.used() as u64;
        if record.text.contains(&0) {
            return Err(FormatError::malformed(offset, "a text without NUL", "one"));
        }
        let bytes = offset + record.size() as u64;
        limits::check("bytes of subtitles", bytes, Self::MAX_BYTES as u64, offset)?;
        self.records.push(record);
        self.length = Length::All;
        self.rest = Rest::Padding;
        Ok(())
    }

    /// Bytes of the length and the records.
    fn used(&self) -> usize {
        LENGTH + self.records.iter().map(Record::size).sum::<usize>()
    }

    /// What holds for every level of the disc and not for this one.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("subtitles", |findings| {
            if let Length::Other(length) = self.length {
                findings.report_at(
                    "subtitle-length",
                    0,
                    format!("expected a length of {}, found {length}", self.used()),
                );
            }
            if let Rest::Bytes(bytes) = &self.rest {
                let message = format!(
                    "expected zeros up to a multiple of 16, found {} bytes",
                    bytes.len()
                );
                let offset = self.used() as u64;
                if bytes.iter().all(|&byte| byte == 0) {
                    findings.remark_at("subtitle-padding", offset, message);
                } else {
                    findings.report_at("subtitle-record-cut", offset, message);
                }
            }
            self.validate_records(findings);
        });
    }
}

/// Bytes of the length.
const LENGTH: usize = 2;

fn read(cursor: &mut Cursor<'_>) -> Result<Subtitles> {
    let offset = cursor.offset();
    let size = cursor.remaining();
    let stated = cursor.u16().within(|| "length")?;
    if usize::from(stated) > size {
        return Err(FormatError::malformed(
            offset,
            format!("a length within {size} bytes"),
            stated,
        ));
    }
    let mut records = Vec::new();
    let mut used = LENGTH;
    // Counted from the chunk's start. Were it counted from the first record, the same records would be read: each takes
    // more bytes than both differ by.
    while used + 1 < usize::from(stated) {
        let mut ahead = cursor.clone();
        let Some(record) = Record::read_from(&mut ahead) else {
            break;
        };
        used += record.size();
        records.push(record);
        *cursor = ahead;
    }
    let length = match usize::from(stated) {
        0 if records.is_empty() => Length::All,
        stated if stated == used && !records.is_empty() => Length::All,
        stated if stated == used - LENGTH && !records.is_empty() => Length::Records,
        _ => Length::Other(stated),
    };
    let rest = cursor.take(cursor.remaining())?;
    let is_padding = rest.len() == align16(used) - used && rest.iter().all(|&byte| byte == 0);
    Ok(Subtitles {
        records,
        length,
        rest: if is_padding {
            Rest::Padding
        } else {
            Rest::Bytes(rest.to_vec())
        },
    })
}
