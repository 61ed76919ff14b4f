//! What is left of a part when one of its textures or atomics is malformed.
//!
//! Every texture and atomic stands in a section that states its size, so a malformed one can be stepped over as long as
//! that framing holds.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Within};
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::section::{SectionHeader, id};
use wonderwheel_renderware::texture::NativeTexture;
use wonderwheel_warriors::part::{Part, PartAtomic};

/// The sound share of a part, and what is wrong with the rest.
pub(super) struct SalvagedPart {
    pub part: Part,
    /// The numbers that the part's atomics have in the file.
    pub numbers: Vec<usize>,
    /// What is wrong in the part, each with the streamed-sector index that it costs.
    pub faults: Vec<(Option<u32>, FormatError)>,
}

/// Reads what can be read. `None` when the framing itself is broken: then nothing in the file can be trusted.
pub(super) fn salvage(bytes: &[u8]) -> Option<SalvagedPart> {
    let mut cursor = Cursor::new(bytes);
    if [cursor.u32().ok()?, cursor.u32().ok()?, cursor.u32().ok()?] != [1, 0, 0] {
        return None;
    }
    let mut salvaged = SalvagedPart {
        part: Part {
            name_hash: cursor.u32().ok()?,
            dictionary: TextureDictionary::default(),
            atomics: Vec::new(),
            trailing_zeros: 0,
        },
        numbers: Vec::new(),
        faults: Vec::new(),
    };
    salvaged.textures(&mut cursor)?;
    let count = cursor.u32().ok()?;
    let smallest = (4 + SectionHeader::BYTES) as u64;
    for i in 0..cursor.check_count(count.into(), smallest).ok()? {
        salvaged.atomic(&mut cursor, i)?;
    }
    cursor
        .rest()
        .iter()
        .all(|byte| *byte == 0)
        .then_some(salvaged)
}

impl SalvagedPart {
    fn textures(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let (header, mut dictionary) = SectionHeader::open(cursor).ok()?;
        if header.id != id::TEXTURE_DICTIONARY {
            return None;
        }
        let mut i = 0;
        while !dictionary.is_empty() {
            let start = dictionary.clone();
            let (header, _) = SectionHeader::open(&mut dictionary).ok()?;
            if header.id != id::NATIVE_TEXTURE {
                continue;
            }
            let texture = NativeTexture::read_from(&mut start.clone());
            match texture
                .within(|| format!("texture[{i}]"))
                .within(|| "dictionary")
            {
                Ok(texture) => self.part.dictionary.textures.push(texture),
                Err(error) => self.faults.push((None, error)),
            }
            i += 1;
        }
        Some(())
    }

    fn atomic(&mut self, cursor: &mut Cursor<'_>, i: usize) -> Option<()> {
        let sector_index = cursor.u32().ok()?;
        let start = cursor.clone();
        let (header, _) = SectionHeader::open(cursor).ok()?;
        if header.id != id::ATOMIC {
            return None;
        }
        match Atomic::read_from(&mut start.clone()) {
            Ok(atomic) => {
                self.numbers.push(i);
                self.part.atomics.push(PartAtomic {
                    sector_index,
                    atomic,
                });
            }
            Err(error) => {
                let segment = format!("atomic[{i}] of sector {sector_index}");
                self.faults
                    .push((Some(sector_index), error.within(segment)));
            }
        }
        Some(())
    }
}
