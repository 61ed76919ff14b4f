//! What is wrong with the files of a level, and what it does without: one list for all that load, draw or report.

use std::collections::BTreeSet;
use std::fmt;

use bevy::asset::AssetLoadError;
use bevy::asset::io::AssetReaderError;
use bevy::prelude::Resource;
use wonderwheel_game_files::GameFileError;
use wonderwheel_ps2::fault::{Fault, FaultKind, Faults};

/// The faults and notes of the level that is loaded or loading. What loads a level clears it.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct LevelFaults {
    faults: Faults,
    /// Files that turned bad after they were read: their last good version is in use.
    outdated: BTreeSet<String>,
    notes: Vec<LevelNote>,
}

/// What a person should know of a level's files that is no fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LevelNote {
    /// What the level does without, because there is no such file.
    Missing {
        /// The file's name.
        file: String,
        /// What is missing, or what is done instead, in one line.
        words: String,
    },
    /// Files beside the level that no level is put together from, by their names.
    Unused(Vec<String>),
}

impl fmt::Display for LevelNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { file, words } => write!(f, "{file}: not there; {words}"),
            Self::Unused(files) => {
                let files = files.join(", ");
                let why = "not looked into, because a level is not put together from them";
                write!(f, "{why}: {files}")
            }
        }
    }
}

impl LevelFaults {
    /// Notes a fault; whether it was not known yet.
    pub fn note(&mut self, fault: Fault) -> bool {
        self.faults.note(fault)
    }

    /// A file was read: what was known of it is forgotten, and these faults hold.
    pub fn read(&mut self, file: &str, faults: impl IntoIterator<Item = Fault>) {
        self.faults.forget_file(file);
        self.outdated.remove(file);
        self.faults.extend(faults);
    }

    /// A file in use turned bad, and its last good version stays: only this fault holds. Whether it was not known yet.
    pub fn keep_last_good(&mut self, fault: Fault) -> bool {
        if self.faults.as_slice().contains(&fault) && self.is_outdated(&fault.file) {
            return false;
        }
        self.read(&fault.file.clone(), []);
        self.outdated.insert(fault.file.clone());
        self.faults.note(fault)
    }

    /// Forgets a single fault.
    pub fn forget(&mut self, fault: &Fault) {
        self.faults.forget(fault);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The faults, in the order in which they were met.
    pub fn as_slice(&self) -> &[Fault] {
        self.faults.as_slice()
    }

    /// Whether the last good version of a file is in use instead of the file as it is now.
    pub fn is_outdated(&self, file: &str) -> bool {
        self.outdated.contains(file)
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// A fault of the list in one line.
    pub fn line(&self, fault: &Fault) -> String {
        if self.is_outdated(&fault.file) {
            format!("{fault} (the last good version stays)")
        } else {
            fault.to_string()
        }
    }

    /// The faults, a line each.
    pub fn lines(&self) -> Vec<String> {
        let faults = self.as_slice().iter();
        faults.map(|fault| self.line(fault)).collect()
    }

    /// Takes the place of all notes.
    pub fn set_notes(&mut self, notes: Vec<LevelNote>) {
        self.notes = notes;
    }

    /// The notes.
    pub fn notes(&self) -> &[LevelNote] {
        &self.notes
    }
}

impl Extend<Fault> for LevelFaults {
    fn extend<T: IntoIterator<Item = Fault>>(&mut self, faults: T) {
        self.faults.extend(faults);
    }
}

/// Why a file did not become an asset: the loader's or the store's own fault where there is one.
pub fn load_fault(file: &str, error: &AssetLoadError) -> Fault {
    let own = match error {
        AssetLoadError::AssetLoaderError(error) => error.error().downcast_ref::<Fault>().cloned(),
        AssetLoadError::AssetReaderError(AssetReaderError::NotFound(_)) => {
            Some(Fault::of_file(file, FaultKind::Io, "there is no such file"))
        }
        AssetLoadError::AssetReaderError(AssetReaderError::Io(error)) => error
            .get_ref()
            .and_then(|error| error.downcast_ref::<GameFileError>())
            .map(Fault::from),
        _ => None,
    };
    if let Some(own) = own {
        return own.in_file(file);
    }
    let kind = match error {
        AssetLoadError::AssetLoaderError(_) | AssetLoadError::AssetLoaderPanic { .. } => {
            FaultKind::Malformed
        }
        _ => FaultKind::Io,
    };
    // The engine's words, without a backtrace.
    let words = error.to_string();
    Fault::of_file(file, kind, words.lines().next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(file: &str, words: &str) -> Fault {
        Fault::of_file(file, FaultKind::Malformed, words)
    }

    #[test]
    fn a_file_that_turns_bad_keeps_its_last_good_version_until_it_is_read_again() {
        let mut faults = LevelFaults::default();
        faults.note(fault("a.sec", "a broken sector"));
        faults.note(fault("b.sec", "bad"));
        assert!(faults.keep_last_good(fault("a.sec", "cut short")));
        assert!(!faults.keep_last_good(fault("a.sec", "cut short")));
        assert_eq!(
            faults.lines(),
            [
                "b.sec: bad",
                "a.sec: cut short (the last good version stays)"
            ]
        );
        faults.read("a.sec", [fault("a.sec", "a broken sector")]);
        assert_eq!(faults.lines(), ["b.sec: bad", "a.sec: a broken sector"]);
    }

    #[test]
    fn words_that_are_known_already_are_new_once_the_last_good_version_is_in_use() {
        let mut faults = LevelFaults::default();
        faults.note(fault("a.sec", "bad"));
        assert!(faults.keep_last_good(fault("a.sec", "bad")));
        assert_eq!(faults.lines(), ["a.sec: bad (the last good version stays)"]);
    }
}
