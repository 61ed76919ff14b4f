//! Where levels are on the disc. Source: spec/commando-container.md 2.
//!
//! Two ways lead to them: files of the disc's own file system, known by their names ([`DiscFile`]), and the table of contents
//! that the game itself reads ([`TableOfContents`]), which stands at [`TABLE_SECTOR`]. Where the files exist they are the
//! better way; the table is also the file `RC2.HDR`.

mod name;
mod new;
mod outline;
#[cfg(test)]
mod tests;
mod toc;

pub use name::DiscFile;
pub use new::NewTocLevel;
pub use outline::outline;
pub use toc::{
    ENTRY, MAX_LEVELS, TABLE_BYTES, TABLE_OFFSET, TABLE_SECTOR, TableOfContents, TocKind, TocLevel,
    TocPart, find_level_table, header_copy, level_entry,
};
