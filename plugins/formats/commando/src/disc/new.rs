//! A new table of contents.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;

use super::toc::{
    ENTRY, MAX_LEVELS, RESIDENT_BYTES, TABLE_SECTOR, TableOfContents, TocLevel, TocPart,
};
use crate::gaps::Gaps;
use crate::range::{SECTOR, SectorRange, word};

/// A level's files for a new table: of each the bytes of its header (its first word is their number), and where the file is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewTocLevel {
    /// `LEVEL<n>.WAD`: see [`crate::level::LevelHeader::write`].
    pub level: Option<(Vec<u8>, SectorRange)>,
    /// `AUDIO<n>.WAD`.
    pub audio: Option<(Vec<u8>, SectorRange)>,
    /// `SCENE<n>.WAD`.
    pub scene: Option<(Vec<u8>, SectorRange)>,
}

/// The smallest global header: without one, nothing would show where the level table begins.
const MISC_HEADER: u32 = 0x40;

impl TableOfContents {
    /// A table of these levels. Each copy of a header stands on a sector of its own and says where its file is.
    ///
    /// # Errors
    /// `Limit` when there are more levels than the game has room for; `Malformed` when a header has not the size that its
    /// first word says.
    pub fn lay_out(levels: &[NewTocLevel]) -> Result<Self> {
        let global: Vec<u8> = MISC_HEADER
            .to_le_bytes()
            .into_iter()
            .chain([0; 60])
            .collect();
        let table_offset = global.len();
        let room = MAX_LEVELS.min((RESIDENT_BYTES - table_offset) / ENTRY);
        limits::check("levels of a disc", levels.len() as u64, room as u64, 0)?;
        let mut sector = (table_offset + levels.len() * ENTRY)
            .div_ceil(SECTOR)
            .max(1);
        let mut part = |file: &Option<(Vec<u8>, SectorRange)>| {
            let Some((header, file)) = file else {
                return Ok(TocPart::default());
            };
            let header = with_sector(header, *file)?;
            let range = SectorRange {
                sector: word(TABLE_SECTOR as usize + sector, "sectors")?,
                sectors: file.sectors,
            };
            sector += header.len().div_ceil(SECTOR);
            Ok::<_, FormatError>(TocPart { range, header })
        };
        let mut placed = Vec::with_capacity(levels.len());
        for (i, level) in levels.iter().enumerate() {
            let mut parts = || {
                Ok([
                    part(&level.level)?,
                    part(&level.audio)?,
                    part(&level.scene)?,
                ])
            };
            placed.push(TocLevel {
                parts: parts().within(|| format!("level[{i}]"))?,
            });
        }
        Ok(Self {
            globals: vec![global],
            table_offset,
            levels: placed,
            gaps: Gaps::default(),
        })
    }

    /// The sectors that a new table of these levels takes, from [`TABLE_SECTOR`] on: files may stand behind it.
    ///
    /// # Errors
    /// As [`Self::lay_out`].
    pub fn sectors(levels: &[NewTocLevel]) -> Result<u32> {
        let bytes = Self::lay_out(levels)?.write()?.len();
        Ok(u32::try_from(bytes.div_ceil(SECTOR)).unwrap_or(u32::MAX))
    }
}

/// The header with its file's sector in its second word.
fn with_sector(header: &[u8], file: SectorRange) -> Result<Vec<u8>> {
    let size = header
        .first_chunk()
        .map(|size| u32::from_le_bytes(*size) as usize);
    if size != Some(header.len()) || header.len() < 8 {
        let expected = "a header that begins with its size";
        return Err(FormatError::malformed(
            0,
            expected,
            format!("{} bytes", header.len()),
        ));
    }
    let mut patched = header.to_vec();
    if let Some(word) = patched.get_mut(4..8) {
        word.copy_from_slice(&file.sector.to_le_bytes());
    }
    Ok(patched)
}
