//! The header in a level file's first sector, of which the table of contents has a copy.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::range::SectorRange;
use crate::record::{Stored, bytes_of};

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
    /// Where the members stand.
    pub extents: LevelMembers<SectorRange>,
}

/// The members of a level's file, or what is known of each. Source: spec/commando-container.md 3.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LevelMembers<T> {
    /// Directory, geometry, textures, code; see [`super::DataExtent`].
    pub data: T,
    /// The level's sounds.
    pub sound_bank: T,
    /// A compressed stream, in the pre-release form that for NTSC; see [`crate::gameplay::Gameplay`].
    pub gameplay: T,
    /// Only in the pre-release form: the same for PAL.
    pub gameplay_pal: T,
    /// An uncompressed copy of the gameplay's occlusion mappings.
    pub occlusion: T,
    /// Terrain and collision that are streamed; most levels have none. See [`super::ChunkFile`].
    pub chunks: [T; 3],
    /// A sound bank for each of them.
    pub chunk_sound_banks: [T; 3],
}

pub(super) const SOUND_BANK: &str = "sound bank";
const GAMEPLAY_PAL: &str = "gameplay for PAL";
const FIRST_CHUNK_BANK: &str = "sound bank of chunk 0";

impl<T> LevelMembers<T> {
    /// What a function makes of each member's name and of what this has for it, in the header's order.
    pub(super) fn try_map<'a, U>(
        &'a self,
        mut of: impl FnMut(&'static str, &'a T) -> Result<U>,
    ) -> Result<LevelMembers<U>> {
        let [chunk_0, chunk_1, chunk_2] = &self.chunks;
        let [bank_0, bank_1, bank_2] = &self.chunk_sound_banks;
        Ok(LevelMembers {
            data: of("data", &self.data)?,
            sound_bank: of(SOUND_BANK, &self.sound_bank)?,
            gameplay: of("gameplay", &self.gameplay)?,
            gameplay_pal: of(GAMEPLAY_PAL, &self.gameplay_pal)?,
            occlusion: of("occlusion", &self.occlusion)?,
            chunks: [
                of("chunk 0", chunk_0)?,
                of("chunk 1", chunk_1)?,
                of("chunk 2", chunk_2)?,
            ],
            chunk_sound_banks: [
                of(FIRST_CHUNK_BANK, bank_0)?,
                of("sound bank of chunk 1", bank_1)?,
                of("sound bank of chunk 2", bank_2)?,
            ],
        })
    }
}

impl<T: Copy> LevelMembers<T> {
    /// All of them with their names, in the header's order.
    pub fn each(&self) -> Vec<(&'static str, T)> {
        let mut all = Vec::new();
        // The function refuses nothing.
        let _ = self.try_map(|name, value| {
            all.push((name, *value));
            Ok(())
        });
        all
    }
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

impl LevelHeader {
    /// Bytes of the larger form.
    pub const MOST_BYTES: usize = 0x68;
    /// No disc has members of so many sectors.
    const MOST_SECTORS: i32 = 1 << 20;

    /// The header that these bytes begin with, when they look like the begin of a level's file: its data lie somewhere behind it.
    pub fn recognise(head: &[u8]) -> Option<Self> {
        let header = Self::read(head).ok()?;
        let is_some = |sectors: i32| (1..Self::MOST_SECTORS).contains(&sectors);
        let data = header.extents.data;
        (is_some(data.sector) && is_some(data.sectors)).then_some(header)
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
        let mut reverb = match form {
            HeaderForm::Retail => cursor.i32()?,
            HeaderForm::PreRelease => 0,
        };
        let extents = LevelMembers::<()>::default().try_map(|name, ()| match (form, name) {
            (HeaderForm::Retail, GAMEPLAY_PAL) => Ok(SectorRange::EMPTY),
            (HeaderForm::PreRelease, FIRST_CHUNK_BANK) => {
                reverb = cursor.i32()?;
                cursor.record()
            }
            _ => cursor.record(),
        })?;
        Ok(Self {
            form,
            sector,
            id,
            reverb,
            extents,
        })
    }

    /// The bytes of the header, in its form. Source: spec/commando-container.md 3.1, 3.2.
    pub fn write(&self) -> Vec<u8> {
        let mut out = bytes_of(&[self.form.bytes() as i32, self.sector, self.id]);
        if self.form == HeaderForm::Retail {
            self.reverb.put(&mut out);
        }
        for (name, extent) in self.extents.each() {
            match (self.form, name) {
                (HeaderForm::Retail, GAMEPLAY_PAL) => continue,
                (HeaderForm::PreRelease, FIRST_CHUNK_BANK) => self.reverb.put(&mut out),
                _ => {}
            }
            extent.put(&mut out);
        }
        out
    }
}
