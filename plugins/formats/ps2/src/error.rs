//! The error that every format crate returns, and the path that says where in a file it happened.

use std::borrow::Cow;
use std::fmt;

/// What went wrong while bytes were turned into values, or values into bytes.
///
/// These are three of the program's five kinds of error. The other two (`Io`, `WrongDisc`) cannot happen here:
/// format crates never open anything.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} at {:#x}: {}", self.path(), self.offset(), self.words())]
pub enum FormatError {
    /// The bytes break a rule of the format.
    Malformed {
        /// The way to the field.
        path: FieldPath,
        /// Byte offset in the outermost input.
        offset: u64,
        /// What the format asks for here.
        expected: Cow<'static, str>,
        /// What stands there instead.
        found: String,
    },
    /// The bytes are legal, but this reader does not know this variant.
    Unsupported {
        /// The way to the field.
        path: FieldPath,
        /// Byte offset in the outermost input.
        offset: u64,
        /// The variant that was met.
        what: String,
    },
    /// A count or size is larger than the limit that the caller set.
    Limit {
        /// The way to the field.
        path: FieldPath,
        /// Byte offset in the outermost input.
        offset: u64,
        /// The limit's name.
        limit: &'static str,
        /// The largest value allowed.
        max: u64,
        /// The value that was met.
        found: u64,
    },
}

/// Result of the format crates.
pub type Result<T, E = FormatError> = std::result::Result<T, E>;

impl FormatError {
    /// The bytes at `offset` break a rule of the format.
    pub fn malformed(
        offset: u64,
        expected: impl Into<Cow<'static, str>>,
        found: impl fmt::Display,
    ) -> Self {
        Self::Malformed {
            path: FieldPath::default(),
            offset,
            expected: expected.into(),
            found: found.to_string(),
        }
    }

    /// A legal variant that this reader does not know.
    pub fn unsupported(offset: u64, what: impl Into<String>) -> Self {
        Self::Unsupported {
            path: FieldPath::default(),
            offset,
            what: what.into(),
        }
    }

    /// `found` is above the limit named `limit`.
    pub fn limit(offset: u64, limit: &'static str, max: u64, found: u64) -> Self {
        Self::Limit {
            path: FieldPath::default(),
            offset,
            limit,
            max,
            found,
        }
    }

    /// The same error seen from one level further out: `segment` is put before the path.
    #[must_use]
    pub fn within(mut self, segment: impl Into<Cow<'static, str>>) -> Self {
        self.path_mut().enter(segment);
        self
    }

    /// The same error in an input that begins `base` bytes into the outermost one.
    #[must_use]
    pub fn moved_by(mut self, base: u64) -> Self {
        match &mut self {
            Self::Malformed { offset, .. }
            | Self::Unsupported { offset, .. }
            | Self::Limit { offset, .. } => *offset = offset.saturating_add(base),
        }
        self
    }

    /// The way to the field.
    pub fn path(&self) -> &FieldPath {
        match self {
            Self::Malformed { path, .. }
            | Self::Unsupported { path, .. }
            | Self::Limit { path, .. } => path,
        }
    }

    /// What is wrong there, without path and offset.
    pub fn words(&self) -> String {
        match self {
            Self::Malformed {
                expected, found, ..
            } => format!("expected {expected}, found {found}"),
            Self::Unsupported { what, .. } => format!("{what} is not supported"),
            Self::Limit {
                limit, max, found, ..
            } => format!("{limit} is {found}, and the limit is {max}"),
        }
    }

    /// Byte offset in the outermost input.
    pub fn offset(&self) -> u64 {
        match self {
            Self::Malformed { offset, .. }
            | Self::Unsupported { offset, .. }
            | Self::Limit { offset, .. } => *offset,
        }
    }

    fn path_mut(&mut self) -> &mut FieldPath {
        match self {
            Self::Malformed { path, .. }
            | Self::Unsupported { path, .. }
            | Self::Limit { path, .. } => path,
        }
    }
}

/// Adds the enclosing field's name to an error on its way up.
pub trait Within<T> {
    /// See [`FormatError::within`]. The closure runs only when there is an error.
    fn within<S: Into<Cow<'static, str>>>(self, segment: impl FnOnce() -> S) -> Result<T>;
}

impl<T> Within<T> for Result<T> {
    fn within<S: Into<Cow<'static, str>>>(self, segment: impl FnOnce() -> S) -> Result<T> {
        self.map_err(|error| error.within(segment()))
    }
}

/// The way to a field, outermost name first: `level2s_sec.wld/world/sector[12]/plugin 0x3f1`.
///
/// Names are kept innermost first, because an error gathers them while it travels outwards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldPath(Vec<Cow<'static, str>>);

impl FieldPath {
    /// Puts `segment` before the path: it is seen from one level further out.
    pub fn enter(&mut self, segment: impl Into<Cow<'static, str>>) {
        self.0.push(segment.into());
    }

    /// Whether it leads nowhere: to the input as a whole.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names, outermost first.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.0.iter().rev().map(AsRef::as_ref)
    }
}

/// As it is shown.
impl PartialEq<str> for FieldPath {
    fn eq(&self, shown: &str) -> bool {
        format!("{self}") == shown
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("input");
        }
        for (i, segment) in self.segments().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            f.write_str(segment)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_part_moves_to_its_place_in_the_whole() {
        let error = FormatError::limit(4, "texels", 8, 9).within("level[0]");
        let moved = error.clone().moved_by(0x100);
        assert_eq!((moved.offset(), moved.path()), (0x104, error.path()));
        assert_eq!(error.moved_by(u64::MAX).offset(), u64::MAX);
    }

    #[test]
    fn a_path_reads_from_the_outside_in() {
        let error = FormatError::malformed(0x20, "4 bytes", 3)
            .within("plugin 0x3f1")
            .within("sector[12]")
            .within("level2s_sec.wld");
        assert_eq!(
            error.to_string(),
            "level2s_sec.wld/sector[12]/plugin 0x3f1 at 0x20: expected 4 bytes, found 3"
        );
    }
}
