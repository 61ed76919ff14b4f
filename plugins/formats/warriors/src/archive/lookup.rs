//! Finding a file by its name.

use std::collections::HashMap;

use super::{ArchiveEntry, ArchiveIndex};
use crate::names::wad_hash;

impl ArchiveIndex {
    /// A table that finds entries by the hash of their name.
    pub fn lookup(&self) -> ArchiveLookup {
        let mut by_hash = HashMap::with_capacity(self.entries.len());
        for (number, entry) in self.entries.iter().enumerate() {
            by_hash.entry(entry.name_hash).or_insert(number);
        }
        ArchiveLookup { by_hash }
    }
}

/// Finds entries by the hash of their name.
///
/// Quirk: the original looks through the records from the first on, so that of two with one hash the first is found and
/// the other never. Source: spec/archives.md 2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveLookup {
    by_hash: HashMap<u32, usize>,
}

impl ArchiveLookup {
    /// The number of the first entry of that hash.
    pub fn number(&self, name_hash: u32) -> Option<usize> {
        self.by_hash.get(&name_hash).copied()
    }

    /// The file of that name, whatever its case, in the index that this table was made of, with its number.
    pub fn find<'a>(
        &self,
        index: &'a ArchiveIndex,
        name: &str,
    ) -> Option<(usize, &'a ArchiveEntry)> {
        let number = self.number(wad_hash(name))?;
        Some((number, index.entries.get(number)?))
    }
}
