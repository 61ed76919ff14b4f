//! An archive laid out: what it holds, its index, and where its names go.

use wonderwheel_warriors::archive::{ArchiveEntry, ArchiveIndex, SECTOR};
use wonderwheel_warriors::names::NameBook;

use super::members::{Member, PackError};
use super::stream::WadStream;

/// An archive that is to be written.
#[derive(Debug)]
pub struct Archive {
    /// What it holds, in its order.
    pub members: Vec<Member>,
    /// Its index.
    pub index: ArchiveIndex,
    /// Its bytes.
    pub size: u64,
}

impl Archive {
    /// Lays files out, each on the next free sector.
    ///
    /// # Errors
    /// `Limit` when the archive would be larger than an index can say.
    pub fn of(members: Vec<Member>) -> Result<Self, PackError> {
        let mut entries = Vec::with_capacity(members.len());
        let mut at = 0;
        for member in &members {
            let (Ok(offset), Ok(size)) = (u32::try_from(at), u32::try_from(member.size)) else {
                return Err(PackError::TooLarge {
                    path: member.path.clone(),
                });
            };
            let entry = ArchiveEntry {
                offset,
                size,
                name_hash: member.hash,
            };
            at = entry.padded_end();
            entries.push(entry);
        }
        let padding = [0; 12];
        Ok(Self {
            members,
            index: ArchiveIndex { padding, entries },
            size: at.next_multiple_of(SECTOR),
        })
    }

    /// Its bytes, from the first to the last.
    pub fn stream(&self) -> WadStream<'_> {
        WadStream::new(&self.members)
    }

    /// The names that an index does not hold, as the text that may lie beside it.
    pub fn names(&self) -> String {
        let mut book = NameBook::new();
        for name in self
            .members
            .iter()
            .filter_map(|member| member.name.as_ref())
        {
            book.add_file(name);
        }
        book.to_text()
    }
}
