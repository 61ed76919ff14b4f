//! The game's archive: `WARRIORS.DIR` says where in `WARRIORS.WAD` each file lies. Source: spec/archives.md 2 and 4.
//!
//! The archive holds no names, only their hashes. Asking for a file by name needs nothing else; a list of names has to be
//! recovered. [`GameFiles::names_at_hand`] tries every name the game's files are known to have and reads nothing;
//! [`GameFiles::names`] looks into the first bytes of every file as well, once, and takes its time on a slow medium.

mod listed_file;
mod listing;
mod write;

use std::collections::HashMap;
use std::io;
use std::sync::OnceLock;

use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::archive::{ArchiveEntry, ArchiveIndex, ArchiveLookup};
use wonderwheel_warriors::names::{NameBook, generate, resource_file, wad_hash};

use crate::error::GameFileError;
use crate::files::{GameFiles, flat_name};
use crate::read_at::Extent;
use crate::unnamed;

pub use listed_file::ListedFile;
pub use write::{layout, names_text, write_archive};

/// The name of the index on the disc.
pub const INDEX_NAME: &str = "WARRIORS.DIR";
/// The name of the archive on the disc.
pub const ARCHIVE_NAME: &str = "WARRIORS.WAD";
/// The name of a text with names, one a line, that may lie beside the archive. Not the game's: forged and repacked discs have
/// it, because names like `demo.lev` cannot be guessed from their hashes. See [`names_text`].
pub const NAMES_NAME: &str = "NAMES.TXT";

/// The files of an archive.
///
/// A file that the archive is too short for is there and cannot be read; the others can. Of two files with one hash the
/// first is found, as in the original.
#[derive(Debug)]
pub struct ArchiveFiles {
    index: ArchiveIndex,
    lookup: ArchiveLookup,
    archive: Extent,
    shown: String,
    book: NameBook,
    at_hand: OnceLock<KnownNames>,
    listing: OnceLock<Vec<ListedFile>>,
}

/// Names that are known without a read.
#[derive(Debug, Default)]
struct KnownNames {
    /// Of files, by the hash in the index.
    files: HashMap<u32, String>,
    /// Of resources, by the name of their file.
    resources: HashMap<String, String>,
}

impl ArchiveFiles {
    /// Opens an archive by the bytes of its index. Nothing of the archive is read. `shown` is what errors call it: the image's
    /// or the folder's path. `book` has names that a person gave; they are believed.
    ///
    /// # Errors
    /// `Malformed` or `Limit` for an index that cannot be read.
    pub fn open(
        index: &[u8],
        archive: Extent,
        shown: impl Into<String>,
        book: NameBook,
    ) -> Result<Self, GameFileError> {
        let shown = shown.into();
        let index = ArchiveIndex::read(index)
            .map_err(|error| GameFileError::format(&format!("{shown}/{INDEX_NAME}"), error))?;
        Ok(Self {
            lookup: index.lookup(),
            index,
            archive,
            shown,
            book,
            at_hand: OnceLock::new(),
            listing: OnceLock::new(),
        })
    }

    /// The index.
    pub fn index(&self) -> &ArchiveIndex {
        &self.index
    }

    /// The archive's bytes.
    pub fn archive(&self) -> &Extent {
        &self.archive
    }

    /// What is wrong with the archive, a line each: what its index should not say, and what is cut off at its end. None of it
    /// keeps the other files from being read. Source: spec/archives.md 8.
    pub fn faults(&self) -> Vec<String> {
        let mut findings = Findings::new();
        self.index.validate(Some(self.archive.len()), &mut findings);
        let findings = findings.as_slice().iter();
        let faults = findings.map(|finding| format!("{}: {finding}", self.shown));
        faults.chain(self.cut_off()).collect()
    }

    /// The sentence about an archive that has fewer bytes than its own size, or than its index needs.
    fn cut_off(&self) -> Option<String> {
        let present = self.archive.present().ok()?;
        let numbered = self.index.entries.iter().enumerate();
        let mut lost = numbered.filter(|(_, entry)| entry.end() > present);
        let (number, entry) = lost.next()?;
        let more = match lost.count() {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        Some(format!(
            "{}/{ARCHIVE_NAME}: cut short at byte {present:#x}: entry {number} ({}, bytes {:#x}+{:#x}){more} \
             cannot be read; copy or dump it again",
            self.shown,
            self.shown_name(entry.name_hash),
            entry.offset,
            entry.size
        ))
    }

    fn shown_name(&self, name_hash: u32) -> String {
        let known = self.known().files.get(&name_hash).cloned();
        known.unwrap_or_else(|| format!("name hash {name_hash:#010x}"))
    }

    /// The resource that a file of decimal name holds, when its name is known.
    pub fn resource_name(&self, file: &str) -> Option<&str> {
        self.known().resources.get(file).map(String::as_str)
    }

    /// Names that a person gave, then those that can be generated. Source: spec/archives.md 4.
    fn known(&self) -> &KnownNames {
        self.at_hand.get_or_init(|| {
            let exists = |hash| self.lookup.number(hash).is_some();
            let given = self.book.files();
            let mut known = KnownNames {
                files: given
                    .filter(|(hash, name)| exists(*hash) && flat_name(name).is_some())
                    .map(|(hash, name)| (hash, name.to_owned()))
                    .collect(),
                resources: self
                    .book
                    .resources()
                    .map(|(hash, name)| (resource_file(hash), name.to_owned()))
                    .collect(),
            };
            for candidate in generate::all(exists) {
                let hash = candidate.wad_hash();
                if exists(hash) {
                    if let Some(resource) = candidate.resource {
                        let first = known.resources.entry(candidate.file.clone());
                        first.or_insert(resource);
                    }
                    known.files.entry(hash).or_insert(candidate.file);
                }
            }
            known
        })
    }

    /// The number and record of a file, by its name or by the hash that stands for it.
    pub fn find(&self, name: &str) -> Option<(usize, &ArchiveEntry)> {
        let name = flat_name(name)?;
        let by_name = self.lookup.number(wad_hash(&name));
        let number = by_name.or_else(|| self.lookup.number(unnamed::hash(&name)?))?;
        Some((number, self.index.entries.get(number)?))
    }

    fn expect(&self, name: &str) -> Result<(usize, &ArchiveEntry), GameFileError> {
        self.find(name).ok_or_else(|| {
            let hash = wad_hash(name);
            let words = format!("there is no such file (name hash {hash:#010x})");
            GameFileError::io(
                self.path_of(name),
                "read",
                io::Error::new(io::ErrorKind::NotFound, words),
            )
        })
    }

    fn path_of(&self, name: &str) -> String {
        format!("{}/{name}", self.shown)
    }

    /// Reads a stretch of an entry; the range is inside it.
    fn read_entry(
        &self,
        name: &str,
        (number, entry): (usize, &ArchiveEntry),
        offset: u64,
        length: usize,
    ) -> Result<Vec<u8>, GameFileError> {
        let at = u64::from(entry.offset) + offset;
        self.archive.read(at, length).map_err(|error| {
            let words = format!(
                "entry {number} of {INDEX_NAME}, bytes {:#x}+{:#x} of {ARCHIVE_NAME}: {error}",
                entry.offset, entry.size
            );
            let error = io::Error::new(error.kind(), words);
            GameFileError::io(self.path_of(name), "read", error)
        })
    }
}

impl GameFiles for ArchiveFiles {
    fn size(&self, name: &str) -> Option<u64> {
        Some(self.find(name)?.1.size.into())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        let found = self.expect(name)?;
        let advice = "the game has no file of that size: the archive's index is damaged; copy or dump it again";
        let size = found.1.size.into();
        let length = GameFileError::check_size(|| self.path_of(name), size, advice)?;
        self.read_entry(name, found, 0, length)
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        let found = self.expect(name)?;
        let size = found.1.size.into();
        GameFileError::check_range(|| self.path_of(name), offset, length, size)?;
        self.read_entry(name, found, offset, length)
    }

    fn names(&self) -> Vec<String> {
        let names = self.listing().iter().map(|file| file.name.clone());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    fn names_at_hand(&self) -> Vec<String> {
        let mut names: Vec<_> = self.known().files.values().cloned().collect();
        names.sort();
        names
    }

    fn describe(&self) -> String {
        self.shown.clone()
    }
}
