//! One file as a store.

use std::fs;
use std::path::{Path, PathBuf};

use crate::disk_file::DiskFile;
use crate::error::GameFileError;
use crate::files::GameFiles;

/// A store of the one file that a person named. What lies beside it is none of its business.
#[derive(Debug)]
pub struct SingleFile {
    path: PathBuf,
    name: String,
}

impl SingleFile {
    /// Takes the file of that path; it is opened when it is read.
    ///
    /// # Errors
    /// `Io` when the system cannot say where the path leads.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, GameFileError> {
        let path = path.as_ref();
        let shown = path.display().to_string();
        let absolute = std::path::absolute(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(Self {
            name: name.to_ascii_lowercase(),
            path: absolute.map_err(|error| GameFileError::io(shown, "open", error))?,
        })
    }

    /// Its name, lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn is_called(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(&self.name)
    }

    fn open_file(&self, name: &str) -> Result<DiskFile, GameFileError> {
        if self.is_called(name) {
            DiskFile::open(&self.path)
        } else {
            Err(GameFileError::not_found(&self.describe(), name))
        }
    }
}

impl GameFiles for SingleFile {
    fn size(&self, name: &str) -> Option<u64> {
        let data = fs::metadata(&self.path).ok()?;
        self.is_called(name).then_some(data.len())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.open_file(name)?
            .read("this is not one of the game's files")
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        self.open_file(name)?.read_range(offset, length)
    }

    fn names(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn disk_path(&self, name: &str) -> Option<PathBuf> {
        self.is_called(name).then(|| self.path.clone())
    }

    fn describe(&self) -> String {
        self.path.display().to_string()
    }

    fn watch_roots(&self) -> Vec<PathBuf> {
        self.path.parent().map(Path::to_owned).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_answers_to_its_name_alone() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("My å Level0.WAD");
        fs::write(&path, [1, 2, 3]).unwrap();
        fs::write(home.path().join("other.wad"), [4]).unwrap();
        let files = SingleFile::open(&path).unwrap();
        assert_eq!(files.names(), ["my å level0.wad"]);
        assert_eq!(files.read("MY å level0.wad").unwrap(), [1, 2, 3]);
        assert_eq!(files.read_range("my å level0.wad", 1, 2).unwrap(), [2, 3]);
        assert!(files.read_range("my å level0.wad", 2, 2).is_err());
        assert!(files.read("other.wad").unwrap_err().is_not_found());
        assert_eq!(files.disk_path("my å level0.wad"), Some(path));
    }
}
