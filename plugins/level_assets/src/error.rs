//! Why a file did not become an asset.

use std::io;

use wonderwheel_ps2::error::FormatError;

/// Why a loader refused a file. Every message begins with the file's name and the way to the field.
#[derive(Debug, thiserror::Error)]
pub enum LevelAssetError {
    /// The bytes could not be read.
    #[error("{file}: cannot be read: {source}")]
    Io {
        /// The file's name.
        file: String,
        /// The system's own words.
        source: io::Error,
    },
    /// The bytes are not what the format asks for: `Malformed`, `Unsupported` or `Limit`.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A text file is not RON, or has a field that settings do not have.
    #[error(
        "{file} at {offset:#x} (line {line}, column {column}): {reason}; correct the file and save it"
    )]
    Syntax {
        /// The file's name.
        file: String,
        /// Byte offset in the file.
        offset: u64,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The parser's own words.
        reason: String,
    },
    /// A field of a text file has a value that cannot be used.
    #[error("{file}/{field}: expected {expected}, found {found}; correct the file and save it")]
    Value {
        /// The file's name.
        file: String,
        /// The way to the field.
        field: String,
        /// What is allowed.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
}
