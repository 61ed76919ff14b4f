//! The tree of a file, printed for people and for programs.

mod json;
mod text;

use wonderwheel_ps2::{finding::Finding, outline::Outline};
use wonderwheel_warriors::classify::FileKind;

pub use json::to_json;
pub use text::{Layout, to_text};

/// All that is known of a file.
pub struct Inspection<'a> {
    /// The file as the user named it.
    pub path: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// What it is.
    pub kind: FileKind,
    /// Why that is thought.
    pub recognised: Recognised,
    /// What is in it.
    pub outline: Outline,
    /// What breaks a rule that the disc's own files keep.
    pub findings: Vec<Finding>,
}

/// How a kind was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recognised {
    /// The user said so.
    ByOption,
    /// The file's name says so, and the content agrees.
    ByName,
    /// The file's name says so, and the content does not agree.
    ByNameOnly,
    /// The content says so.
    ByContent,
    /// Nothing says anything.
    Not,
}

impl Recognised {
    /// In words, to stand after the kind.
    pub fn words(self) -> &'static str {
        match self {
            Self::ByOption => "as asked",
            Self::ByName => "by its name, and the content agrees",
            Self::ByNameOnly => "by its name, but the content does not look like it",
            Self::ByContent => "by its content",
            Self::Not => "not recognised; try --kind",
        }
    }

    /// One word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::ByOption => "option",
            Self::ByName => "name",
            Self::ByNameOnly => "name-only",
            Self::ByContent => "content",
            Self::Not => "not",
        }
    }
}
