//! Files in memory: what the forge makes, and what tests build.

use std::collections::BTreeMap;

use crate::error::GameFileError;
use crate::files::{GameFiles, flat_name};

/// Files held in memory.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// Takes files by name. Names are lowered; names that are not flat can never be asked for and are dropped.
    pub fn new(files: BTreeMap<String, Vec<u8>>) -> Self {
        files.into_iter().collect()
    }

    /// Adds or replaces a file.
    #[must_use]
    pub fn with(mut self, name: &str, bytes: Vec<u8>) -> Self {
        if let Some(name) = flat_name(name) {
            self.files.insert(name, bytes);
        }
        self
    }

    fn find(&self, name: &str) -> Option<&Vec<u8>> {
        self.files.get(&flat_name(name)?)
    }
}

impl FromIterator<(String, Vec<u8>)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (String, Vec<u8>)>>(files: I) -> Self {
        let named = files
            .into_iter()
            .filter_map(|(name, bytes)| Some((flat_name(&name)?, bytes)));
        Self {
            files: named.collect(),
        }
    }
}

impl GameFiles for MemoryFiles {
    fn size(&self, name: &str) -> Option<u64> {
        self.find(name).map(|bytes| bytes.len() as u64)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.find(name)
            .cloned()
            .ok_or_else(|| GameFileError::not_found(&self.describe(), name))
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        let bytes = self
            .find(name)
            .ok_or_else(|| GameFileError::not_found(&self.describe(), name))?;
        usize::try_from(offset)
            .ok()
            .and_then(|start| bytes.get(start..start.checked_add(length)?))
            .map(<[u8]>::to_vec)
            .ok_or_else(|| {
                let (length, size) = (length as u64, bytes.len() as u64);
                GameFileError::beyond_end(name, offset, length, size)
            })
    }

    fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn describe(&self) -> String {
        "memory".into()
    }
}
