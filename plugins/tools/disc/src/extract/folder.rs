//! Where game data may be written, and files that are whole or not there.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::index::{SOURCE, Source};

/// What marks the root of a version-controlled folder.
const MARKS: [&str; 4] = [".git", ".hg", ".svn", ".jj"];
/// What names of files begin with while they are being written. Nothing of the game is called so.
const UNFINISHED: &str = ".wonderwheel-unfinished-";

/// The nearest version-controlled folder that a path lies in, or would.
pub fn version_controlled(path: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(path).ok()?;
    let given = absolute.ancestors();
    // Links may lead elsewhere: what is there already is looked at where it really lies.
    let existing = given
        .clone()
        .find_map(|folder| fs::canonicalize(folder).ok());
    let real = existing.iter().flat_map(|folder| folder.ancestors());
    let mut folders = given.chain(real);
    folders
        .find(|folder| MARKS.iter().any(|mark| folder.join(mark).exists()))
        .map(Path::to_owned)
}

/// What a folder is, that files are to be written into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nothing is there, or nothing is in it.
    New,
    /// It has files of this disc.
    Ours,
    /// It has files of another disc.
    OfAnotherDisc,
    /// It has something else in it.
    Foreign,
}

/// Looks at a folder that files of a disc are to be written into.
///
/// # Errors
/// The system's refusal; `NotADirectory` for what is no folder.
pub fn standing(out: &Path, source: &Source) -> io::Result<Standing> {
    let entries = match fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Standing::New),
        Err(error) => return Err(error),
    };
    let mut is_empty = true;
    for entry in entries {
        let name = entry?.file_name();
        is_empty &= name.to_string_lossy().starts_with(UNFINISHED);
    }
    if is_empty {
        return Ok(Standing::New);
    }
    Ok(match fs::read(out.join(SOURCE)) {
        Ok(text) => match Source::index_of(&String::from_utf8_lossy(&text)) {
            Some(index) if index == source.index_sha1 => Standing::Ours,
            Some(_) => Standing::OfAnotherDisc,
            None => Standing::Foreign,
        },
        Err(_) => Standing::Foreign,
    })
}

/// Why a folder is not written to.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Game data do not belong into a repository.
    #[error(
        "{}: {} is under version control, and the game's files do not belong there; name a folder outside of it",
        out.display(), root.display()
    )]
    VersionControlled {
        /// What was to be written.
        out: PathBuf,
        /// The root of the repository.
        root: PathBuf,
    },
    /// It is no folder, or holds something else.
    #[error("{}: {why}; name a new one", out.display())]
    Taken {
        /// What was to be written.
        out: PathBuf,
        /// What is there.
        why: &'static str,
    },
    /// The system refuses.
    #[error("{}: {source}", out.display())]
    Io {
        /// What was to be written.
        out: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl FolderError {
    /// Makes refusals of a folder of what the system says.
    pub(crate) fn io(out: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io {
            out: out.to_owned(),
            source,
        }
    }
}

/// Makes sure that a path lies in no repository.
///
/// # Errors
/// `VersionControlled`.
pub fn refuse_repository(out: &Path) -> Result<(), FolderError> {
    match version_controlled(out) {
        None => Ok(()),
        Some(root) => Err(FolderError::VersionControlled {
            out: out.to_owned(),
            root,
        }),
    }
}

/// Makes a folder for the files of a disc, or makes sure that it is this disc's.
///
/// # Errors
/// `Taken`, `Io`.
pub fn prepare(out: &Path, source: &Source) -> Result<(), FolderError> {
    let failed = FolderError::io(out);
    let why = match standing(out, source) {
        Ok(Standing::New | Standing::Ours) => {
            fs::create_dir_all(out).map_err(failed)?;
            remove_unfinished(out);
            return Ok(());
        }
        Ok(Standing::OfAnotherDisc) => "the folder holds the files of another disc",
        Ok(Standing::Foreign) => "the folder is not empty, and no disc was extracted to it before",
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => "this is no folder",
        Err(error) => return Err(failed(error)),
    };
    Err(FolderError::Taken {
        out: out.to_owned(),
        why,
    })
}

/// Why nothing more can be written.
#[derive(Debug)]
pub struct WriteRefusal {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl WriteRefusal {
    /// Makes refusals to write a file of what the system says.
    pub fn of(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self {
            path: path.to_owned(),
            source,
        }
    }

    /// Whether there is no more room.
    pub fn is_full(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        matches!(
            self.source.kind(),
            StorageFull | QuotaExceeded | FileTooLarge
        )
    }
}

/// Removes what an interrupted run left behind.
pub fn remove_unfinished(out: &Path) {
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    for entry in entries {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file that is being written, under a name that nothing takes for its own. Unless it is finished, nothing of it stays.
#[derive(Debug)]
pub struct UnfinishedFile {
    path: PathBuf,
    file: Option<File>,
}

impl UnfinishedFile {
    /// Begins a file in `folder`, which has to be on the file system of the place that it is for. `label` keeps apart those that
    /// are written at a time.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn begin(folder: &Path, label: &str) -> io::Result<Self> {
        // Another run may be writing into the same folder.
        let path = folder.join(format!("{UNFINISHED}{}-{label}", std::process::id()));
        let file = File::create(&path)?;
        Ok(Self {
            path,
            file: Some(file),
        })
    }

    /// Gives it its name, in place of whatever has it.
    ///
    /// # Errors
    /// The system's refusal; nothing of the file stays then.
    pub fn finish(mut self, path: &Path) -> io::Result<()> {
        // Some systems rename no open file.
        drop(self.file.take());
        let renamed = fs::rename(&self.path, path);
        if renamed.is_ok() {
            // Nothing is left to be removed.
            self.path.clear();
        }
        renamed
    }
}

impl Write for UnfinishedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        drop(self.file.take());
        if self.path != Path::new("") {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a file of a folder, whole or not at all.
///
/// # Errors
/// The system's refusal.
pub fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), WriteRefusal> {
    write_to(&folder.join(name), |out| out.write_all(bytes))
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// What is at a path, links not followed.
pub(crate) fn there(path: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::symlink_metadata(path) {
        Ok(data) => Ok(Some(data)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a file through a buffer; it has its name only when it is whole.
///
/// # Errors
/// The system's refusal.
pub fn write_to(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteRefusal> {
    let folder = folder_of(path);
    let label = path.file_name().unwrap_or_default().to_string_lossy();
    let written = UnfinishedFile::begin(folder, &label).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.finish(path)
    });
    written.map_err(WriteRefusal::of(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_below_a_repository_is_version_controlled_whether_it_exists_or_not() {
        let home = tempfile::tempdir().unwrap();
        let inside = home.path().join("å/new/out");
        assert_eq!(version_controlled(&inside), None);
        for mark in MARKS {
            let root = home.path().join("å");
            fs::create_dir_all(root.join(mark)).unwrap();
            assert_eq!(version_controlled(&inside), Some(root.clone()), "{mark}");
            assert_eq!(version_controlled(&root), Some(root.clone()));
            fs::remove_dir(root.join(mark)).unwrap();
        }
        // A worktree has a file of that name.
        fs::write(home.path().join(".git"), "gitdir: elsewhere").unwrap();
        assert!(version_controlled(&inside).is_some());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_into_a_repository_is_seen_through() {
        let home = tempfile::tempdir().unwrap();
        let repository = home.path().join("repository");
        fs::create_dir_all(repository.join(".git")).unwrap();
        fs::create_dir(repository.join("data")).unwrap();
        let link = home.path().join("link");
        std::os::unix::fs::symlink(repository.join("data"), &link).unwrap();
        assert!(version_controlled(&link.join("out")).is_some());
    }

    #[test]
    fn an_unfinished_file_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let mut file = UnfinishedFile::begin(home.path(), "0").unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
        let mut file = UnfinishedFile::begin(home.path(), "0").unwrap();
        file.write_all(b"whole").unwrap();
        file.finish(&home.path().join("a")).unwrap();
        assert_eq!(fs::read(home.path().join("a")).unwrap(), b"whole");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
        let file = UnfinishedFile::begin(home.path(), "0").unwrap();
        assert!(file.finish(&home.path().join("no/such/folder")).is_err());
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_write_that_fails_leaves_the_file_before_and_nothing_beside_it() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("å ツ 🎡.png");
        write_to(&path, |out| out.write_all(b"whole")).unwrap();
        let failed = write_to(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more room"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_is_ours_by_the_disc_that_it_names() {
        let home = tempfile::tempdir().unwrap();
        let source = Source {
            index_sha1: "ab".into(),
            ..Source::default()
        };
        let out = home.path().join("out");
        let look = || standing(&out, &source).unwrap();
        assert_eq!(look(), Standing::New);
        fs::create_dir(&out).unwrap();
        fs::write(out.join(format!("{UNFINISHED}3")), "").unwrap();
        assert_eq!(look(), Standing::New);
        fs::write(out.join("letter.txt"), "").unwrap();
        assert_eq!(look(), Standing::Foreign);
        write_whole(&out, SOURCE, source.text().as_bytes()).unwrap();
        assert_eq!(look(), Standing::Ours);
        let other = Source::default().text();
        write_whole(&out, SOURCE, other.as_bytes()).unwrap();
        assert_eq!(look(), Standing::OfAnotherDisc);
        assert!(standing(&out.join("letter.txt"), &source).is_err());
        remove_unfinished(&out);
        assert_eq!(fs::read_dir(&out).unwrap().count(), 2);
    }
}
