//! `.msd`, the index of a sound bank: where in the bank's samples (`.msb`) each sound begins.
//!
//! ```text
//! n x { u32 name hash, u32 offset } | { 0, 0 } | zeros
//! ```
//!
//! Names are not stored. Which of the sounds of a bank is which, how loud and how fast, says the sound list of the global
//! resource ([`crate::sound::StaticSounds`]).

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::finding::{Findings, places, report_few};

use crate::padding::{push_zeros, read_zeros};

/// The index of a bank. Source: spec/archives.md 5.2 rule 10, 9.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BankIndex {
    /// The sounds, in the order of their offsets.
    pub sounds: Vec<BankSound>,
    /// Zero bytes after the pair that ends the list.
    pub trailing_zeros: u32,
}

/// A sound of a bank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BankSound {
    /// CRC-32 of the sound's name.
    pub name_hash: u32,
    /// Its first byte in the bank's samples, a multiple of a frame's 16.
    pub offset: u32,
}

impl BankSound {
    /// Bytes of one.
    const BYTES: usize = 8;

    /// The pair that ends the list.
    const END: Self = Self {
        name_hash: 0,
        offset: 0,
    };
}

impl BankIndex {
    /// Bytes of an ADPCM frame, on which every sound begins. Source: spec/archives.md 9.
    pub const FRAME: u32 = 16;

    /// Reads a whole index.
    ///
    /// # Errors
    /// `Malformed` when no pair of zeros ends it or anything but zeros follows; `Limit` when it has more sounds than a list
    /// may have.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_with(Cursor::new(bytes))
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_with(mut cursor: Cursor<'_>) -> Result<Self> {
        Self::read_from(&mut cursor).within(|| "bank index")
    }

    fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let start = cursor.offset();
        let mut sounds = Vec::with_capacity(cursor.remaining() / BankSound::BYTES);
        loop {
            let number = sounds.len();
            let read = |cursor: &mut Cursor<'_>| -> Result<BankSound> {
                Ok(BankSound {
                    name_hash: cursor.u32()?,
                    offset: cursor.u32()?,
                })
            };
            let sound = read(cursor).within(|| format!("sound[{number}]"))?;
            if sound == BankSound::END {
                break;
            }
            let count = number as u64 + 1;
            cursor.limits().check_items("sounds", count, start)?;
            sounds.push(sound);
        }
        Ok(Self {
            sounds,
            trailing_zeros: read_zeros(cursor)?,
        })
    }

    /// The bytes of the file. A sound of zeros would end it for its readers.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(BankSound::BYTES * (self.sounds.len() + 1));
        for sound in self.sounds.iter().chain([&BankSound::END]) {
            out.extend(sound.name_hash.to_le_bytes());
            out.extend(sound.offset.to_le_bytes());
        }
        push_zeros(&mut out, self.trailing_zeros);
        out
    }

    /// The first sound of that name hash, with its number.
    pub fn find(&self, name_hash: u32) -> Option<(usize, &BankSound)> {
        let mut sounds = self.sounds.iter().enumerate();
        sounds.find(|(_, sound)| sound.name_hash == name_hash)
    }

    /// Reports what no index of the disc does: `bank-empty` (no sound at all), `bank-first-offset` (the first sound begins at
    /// 0), `bank-order` (offsets rise), `bank-frame` (they are multiples of 16).
    pub fn validate(&self, findings: &mut Findings) {
        let Some(first) = self.sounds.first() else {
            findings.remark("bank-empty", "expected a sound, found none");
            return;
        };
        findings.expect(first.offset == 0, "bank-first-offset", || {
            format!("expected the first sound at 0, found {:#x}", first.offset)
        });
        let pairs = std::iter::once(None).chain(self.sounds.iter().map(Some));
        let falling = places("sound", pairs.zip(&self.sounds), |(before, after)| {
            let (before, after) = (before?.offset, after.offset);
            let expected = || format!("expected an offset above {before:#x}, found {after:#x}");
            (after <= before).then(expected)
        });
        report_few(findings, "bank-order", falling);
        let odd = places("sound", &self.sounds, |sound| {
            let found = sound.offset;
            let is_odd = !found.is_multiple_of(Self::FRAME);
            is_odd.then(|| format!("expected a multiple of 16, found {found:#x}"))
        });
        report_few(findings, "bank-frame", odd);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::classify::FileKind;

    fn index(offsets: &[u32]) -> BankIndex {
        let sounds = (1..).zip(offsets);
        BankIndex {
            sounds: sounds
                .map(|(name_hash, &offset)| BankSound { name_hash, offset })
                .collect(),
            trailing_zeros: 0,
        }
    }

    fn rules(index: &BankIndex) -> Vec<&'static str> {
        Findings::of(|f| index.validate(f)).rules()
    }

    #[test]
    fn words_land_in_their_fields() {
        let words: [u32; 8] = [7, 0, 9, 0x50, 0, 0, 0, 0];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let read = BankIndex::read(&bytes).unwrap();
        assert_eq!(read.trailing_zeros, 8);
        assert_eq!(read.find(9).map(|(i, s)| (i, s.offset)), Some((1, 0x50)));
        assert_eq!(read.find(8), None);
        assert_eq!(read.write(), bytes);
        assert_eq!(rules(&read), [""; 0]);
        assert_eq!(FileKind::from_content(&bytes), FileKind::BankIndex);
    }

    #[test]
    fn an_index_that_nothing_ends_or_that_goes_on_is_refused() {
        let bytes = index(&[0, 16]).write();
        for length in 0..bytes.len() {
            assert!(BankIndex::read(&bytes[..length]).is_err(), "{length}");
        }
        let mut longer = bytes;
        longer.push(1);
        assert_eq!(
            BankIndex::read(&longer).unwrap_err().to_string(),
            "bank index at 0x18: expected only zeros up to the end, found 1 bytes with data among them"
        );
    }

    #[test]
    fn each_broken_rule_is_named() {
        assert_eq!(rules(&index(&[])), ["bank-empty"]);
        assert_eq!(rules(&index(&[16])), ["bank-first-offset"]);
        assert_eq!(rules(&index(&[0, 32, 32])), ["bank-order"]);
        assert_eq!(rules(&index(&[0, 8])), ["bank-frame"]);
    }

    #[test]
    fn sounds_are_counted_against_the_limit() {
        let bytes = index(&[0, 16, 32]).write();
        let limits = wonderwheel_ps2::limits::Limits::with(|limits| limits.items = 2);
        let error = BankIndex::read_with(Cursor::new(&bytes).limited(limits)).unwrap_err();
        assert!(error.to_string().contains("sounds is 3"), "{error}");
    }

    proptest! {
        #[test]
        fn an_index_survives_its_bytes(
            offsets in prop::collection::vec(any::<u32>(), 0..40),
            trailing_zeros in 0_u32..40,
        ) {
            let index = BankIndex { trailing_zeros, ..index(&offsets) };
            prop_assert_eq!(BankIndex::read(&index.write()).unwrap(), index);
        }
    }
}
