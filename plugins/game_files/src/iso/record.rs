//! Directory records. Source: spec/archives.md 1.3.

use super::layout::{IsoEntry, SECTOR};
use crate::error::GameFileError;

/// A directory record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    /// Without version; empty for the root.
    pub(super) name: String,
    /// Position of the extent's first byte, its extended attributes left out.
    pub(super) start: u64,
    /// Bytes of the extent.
    pub(super) size: u64,
    pub(super) is_folder: bool,
    /// Whether the fields say the same in both byte orders.
    pub(super) halves_agree: bool,
}

impl Record {
    pub(super) fn into_entry(self, folder: &str) -> IsoEntry {
        let path = match folder {
            "" => self.name,
            folder => format!("{folder}/{}", self.name),
        };
        IsoEntry {
            path,
            start: self.start,
            size: self.size,
            is_folder: self.is_folder,
        }
    }
}

/// Where in an image something stands, for errors.
pub(super) struct Field<'a> {
    shown: &'a str,
    name: String,
    offset: u64,
}

impl<'a> Field<'a> {
    /// A field `offset` bytes into a sector.
    pub(super) fn of(shown: &'a str, sector: u64, name: &str, offset: u64) -> Self {
        Self::at_byte(shown, sector * SECTOR + offset, name)
    }

    /// A field at a byte of the image.
    pub(super) fn at_byte(shown: &'a str, offset: u64, name: &str) -> Self {
        Self {
            shown,
            name: name.to_owned(),
            offset,
        }
    }

    pub(super) fn path(&self) -> String {
        format!(
            "{}/sector {}/{}",
            self.shown,
            self.offset / SECTOR,
            self.name
        )
    }

    /// The same record's field `offset` bytes further on.
    fn field(&self, name: &str, offset: u64) -> Self {
        Self {
            shown: self.shown,
            name: format!("{}/{name}", self.name),
            offset: self.offset + offset,
        }
    }

    pub(super) fn malformed(
        &self,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> GameFileError {
        GameFileError::malformed(self.path(), self.offset, expected, found)
    }
}

/// A value that stands twice: little-endian, then big-endian.
pub(super) struct Both<T> {
    pub(super) value: T,
    pub(super) halves_agree: bool,
}

pub(super) fn u32_both(bytes: &[u8], at: usize) -> Option<Both<u32>> {
    let (little, rest) = bytes.get(at..)?.split_first_chunk()?;
    let value = u32::from_le_bytes(*little);
    Some(Both {
        value,
        halves_agree: u32::from_be_bytes(*rest.first_chunk()?) == value,
    })
}

pub(super) fn u16_both(bytes: &[u8], at: usize) -> Option<Both<u16>> {
    let (little, rest) = bytes.get(at..)?.split_first_chunk()?;
    let value = u16::from_le_bytes(*little);
    Some(Both {
        value,
        halves_agree: u16::from_be_bytes(*rest.first_chunk()?) == value,
    })
}

/// The records of a folder whose bytes begin at `start` of the image, without those of itself and its parent.
pub(super) fn records(
    bytes: &[u8],
    start: u64,
    shown: &str,
    folder: &str,
) -> Result<Vec<Record>, GameFileError> {
    let mut found = Vec::new();
    for (sector, bytes) in bytes.chunks(SECTOR as usize).enumerate() {
        let sector_start = start + sector as u64 * SECTOR;
        let mut rest = bytes;
        // A length of 0 ends the sector's records.
        while let Some(&length) = rest.first().filter(|length| **length != 0) {
            let at = sector_start + (bytes.len() - rest.len()) as u64;
            let field = Field::at_byte(shown, at, folder);
            let Some((one, next)) = rest.split_at_checked(usize::from(length)) else {
                return Err(field.field("record length", 0).malformed(
                    format!("at most the {} bytes left in the sector", rest.len()),
                    length.to_string(),
                ));
            };
            rest = next;
            // Itself and its parent.
            if !matches!(identifier(one), Some([0 | 1])) {
                found.push(record(one, field)?);
            }
        }
    }
    Ok(found)
}

/// One record. `at` is where it stands.
pub(super) fn record(bytes: &[u8], at: Field<'_>) -> Result<Record, GameFileError> {
    let too_short = || {
        let (wanted, got) = (
            33 + u64::from(bytes.get(32).copied().unwrap_or(1)),
            bytes.len(),
        );
        at.field("record length", 0)
            .malformed(format!("at least {wanted}"), got.to_string())
    };
    let identifier = identifier(bytes).ok_or_else(too_short)?;
    let byte = |offset: usize| bytes.get(offset).copied().ok_or_else(too_short);
    let name = name(identifier);
    let at = match name.as_str() {
        "" => at.field("", 0),
        name => at.field(name, 0),
    };
    let flags = byte(25)?;
    if flags & MULTI_EXTENT != 0 {
        return Err(at
            .field("flags", 25)
            .malformed("a file in one extent", "a file in several"));
    }
    for (offset, field) in [(26, "interleave unit"), (27, "interleave gap")] {
        let value = byte(offset)?;
        if value != 0 {
            return Err(at
                .field(field, offset as u64)
                .malformed("0", value.to_string()));
        }
    }
    let first = u32_both(bytes, 2).ok_or_else(too_short)?;
    let size = u32_both(bytes, 10).ok_or_else(too_short)?;
    let sector = u64::from(first.value) + u64::from(byte(1)?);
    Ok(Record {
        name,
        start: sector * SECTOR,
        size: size.value.into(),
        is_folder: flags & FOLDER != 0,
        halves_agree: first.halves_agree && size.halves_agree,
    })
}

const FOLDER: u8 = 0x02;
const MULTI_EXTENT: u8 = 0x80;

/// The identifier's bytes; `None` when the record is too short for it.
fn identifier(record: &[u8]) -> Option<&[u8]> {
    let length = usize::from(*record.get(32)?);
    record.get(33..33 + length)
}

/// A name without its version and without the dot of an empty extension.
fn name(identifier: &[u8]) -> String {
    if matches!(identifier, [0 | 1]) {
        return String::new();
    }
    let text = String::from_utf8_lossy(identifier);
    let name = text.split(';').next().unwrap_or_default();
    name.strip_suffix('.').unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record as ECMA-119 9.1 draws it: sector 0x1234 of 5,000 bytes.
    fn example(identifier: &[u8], flags: u8) -> Vec<u8> {
        let length = (33 + identifier.len()).next_multiple_of(2);
        let mut bytes = vec![length as u8, 0];
        bytes.extend(0x1234_u32.to_le_bytes());
        bytes.extend(0x1234_u32.to_be_bytes());
        bytes.extend(5000_u32.to_le_bytes());
        bytes.extend(5000_u32.to_be_bytes());
        bytes.extend([105, 10, 17, 0, 0, 0, 0, flags, 0, 0, 1, 0, 0, 1]);
        bytes.push(identifier.len() as u8);
        bytes.extend(identifier);
        bytes.resize(length, 0);
        bytes
    }

    fn one(bytes: &[u8]) -> Result<Record, String> {
        record(bytes, Field::of("game.iso", 20, "root", 0)).map_err(|error| error.to_string())
    }

    #[test]
    fn fields_stand_where_the_standard_draws_them() {
        let record = one(&example(b"WARRIORS.DIR;1", 0)).unwrap();
        assert_eq!(
            record,
            Record {
                name: "WARRIORS.DIR".into(),
                start: 0x1234 * 2048,
                size: 5000,
                is_folder: false,
                halves_agree: true,
            }
        );
        assert!(one(&example(b"IOP", 2)).unwrap().is_folder);
    }

    #[test]
    fn versions_and_empty_extensions_are_no_part_of_a_name() {
        for (identifier, name) in [
            (&b"A.B;1"[..], "A.B"),
            (b"A.;12", "A"),
            (b"A", "A"),
            (b"a.b.", "a.b"),
            (b"\0", ""),
            (b"\x01", ""),
        ] {
            assert_eq!(super::name(identifier), name);
        }
    }

    #[test]
    fn extended_attributes_are_passed_over() {
        let mut bytes = example(b"A;1", 0);
        bytes[1] = 3;
        assert_eq!(one(&bytes).unwrap().start, 0x1237 * 2048);
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_sector_and_field() {
        let error = one(&example(b"A.B;1", 0x80)).unwrap_err();
        assert!(
            error.starts_with(
                "game.iso/sector 20/root/A.B/flags at 0xa019: expected a file in one extent"
            ),
            "{error}"
        );
        for (at, field) in [(26, "interleave unit"), (27, "interleave gap")] {
            let mut bytes = example(b"A.B;1", 0);
            bytes[at] = 1;
            assert!(one(&bytes).unwrap_err().contains(field));
        }
        let mut bytes = example(b"A.B;1", 0);
        bytes[32] = 200;
        let error = one(&bytes).unwrap_err();
        assert!(
            error.contains("record length at 0xa000: expected at least 233"),
            "{error}"
        );
        assert!(one(&[]).is_err());
    }

    #[test]
    fn a_zero_length_goes_on_in_the_next_sector() {
        let mut bytes = example(b"\0", 2);
        bytes.extend(example(b"\x01", 2));
        bytes.extend(example(b"A;1", 0));
        bytes.resize(2048, 0);
        bytes.extend(example(b"B;1", 0));
        let names = |bytes: &[u8]| {
            records(bytes, 0xA000, "game.iso", "root")
                .map(|records| {
                    records
                        .into_iter()
                        .map(|record| record.name)
                        .collect::<Vec<_>>()
                })
                .map_err(|error| error.to_string())
        };
        assert_eq!(names(&bytes).unwrap(), ["A", "B"]);
        // The last record is cut.
        let error = names(&bytes[..bytes.len() - 2]).unwrap_err();
        assert!(
            error.contains("sector 21/root/record length at 0xa800"),
            "{error}"
        );
        // A record must not cross into the next sector.
        let mut crossing = vec![0; 2];
        crossing[0] = 36;
        assert!(names(&crossing).is_err());
    }

    #[test]
    fn halves_that_disagree_are_noticed_and_the_little_one_counts() {
        let mut bytes = example(b"A;1", 0);
        bytes[9] ^= 1;
        let record = one(&bytes).unwrap();
        assert_eq!((record.halves_agree, record.start), (false, 0x1234 * 2048));
    }
}
