//! What can go wrong between a name and its bytes.

use std::io;
use std::sync::Arc;

use wonderwheel_ps2::error::{FieldPath, FormatError};
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_ps2::system::system_words;

/// The largest file that is taken into memory whole, bytes.
///
/// The largest file the game streams is a pack of a few megabytes; anything above this is not the game's.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

/// What to do about bytes that break their format.
const DAMAGED: &str = "the file is damaged; copy or dump it again";

/// Why a file, or a whole store of files, cannot be used.
///
/// The program's five kinds of error. `Malformed` is about what holds the files, an image or an archive's index; what is
/// wrong inside a file is reported by that file's reader.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}{}: {}", self.path(), self.place(), self.words())]
pub enum GameFileError {
    /// The medium refused, or nothing of that name is there.
    Io {
        /// The file or folder, as a person would look for it.
        path: String,
        /// What was tried: "read", "open", "list".
        action: &'static str,
        /// The system's own words.
        source: Arc<io::Error>,
        /// What to do.
        advice: String,
    },
    /// An image or an archive's index breaks a rule of its format.
    Malformed {
        /// The image or index, and the way to the field.
        path: String,
        /// Byte offset in that file.
        offset: u64,
        /// What the format asks for here.
        expected: String,
        /// What stands there instead.
        found: String,
        /// What to do.
        advice: String,
    },
    /// The thing is known, but this program cannot open it.
    Unsupported {
        /// The file or folder.
        path: String,
        /// What it is.
        what: &'static str,
        /// What to do.
        advice: String,
    },
    /// A file is larger than anything the game has, and is not taken into memory.
    Limit {
        /// The file.
        path: String,
        /// The largest size allowed, bytes.
        max: u64,
        /// The size met, bytes.
        found: u64,
        /// What to do.
        advice: String,
    },
    /// The medium belongs to another title.
    WrongDisc {
        /// The folder or image.
        path: String,
        /// What it holds instead.
        found: String,
        /// What to do.
        advice: String,
    },
}

impl GameFileError {
    /// The system's refusal while `action` was tried on `path`, with the advice that fits its kind.
    pub fn io(path: impl Into<String>, action: &'static str, source: io::Error) -> Self {
        let advice = match source.kind() {
            io::ErrorKind::NotFound => "check the name, and that the data folder is complete",
            io::ErrorKind::PermissionDenied => "check the permissions of the file and its folder",
            io::ErrorKind::UnexpectedEof => "the file is shorter than asked for; copy it again",
            _ => "check that the medium is readable, then try again",
        };
        Self::Io {
            path: path.into(),
            action,
            source: Arc::new(source),
            advice: advice.into(),
        }
    }

    /// The system's refusal to open what a person named; `missing` is the advice where nothing is there.
    pub(crate) fn open(path: &str, missing: &str, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::NotFound => Self::Io {
                path: path.into(),
                action: "open",
                source: source.into(),
                advice: missing.into(),
            },
            _ => Self::io(path, "open", source),
        }
    }

    /// A field of an image or an index breaks its format's rule.
    pub fn malformed(
        path: impl Into<String>,
        offset: u64,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self::Malformed {
            path: path.into(),
            offset,
            expected: expected.into(),
            found: found.into(),
            advice: DAMAGED.into(),
        }
    }

    /// What the reader of an index says about the file `path`.
    pub fn format(path: &str, error: FormatError) -> Self {
        let within = |way: &FieldPath| match way.segments().next() {
            Some(_) => format!("{path}/{way}"),
            None => path.to_owned(),
        };
        match error {
            FormatError::Malformed {
                path: way,
                offset,
                expected,
                found,
            } => Self::malformed(within(&way), offset, expected, found),
            FormatError::Unsupported {
                path: way,
                offset,
                what,
            } => Self::Malformed {
                path: within(&way),
                offset,
                expected: "a variant that this program knows".into(),
                found: what,
                advice: DAMAGED.into(),
            },
            FormatError::Limit {
                path: way,
                max,
                found,
                ..
            } => Self::Limit {
                path: within(&way),
                max,
                found,
                advice: DAMAGED.into(),
            },
        }
    }

    /// The file or folder that the error is about.
    pub fn path(&self) -> &str {
        match self {
            Self::Io { path, .. }
            | Self::Malformed { path, .. }
            | Self::Unsupported { path, .. }
            | Self::Limit { path, .. }
            | Self::WrongDisc { path, .. } => path,
        }
    }

    /// Which kind of trouble it is.
    pub fn kind(&self) -> FaultKind {
        match self {
            Self::Io { .. } => FaultKind::Io,
            Self::Malformed { .. } => FaultKind::Malformed,
            Self::Unsupported { .. } => FaultKind::Unsupported,
            Self::Limit { .. } => FaultKind::Limit,
            Self::WrongDisc { .. } => FaultKind::WrongDisc,
        }
    }

    /// Byte offset in the file, where one is known.
    fn offset(&self) -> Option<u64> {
        match self {
            Self::Malformed { offset, .. } => Some(*offset),
            _ => None,
        }
    }

    fn place(&self) -> String {
        self.offset()
            .map_or_else(String::new, |offset| format!(" at {offset:#x}"))
    }

    /// What is wrong and what to do, without the path.
    fn words(&self) -> String {
        match self {
            Self::Io {
                action,
                source,
                advice,
                ..
            } => format!("cannot {action}: {}; {advice}", system_words(source)),
            Self::Malformed {
                expected,
                found,
                advice,
                ..
            } => format!("expected {expected}, found {found}; {advice}"),
            Self::Unsupported { what, advice, .. } => {
                format!("{what} cannot be opened directly; {advice}")
            }
            Self::Limit {
                max, found, advice, ..
            } => format!("size is {found} bytes, and the limit is {max}; {advice}"),
            Self::WrongDisc { found, advice, .. } => format!("{found}; {advice}"),
        }
    }

    /// Nothing of that name is in the store that `described` describes.
    pub fn not_found(described: &str, name: &str) -> Self {
        let error = io::Error::new(io::ErrorKind::NotFound, "there is no such file");
        Self::io(format!("{described}/{name}"), "read", error)
    }

    /// A range beyond the end of a file.
    pub fn beyond_end(path: impl Into<String>, offset: u64, length: u64, size: u64) -> Self {
        let words = format!("bytes {offset:#x}+{length:#x} of a file of {size:#x} bytes");
        let error = io::Error::new(io::ErrorKind::UnexpectedEof, words);
        Self::io(path, "read", error)
    }

    /// Whether a range lies in a file of `size` bytes.
    pub(crate) fn check_range(
        path: impl FnOnce() -> String,
        offset: u64,
        length: usize,
        size: u64,
    ) -> Result<(), Self> {
        let length = length as u64;
        match offset.checked_add(length) {
            Some(end) if end <= size => Ok(()),
            _ => Err(Self::beyond_end(path(), offset, length, size)),
        }
    }

    /// Whether a file of `size` bytes is taken into memory whole: how many these are; `advice` is for one that is too large.
    pub(crate) fn check_size(
        path: impl FnOnce() -> String,
        size: u64,
        advice: &str,
    ) -> Result<usize, Self> {
        match usize::try_from(size) {
            Ok(length) if size <= MAX_FILE_BYTES => Ok(length),
            _ => Err(Self::Limit {
                path: path(),
                max: MAX_FILE_BYTES,
                found: size,
                advice: advice.into(),
            }),
        }
    }

    /// Whether the answer was simply "there is no such file".
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

impl From<&GameFileError> for Fault {
    /// The file is named as everywhere else: without its folder, in lower case.
    fn from(error: &GameFileError) -> Self {
        let name = error.path().rsplit(['/', '\\']).next();
        Self {
            offset: error.offset(),
            ..Self::of_file(
                name.unwrap_or_default().to_ascii_lowercase(),
                error.kind(),
                error.words(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_file_and_ends_with_what_to_do() {
        let error = GameFileError::not_found("/data/å b", "demo.lev");
        assert!(error.is_not_found());
        assert_eq!(
            error.to_string(),
            "/data/å b/demo.lev: cannot read: there is no such file; \
             check the name, and that the data folder is complete"
        );
    }

    #[test]
    fn a_fault_names_the_file_without_its_folder() {
        let error = GameFileError::malformed("C:\\Gåme/DEMO.LEV", 16, "a", "b");
        assert_eq!(
            Fault::from(&error).to_string(),
            format!("demo.lev at 0x10: expected a, found b; {DAMAGED}")
        );
        assert_eq!(Fault::from(&error).kind, FaultKind::Malformed);
    }

    #[test]
    fn a_short_file_is_not_a_missing_one() {
        let error = GameFileError::beyond_end("demo.lev", 16, 32, 20);
        assert!(!error.is_not_found());
        assert!(error.to_string().contains("0x10+0x20"), "{error}");
    }
}
