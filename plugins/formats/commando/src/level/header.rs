//! The header in a level file's first sector, of which the table of contents has a copy.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::range::SectorRange;
use crate::record::Stored;

/// A level file's header. All extents are in **sectors** from the file's start. Source: spec/commando-container.md 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LevelHeader {
    /// Which of its two forms it has.
    pub form: HeaderForm,
    /// The file's own sector on the disc. Nothing inside the file is found by it; loose files have 0 or the true one.
    pub sector: i32,
    /// The level's number. It is not the file's: `LEVEL21.WAD` holds level 30.
    pub id: i32,
    /// Reverb of the level's sounds, in an unknown unit.
    pub reverb: i32,
    /// Directory, geometry, textures, code.
    pub data: SectorRange,
    /// The level's sounds.
    pub sound_bank: SectorRange,
    /// A compressed stream; in the pre-release form that for NTSC.
    pub gameplay: SectorRange,
    /// Only in the pre-release form: the same for PAL.
    pub gameplay_pal: SectorRange,
    /// An uncompressed copy of the gameplay's occlusion mappings.
    pub occlusion: SectorRange,
    /// Terrain and collision that are streamed; most levels have none.
    pub chunks: [SectorRange; 3],
    /// A sound bank for each of them.
    pub chunk_sound_banks: [SectorRange; 3],
}

/// The forms of a level header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HeaderForm {
    /// 0x60 bytes, as on every disc in the shops.
    #[default]
    Retail,
    /// 0x68 bytes, of earlier discs. New files never have it.
    PreRelease,
}

impl HeaderForm {
    /// The form whose header has that size.
    pub fn of_size(size: u32) -> Option<Self> {
        match size {
            0x60 => Some(Self::Retail),
            0x68 => Some(Self::PreRelease),
            _ => None,
        }
    }

    /// Bytes of a header, which is what its first word says.
    pub fn bytes(self) -> usize {
        match self {
            Self::Retail => 0x60,
            Self::PreRelease => 0x68,
        }
    }
}

/// A part of what follows the first three words.
enum Part<'a> {
    Word(&'a mut i32),
    Range(&'a mut SectorRange),
}

impl LevelHeader {
    /// Bytes of the larger form.
    pub const MOST_BYTES: usize = 0x68;
    /// No disc has members of so many sectors.
    const MOST_SECTORS: i32 = 1 << 20;

    /// The header that these bytes begin with, when they look like the begin of a level's file: its data lie somewhere behind it.
    pub fn recognise(head: &[u8]) -> Option<Self> {
        let header = Self::read(head).ok()?;
        let is_some = |sectors: i32| (1..Self::MOST_SECTORS).contains(&sectors);
        (is_some(header.data.sector) && is_some(header.data.sectors)).then_some(header)
    }

    /// Reads a header; what follows it is ignored.
    ///
    /// # Errors
    /// `Malformed` when it is cut short or its first word is the size of no form.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes)).within(|| "level header")
    }

    /// As [`Self::read`], from a cursor.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let offset = cursor.offset();
        let size = cursor.u32().within(|| "size")?;
        let form = HeaderForm::of_size(size).ok_or_else(|| {
            let found = format!("{size:#x}");
            FormatError::malformed(offset, "0x60 or 0x68", found).within("size")
        })?;
        let (sector, id) = (cursor.i32()?, cursor.i32()?);
        let mut header = Self {
            form,
            sector,
            id,
            ..Self::default()
        };
        for part in header.rest() {
            match part {
                Part::Word(word) => *word = cursor.i32()?,
                Part::Range(range) => *range = cursor.record()?,
            }
        }
        Ok(header)
    }

    /// The bytes of the header, in its form.
    pub fn write(&self) -> Vec<u8> {
        let size = self.form.bytes();
        let mut out = Vec::with_capacity(size);
        out.extend((size as u32).to_le_bytes());
        out.extend(self.sector.to_le_bytes());
        out.extend(self.id.to_le_bytes());
        for part in { *self }.rest() {
            match part {
                Part::Word(word) => out.extend(word.to_le_bytes()),
                Part::Range(range) => range.put(&mut out),
            }
        }
        out
    }

    /// What follows the first three words, in the order of the form. Source: spec/commando-container.md 3.1, 3.2.
    fn rest(&mut self) -> Vec<Part<'_>> {
        let first = [&mut self.data, &mut self.sound_bank, &mut self.gameplay].map(Part::Range);
        let reverb = [Part::Word(&mut self.reverb)];
        let pal = [Part::Range(&mut self.gameplay_pal)];
        let occlusion = [Part::Range(&mut self.occlusion)];
        let chunks = self.chunks.each_mut().map(Part::Range);
        let banks = self.chunk_sound_banks.each_mut().map(Part::Range);
        match self.form {
            HeaderForm::Retail => {
                let before = reverb.into_iter().chain(first).chain(occlusion);
                before.chain(chunks).chain(banks).collect()
            }
            HeaderForm::PreRelease => {
                let before = first.into_iter().chain(pal).chain(occlusion).chain(chunks);
                before.chain(reverb).chain(banks).collect()
            }
        }
    }

    /// All extents with their names, in the header's order.
    pub fn extents(&self) -> [(&'static str, SectorRange); 11] {
        let [chunk_0, chunk_1, chunk_2] = self.chunks;
        let [bank_0, bank_1, bank_2] = self.chunk_sound_banks;
        [
            ("data", self.data),
            ("sound bank", self.sound_bank),
            ("gameplay", self.gameplay),
            ("gameplay for PAL", self.gameplay_pal),
            ("occlusion", self.occlusion),
            ("chunk 0", chunk_0),
            ("chunk 1", chunk_1),
            ("chunk 2", chunk_2),
            ("sound bank of chunk 0", bank_0),
            ("sound bank of chunk 1", bank_1),
            ("sound bank of chunk 2", bank_2),
        ]
    }

    /// The same extents to change, in the same order.
    pub(super) fn extents_mut(&mut self) -> [&mut SectorRange; 11] {
        let [chunk_0, chunk_1, chunk_2] = &mut self.chunks;
        let [bank_0, bank_1, bank_2] = &mut self.chunk_sound_banks;
        [
            &mut self.data,
            &mut self.sound_bank,
            &mut self.gameplay,
            &mut self.gameplay_pal,
            &mut self.occlusion,
            chunk_0,
            chunk_1,
            chunk_2,
            bank_0,
            bank_1,
            bank_2,
        ]
    }
}
