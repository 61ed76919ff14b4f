//! A level's file: the header's sector, and the members behind it.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::data::DataExtent;
use super::header::{HeaderForm, LevelHeader, LevelMembers, SOUND_BANK};
use crate::gaps::{Gaps, check_apart};
use crate::lenient::{OnFault, or_without};
use crate::range::{SECTOR, SectorRange, cut, word};
use crate::sound_bank::is_sound_bank;

/// A level's file, `LEVEL<n>.WAD`: each member as it stands, compressed or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelFile<'a> {
    /// Where the members stand.
    pub header: LevelHeader,
    /// The members; empty where there is none. Read from a file they end with a sector's padding.
    pub members: LevelMembers<&'a [u8]>,
    /// What stands between them.
    pub gaps: Gaps,
}

impl<'a> LevelFile<'a> {
    /// Reads a file. Its members are not looked into.
    ///
    /// # Errors
    /// `Malformed` when the header is broken, or an extent begins in the header's sector, ends behind the file or overlaps
    /// another.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        Self::open(bytes, &mut Err)
    }

    /// Reads a file whose extents may be broken: each that is, is one of the errors, and its member is empty.
    ///
    /// # Errors
    /// `Malformed` when the header is broken.
    pub fn read_lenient(bytes: &'a [u8]) -> Result<(Self, Vec<FormatError>)> {
        let mut faults = Vec::new();
        let file = Self::open(bytes, &mut |fault| {
            faults.push(fault);
            Ok(())
        })?;
        Ok((file, faults))
    }

    fn open(bytes: &'a [u8], on_fault: &mut OnFault<'_>) -> Result<Self> {
        let header = LevelHeader::read(bytes)?;
        let mut ranges = Vec::from([("header", 0..header.form.bytes())]);
        let members = header.extents.try_map(|name, extent| {
            let range = extent.within(bytes.len()).within(|| name);
            let range = or_without(range, on_fault)?;
            if !range.is_empty() && range.start < SECTOR {
                let error = FormatError::malformed(0, "an extent behind the header's sector", 0);
                on_fault(error.within(name))?;
            }
            ranges.push((name, range.clone()));
            Ok(cut(bytes, range))
        })?;
        or_without(check_apart(&ranges), on_fault)?;
        Ok(Self {
            header,
            members,
            gaps: Gaps::between(bytes, ranges),
        })
    }

    /// Gives members their places in a new file: sound bank, data, gameplay, occlusion, chunks, their banks, each on a sector
    /// of its own. The form is the retail one, so there is no second gameplay.
    ///
    /// # Errors
    /// `Limit` when there are more sectors than a word counts.
    pub fn lay_out(id: i32, reverb: i32, members: LevelMembers<&'a [u8]>) -> Result<Self> {
        let members = LevelMembers {
            gameplay_pal: &[][..],
            ..members
        };
        // The sound bank stands before the data.
        let mut sector = 1 + members.sound_bank.len().div_ceil(SECTOR);
        let extents = members.try_map(|name, member| {
            let sectors = member.len().div_ceil(SECTOR);
            let start = if name == SOUND_BANK { 1 } else { sector };
            sector += if name == SOUND_BANK { 0 } else { sectors };
            if sectors == 0 {
                return Ok(SectorRange::EMPTY);
            }
            Ok(SectorRange {
                sector: word(start, "sectors")?,
                sectors: word(sectors, "sectors")?,
            })
        })?;
        let header = LevelHeader {
            form: HeaderForm::Retail,
            id,
            reverb,
            extents,
            ..LevelHeader::default()
        };
        Ok(Self {
            header,
            members,
            gaps: Gaps::default(),
        })
    }

    /// The bytes of the file: every member at its extent, with zeros up to the next sector.
    ///
    /// # Errors
    /// `Malformed` when a member needs not exactly the sectors that the header gives it.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut canvas = self.gaps.canvas();
        canvas.put(0, &self.header.write());
        let extents = self.header.extents.each();
        for ((name, extent), (_, member)) in extents.into_iter().zip(self.members.each()) {
            let range = extent.within(usize::MAX >> 1).within(|| name)?;
            if range.len() != member.len().next_multiple_of(SECTOR) {
                let expected = format!("a member of {} sectors", range.len() / SECTOR);
                let found = format!("{} bytes", member.len());
                return Err(
                    FormatError::malformed(range.start as u64, expected, found).within(name)
                );
            }
            canvas.put(range.start, member);
        }
        if self.gaps.file_length() == 0 {
            canvas.align(SECTOR);
        }
        Ok(canvas.0)
    }

    /// Reports what no level of the disc has: members that leave sectors unused (`level-extents-tile`, for levels without
    /// chunks), a member that is missing (`level-member`), gameplay that is no stream (`level-gameplay-stream`), a sound bank
    /// that does not look like one (`level-sound-bank`), and what [`DataExtent::validate`] says.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("level", |findings| {
            let members = &self.members;
            let chunked = members.chunks.iter().any(|chunk| !chunk.is_empty());
            let used: usize = members.each().iter().map(|(_, member)| member.len()).sum();
            let file = self.gaps.file_length();
            findings.remark_unless(
                chunked || used + SECTOR == file || file == 0,
                "level-extents-tile",
                || {
                    format!(
                        "expected members of {} bytes in all, found {used}",
                        file.saturating_sub(SECTOR)
                    )
                },
            );
            for (name, member) in [
                ("data", members.data),
                ("sound bank", members.sound_bank),
                ("gameplay", members.gameplay),
                ("occlusion", members.occlusion),
            ] {
                findings.expect(!member.is_empty(), "level-member", || {
                    format!("expected a {name} member, found none")
                });
            }
            let stream = crate::lz::StreamHeader::is_stream(members.gameplay);
            findings.expect(
                stream || members.gameplay.is_empty(),
                "level-gameplay-stream",
                || "expected a WAD stream",
            );
            let bank = members.sound_bank;
            findings.expect(
                bank.is_empty() || is_sound_bank(bank),
                "level-sound-bank",
                || "expected \"SBlk\" at 0x18 and \"DAW\" at 0x24",
            );
            if let Ok(data) = DataExtent::read(members.data) {
                data.validate(findings);
            }
        });
    }
}
