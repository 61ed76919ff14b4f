//! Object list, `<level>_objs.txt`: which objects stand where in a level.
//!
//! ```text
//! 2
//! {dyn_bat {12.000000,-3.500000,0.000000}, {0.000000,0.000000,0.000000,1.000000}, -1, 0, 0, ffffffff, nil )
//! {part_fire {4.000000,0.000000,1.250000}, {0.000000,0.000000,0.000000,1.000000}, -1, 26, 0, ffffffff, nil )
//! ```
//!
//! The first line counts the others. Positions are metres on the game's axes (z up), rotations are quaternions x, y, z, w. A
//! line ends with `)`, not with `}`. Source: spec/archives.md 12; seed 001 "InitLevel" 7, 0x00398598.

mod line;
mod object;
mod text;

use std::fmt::Write as _;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use text::Text;

pub use object::PlacedObject;
pub use text::LineEnd;

/// An object list.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectList {
    /// The objects in file order.
    pub objects: Vec<PlacedObject>,
    /// What ends a line.
    pub line_end: LineEnd,
    /// Whether the last line has an end too.
    pub ends_last_line: bool,
    /// Zero bytes after the text.
    pub trailing_zeros: u32,
}

impl ObjectList {
    /// A list of these objects as a writer stores it.
    pub fn new(objects: Vec<PlacedObject>) -> Self {
        Self {
            objects,
            line_end: LineEnd::CrLf,
            ends_last_line: true,
            trailing_zeros: 0,
        }
    }

    /// Reads a whole list.
    ///
    /// Blank lines are skipped. Numbers that are written otherwise than [`Self::write`] does are read all the same, and
    /// then not written back to the same bytes.
    ///
    /// # Errors
    /// `Malformed`, with line and column in the path, when a line has another form, a number is not finite or out of
    /// range, or the count is not that of the lines.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// Reads a list that takes all that a cursor has left, within the cursor's limits.
    ///
    /// # Errors
    /// As [`Self::read`], and `Limit` when the list is longer than [`wonderwheel_ps2::limits::Limits::items`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        read(cursor).within(|| "object list")
    }

    /// The bytes of the file: floats with six decimals, a tint with eight hexadecimal digits.
    ///
    /// Values that need more decimals lose them, and a name that is no word makes a line that cannot be read again;
    /// [`Self::validate`] reports both.
    pub fn write(&self) -> Vec<u8> {
        let end = match self.line_end {
            LineEnd::CrLf => "\r\n",
            LineEnd::Lf => "\n",
        };
        let mut text = self.objects.len().to_string();
        for object in &self.objects {
            text.push_str(end);
            // Writing to a string cannot fail.
            let _ = write!(text, "{object}");
        }
        if self.ends_last_line {
            text.push_str(end);
        }
        let mut bytes = text.into_bytes();
        crate::padding::push_zeros(&mut bytes, self.trailing_zeros);
        bytes
    }

    /// What holds for the lists of the disc and not for this one, and what would not survive being written.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("object list", |findings| {
            findings.each("object", &self.objects, |object, findings| {
                object.validate(findings)
            });
        });
    }
}

impl Default for ObjectList {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

/// A line that is not blank, read by itself.
pub(crate) struct ReadLine {
    /// Offset of the first byte.
    pub offset: u64,
    /// Bytes without the line's end.
    pub size: u64,
    /// What it says.
    pub value: LineValue,
}

/// What a line says: the first one counts the others.
pub(crate) enum LineValue {
    Count(Result<u32>),
    Object(Result<PlacedObject>),
}

/// Shows every line of a list, also behind ones that cannot be read, as long as `visit` takes them.
pub(crate) fn each_line(
    cursor: &mut Cursor<'_>,
    mut visit: impl FnMut(ReadLine) -> Result<()>,
) -> Result<()> {
    let base = cursor.offset();
    let bytes = cursor.take(cursor.remaining())?;
    let mut text = Text::new(without_zeros(bytes).0, base);
    let mut is_first = true;
    while let Some(line) = text.next_filled_line() {
        let (offset, size) = line.place();
        let value = if is_first {
            LineValue::Count(line.count())
        } else {
            LineValue::Object(line.object())
        };
        visit(ReadLine {
            offset,
            size,
            value,
        })?;
        is_first = false;
    }
    Ok(())
}

/// The text, and the zeros after it.
fn without_zeros(bytes: &[u8]) -> (&[u8], &[u8]) {
    let used = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    bytes.split_at_checked(used).unwrap_or((bytes, &[]))
}

fn read(cursor: &mut Cursor<'_>) -> Result<ObjectList> {
    let bytes = cursor.rest();
    let base = cursor.offset();
    let limits = *cursor.limits();
    let (text, zeros) = without_zeros(bytes);
    let mut text = Text::new(text, base);
    let stated = text.next_line("a count")?.count()?;
    limits.check_items("objects", u64::from(stated), base)?;
    // A line that lies about the count of lines must not make anybody allocate.
    let room = text.remaining() / line::SMALLEST;
    let mut objects = Vec::with_capacity(room.min(stated as usize));
    for _ in 0..stated {
        objects.push(text.next_line("a line for each object counted")?.object()?);
    }
    if let Some(line) = text.next_filled_line() {
        return Err(line.fault(&format!("the end after {stated} objects"), "another line"));
    }
    let (line_end, ends_last_line) = text.line_ends();
    Ok(ObjectList {
        objects,
        line_end,
        ends_last_line,
        trailing_zeros: u32::try_from(zeros.len()).map_err(|_| {
            FormatError::limit(base, "padding", u64::from(u32::MAX), zeros.len() as u64)
        })?,
    })
}

#[cfg(test)]
mod tests;
