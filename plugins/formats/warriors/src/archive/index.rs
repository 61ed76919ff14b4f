//! The index: where each file lies.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::{ENTRY_BYTES, HEADER_BYTES, SECTOR};

/// The index. Source: spec/archives.md 2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveIndex {
    /// The bytes after the count; zeros on the disc, and never read.
    pub padding: [u8; 12],
    /// The files, in the order of their records: on the disc that of their upper-cased names and of their offsets.
    pub entries: Vec<ArchiveEntry>,
}

/// Where a file lies in the archive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ArchiveEntry {
    /// First byte in the archive; a multiple of [`SECTOR`].
    pub offset: u32,
    /// Bytes of the file, without the zeros that follow.
    pub size: u32,
    /// Hash of the file's lower-case name with its prefix: [`crate::names::wad_hash`].
    pub name_hash: u32,
}

impl ArchiveEntry {
    /// The first byte after the file.
    pub fn end(&self) -> u64 {
        u64::from(self.offset) + u64::from(self.size)
    }

    /// The first byte that another file may use.
    pub fn padded_end(&self) -> u64 {
        self.end().next_multiple_of(SECTOR)
    }
}

impl ArchiveIndex {
    /// Reads a whole index.
    ///
    /// # Errors
    /// `Malformed` when it is shorter than its header, or its size is not what its count asks for; `Limit` when the count is
    /// above what one list may have.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes)).within(|| "archive index")
    }

    /// Reads a whole index of an archive of `archive_size` bytes, and takes it only when every file lies inside.
    ///
    /// # Errors
    /// As [`Self::read`] and [`Self::check_bounds`].
    pub fn read_within(bytes: &[u8], archive_size: u64) -> Result<Self> {
        let index = Self::read(bytes)?;
        index
            .check_bounds(archive_size)
            .within(|| "archive index")?;
        Ok(index)
    }

    fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let actual = cursor.remaining() as u64;
        if actual < HEADER_BYTES {
            return Err(FormatError::malformed(
                cursor.offset(),
                format!("at least {HEADER_BYTES} bytes"),
                format!("{actual} bytes"),
            ));
        }
        let offset = cursor.offset();
        let count = cursor.u32()?;
        let expected = HEADER_BYTES + ENTRY_BYTES * u64::from(count);
        if actual != expected {
            return Err(FormatError::malformed(
                offset,
                format!("{expected} bytes for {count} entries"),
                format!("{actual} bytes"),
            )
            .within("count"));
        }
        cursor
            .limits()
            .check_items("archive entries", u64::from(count), offset)?;
        let padding = cursor.array()?;
        let mut entries = Vec::with_capacity(cursor.check_count(u64::from(count), ENTRY_BYTES)?);
        for _ in 0..count {
            entries.push(ArchiveEntry {
                offset: cursor.u32()?,
                size: cursor.u32()?,
                name_hash: cursor.u32()?,
            });
        }
        Ok(Self { padding, entries })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(16 + 12 * self.entries.len());
        let count = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&count.to_le_bytes());
        out.extend_from_slice(&self.padding);
        for entry in &self.entries {
            for word in [entry.offset, entry.size, entry.name_hash] {
                out.extend_from_slice(&word.to_le_bytes());
            }
        }
        out
    }

    /// Where record `number` lies in the index's file.
    pub fn record_offset(number: usize) -> u64 {
        HEADER_BYTES + ENTRY_BYTES * number as u64
    }

    /// Checks that a file lies inside an archive of `archive_size` bytes.
    ///
    /// # Errors
    /// `Malformed`, naming the entry and its record's offset.
    pub fn check_entry(number: usize, entry: &ArchiveEntry, archive_size: u64) -> Result<()> {
        if entry.end() <= archive_size {
            return Ok(());
        }
        Err(FormatError::malformed(
            Self::record_offset(number),
            format!("a file that ends within the archive's {archive_size:#x} bytes"),
            format!("bytes {:#x}+{:#x}", entry.offset, entry.size),
        )
        .within(format!("entry[{number}]")))
    }

    /// Checks that every file lies inside an archive of `archive_size` bytes. Source: spec/archives.md 8.
    ///
    /// # Errors
    /// `Malformed` for the first that does not, naming the entry and its record's offset.
    pub fn check_bounds(&self, archive_size: u64) -> Result<()> {
        let mut entries = self.entries.iter().enumerate();
        entries.try_for_each(|(number, entry)| Self::check_entry(number, entry, archive_size))
    }
}
