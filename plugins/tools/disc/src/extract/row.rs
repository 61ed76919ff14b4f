//! The rows of an extraction: which file is written where.

use wonderwheel_game_files::read_at::Extent;
use wonderwheel_game_files::{ArchiveFiles, DiscFiles, archive::ListedFile, unnamed};
use wonderwheel_inspect::kind::Kind;

use super::safe_name::Names;

/// The folder of files whose name is known.
pub const NAMED: &str = "ee_files";
/// The folder of the others.
pub const UNNAMED: &str = "unnamed";

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
    pub kind: Kind,
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
        let extension = self.kind.row().map_or("bin", |row| row.extension);
        let hash = self.hash;
        format!("{UNNAMED}/{hash:08x}.{extension}")
    }

    /// Its first byte in the archive, or on the disc.
    pub fn offset(&self) -> u64 {
        if self.is_of_archive {
            self.at
        } else {
            self.holder.start()
        }
    }
}

/// A row for every file of a disc, in the order of their places on it. `kind_of` says what a file is.
pub fn disc_rows(disc: &DiscFiles, kind_of: &dyn Fn(&str) -> Kind) -> Vec<Row> {
    let mut files: Vec<_> = disc.files().collect();
    files.sort_by_key(|(name, file)| (file.extent.start(), *name));
    let mut names = Names::default();
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
    let mut names = Names::default();
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
                kind: Kind::Game(file.kind),
                path: if is_shadowed {
                    // It has its `~2` from its hash, which no other file has.
                    format!("{UNNAMED}/{}", file.name)
                } else {
                    names.path(folder, &file.name)
                },
                resource: archive.resource_name(&file.name).map(str::to_owned),
                is_named: file.is_named,
                name: file.name,
            }
        })
        .collect()
}
