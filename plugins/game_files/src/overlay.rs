//! Loose files over other files: the modding loop.
//!
//! ```text
//! my-mods/
//!   demos_ms1.sec                      this file instead of the disc's
//!   textures/demos_ms2.sec/wall.png    this picture instead of the texture `wall` in that file
//! ```
//!
//! Name by name the folder wins over what lies under it; a file that is taken out of the folder lets the one below through
//! again. The folder is watched like any folder of loose files.

mod picture;
mod pictures;
mod survey;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::task::{Context, Poll};

use crate::error::GameFileError;
use crate::files::{GameFiles, PassedOver, SharedFiles};
use crate::folder::{FolderFiles, sub_folder};

use pictures::Pictures;

pub use pictures::TEXTURES;
pub use survey::Survey;

/// A folder whose files, and pictures for textures, take the place of those of another store.
pub struct OverlayFiles {
    over: FolderFiles,
    under: SharedFiles,
    pictures: Pictures,
}

impl OverlayFiles {
    /// Lays a folder over files.
    ///
    /// # Errors
    /// As [`FolderFiles::open`].
    pub fn open(folder: impl AsRef<Path>, under: SharedFiles) -> Result<Self, GameFileError> {
        let over = FolderFiles::open(folder)?;
        let pictures = sub_folder(over.root(), TEXTURES);
        let pictures = pictures.unwrap_or_else(|| over.root().join(TEXTURES));
        Ok(Self {
            pictures: Pictures::new(pictures),
            over,
            under,
        })
    }

    /// What of the folder is used, and what fits nothing.
    pub fn survey(&self) -> Survey {
        Survey::of(self.over.root(), self.pictures.root(), &*self.under)
    }

    /// Whether the folder has a file of that name that can be used: a folder, a link into nothing and an empty file hide no
    /// file under them.
    fn is_over(&self, name: &str) -> bool {
        let size = self.over.size(name);
        size.is_some_and(|size| size > 0 || !self.under.exists(name))
    }

    /// The file as it lies in the folder or under it, whatever pictures there are for its textures.
    fn read_plain(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        if self.is_over(name) {
            match self.over.read(name) {
                // It went away since it was seen, or may not be read.
                Err(error) if self.under.exists(name) => {
                    tracing::warn!("{error}; the file under it is used")
                }
                read => return read,
            }
        }
        self.under.read(name)
    }
}

impl GameFiles for OverlayFiles {
    fn size(&self, name: &str) -> Option<u64> {
        if self.pictures.has_any_for(name) {
            return self.read(name).ok().map(|bytes| bytes.len() as u64);
        }
        let over = self.over.size(name).filter(|_| self.is_over(name));
        over.or_else(|| self.under.size(name))
    }

    fn exists(&self, name: &str) -> bool {
        self.is_over(name) || self.under.exists(name)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        let bytes = self.read_plain(name)?;
        Ok(self.pictures.put_into(name, bytes))
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        if self.pictures.has_any_for(name) {
            let bytes = self.read(name)?;
            return crate::files::range_of(name, &bytes, offset, length);
        }
        if self.is_over(name) {
            self.over.read_range(name, offset, length)
        } else {
            self.under.read_range(name, offset, length)
        }
    }

    fn names(&self) -> Vec<String> {
        union(self.over.names(), self.under.names())
    }

    fn names_at_hand(&self) -> Vec<String> {
        union(self.over.names_at_hand(), self.under.names_at_hand())
    }

    fn passed_over(&self) -> Vec<PassedOver> {
        let mut passed = self.over.passed_over();
        passed.extend(self.under.passed_over());
        passed.sort();
        passed
    }

    fn disk_path(&self, name: &str) -> Option<PathBuf> {
        let over = self.over.disk_path(name).filter(|_| self.is_over(name));
        over.or_else(|| self.under.disk_path(name))
    }

    fn describe(&self) -> String {
        format!("{} over {}", self.over.describe(), self.under.describe())
    }

    fn watch_roots(&self) -> Vec<PathBuf> {
        let mut roots = self.over.watch_roots();
        roots.extend(self.under.watch_roots());
        roots
    }

    fn poll_ready(&self, name: &str, context: &mut Context<'_>) -> Poll<()> {
        if self.is_over(name) {
            Poll::Ready(())
        } else {
            self.under.poll_ready(name, context)
        }
    }
}

fn union(over: Vec<String>, under: Vec<String>) -> Vec<String> {
    let names: BTreeSet<String> = over.into_iter().chain(under).collect();
    names.into_iter().collect()
}
