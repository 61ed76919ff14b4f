//! Where game data may be written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::index::{SOURCE, Source};
use crate::output::{OutputError, WriteRefusal, is_unfinished, make_folder, sweep};

/// What marks the root of a version-controlled folder.
const MARKS: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

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
        is_empty &= is_unfinished(&entry?.file_name());
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
    /// It holds something else.
    #[error("{}: {why}; name a new one", out.display())]
    Taken {
        /// What was to be written.
        out: PathBuf,
        /// What is there.
        why: &'static str,
    },
    /// As with every output.
    #[error(transparent)]
    Output(#[from] OutputError),
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
/// `Taken`, `Output`.
pub fn prepare(out: &Path, source: &Source) -> Result<(), FolderError> {
    let why = match standing(out, source) {
        Ok(Standing::New | Standing::Ours) => {
            make_folder(out)?;
            sweep(out);
            return Ok(());
        }
        Ok(Standing::OfAnotherDisc) => "the folder holds the files of another disc",
        Ok(Standing::Foreign) => "the folder is not empty, and no disc was extracted to it before",
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            let path = out.to_owned();
            return Err(OutputError::IsFile { path }.into());
        }
        Err(error) => return Err(OutputError::from(WriteRefusal::of(out)(error)).into()),
    };
    Err(FolderError::Taken {
        out: out.to_owned(),
        why,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::replace;

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
        let unfinished = crate::output::UnfinishedFile::begin(&out).unwrap();
        assert_eq!(look(), Standing::New);
        drop(unfinished);
        fs::write(out.join("letter.txt"), "").unwrap();
        assert_eq!(look(), Standing::Foreign);
        replace(&out.join(SOURCE), source.text().as_bytes()).unwrap();
        assert_eq!(look(), Standing::Ours);
        let other = Source::default().text();
        replace(&out.join(SOURCE), other.as_bytes()).unwrap();
        assert_eq!(look(), Standing::OfAnotherDisc);
        assert!(standing(&out.join("letter.txt"), &source).is_err());
    }
}
