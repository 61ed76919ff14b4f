//! Files that lie on a medium as they are, each in a stretch of its own: those of a disc without an archive.

use std::collections::{BTreeMap, HashMap};
use std::io;

use crate::error::GameFileError;
use crate::files::{GameFiles, flat_name};
use crate::read_at::Extent;

/// The files of a disc, found by their flat names.
///
/// Names lose their folders: `G/ARMOR.WAD` is `armor.wad`. Where two files would have one name, the first keeps it, and the
/// others are `g_armor.wad` and, should that be taken as well, `g_armor.wad~2` and so on.
#[derive(Debug)]
pub struct DiscFiles {
    shown: String,
    files: BTreeMap<String, OnDisc>,
}

/// A file on a disc.
#[derive(Debug, Clone)]
pub struct OnDisc {
    /// Its path on the disc, as the disc spells it: `G/ARMOR.WAD`.
    pub path: String,
    /// Where it lies.
    pub extent: Extent,
}

impl DiscFiles {
    /// Takes files in the order in which they are named. `shown` is what errors call the disc. A name that cannot be flat is
    /// left out: it could not be asked for.
    pub fn new(shown: impl Into<String>, files: impl IntoIterator<Item = OnDisc>) -> Self {
        let mut named = Self {
            shown: shown.into(),
            files: BTreeMap::new(),
        };
        // How often a name was taken: searching the next free one each time would take a folder of equal names too long.
        let mut numbers = HashMap::new();
        for file in files {
            named.add(file, &mut numbers);
        }
        named
    }

    fn add(&mut self, file: OnDisc, numbers: &mut HashMap<String, u32>) {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let Some(plain) = flat_name(name) else {
            return;
        };
        let mut free = plain;
        if self.files.contains_key(&free) && !folder.is_empty() {
            free = format!("{folder}_{free}")
                .replace('/', "_")
                .to_ascii_lowercase();
        }
        if self.files.contains_key(&free) {
            let number = numbers.entry(free.clone()).or_insert(1);
            *number += 1;
            free = format!("{free}~{number}");
        }
        self.files.entry(free).or_insert(file);
    }

    /// The files by name, in ascending order.
    pub fn files(&self) -> impl Iterator<Item = (&str, &OnDisc)> {
        self.files.iter().map(|(name, file)| (name.as_str(), file))
    }

    /// The file of that name, whatever its case.
    pub fn find(&self, name: &str) -> Option<&OnDisc> {
        self.files.get(&flat_name(name)?)
    }

    fn expect(&self, name: &str) -> Result<&OnDisc, GameFileError> {
        self.find(name)
            .ok_or_else(|| GameFileError::not_found(&self.shown, name))
    }

    fn path_of(&self, name: &str) -> String {
        format!("{}/{name}", self.shown)
    }

    fn failed(&self, name: &str, file: &OnDisc, error: &io::Error) -> GameFileError {
        let (start, size) = (file.extent.start(), file.extent.len());
        let words = format!("bytes {start:#x}+{size:#x} of the disc: {error}");
        let error = io::Error::new(error.kind(), words);
        GameFileError::io(self.path_of(name), "read", error)
    }
}

impl GameFiles for DiscFiles {
    fn size(&self, name: &str) -> Option<u64> {
        Some(self.find(name)?.extent.len())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        let file = self.expect(name)?;
        let (size, advice) = (
            file.extent.len(),
            "it is too large to be taken into memory whole; no level is",
        );
        let length = GameFileError::check_size(|| self.path_of(name), size, advice)?;
        let read = file.extent.read(0, length);
        read.map_err(|error| self.failed(name, file, &error))
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        let file = self.expect(name)?;
        let size = file.extent.len();
        GameFileError::check_range(|| self.path_of(name), offset, length, size)?;
        let read = file.extent.read(offset, length);
        read.map_err(|error| self.failed(name, file, &error))
    }

    fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn describe(&self) -> String {
        self.shown.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn files(paths: &[(&str, u64, u64)]) -> DiscFiles {
        let medium: Arc<Vec<u8>> = Arc::new((0..64).collect());
        let file = |&(path, start, size): &(&str, u64, u64)| OnDisc {
            path: path.into(),
            extent: Extent::new(medium.clone(), start, size),
        };
        DiscFiles::new("a disc", paths.iter().map(file))
    }

    #[test]
    fn names_lose_their_folders_and_stay_apart() {
        let files = files(&[
            ("LEVEL0.WAD", 0, 4),
            ("G/LEVEL0.WAD", 4, 4),
            ("G/ARMOR.WAD", 8, 4),
            ("level0.wad", 12, 4),
            ("g_level0.wad", 16, 4),
            ("..", 20, 4),
        ]);
        assert_eq!(
            files.names(),
            [
                "armor.wad",
                "g_level0.wad",
                "g_level0.wad~2",
                "level0.wad",
                "level0.wad~2"
            ]
        );
        assert_eq!(files.read("Level0.WAD").unwrap(), [0, 1, 2, 3]);
        assert_eq!(files.read_range("ARMOR.wad", 1, 2).unwrap(), [9, 10]);
        assert_eq!(files.find("armor.wad").unwrap().path, "G/ARMOR.WAD");
        assert!(files.read("none.wad").unwrap_err().is_not_found());
    }

    #[test]
    fn a_file_that_is_cut_off_is_there_and_says_where_it_ends() {
        let files = files(&[("A.WAD", 60, 10), ("B.WAD", 0, 300 << 20)]);
        assert_eq!(files.size("a.wad"), Some(10));
        let error = files.read("a.wad").unwrap_err();
        assert!(error.to_string().contains("0x3c+0xa"), "{error}");
        assert_eq!(files.read_range("a.wad", 0, 4).unwrap(), [60, 61, 62, 63]);
        assert!(files.read_range("a.wad", 9, 2).is_err());
        let large = files.read("b.wad").unwrap_err();
        assert!(matches!(large, GameFileError::Limit { .. }), "{large}");
    }
}
