//! Part file, `<world>_ms<i>.sec`: textures and the atomics of some sectors.

use std::collections::BTreeSet;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::{Findings, remark_few};
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::mip_words::MipWords;

use crate::names::crc32;
use crate::padding::{push_zeros, read_zeros};

/// A part file. Source: seed 000 "Part file"; 0x004110c0.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// CRC-32 of the file's own name as written, extension included, no prefix, not lowercased.
    pub name_hash: u32,
    /// Textures that only this part brings.
    pub dictionary: TextureDictionary,
    /// The atomics.
    pub atomics: Vec<PartAtomic>,
    /// Zero bytes after the last atomic.
    pub trailing_zeros: u32,
}

/// One atomic of a part and the sector that it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct PartAtomic {
    /// Streamed-sector index k, as plugin 0x3F1 of the sector gives it.
    pub sector_index: u32,
    /// The atomic, with its geometry.
    pub atomic: Atomic,
}

/// The fewest bytes that a sector index and an empty atomic section take.
const MIN_ATOMIC_BYTES: u64 = 4 + 12;

impl Part {
    /// The largest file that the game's shared read buffer takes. Source: spec/archives.md 6.2.
    pub const MAX_FILE_BYTES: u32 = 393_216;

    /// The part for the file `file_name`, without anything after the last atomic.
    pub fn new(file_name: &str, dictionary: TextureDictionary, atomics: Vec<PartAtomic>) -> Self {
        Self {
            name_hash: crc32(file_name),
            dictionary,
            atomics,
            trailing_zeros: 0,
        }
    }

    /// Reads a whole part.
    ///
    /// The game does not look at the 16-byte header; here its first three words must be 1, 0, 0, as in every part of the
    /// disc. Its hash is not compared: see [`Self::check_name`].
    ///
    /// # Errors
    /// `Malformed`, `Unsupported` or `Limit`, with atomic and section in the path; also when anything but zeros follows.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_with(Cursor::new(bytes))
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_with(mut cursor: Cursor<'_>) -> Result<Self> {
        Self::read_from(&mut cursor).within(|| "part")
    }

    fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let name_hash = read_header(cursor).within(|| "header")?;
        let dictionary = TextureDictionary::read_from(cursor)?;
        let count = cursor.u32().within(|| "atomic count")?;
        let count = cursor
            .check_count(u64::from(count), MIN_ATOMIC_BYTES)
            .within(|| "atomic count")?;
        let mut atomics = Vec::with_capacity(count);
        for i in 0..count {
            atomics.push(PartAtomic::read_from(cursor).within(|| format!("atomic[{i}]"))?);
        }
        Ok(Self {
            name_hash,
            dictionary,
            atomics,
            trailing_zeros: read_zeros(cursor)?,
        })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for word in HEADER_WORDS.into_iter().chain([self.name_hash]) {
            out.extend_from_slice(&word.to_le_bytes());
        }
        self.dictionary.write_to(&mut out);
        let count = u32::try_from(self.atomics.len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&count.to_le_bytes());
        for atomic in &self.atomics {
            out.extend_from_slice(&atomic.sector_index.to_le_bytes());
            atomic.atomic.write_to(&mut out);
        }
        push_zeros(&mut out, self.trailing_zeros);
        out
    }

    /// Reports `part-name` when the part was written for another file than `file_name`.
    pub fn validate_name(&self, file_name: &str, findings: &mut Findings) {
        if let Err(error) = self.check_name(file_name) {
            findings.remark_at("part-name", error.offset(), error.to_string());
        }
    }

    /// Checks that the part was written for the file `file_name`; letter case counts.
    ///
    /// # Errors
    /// `Malformed` at the header's hash word. The game would load the part all the same.
    pub fn check_name(&self, file_name: &str) -> Result<()> {
        let expected = crc32(file_name);
        if self.name_hash == expected {
            Ok(())
        } else {
            Err(FormatError::malformed(
                12,
                format!("{expected:#010x}, the hash of {file_name}"),
                format!("{:#010x}", self.name_hash),
            )
            .within("header")
            .within("part"))
        }
    }
}

impl Part {
    /// Reports what no part of the disc has: `part-sector-repeated` for two atomics of one sector, `part-mip-word` for a
    /// material that gives one of the part's textures another K or L than the texture has, and the rules of
    /// [`TextureDictionary::validate`] and [`Atomic::validate`].
    ///
    /// The name is a matter of [`Self::check_name`]; whether an atomic fills its sector, of [`crate::check`].
    pub fn validate(&self, findings: &mut Findings) {
        self.dictionary.validate(findings);
        let mut seen = BTreeSet::new();
        findings.each("atomic", &self.atomics, |entry, findings| {
            let index = entry.sector_index;
            findings.expect(seen.insert(index), "part-sector-repeated", || {
                format!("expected a sector of its own, found {index} again")
            });
            entry.atomic.validate(findings);
        });
        let words = self.mip_words();
        let conflicts = words.conflicts();
        remark_few(
            findings,
            "part-mip-word",
            conflicts.map(|conflict| ("materials".to_owned(), conflict.to_string())),
        );
    }

    /// The K and L that hold for the part's textures once its materials have been read, in file order, and those that
    /// its references carry to textures of the world stream. Source: spec/renderware.md 4.6.
    pub fn mip_words(&self) -> MipWords {
        let geometries = self
            .atomics
            .iter()
            .filter_map(|entry| entry.atomic.geometry.as_ref());
        let materials = geometries.flat_map(|geometry| &geometry.materials);
        MipWords::of(&self.dictionary, materials)
    }
}

impl PartAtomic {
    fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        Ok(Self {
            sector_index: cursor.u32()?,
            atomic: Atomic::read_from(cursor)?,
        })
    }
}

const HEADER_WORDS: [u32; 3] = [1, 0, 0];

fn read_header(cursor: &mut Cursor<'_>) -> Result<u32> {
    for wanted in HEADER_WORDS {
        let offset = cursor.offset();
        let found = cursor.u32()?;
        if found != wanted {
            return Err(FormatError::malformed(
                offset,
                wanted.to_string(),
                format!("{found:#x}"),
            ));
        }
    }
    cursor.u32()
}
