//! What is not in an exported file as it should be.

use std::collections::BTreeSet;
use std::fmt;

/// Something that is not in the file as it should be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// The file that it is about.
    pub file: String,
    /// What is wrong.
    pub what: String,
    /// Whether something is only not there: the level is exported as far as its files go.
    pub is_missing: bool,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.what)
    }
}

/// Notes in the order in which they were made, each once.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    notes: Vec<Note>,
    known: BTreeSet<Note>,
}

impl Notes {
    /// Notes what is wrong with a file; the same thing once.
    pub fn wrong(&mut self, file: &str, what: impl fmt::Display) {
        self.add(file, what, false);
    }

    /// Notes what is not there.
    pub fn missing(&mut self, file: &str, what: impl fmt::Display) {
        self.add(file, what, true);
    }

    /// Notes what is wrong with a file, or missing in it; the same thing once.
    pub fn add(&mut self, file: &str, what: impl fmt::Display, is_missing: bool) {
        let note = Note {
            file: file.to_owned(),
            what: what.to_string(),
            is_missing,
        };
        if self.known.insert(note.clone()) {
            self.notes.push(note);
        }
    }

    /// All of them.
    pub fn into_list(self) -> Vec<Note> {
        self.notes
    }
}
