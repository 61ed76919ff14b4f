//! Archives of our own: any store as index and archive.

use std::io::{self, Write};

use wonderwheel_warriors::archive::{ArchiveLayout, NewFile};
use wonderwheel_warriors::names::NameBook;

use crate::error::GameFileError;
use crate::files::GameFiles;
use crate::read_at::write_zeros;
use crate::unnamed;

/// Lays out every file of a store as the disc does. Files that are called by a hash keep it.
///
/// # Errors
/// `Io` for a file that went away meanwhile; `Malformed` for two names of one hash; `Limit` for what an archive cannot hold.
pub fn layout(files: &dyn GameFiles) -> Result<ArchiveLayout, GameFileError> {
    let mut listed = Vec::new();
    for name in files.names() {
        let size = files.size(&name);
        let size = size.ok_or_else(|| GameFileError::not_found(&files.describe(), &name))?;
        let mut file = unnamed::new_file(&name, size);
        // Kept for the reading back; the order is that of names as well, where there is one.
        file.name = Some(name);
        listed.push(file);
    }
    let (mut nameless, mut named): (Vec<NewFile>, Vec<NewFile>) =
        listed.into_iter().partition(|file| {
            let name = file.name.as_deref().unwrap_or_default();
            unnamed::hash(name).is_some()
        });
    named.sort_by_cached_key(|file| file.name.as_ref().map(|name| name.to_ascii_uppercase()));
    nameless.sort_by_key(|file| file.name_hash);
    ArchiveLayout::in_order(named.into_iter().chain(nameless))
        .map_err(|error| GameFileError::format(&files.describe(), error))
}

/// The names of a store's files as the text that may lie beside their archive ([`super::NAMES_NAME`]). Files that are called
/// by a hash are left out.
pub fn names_text(files: &dyn GameFiles) -> String {
    let mut book = NameBook::new();
    for name in files.names() {
        if unnamed::hash(&name).is_none() {
            book.add_file(&name);
        }
    }
    book.to_text()
}

/// Writes the archive that `layout` lays out, one file after the other; only one is in memory at a time. The index is
/// `layout.index().write()`.
///
/// # Errors
/// What `files` refuses; `Io` when a file has another size than it was laid out with, or `out` refuses.
pub fn write_archive(
    out: &mut dyn Write,
    layout: &ArchiveLayout,
    files: &dyn GameFiles,
) -> Result<(), GameFileError> {
    for placed in layout.files() {
        let hashed;
        let name = match &placed.name {
            Some(name) => name,
            None => {
                hashed = format!("{:08x}.bin", placed.entry.name_hash);
                &hashed
            }
        };
        let bytes = files.read(name)?;
        if bytes.len() as u64 != u64::from(placed.entry.size) {
            let words = "its size changed while the archive was written";
            return Err(GameFileError::io(name, "read", io::Error::other(words)));
        }
        out.write_all(&bytes)
            .and_then(|()| write_zeros(out, placed.padding.into()))
            .map_err(|error| GameFileError::io(super::ARCHIVE_NAME, "write", error))?;
    }
    out.flush()
        .map_err(|error| GameFileError::io(super::ARCHIVE_NAME, "write", error))
}
