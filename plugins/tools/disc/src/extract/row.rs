//! The rows of an extraction: which file is written where.

use wonderwheel_game_files::read_at::Extent;
use wonderwheel_game_files::{ArchiveFiles, DiscFiles};

use super::safe_name::Names;
use crate::catalogue::{self, Item};

/// The folder of files whose name is known.
pub const NAMED: &str = "ee_files";
/// The folder of the others.
pub const UNNAMED: &str = "unnamed";

/// An entry of the index, or a file of a disc, and the file that it is to be.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its number.
    pub number: usize,
    /// What is known of it; one of an archive has a number there too.
    pub item: Item,
    /// What it lies in: the archive, or its own stretch of the disc.
    pub holder: Extent,
    /// Its first byte in there.
    pub at: u64,
    /// Where it is written, with `/` between folder and file.
    pub path: String,
}

impl Row {
    /// The path it would have without a name.
    pub fn unnamed_path(&self) -> String {
        let extension = self.item.kind.row().map_or("bin", |row| row.extension);
        format!("{UNNAMED}/{:08x}.{extension}", self.item.hash)
    }

    /// Its first byte in the archive, or on the disc.
    pub fn offset(&self) -> u64 {
        self.item.offset.unwrap_or(0)
    }
}

/// A row for every file of a disc, in the order of their places on it.
pub fn disc_rows(disc: &DiscFiles) -> Vec<Row> {
    let items = catalogue::of_disc(disc).into_iter();
    let mut files: Vec<_> = items.zip(disc.files()).collect();
    files.sort_by_key(|(_, (name, file))| (file.extent.start(), *name));
    let mut names = Names::default();
    let rows = files.into_iter().enumerate();
    rows.map(|(number, (item, (name, file)))| Row {
        number,
        item,
        holder: file.extent.clone(),
        at: 0,
        path: names.path(NAMED, name),
    })
    .collect()
}

/// A row for every entry of an archive, in their order.
pub fn rows(archive: &ArchiveFiles) -> Vec<Row> {
    let found = archive.listing().iter().cloned().map(|file| (false, file));
    let shadowed = archive.shadowed().into_iter().map(|file| (true, file));
    let mut files: Vec<_> = found.chain(shadowed).collect();
    files.sort_by_key(|(_, file)| file.number);
    let mut names = Names::default();
    let rows = files.into_iter().map(|(is_shadowed, file)| Row {
        number: file.number,
        item: catalogue::of_listed(archive, &file),
        holder: archive.archive().clone(),
        at: file.entry.offset.into(),
        path: if is_shadowed {
            // It has its `~2` from its hash, which no other file has.
            format!("{UNNAMED}/{}", file.name)
        } else {
            names.path(if file.is_named { NAMED } else { UNNAMED }, &file.name)
        },
    });
    rows.collect()
}
