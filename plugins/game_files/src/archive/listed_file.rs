//! A file of an archive, and what is known of it.

use wonderwheel_warriors::archive::ArchiveEntry;
use wonderwheel_warriors::classify::FileKind;

/// A file of an archive that can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    /// Its number in the index.
    pub number: usize,
    /// Its place and the hash of its name.
    pub entry: ArchiveEntry,
    /// Its name, lower case; one made of the hash when it is not known.
    pub name: String,
    /// Whether the name is its own.
    pub is_named: bool,
    /// Its kind, by its name or by its first bytes.
    pub kind: FileKind,
}
