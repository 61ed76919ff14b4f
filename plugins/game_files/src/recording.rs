//! A store that remembers what it was asked to read, for tests and reports.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::GameFileError;
use crate::files::{GameFiles, SharedFiles, answer_from, flat_name};

/// Wraps a store and writes every read into a [`ReadLog`].
pub struct Recording {
    files: SharedFiles,
    log: ReadLog,
}

/// The names that were read, oldest first. Clones share one log.
#[derive(Debug, Clone, Default)]
pub struct ReadLog(Arc<Mutex<Vec<RecordedRead>>>);

#[derive(Debug, Clone)]
struct RecordedRead {
    name: String,
    is_whole: bool,
}

impl Recording {
    /// Wraps `files`; the log has what is read from now on.
    pub fn new(files: impl GameFiles) -> (Self, ReadLog) {
        let log = ReadLog::default();
        let recording = Self {
            files: SharedFiles::new(files),
            log: log.clone(),
        };
        (recording, log)
    }
}

impl ReadLog {
    /// Every name read so far, in order, lower case. A file read twice stands here twice.
    pub fn names(&self) -> Vec<String> {
        self.of(|_| true)
    }

    /// Those of which the whole file was read, and not a stretch of it.
    pub fn whole_files(&self) -> Vec<String> {
        self.of(|read| read.is_whole)
    }

    fn of(&self, wanted: impl Fn(&RecordedRead) -> bool) -> Vec<String> {
        let reads = self.reads();
        let wanted = reads.iter().filter(|read| wanted(read));
        wanted.map(|read| read.name.clone()).collect()
    }

    /// How often `name` was read.
    pub fn count(&self, name: &str) -> usize {
        let name = name.to_ascii_lowercase();
        self.names().iter().filter(|read| **read == name).count()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.reads().clear();
    }

    fn reads(&self) -> MutexGuard<'_, Vec<RecordedRead>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, name: &str, is_whole: bool) {
        let name = flat_name(name).unwrap_or_else(|| name.to_owned());
        self.reads().push(RecordedRead { name, is_whole });
    }
}

impl GameFiles for Recording {
    answer_from!(self => self.files);

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.log.push(name, true);
        self.files.read(name)
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        self.log.push(name, false);
        self.files.read_range(name, offset, length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemoryFiles;

    #[test]
    fn the_log_tells_the_order_of_reads_and_nothing_else() {
        let (files, log) = Recording::new(MemoryFiles::default().with("a.sec", vec![1]));
        assert!(files.exists("a.sec"));
        assert!(files.read("missing.sec").is_err());
        assert_eq!(files.read("A.SEC").unwrap(), [1]);
        assert_eq!(files.read_range("a.sec", 0, 1).unwrap(), [1]);
        assert_eq!(log.names(), ["missing.sec", "a.sec", "a.sec"]);
        assert_eq!(log.whole_files(), ["missing.sec", "a.sec"]);
        assert_eq!(log.count("A.sec"), 2);
    }
}
