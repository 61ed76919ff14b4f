//! A folder that several files are written into.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use wonderwheel_ps2::plural::counted;

use super::file::{FileTarget, behind_links};
use super::refusal::{OutputError, WriteRefusal};
use super::unfinished::{UnfinishedFile, sweep};

/// A folder for files, of which those that are there are kept unless they are to be overwritten.
#[derive(Debug)]
pub struct FolderTarget {
    root: PathBuf,
    overwrite: bool,
    /// It was not there before.
    is_made: bool,
    /// Files that were written.
    pub written: usize,
    /// Files that were there.
    pub kept: usize,
}

impl FolderTarget {
    /// Looks at a folder before the work starts, and makes it where it is not there.
    ///
    /// # Errors
    /// `IsFile`, `NoRegularFile`, `Refused`.
    pub fn begin(root: &Path, overwrite: bool) -> Result<Self, OutputError> {
        let found = fs::metadata(root);
        let is_made = found.is_err();
        match found {
            Ok(data) if data.is_dir() => {}
            Ok(data) => {
                let path = root.to_owned();
                return Err(if data.is_file() {
                    OutputError::IsFile { path }
                } else {
                    OutputError::NoRegularFile { path }
                });
            }
            Err(_) => make_folder(root)?,
        }
        sweep(root);
        // Whether it can be written is seen by writing.
        UnfinishedFile::begin(root).map_err(WriteRefusal::of(root))?;
        Ok(Self {
            root: root.to_owned(),
            overwrite,
            is_made,
            written: 0,
            kept: 0,
        })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether a file is to be made. One that is there and stays is counted, and need not be made.
    pub fn wants(&mut self, name: &Path) -> bool {
        let is_kept = !self.overwrite && self.root.join(name).is_file();
        self.kept += usize::from(is_kept);
        !is_kept
    }

    /// Writes a file that is [wanted](Self::wants), with the folders that it lies in.
    ///
    /// # Errors
    /// As [`FileTarget::begin`] and [`FileTarget::write`].
    pub fn write(
        &mut self,
        name: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        let path = self.root.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(WriteRefusal::of(folder))?;
        }
        FileTarget::begin(&path, self.overwrite)?.write(write)?;
        self.written += 1;
        Ok(())
    }

    /// "3 textures written", or "3 textures written, 1 kept; --overwrite replaces".
    pub fn tally(&self, noun: &str) -> String {
        format!(
            "{} written{}",
            counted(self.written, noun),
            self.kept_words()
        )
    }

    /// ", 1 kept; --overwrite replaces", where something was kept.
    pub fn kept_words(&self) -> String {
        match self.kept {
            0 => String::new(),
            kept => format!(", {kept} kept; --overwrite replaces"),
        }
    }
}

/// Makes a folder, also the one that a link leads to.
///
/// # Errors
/// `IsFile` for what lies below a file; `Refused`.
pub(crate) fn make_folder(root: &Path) -> Result<(), OutputError> {
    let refused = WriteRefusal::of(root);
    let place = behind_links(root).map_err(&refused)?;
    // Without a separator at its end, behind which a file is not seen.
    let place: PathBuf = place.components().collect();
    let mut above = place.ancestors().skip_while(|path| !path.exists());
    if let Some(path) = above.next().filter(|path| path.is_file()) {
        let path = path.to_owned();
        return Err(OutputError::IsFile { path });
    }
    Ok(fs::create_dir_all(place).map_err(refused)?)
}

impl Drop for FolderTarget {
    /// A folder that nothing came into was made for nothing.
    fn drop(&mut self) {
        if self.is_made && self.written == 0 {
            // One that is not empty stays.
            let _ = fs::remove_dir(&self.root);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(target: &mut FolderTarget, name: &str) {
        if target.wants(Path::new(name)) {
            let written = target.write(Path::new(name), |out| out.write_all(b"new"));
            written.unwrap();
        }
    }

    #[test]
    fn what_is_there_is_kept_and_counted_unless_it_is_to_be_overwritten() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("out");
        for (overwrite, tally, mine) in [
            (
                false,
                "2 files written, 1 kept; --overwrite replaces",
                "mine",
            ),
            (
                false,
                "0 files written, 3 kept; --overwrite replaces",
                "mine",
            ),
            (true, "3 files written", "new"),
        ] {
            let mut target = FolderTarget::begin(&root, overwrite).unwrap();
            if !root.join("b.png").exists() {
                fs::write(root.join("b.png"), "mine").unwrap();
            }
            for name in ["a.png", "b.png", "deep/er/c.png"] {
                write(&mut target, name);
            }
            assert_eq!(target.tally("file"), tally);
            assert_eq!(fs::read_to_string(root.join("b.png")).unwrap(), mine);
        }
    }

    #[test]
    fn a_folder_that_was_made_for_nothing_goes_again() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("out");
        drop(FolderTarget::begin(&root, false).unwrap());
        assert!(!root.exists());
        fs::create_dir(&root).unwrap();
        drop(FolderTarget::begin(&root, false).unwrap());
        assert!(root.exists());
    }

    #[test]
    fn a_file_in_the_place_of_a_folder_is_seen_at_once() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a");
        fs::write(&path, "mine").unwrap();
        let refused = FolderTarget::begin(&path, true).unwrap_err().to_string();
        let words = "a: this is a file; name a folder";
        assert!(refused.ends_with(words), "{refused}");
        for below in ["b", "b/c", ""] {
            let refused = FolderTarget::begin(&path.join(below), true);
            let refused = refused.unwrap_err().to_string();
            assert!(refused.ends_with("a file; name a folder"), "{refused}");
        }
    }

    #[test]
    fn a_folder_in_a_files_place_is_not_kept_for_one() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("a.png")).unwrap();
        let mut target = FolderTarget::begin(home.path(), false).unwrap();
        assert!(target.wants(Path::new("a.png")));
        assert!(target.write(Path::new("a.png"), |_| Ok(())).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_folder_that_is_not_there_yet_is_followed() {
        let home = tempfile::tempdir().unwrap();
        let link = home.path().join("link");
        std::os::unix::fs::symlink("far", &link).unwrap();
        let mut target = FolderTarget::begin(&link, false).unwrap();
        write(&mut target, "a");
        assert!(link.is_symlink() && home.path().join("far/a").is_file());
    }
}
