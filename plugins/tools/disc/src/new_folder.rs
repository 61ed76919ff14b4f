//! A folder that is written from nothing, and written again when that was stopped.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::extract::folder::{FolderError, remove_unfinished};

/// Marks a folder that is being written: one that still has it is ours, and may be written again.
const UNFINISHED: &str = ".unfinished-forge";

/// A folder that is being written.
#[derive(Debug)]
pub struct NewFolder {
    mark: PathBuf,
    files: PathBuf,
}

impl NewFolder {
    /// Begins a folder that must be new, empty, or left by a run that was stopped. Files lie in `inside` of it; with an empty name
    /// in the folder itself, of which nothing but unfinished files is removed then.
    ///
    /// # Errors
    /// `Taken` when something else is in it; `Io`.
    pub fn begin(out: &Path, inside: &str) -> Result<Self, FolderError> {
        let mark = out.join(UNFINISHED);
        // A joined empty name would leave a separator at the end.
        let files = if inside.is_empty() {
            out.to_owned()
        } else {
            out.join(inside)
        };
        let io = FolderError::io(out);
        if mark.is_file() {
            if files != out && files.is_dir() {
                fs::remove_dir_all(&files).map_err(&io)?;
            }
            remove_unfinished(out);
            fs::remove_file(&mark).map_err(&io)?;
        }
        match fs::read_dir(out).map(|mut entries| entries.next()) {
            Ok(None) => {}
            Ok(Some(_)) => {
                return Err(FolderError::Taken {
                    out: out.to_owned(),
                    why: "the folder is not empty",
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io(error)),
        }
        fs::create_dir_all(out).map_err(&io)?;
        fs::write(&mark, "").map_err(&io)?;
        fs::create_dir_all(&files).map_err(&io)?;
        Ok(Self { mark, files })
    }

    /// Where its files lie.
    pub fn files(&self) -> &Path {
        &self.files
    }

    /// It is whole.
    ///
    /// # Errors
    /// `Io`.
    pub fn finish(self) -> Result<(), FolderError> {
        fs::remove_file(&self.mark).map_err(FolderError::io(&self.mark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_was_stopped_is_begun_again_and_one_with_other_things_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let out = home.path().join("å");
        let folder = NewFolder::begin(&out, "ee_files").unwrap();
        fs::write(folder.files().join("half.lev"), "x").unwrap();
        drop(folder);
        let folder = NewFolder::begin(&out, "ee_files").unwrap();
        assert_eq!(fs::read_dir(folder.files()).unwrap().count(), 0);
        folder.finish().unwrap();
        let refused = NewFolder::begin(&out, "ee_files").unwrap_err();
        assert!(refused.to_string().contains("the folder is not empty"));
        let file = home.path().join("letter.txt");
        fs::write(&file, "dear").unwrap();
        assert!(NewFolder::begin(&file, "").is_err());
    }
}
