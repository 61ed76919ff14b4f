//! An image that is read: its descriptor, its root, and one level of folders.

use std::sync::Arc;

use super::layout::{FIRST_DESCRIPTOR, IsoEntry, SECTOR, SIGNATURE};
use super::record::{self, Field, Record, records};
use crate::error::GameFileError;
use crate::read_at::{Extent, ReadAt};

/// How many descriptors are looked through for the primary one.
const MAX_DESCRIPTORS: u64 = 64;
/// The largest folder that is read, bytes.
pub const MAX_FOLDER_BYTES: u64 = 1 << 20;
/// What all folders of an image together may have, bytes. The disc's have three sectors.
const MAX_FOLDERS_BYTES: u64 = 4 << 20;

/// An opened image: what is in it, and where.
pub struct IsoImage {
    medium: Arc<dyn ReadAt>,
    entries: Vec<IsoEntry>,
    warnings: Vec<String>,
}

impl IsoImage {
    /// Reads an image's folders. `shown` is the image's name in errors.
    ///
    /// # Errors
    /// `Malformed`, naming sector and field, when it is no image of this kind or its root cannot be trusted; `Limit` for a root
    /// above [`MAX_FOLDER_BYTES`]; `Io` when the medium refuses. What is wrong with a sub-folder, and files that end after
    /// the image, are only [`Self::warnings`].
    pub fn open(medium: Arc<dyn ReadAt>, shown: &str) -> Result<Self, GameFileError> {
        let mut reader = Reader::new(&*medium, shown)?;
        let root = reader.primary_descriptor()?;
        let mut entries = Vec::new();
        for record in reader.folder(&root)? {
            let folder = record.is_folder.then(|| record.clone());
            entries.push(record.into_entry(""));
            let Some(folder) = folder else { continue };
            match reader.folder(&folder) {
                Ok(records) => {
                    let inside = records
                        .into_iter()
                        .map(|record| record.into_entry(&folder.name));
                    entries.extend(inside);
                }
                Err(error) => reader.warnings.push(error.to_string()),
            }
        }
        reader.warn_about_ends(&entries);
        let warnings = reader.warnings;
        Ok(Self {
            medium,
            entries,
            warnings,
        })
    }

    /// Files and folders: the root's in their order, what a folder holds right after it.
    pub fn entries(&self) -> &[IsoEntry] {
        &self.entries
    }

    /// What is odd and does not keep the image from being used, a line each.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The file of that path, whatever its case: `WARRIORS.DIR`, `iop/bfw.snd`. The first of several.
    pub fn find(&self, path: &str) -> Option<&IsoEntry> {
        let mut files = self.entries.iter().filter(|entry| !entry.is_folder);
        files.find(|entry| entry.path.eq_ignore_ascii_case(path))
    }

    /// The names in the root, for people.
    pub fn root_names(&self) -> impl Iterator<Item = &str> {
        let paths = self.entries.iter().map(|entry| entry.path.as_str());
        paths.filter(|path| !path.contains('/'))
    }

    /// The bytes of a file.
    pub fn extent(&self, entry: &IsoEntry) -> Extent {
        Extent::new(self.medium.clone(), entry.start, entry.size)
    }
}

impl std::fmt::Debug for IsoImage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IsoImage")
            .field("entries", &self.entries)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

/// Reads descriptors and folders, and keeps count.
struct Reader<'a> {
    medium: &'a dyn ReadAt,
    shown: &'a str,
    size: u64,
    /// Bytes of folders that may still be read.
    budget: u64,
    warnings: Vec<String>,
}

impl<'a> Reader<'a> {
    fn new(medium: &'a dyn ReadAt, shown: &'a str) -> Result<Self, GameFileError> {
        let size = medium.size();
        Ok(Self {
            medium,
            shown,
            size: size.map_err(|error| GameFileError::io(shown, "read", error))?,
            budget: MAX_FOLDERS_BYTES,
            warnings: Vec::new(),
        })
    }

    /// Finds the primary volume descriptor and answers the root's record.
    fn primary_descriptor(&mut self) -> Result<Record, GameFileError> {
        for sector in FIRST_DESCRIPTOR..FIRST_DESCRIPTOR + MAX_DESCRIPTORS {
            let bytes = self.read(sector * SECTOR, SECTOR, "volume descriptor")?;
            let at = |field, offset| Field::of(self.shown, sector, field, offset);
            if bytes.get(1..6) != Some(SIGNATURE) {
                let found = bytes.get(1..6).unwrap_or_default().escape_ascii();
                return Err(at("signature", 1).malformed("CD001", found.to_string()));
            }
            match bytes.first() {
                Some(1) => return self.root_of(sector, &bytes),
                Some(255) => {
                    let error = at("type", 0)
                        .malformed("a primary volume descriptor", "the end of the descriptors");
                    return Err(error);
                }
                _ => {}
            }
        }
        let last = FIRST_DESCRIPTOR + MAX_DESCRIPTORS;
        let field = Field::of(self.shown, last, "volume descriptor", 0);
        Err(field.malformed("a primary volume descriptor before it", "none"))
    }

    fn root_of(&mut self, sector: u64, bytes: &[u8]) -> Result<Record, GameFileError> {
        let shown = self.shown;
        let at = |field, offset| Field::of(shown, sector, field, offset);
        let short = |field: Field| field.malformed("a whole sector", "its end");
        if bytes.get(6) != Some(&1) {
            let warning = at("version", 6).malformed("1", format!("{:?}", bytes.get(6)));
            self.warnings.push(warning.to_string());
        }
        let volume = record::u32_both(bytes, 80).ok_or_else(|| short(at("volume size", 80)))?;
        self.check_halves(volume.halves_agree, at("volume size", 80));
        let block = record::u16_both(bytes, 128).ok_or_else(|| short(at("block size", 128)))?;
        self.check_halves(block.halves_agree, at("block size", 128));
        if u64::from(block.value) != SECTOR {
            let error = at("block size", 128).malformed("2048", block.value.to_string());
            return Err(error);
        }
        let volume_bytes = u64::from(volume.value) * SECTOR;
        if volume_bytes > self.size {
            self.warnings.push(format!(
                "{shown}: the image is cut short: it has {} of the volume's {volume_bytes} bytes; copy or dump it again",
                self.size
            ));
        }
        let record = bytes.get(156..190).unwrap_or_default();
        let root = record::record(record, at("root record", 156))?;
        if !root.is_folder {
            return Err(at("root record/flags", 156 + 25).malformed("a folder", "a file"));
        }
        Ok(root)
    }

    /// The records of a folder, without those of itself and its parent.
    fn folder(&mut self, folder: &Record) -> Result<Vec<Record>, GameFileError> {
        let name = match folder.name.as_str() {
            "" => "root",
            name => name,
        };
        let field = Field::at_byte(self.shown, folder.start, name);
        if folder.size > MAX_FOLDER_BYTES.min(self.budget) {
            return Err(GameFileError::Limit {
                path: field.path(),
                max: MAX_FOLDER_BYTES.min(self.budget),
                found: folder.size,
                advice: "this is no image of the game's disc, or it is damaged".into(),
            });
        }
        if folder.start.saturating_add(folder.size) > self.size {
            return Err(field.malformed(
                format!("a folder within the image's {:#x} bytes", self.size),
                format!("bytes {:#x}+{:#x}", folder.start, folder.size),
            ));
        }
        self.budget -= folder.size;
        let bytes = self.read(folder.start, folder.size, name)?;
        let listed = records(&bytes, folder.start, self.shown, name)?;
        for record in &listed {
            let field = Field::at_byte(self.shown, folder.start, &record.name);
            self.check_halves(record.halves_agree, field);
        }
        Ok(listed)
    }

    /// Fields stand twice, in both byte orders. The little-endian one counts. One warning an image.
    fn check_halves(&mut self, agree: bool, field: Field) {
        const WORDS: &str = "the two byte orders say different things";
        if !agree && !self.warnings.iter().any(|warning| warning.contains(WORDS)) {
            let warning = format!("{}: {WORDS}; the little-endian one is taken", field.path());
            self.warnings.push(warning);
        }
    }

    fn warn_about_ends(&mut self, entries: &[IsoEntry]) {
        let size = self.size;
        let beyond = |entry: &&IsoEntry| entry.start.saturating_add(entry.size) > size;
        let mut late = entries.iter().filter(beyond);
        if let Some(first) = late.next() {
            let more = match late.count() {
                0 => String::new(),
                count => format!(" (and {count} more files)"),
            };
            let end = first.start.saturating_add(first.size);
            self.warnings.push(format!(
                "{}/{}: ends at byte {end:#x}, after the image's {size:#x}{more}; copy or dump the image again",
                self.shown, first.path
            ));
        }
    }

    fn read(&self, start: u64, size: u64, what: &str) -> Result<Vec<u8>, GameFileError> {
        let field = || Field::at_byte(self.shown, start, what);
        let failed = |error| GameFileError::io(field().path(), "read", error);
        // Callers bound the size before.
        let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
        self.medium
            .read_exact_at(start, &mut bytes)
            .map_err(failed)?;
        Ok(bytes)
    }
}
