//! One record: a marker or a caption.

use wonderwheel_ps2::cursor::Cursor;

/// A record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What it is.
    pub kind: RecordKind,
    /// The text without its NUL, one byte a character; see [`Self::to_text`]. It may hold the markup of the game's fonts.
    pub text: Vec<u8>,
}

/// What a record is. Source: spec/paths-subtitles.md B1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordKind {
    /// A language begins: 0.
    Language,
    /// A scene begins: 1.
    Scene,
    /// A caption in the centre of the screen: 2.
    Emphasised,
    /// A caption: 3.
    Caption,
    /// Any other number. Above 6 the game takes it for [`Self::Caption`]; what 4 to 6 mean is not known.
    Other(u32),
}

impl RecordKind {
    /// The kind of a number.
    pub const fn from_value(value: u32) -> Self {
        match value {
            0 => Self::Language,
            1 => Self::Scene,
            2 => Self::Emphasised,
            3 => Self::Caption,
            other => Self::Other(other),
        }
    }

    /// Its number.
    pub const fn value(self) -> u32 {
        match self {
            Self::Language => 0,
            Self::Scene => 1,
            Self::Emphasised => 2,
            Self::Caption => 3,
            Self::Other(value) => value,
        }
    }

    /// As which of the four the game shows it, or nothing for the three numbers whose meaning is not known.
    pub const fn shown_as(self) -> Option<Self> {
        match self {
            // Quirk: numbers above 6 are ordinary captions.
            Self::Other(value) if value > 6 => Some(Self::Caption),
            Self::Other(4..=6) => None,
            // An `Other` of 0 to 3 is what its number says.
            Self::Other(value) => Some(Self::from_value(value)),
            kind => Some(kind),
        }
    }

    /// Whether it begins a language or a scene, which ends the captions before it.
    pub const fn is_marker(self) -> bool {
        self.value() <= 1
    }
}

impl Record {
    /// The text as characters. Bytes from 0x80 on are read as Latin-1, which fits the accents; the game's code page is not
    /// known. Source: spec/paths-subtitles.md B1.
    pub fn to_text(&self) -> String {
        self.text.iter().copied().map(char::from).collect()
    }

    /// Bytes it takes: kind, text, NUL.
    pub fn size(&self) -> usize {
        4 + self.text.len() + 1
    }

    /// Nothing when it is cut short.
    pub(super) fn read_from(cursor: &mut Cursor<'_>) -> Option<Self> {
        let kind = RecordKind::from_value(cursor.u32().ok()?);
        let length = cursor.rest().iter().position(|&byte| byte == 0)?;
        let text = cursor.take(length).ok()?.to_vec();
        cursor.u8().ok()?;
        Some(Self { kind, text })
    }

    pub(super) fn write_to(&self, out: &mut Vec<u8>) {
        out.extend(self.kind.value().to_le_bytes());
        out.extend_from_slice(&self.text);
        out.push(0);
    }
}
