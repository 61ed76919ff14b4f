//! What opening a medium gives.

use std::sync::Arc;

use crate::archive::ArchiveFiles;
use crate::disc_files::DiscFiles;
use crate::files::{GameFiles, SharedFiles};
use crate::identity::Identity;
use crate::read_at::Extent;

/// Files that were opened.
pub struct OpenedFiles {
    /// The files.
    pub files: SharedFiles,
    /// Whose they are.
    pub identity: Identity,
    /// The same files, when they lie in an archive: for lists with offsets, kinds and hashes.
    pub archive: Option<Arc<ArchiveFiles>>,
    /// The same files, when they lie on a disc without an archive, which is Going Commando's: for lists with places.
    pub disc: Option<Arc<DiscFiles>>,
    /// The program that the console starts, when the medium has the file that it names.
    pub boot_file: Option<Extent>,
}

impl std::fmt::Debug for OpenedFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenedFiles")
            .field("files", &self.files.describe())
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}
