//! What is wrong with a file, as a value that travels: from the reader that met it to the code that shows it.

use std::borrow::Cow;
use std::fmt;

use crate::error::{FieldPath, FormatError};

/// The program's five kinds of trouble with files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// A file is not there or cannot be read.
    Io,
    /// A file is not what its format asks for.
    Malformed,
    /// A file is of a variant that cannot be opened.
    Unsupported,
    /// Something is larger than it may be.
    Limit,
    /// The medium belongs to another game.
    WrongDisc,
}

impl From<&FormatError> for FaultKind {
    fn from(error: &FormatError) -> Self {
        match error {
            FormatError::Malformed { .. } => Self::Malformed,
            FormatError::Unsupported { .. } => Self::Unsupported,
            FormatError::Limit { .. } => Self::Limit,
        }
    }
}

/// Something wrong with a file, or with what was made from it. Prose is made from it last, and never read back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// The file's name, without folders; empty where the trouble is with no single file.
    pub file: String,
    /// The way to the field inside the file; empty for the file as a whole.
    pub path: FieldPath,
    /// Byte offset in the file, where one is known.
    pub offset: Option<u64>,
    /// Which kind of trouble it is.
    pub kind: FaultKind,
    /// What is wrong there, in one line that names neither file nor path.
    pub words: String,
}

impl Fault {
    /// Trouble with a file as a whole.
    pub fn of_file(file: impl Into<String>, kind: FaultKind, words: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            path: FieldPath::default(),
            offset: None,
            kind,
            words: words.into(),
        }
    }

    /// A reader's error in the file of that name.
    pub fn of_error(file: impl Into<String>, error: &FormatError) -> Self {
        Self {
            file: file.into(),
            path: error.path().clone(),
            offset: Some(error.offset()),
            kind: error.into(),
            words: error.words(),
        }
    }

    /// The same fault seen from one level further out: `segment` is put before the path.
    #[must_use]
    pub fn within(mut self, segment: impl Into<Cow<'static, str>>) -> Self {
        self.path.enter(segment);
        self
    }

    /// The same trouble as `file` has it: trouble of another file, an archive say, becomes part of the words.
    #[must_use]
    pub fn in_file(self, file: &str) -> Self {
        if self.file == file {
            self
        } else {
            Self::of_file(file, self.kind, self.to_string())
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if !self.path.is_empty() {
            let between = if self.file.is_empty() { "" } else { "/" };
            write!(f, "{between}{}", self.path)?;
        }
        if let Some(offset) = self.offset {
            write!(f, " at {offset:#x}")?;
        }
        let before = match (self.file.is_empty(), self.path.is_empty(), self.offset) {
            (true, true, None) => "",
            _ => ": ",
        };
        write!(f, "{before}{}", self.words)
    }
}

/// The faults that are known now, each once, in the order in which they were met.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Notes a fault; whether it was not known yet.
    pub fn note(&mut self, fault: Fault) -> bool {
        let is_new = !self.0.contains(&fault);
        if is_new {
            self.0.push(fault);
        }
        is_new
    }

    /// Forgets the faults of a file, because it was read again.
    pub fn forget_file(&mut self, file: &str) {
        self.0.retain(|fault| fault.file != file);
    }

    /// Forgets a single fault.
    pub fn forget(&mut self, fault: &Fault) {
        self.0.retain(|known| known != fault);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The faults of a file.
    pub fn of_file<'a>(&'a self, file: &'a str) -> impl Iterator<Item = &'a Fault> {
        self.0.iter().filter(move |fault| fault.file == file)
    }

    /// All of them.
    pub fn as_slice(&self) -> &[Fault] {
        &self.0
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<Fault> for Faults {
    fn extend<T: IntoIterator<Item = Fault>>(&mut self, faults: T) {
        for fault in faults {
            self.note(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_reads_as_file_path_place_and_words() {
        let error = FormatError::malformed(0x20, "4 bytes", 3)
            .within("plugin 0x3f1")
            .within("sector[12]");
        let fault = Fault::of_error("level2s_sec.wld", &error).within("world");
        assert_eq!(
            fault.to_string(),
            "level2s_sec.wld/world/sector[12]/plugin 0x3f1 at 0x20: expected 4 bytes, found 3"
        );
        assert_eq!(fault.kind, FaultKind::Malformed);
        let whole = Fault::of_file("demo.lev", FaultKind::Io, "not there");
        assert_eq!(whole.to_string(), "demo.lev: not there");
        let nowhere = Fault::of_file("", FaultKind::Limit, "no room");
        assert_eq!(nowhere.to_string(), "no room");
    }

    #[test]
    fn trouble_of_an_archive_is_trouble_of_the_file_that_lies_in_it() {
        let own = Fault::of_file("demo.lev", FaultKind::Io, "not there");
        assert_eq!(own.clone().in_file("demo.lev"), own);
        let archive = Fault::of_file("warriors.wad", FaultKind::Limit, "too large");
        assert_eq!(
            archive.in_file("demo.lev"),
            Fault::of_file("demo.lev", FaultKind::Limit, "warriors.wad: too large")
        );
    }

    #[test]
    fn faults_of_a_file_are_forgotten_without_touching_those_of_others() {
        let fault = |file: &str, words: &str| Fault::of_file(file, FaultKind::Malformed, words);
        let mut faults = Faults::default();
        for (file, words, is_new) in [
            ("a_ms1.sec", "gone", true),
            ("a_ms1.sec", "bad", true),
            ("a_ms11.sec", "gone", true),
            ("a_ms1.sec", "gone", false),
        ] {
            assert_eq!(faults.note(fault(file, words)), is_new, "{file} {words}");
        }
        assert_eq!(faults.of_file("a_ms1.sec").count(), 2);
        faults.forget(&fault("a_ms1.sec", "bad"));
        assert_eq!(faults.of_file("a_ms1.sec").count(), 1);
        faults.forget_file("a_ms1.sec");
        assert_eq!(faults.as_slice(), [fault("a_ms11.sec", "gone")]);
    }
}
