//! Writes the files of an archive into a folder. Source: spec/archives.md 7.
//!
//! ```text
//! <out>/ee_files/<name>                 files whose name is known; decimal names have no extension
//! <out>/unnamed/<8 hex digits>.<ext>    the others
//! <out>/index.tsv                       a line an entry of the index, in its order
//! <out>/source.txt                      which disc it is from
//! ```
//!
//! A file appears under its name only when it is whole: it is written under another name and renamed. A folder that was written
//! before is gone on with: what is there is compared with the disc, byte for byte; what is equal stays, and what differs stays as
//! well and is told, because somebody may have meant it. The same disc gives the same bytes in every file.

mod copy;
pub mod folder;
pub mod index;
mod run;
pub mod safe_name;

pub use run::{Job, Outcome, run};

use wonderwheel_game_files::{ArchiveFiles, archive::ListedFile};
use wonderwheel_warriors::archive::ArchiveEntry;
use wonderwheel_warriors::classify::FileKind;

/// The folder of files whose name is known.
pub const NAMED: &str = "ee_files";
/// The folder of the others.
pub const UNNAMED: &str = "unnamed";

/// An entry of the index and the file that it is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number.
    pub number: usize,
    /// Its place, size and the hash of its name.
    pub entry: ArchiveEntry,
    /// What it is.
    pub kind: FileKind,
    /// Its name in the archive; one made of the hash when it is not known.
    pub name: String,
    /// Whether the name is its own.
    pub is_named: bool,
    /// The name of the resource in it.
    pub resource: Option<String>,
    /// Where it is written, with `/` between folder and file.
    pub path: String,
}

impl Row {
    /// The path it would have without a name.
    pub fn unnamed_path(&self) -> String {
        let (hash, extension) = (self.entry.name_hash, self.kind.extension());
        format!("{UNNAMED}/{hash:08x}.{extension}")
    }
}

/// A row for every entry of an archive, in their order.
pub fn rows(archive: &ArchiveFiles) -> Vec<Row> {
    let found = archive.listing().iter().cloned();
    let shadowed = archive.shadowed().into_iter();
    let mut files: Vec<(bool, ListedFile)> = found
        .map(|file| (false, file))
        .chain(shadowed.map(|file| (true, file)))
        .collect();
    files.sort_by_key(|(_, file)| file.number);
    let mut names = safe_name::Names::default();
    files
        .into_iter()
        .map(|(is_shadowed, file)| {
            let folder = if file.is_named { NAMED } else { UNNAMED };
            Row {
                number: file.number,
                entry: file.entry,
                kind: file.kind,
                path: match is_shadowed {
                    // It has its `~2` from its hash, which no other file has.
                    true => format!("{UNNAMED}/{}", file.name),
                    false => names.path(folder, &file.name),
                },
                resource: archive.resource_name(&file.name).map(str::to_owned),
                is_named: file.is_named,
                name: file.name,
            }
        })
        .collect()
}
