//! The one question that everything above asks: give me the bytes of this name.

use std::path::PathBuf;
use std::sync::Arc;
use std::task::{Context, Poll};

use bevy::prelude::Resource;

use crate::error::GameFileError;

/// The largest file that is taken into memory whole, bytes.
///
/// The largest file the game streams is a pack of a few megabytes; anything above this is not the game's.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

/// A store of files by flat name.
///
/// Names are flat (no folders) and compared without regard to ASCII case, as the original's archive does after lowering
/// every name before it is hashed. Other bytes are compared as they are. Every implementation answers `exists`, `size`
/// and `read` alike for the same contents. Source: spec/archives.md 7.
pub trait GameFiles: Send + Sync + 'static {
    /// Bytes of the file, or `None` when there is none.
    fn size(&self, name: &str) -> Option<u64>;

    /// Whether there is such a file.
    fn exists(&self, name: &str) -> bool {
        self.size(name).is_some()
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
        range_of(name, &self.read(name)?, offset, length)
    }

    /// Every name, lower case, in ascending order. A file without one is listed under its hash ([`crate::unnamed`]).
    fn names(&self) -> Vec<String>;

    /// The names that are known without reading any file, in ascending order: all of them, unless the store has to look into
    /// files to recover their names. The names of levels are among them.
    fn names_at_hand(&self) -> Vec<String> {
        self.names()
    }

    /// Where the file lies on disk, when it lies there by itself.
    fn disk_path(&self, _name: &str) -> Option<PathBuf> {
        None
    }

    /// The store in a person's words: the folder's path, or what else it is.
    fn describe(&self) -> String;

    /// The folders to watch for changes. They may become others while the program runs.
    fn watch_roots(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Asked by the asset source before it reads `name`. A slow medium may hold a read back here, without blocking a
    /// thread, until it wakes the context. Stores that are always ready need not implement it.
    fn poll_ready(&self, _name: &str, _context: &mut Context<'_>) -> Poll<()> {
        Poll::Ready(())
    }
}

/// The store that the whole program shares.
#[derive(Resource, Clone)]
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

/// A shared store is a store, so that wrappers can be put around it.
impl GameFiles for SharedFiles {
    fn size(&self, name: &str) -> Option<u64> {
        self.0.size(name)
    }

    fn exists(&self, name: &str) -> bool {
        self.0.exists(name)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.0.read(name)
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        self.0.read_range(name, offset, length)
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn names_at_hand(&self) -> Vec<String> {
        self.0.names_at_hand()
    }

    fn disk_path(&self, name: &str) -> Option<PathBuf> {
        self.0.disk_path(name)
    }

    fn describe(&self) -> String {
        self.0.describe()
    }

    fn watch_roots(&self) -> Vec<PathBuf> {
        self.0.watch_roots()
    }

    fn poll_ready(&self, name: &str, context: &mut Context<'_>) -> Poll<()> {
        self.0.poll_ready(name, context)
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
