//! Files in memory: what the forge makes, and what tests build.

use std::collections::{BTreeMap, HashMap};

use wonderwheel_warriors::names::wad_hash;

use crate::error::GameFileError;
use crate::files::{GameFiles, flat_name, range_of};
use crate::unnamed;

/// Files held in memory. One whose name is a hash ([`unnamed`]) is found by the name with that hash as well, and the other
/// way round, as in an archive.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
    /// The names by the hashes that an archive would list them under.
    by_hash: HashMap<u32, String>,
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
            self.insert(name, bytes);
        }
        self
    }

    fn insert(&mut self, flat: String, bytes: Vec<u8>) {
        let first = self.by_hash.entry(unnamed::index_hash(&flat));
        first.or_insert_with(|| flat.clone());
        self.files.insert(flat, bytes);
    }

    fn find(&self, name: &str) -> Option<&Vec<u8>> {
        let name = flat_name(name)?;
        self.files.get(&name).or_else(|| {
            let hashes = [Some(wad_hash(&name)), unnamed::hash(&name)];
            let mut found = hashes.into_iter().flatten();
            let name = found.find_map(|hash| self.by_hash.get(&hash))?;
            self.files.get(name)
        })
    }

    fn expect(&self, name: &str) -> Result<&Vec<u8>, GameFileError> {
        let found = self.find(name);
        found.ok_or_else(|| GameFileError::not_found(&self.describe(), name))
    }
}

impl FromIterator<(String, Vec<u8>)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (String, Vec<u8>)>>(files: I) -> Self {
        let mut taken = Self::default();
        for (name, bytes) in files {
            if let Some(name) = flat_name(&name) {
                taken.insert(name, bytes);
            }
        }
        taken
    }
}

impl GameFiles for MemoryFiles {
    fn size(&self, name: &str) -> Option<u64> {
        self.find(name).map(|bytes| bytes.len() as u64)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.expect(name).cloned()
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        range_of(name, self.expect(name)?, offset, length)
    }

    fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn describe(&self) -> String {
        "memory".into()
    }
}
