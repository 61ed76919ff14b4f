//! Writes the files of an archive, or of a disc without one, into a folder. Source: spec/archives.md 7.
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

use wonderwheel_game_files::read_at::Extent;
use wonderwheel_game_files::{ArchiveFiles, DiscFiles, archive::ListedFile, unnamed};
use wonderwheel_warriors::classify::FileKind;

/// The folder of files whose name is known.
pub const NAMED: &str = "ee_files";
/// The folder of the others.
pub const UNNAMED: &str = "unnamed";

/// What a file is, as tables name it. Ordered as tables list it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowKind {
    place: usize,
    /// The short name.
    pub name: &'static str,
    /// The extension of a file whose name is not known.
    pub extension: &'static str,
}

impl From<FileKind> for RowKind {
    fn from(kind: FileKind) -> Self {
        Self {
            place: FileKind::all()
                .position(|one| one == kind)
                .unwrap_or(usize::MAX),
            name: kind.name(),
            extension: kind.row().extension,
        }
    }
}

impl RowKind {
    /// A kind of the second guest's.
    pub const fn guest(name: &'static str) -> Self {
        Self {
            place: usize::MAX,
            name,
            extension: "wad",
        }
    }
}

/// An entry of the index, or a file of a disc, and the file that it is to be.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its number.
    pub number: usize,
    /// The hash of its name.
    pub hash: u32,
    /// What it lies in: the archive, or its own stretch of the disc.
    pub holder: Extent,
    /// Its first byte in there.
    pub at: u64,
    /// Its bytes.
    pub size: u64,
    /// What it is.
    pub kind: RowKind,
    /// Its name in the archive; one made of the hash when it is not known.
    pub name: String,
    /// Whether it is an entry of an archive.
    pub is_of_archive: bool,
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
        let (hash, extension) = (self.hash, self.kind.extension);
        format!("{UNNAMED}/{hash:08x}.{extension}")
    }

    /// Its first byte in the archive, or on the disc.
    pub fn offset(&self) -> u64 {
        match self.is_of_archive {
            true => self.at,
            false => self.holder.start(),
        }
    }
}

/// A row for every file of a disc, in the order of their places on it. `kind_of` tells what a file is.
pub fn disc_rows(disc: &DiscFiles, kind_of: &dyn Fn(&str) -> RowKind) -> Vec<Row> {
    let mut files: Vec<_> = disc.files().collect();
    files.sort_by_key(|(name, file)| (file.extent.start(), *name));
    let mut names = safe_name::Names::default();
    let rows = files.into_iter().enumerate();
    rows.map(|(number, (name, file))| Row {
        number,
        hash: unnamed::index_hash(name),
        holder: file.extent.clone(),
        at: 0,
        size: file.extent.len(),
        is_of_archive: false,
        kind: kind_of(name),
        name: name.to_owned(),
        is_named: true,
        resource: None,
        path: names.path(NAMED, name),
    })
    .collect()
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
                hash: file.entry.name_hash,
                holder: archive.archive().clone(),
                at: file.entry.offset.into(),
                size: file.entry.size.into(),
                is_of_archive: true,
                kind: file.kind.into(),
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
