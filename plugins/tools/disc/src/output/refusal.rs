//! Why nothing is written, in one set of words.

use std::io;
use std::path::{Path, PathBuf};

use wonderwheel_ps2::system::system_words;

/// Why a place is not written to.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Its folder is not there.
    #[error("{}: there is no folder {}; make it first", path.display(), folder.display())]
    NoFolder {
        /// What was to be written.
        path: PathBuf,
        /// The folder that is missing.
        folder: PathBuf,
    },
    /// A folder stands where a file is to be.
    #[error("{}: this is a folder; name a file in it", path.display())]
    IsFolder {
        /// What was to be written.
        path: PathBuf,
    },
    /// A file stands where a folder is to be.
    #[error("{}: this is a file; name a folder", path.display())]
    IsFile {
        /// What was to be written.
        path: PathBuf,
    },
    /// A device, a pipe, a socket.
    #[error("{}: this is a device or a pipe; name a file", path.display())]
    NoRegularFile {
        /// What was to be written.
        path: PathBuf,
    },
    /// A file is there, and is not to be overwritten.
    #[error("{}: is there already; --overwrite replaces it", path.display())]
    Taken {
        /// What was to be written.
        path: PathBuf,
    },
    /// Its ending is that of something that is not written.
    #[error(
        "{}: .{ending} is not written; name a file that ends in .{}, or a folder: {}/", path.display(), known.join(" or ."), path.display()
    )]
    Ending {
        /// What was to be written.
        path: PathBuf,
        /// Its ending.
        ending: String,
        /// Those that are known.
        known: &'static [&'static str],
    },
    /// The system refuses.
    #[error(transparent)]
    Refused(#[from] WriteRefusal),
}

/// The system's refusal to write.
#[derive(Debug, thiserror::Error)]
pub struct WriteRefusal {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl WriteRefusal {
    /// Names the path of a refusal.
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

impl std::fmt::Display for WriteRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = self.path.display();
        if self.is_full() {
            return write!(
                f,
                "{shown}: the disk is full; make room, then run the same command again"
            );
        }
        match self.source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                write!(f, "{shown}: it may not be written; name another place")
            }
            _ => write!(f, "{shown}: {}", system_words(&self.source)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_and_a_forbidden_place_say_what_to_do() {
        let refusal = |kind: io::ErrorKind| WriteRefusal::of(Path::new("a/b"))(kind.into());
        let full = refusal(io::ErrorKind::StorageFull).to_string();
        assert!(
            full.starts_with("a/b: the disk is full; make room"),
            "{full}"
        );
        let denied = refusal(io::ErrorKind::PermissionDenied).to_string();
        assert!(denied.starts_with("a/b: it may not be written"), "{denied}");
    }
}
