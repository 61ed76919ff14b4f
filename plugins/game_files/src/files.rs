//! The one question that everything above asks: give me the bytes of this name.

use std::path::PathBuf;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::error::GameFileError;

pub use crate::error::MAX_FILE_BYTES;

/// Something that lies among a store's files and is not one of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PassedOver {
    /// Where it lies.
    pub path: PathBuf,
    /// Why it is no file of the store.
    pub why: WhyPassed,
}

/// Why something is passed over.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum WhyPassed {
    /// Names are flat.
    #[error("a folder")]
    Folder,
    /// A pipe, a device.
    #[error("no regular file")]
    NoFile,
    /// The system refuses to say what it is: a link into nothing.
    #[error("{0}")]
    Unreadable(String),
    /// Its name is not Unicode.
    #[error("its name is not Unicode, so the game cannot ask for it")]
    NoText,
    /// A system, an editor or a second copy left it.
    #[error("a file that a system or an editor leaves beside others")]
    SideFile,
    /// Another file is found by its name.
    #[error("another file's name differs only in letter case")]
    OtherCase,
    /// In the folder of files that are known by the hashes of their names.
    #[error("it lies in the folder `unnamed`, and its name is no hash of eight digits")]
    NoHash,
    /// In the same folder.
    #[error("another file has the same hash")]
    SameHash,
}

/// A store of files by flat name.
///
/// Names are flat (no folders) and compared without regard to ASCII case, as the original's archive does after lowering
/// every name before it is hashed. Other bytes are compared as they are. Every implementation answers `exists`, `size`
/// and `read` alike for the same contents. Source: spec/archives.md 7.
pub trait GameFiles: Send + Sync + 'static {
    /// Bytes of the file, or `None` when there is none.
    fn size(&self, name: &str) -> Option<u64>;

    /// The store that this one wraps, if it wraps one. What a wrapper does not answer itself, that store answers: every method
    /// below has a default that asks it.
    fn beneath(&self) -> Option<Arc<dyn GameFiles>> {
        None
    }

    /// Whether there is such a file.
    fn exists(&self, name: &str) -> bool {
        match self.beneath() {
            Some(files) => files.exists(name),
            None => self.size(name).is_some(),
        }
    }

    /// The whole file.
    ///
    /// # Errors
    /// `Io` when it is missing or unreadable, `Limit` above [`MAX_FILE_BYTES`].
    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError>;

    /// `length` bytes from `offset`.
    ///
    /// # Errors
    /// As [`GameFiles::read`], and `Io` when the range passes the end of the file.
    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        match self.beneath() {
            Some(files) => files.read_range(name, offset, length),
            None => range_of(name, &self.read(name)?, offset, length),
        }
    }

    /// Every name, lower case, in ascending order. A file without one is listed under its hash ([`crate::unnamed`]).
    fn names(&self) -> Vec<String>;

    /// The names that are known without reading any file, in ascending order: all of them, unless the store has to look into
    /// files to recover their names. The names of levels are among them.
    fn names_at_hand(&self) -> Vec<String> {
        match self.beneath() {
            Some(files) => files.names_at_hand(),
            None => self.names(),
        }
    }

    /// What lies among the files and cannot be asked for, in ascending order: of interest to those who look for what is missing.
    fn passed_over(&self) -> Vec<PassedOver> {
        let files = self.beneath();
        files.map_or_else(Vec::new, |files| files.passed_over())
    }

    /// Where the file lies on disk, when it lies there by itself.
    fn disk_path(&self, name: &str) -> Option<PathBuf> {
        self.beneath()?.disk_path(name)
    }

    /// The store in a person's words: the folder's path, or what else it is.
    fn describe(&self) -> String;

    /// The folders to watch for changes. They may become others while the program runs.
    fn watch_roots(&self) -> Vec<PathBuf> {
        let files = self.beneath();
        files.map_or_else(Vec::new, |files| files.watch_roots())
    }

    /// Asked by the asset source before it reads `name`. A slow medium may hold a read back here, without blocking a
    /// thread, until it wakes the context. Stores that are always ready need not implement it.
    fn poll_ready(&self, name: &str, context: &mut Context<'_>) -> Poll<()> {
        match self.beneath() {
            Some(files) => files.poll_ready(name, context),
            None => Poll::Ready(()),
        }
    }
}

/// The store that the whole program shares.
#[derive(Clone)]
#[cfg_attr(feature = "bevy", derive(bevy::prelude::Resource))]
pub struct SharedFiles(pub Arc<dyn GameFiles>);

impl SharedFiles {
    /// Shares a store.
    pub fn new(files: impl GameFiles) -> Self {
        Self(Arc::new(files))
    }
}

impl std::ops::Deref for SharedFiles {
    type Target = dyn GameFiles;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// What a wrapper of [`SharedFiles`] answers as the store beneath does.
macro_rules! answer_from {
    ($this:ident => $files:expr) => {
        fn beneath(&$this) -> Option<std::sync::Arc<dyn GameFiles>> {
            Some($files.0.clone())
        }

        fn size(&$this, name: &str) -> Option<u64> {
            $files.0.size(name)
        }

        fn names(&$this) -> Vec<String> {
            $files.0.names()
        }

        fn describe(&$this) -> String {
            $files.0.describe()
        }
    };
}
pub(crate) use answer_from;

/// A shared store is a store, so that wrappers can be put around it.
impl GameFiles for SharedFiles {
    answer_from!(self => self);

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.0.read(name)
    }
}

/// `length` bytes from `offset` of the file `name`.
pub(crate) fn range_of(
    name: &str,
    bytes: &[u8],
    offset: u64,
    length: usize,
) -> Result<Vec<u8>, GameFileError> {
    let size = bytes.len() as u64;
    usize::try_from(offset)
        .ok()
        .and_then(|start| bytes.get(start..start.checked_add(length)?))
        .map(<[u8]>::to_vec)
        .ok_or_else(|| GameFileError::beyond_end(name, offset, length as u64, size))
}

/// The form in which names are compared: ASCII letters lowered, everything else as it is. `None` when the name cannot be
/// flat: empty, a folder step, or with a separator in it.
pub fn flat_name(name: &str) -> Option<String> {
    let flat = !matches!(name, "" | "." | "..") && !name.contains(['/', '\\', '\0']);
    flat.then(|| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_letters_fold_and_other_letters_do_not() {
        assert_eq!(
            flat_name("Level99S_SEC.wld").as_deref(),
            Some("level99s_sec.wld")
        );
        assert_eq!(
            flat_name("Ångström 🎡.LEV").as_deref(),
            Some("Ångström 🎡.lev")
        );
    }

    #[test]
    fn a_name_that_could_leave_the_folder_is_no_name() {
        for name in [
            "",
            ".",
            "..",
            "../demo.lev",
            "a/b",
            "a\\b",
            "/etc/passwd",
            "a\0b",
        ] {
            assert_eq!(flat_name(name), None, "{name:?}");
        }
    }
}
