//! Where a level's bytes come from.

use std::collections::BTreeMap;
use std::error::Error;

/// Files by flat, lower-case names: a disc, a folder, a map in memory.
pub trait LevelFiles {
    /// Whether there is such a file.
    fn exists(&self, name: &str) -> bool;

    /// The whole file.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    fn read(&self, name: &str) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>>;
}

impl LevelFiles for BTreeMap<String, Vec<u8>> {
    fn exists(&self, name: &str) -> bool {
        self.contains_key(name)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
        let bytes = self.get(name).cloned();
        bytes.ok_or_else(|| format!("there is no file {name}").into())
    }
}
