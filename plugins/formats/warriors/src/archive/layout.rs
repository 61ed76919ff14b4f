//! Where the files of a new archive lie.

use std::collections::HashMap;

use wonderwheel_ps2::error::{FormatError, Result};

use super::{ArchiveEntry, ArchiveIndex, SECTOR};
use crate::names::{MAX_NAME, wad_hash};

/// A file that an archive is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFile {
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Hash of its name.
    pub name_hash: u32,
    /// Its bytes.
    pub size: u64,
}

impl NewFile {
    /// A file by its name, whose letter case does not matter.
    pub fn named(name: &str, size: u64) -> Self {
        Self {
            name: Some(name.to_ascii_lowercase()),
            name_hash: wad_hash(name),
            size,
        }
    }

    /// A file of which only the hash of its name is known.
    pub fn unnamed(name_hash: u32, size: u64) -> Self {
        Self {
            name: None,
            name_hash,
            size,
        }
    }
}

/// Where the files of a new archive lie.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveLayout {
    files: Vec<PlacedFile>,
}

/// A file with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedFile {
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Its record.
    pub entry: ArchiveEntry,
    /// Zero bytes after it: to the next sector.
    pub padding: u32,
}

impl ArchiveLayout {
    /// Lays files out as the disc does: in the order of their upper-cased names, each on the next free sector. Files without
    /// a name come last, in the order of their hashes. Source: spec/archives.md 2.
    ///
    /// # Errors
    /// As [`Self::in_order`].
    pub fn by_name(files: impl IntoIterator<Item = NewFile>) -> Result<Self> {
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort_by_cached_key(|file| {
            let upper = file.name.as_ref().map(|name| name.to_ascii_uppercase());
            (upper.is_none(), upper, file.name_hash)
        });
        Self::in_order(files)
    }

    /// Lays files out in the order given, each on the next free sector.
    ///
    /// # Errors
    /// `Malformed` when two files have one hash, since the second could never be found; `Limit` when a name is longer than a
    /// request can hold ([`MAX_NAME`]) or the archive passes what a record can say (4 GiB).
    pub fn in_order(files: impl IntoIterator<Item = NewFile>) -> Result<Self> {
        let mut placed: Vec<PlacedFile> = Vec::new();
        let mut seen = HashMap::new();
        let mut at = 0_u64;
        for file in files {
            let shown = file
                .name
                .as_deref()
                .map_or_else(|| format!("{:08x}", file.name_hash), ToOwned::to_owned);
            if shown.len() > MAX_NAME {
                let error = FormatError::limit(
                    at,
                    "bytes of a file's name",
                    MAX_NAME as u64,
                    shown.len() as u64,
                );
                return Err(error.within(shown));
            }
            if let Some(other) = seen.insert(file.name_hash, shown.clone()) {
                let found = format!("{:#010x}, which {other} has", file.name_hash);
                return Err(
                    FormatError::malformed(at, "a name hash of its own", found).within(shown)
                );
            }
            let end = at.saturating_add(file.size);
            // The padding counts as well: the next file's offset has to fit.
            let padded = end.checked_next_multiple_of(SECTOR).unwrap_or(u64::MAX);
            let too_large = || {
                let max = u64::from(u32::MAX);
                FormatError::limit(at, "bytes of the archive", max, padded).within(shown.clone())
            };
            placed.push(PlacedFile {
                name: file.name,
                entry: ArchiveEntry {
                    offset: u32::try_from(at).map_err(|_| too_large())?,
                    size: u32::try_from(file.size).map_err(|_| too_large())?,
                    name_hash: file.name_hash,
                },
                padding: u32::try_from(padded - end).map_err(|_| too_large())?,
            });
            at = u32::try_from(padded).map_err(|_| too_large())?.into();
        }
        Ok(Self { files: placed })
    }

    /// The files, in the order in which they lie.
    pub fn files(&self) -> &[PlacedFile] {
        &self.files
    }

    /// The index of the archive.
    pub fn index(&self) -> ArchiveIndex {
        ArchiveIndex {
            padding: [0; 12],
            entries: self.files.iter().map(|file| file.entry).collect(),
        }
    }

    /// Bytes of the archive: whole sectors.
    pub fn archive_size(&self) -> u64 {
        self.files.last().map_or(0, |file| file.entry.padded_end())
    }
}
