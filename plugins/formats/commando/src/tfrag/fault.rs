//! Why a patch is not taken.

use wonderwheel_ps2::error::FormatError;

/// Why a patch was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchFault {
    /// Its index in the table.
    pub patch: usize,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// What was expected and what was found.
    pub error: FormatError,
}

/// The rule that a patch breaks, before it is known which patch it is.
#[derive(Debug)]
pub(super) struct Refusal {
    pub rule: &'static str,
    pub error: FormatError,
}

impl From<FormatError> for Refusal {
    fn from(error: FormatError) -> Self {
        Self {
            rule: "tfrag-lists",
            error,
        }
    }
}
