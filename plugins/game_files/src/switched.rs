//! A store that can be changed for another one while the program runs.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::task::{Context, Poll};

use crate::error::GameFileError;
use crate::files::{GameFiles, SharedFiles};

/// Asset sources are fixed once the app is built; what a person chooses later goes in here.
///
/// Nothing is loaded again by itself: whoever switches has left the level that came from the files before.
#[derive(Clone)]
pub struct SwitchedFiles(Arc<RwLock<SharedFiles>>);

impl SwitchedFiles {
    /// Begins with these files.
    pub fn new(files: SharedFiles) -> Self {
        Self(Arc::new(RwLock::new(files)))
    }

    /// Takes these files from now on. Reads that have begun end with the files before.
    pub fn switch(&self, files: SharedFiles) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = files;
    }

    /// The files at present.
    pub fn current(&self) -> SharedFiles {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl GameFiles for SwitchedFiles {
    fn size(&self, name: &str) -> Option<u64> {
        self.current().size(name)
    }

    fn exists(&self, name: &str) -> bool {
        self.current().exists(name)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.current().read(name)
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        self.current().read_range(name, offset, length)
    }

    fn names(&self) -> Vec<String> {
        self.current().names()
    }

    fn names_at_hand(&self) -> Vec<String> {
        self.current().names_at_hand()
    }

    fn disk_path(&self, name: &str) -> Option<PathBuf> {
        self.current().disk_path(name)
    }

    fn describe(&self) -> String {
        self.current().describe()
    }

    fn watch_roots(&self) -> Vec<PathBuf> {
        self.current().watch_roots()
    }

    fn poll_ready(&self, name: &str, context: &mut Context<'_>) -> Poll<()> {
        self.current().poll_ready(name, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemoryFiles;

    #[test]
    fn after_a_switch_the_other_files_answer() {
        let of = |byte| SharedFiles::new(MemoryFiles::default().with("a.lev", vec![byte]));
        let files = SwitchedFiles::new(of(1));
        let shared = SharedFiles::new(files.clone());
        assert_eq!(shared.read("a.lev").ok(), Some(vec![1]));
        files.switch(of(2));
        assert_eq!(shared.read("a.lev").ok(), Some(vec![2]));
    }
}
