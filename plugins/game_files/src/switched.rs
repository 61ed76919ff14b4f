//! A store that can be changed for another one while the program runs.

use std::sync::{Arc, PoisonError, RwLock};

use crate::error::GameFileError;
use crate::files::{GameFiles, SharedFiles, answer_from};

/// Asset sources are fixed once the app is built; what a person chooses later goes in here.
///
/// Nothing is loaded again by itself: who switches has left the level that came from the files before.
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
    answer_from!(self => self.current());

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.current().read(name)
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
