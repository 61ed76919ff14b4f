//! What can end an export. What is only wrong with a part of a level does not: that is a
//! [`Note`](crate::Note).

use std::io;

use wonderwheel_ps2::error::FormatError;

/// Why there is no exported file.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The output could not be written.
    #[error("writing the export: {0}")]
    Io(#[from] io::Error),
    /// Arrays, numbers or references of a scene that no glTF file may have.
    #[error("{what}: expected {expected}, found {found}")]
    Malformed {
        /// What it was found in.
        what: String,
        /// What glTF asks for.
        expected: &'static str,
        /// What was given.
        found: String,
    },
    /// There is nothing of that name to export.
    #[error(
        "there is no level or world named {level}: neither {level}.lev nor a {level}, {level}s or {level}d world stream exists"
    )]
    NoSuchLevel {
        /// The name that was asked for.
        level: String,
    },
    /// The level has no such class.
    #[error("there is no {class}; the level's are {known}")]
    NoSuchClass {
        /// Kind and number that were asked for.
        class: String,
        /// The numbers of that kind.
        known: String,
    },
    /// A file that nothing can be exported of.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// More than a file of this kind can hold.
    #[error("{limit} is {found}, and the limit is {max}")]
    Limit {
        /// The limit's name.
        limit: &'static str,
        /// The most that is allowed.
        max: u64,
        /// What the scene needs.
        found: u64,
    },
}

/// Result of this crate.
pub type Result<T, E = ExportError> = std::result::Result<T, E>;

impl ExportError {
    /// `found` stands in `what`, where glTF asks for `expected`.
    pub(crate) fn malformed(
        what: impl Into<String>,
        expected: &'static str,
        found: impl std::fmt::Display,
    ) -> Self {
        Self::Malformed {
            what: what.into(),
            expected,
            found: found.to_string(),
        }
    }
}
