//! `WARRIORS.DIR`, the index of the archive `WARRIORS.WAD`. Source: spec/archives.md 2.
//!
//! The index is a list of places; the archive is nothing but the files' bytes, each file on a sector of its own. Names are
//! not stored: a file is found by the hash of its name ([`crate::names::wad_hash`]).
//!
//! ```text
//! WARRIORS.DIR  count | 12 bytes padding | count x { offset, size, name hash }
//! WARRIORS.WAD  file, zeros to the next 2,048 | file, zeros | ...
//! ```
//!
//! ```
//! use wonderwheel_warriors::archive::{ArchiveIndex, ArchiveLayout, NewFile};
//!
//! let layout = ArchiveLayout::by_name([NewFile::named("level2_1.pak", 5000), NewFile::named("global.lua", 3)])?;
//! let index = ArchiveIndex::read(&layout.index().write())?;
//! let (number, entry) = index.lookup().find(&index, "GLOBAL.lua").expect("it was laid out");
//! assert_eq!((number, entry.offset, entry.size), (0, 0, 3));
//! assert_eq!(layout.archive_size(), 2048 + 3 * 2048);
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```

mod index;
mod layout;
mod lookup;
#[cfg(test)]
mod tests;
mod validate;

pub use index::{ArchiveEntry, ArchiveIndex};
pub use layout::{ArchiveLayout, NewFile, PlacedFile};
pub use lookup::ArchiveLookup;

/// Bytes of a sector: every file of the archive begins on one.
pub const SECTOR: u64 = 2048;
/// Bytes before the first record of the index.
pub const HEADER_BYTES: u64 = 16;
/// Bytes of a record of the index.
pub const ENTRY_BYTES: u64 = 12;
