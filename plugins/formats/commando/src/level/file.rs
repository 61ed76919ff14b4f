//! A level's file: the header's sector, and the members behind it.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::data::DataExtent;
use super::header::{HeaderForm, LevelHeader};
use crate::gaps::{Canvas, Gaps, check_apart};
use crate::lenient::{OnFault, or_without};
use crate::range::{SECTOR, SectorRange, cut, word};
use crate::sound_bank::is_sound_bank;

/// A level's file, `LEVEL<n>.WAD`: each member as it stands, compressed or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelFile<'a> {
    /// Where the members stand.
    pub header: LevelHeader,
    /// The members.
    pub members: LevelMembers<'a>,
    /// What stands between them.
    pub gaps: Gaps,
}

/// The members of a level's file; empty where there is none. Read from a file they end with a sector's padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LevelMembers<'a> {
    /// See [`DataExtent`].
    pub data: &'a [u8],
    /// The level's sounds.
    pub sound_bank: &'a [u8],
    /// A compressed stream; see [`crate::gameplay::Gameplay`].
    pub gameplay: &'a [u8],
    /// Only in pre-release files.
    pub gameplay_pal: &'a [u8],
    /// Occlusion mappings, not compressed.
    pub occlusion: &'a [u8],
    /// See [`super::ChunkFile`].
    pub chunks: [&'a [u8]; 3],
    /// The chunks' sounds.
    pub chunk_sound_banks: [&'a [u8]; 3],
}

impl<'a> LevelMembers<'a> {
    /// All members, in the order of [`LevelHeader::extents`].
    fn all(&self) -> [&'a [u8]; 11] {
        let [chunk_0, chunk_1, chunk_2] = self.chunks;
        let [bank_0, bank_1, bank_2] = self.chunk_sound_banks;
        [
            self.data,
            self.sound_bank,
            self.gameplay,
            self.gameplay_pal,
            self.occlusion,
            chunk_0,
            chunk_1,
            chunk_2,
            bank_0,
            bank_1,
            bank_2,
        ]
    }
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
        let mut member = |(name, extent): (&'static str, SectorRange)| {
            let range = extent.within(bytes.len()).within(|| name);
            let range = or_without(range, on_fault)?;
            if !range.is_empty() && range.start < SECTOR {
                let error = FormatError::malformed(0, "an extent behind the header's sector", 0);
                on_fault(error.within(name))?;
            }
            ranges.push((name, range.clone()));
            Ok::<_, FormatError>(cut(bytes, range))
        };
        let [
            data,
            sound_bank,
            gameplay,
            gameplay_pal,
            occlusion,
            c0,
            c1,
            c2,
            b0,
            b1,
            b2,
        ] = header.extents();
        let members = LevelMembers {
            data: member(data)?,
            sound_bank: member(sound_bank)?,
            gameplay: member(gameplay)?,
            gameplay_pal: member(gameplay_pal)?,
            occlusion: member(occlusion)?,
            chunks: [member(c0)?, member(c1)?, member(c2)?],
            chunk_sound_banks: [member(b0)?, member(b1)?, member(b2)?],
        };
        or_without(check_apart(&ranges), on_fault)?;
        let taken = ranges.into_iter().map(|(_, range)| range).collect();
        Ok(Self {
            header,
            members,
            gaps: Gaps::between(bytes, taken),
        })
    }

    /// Gives members their places in a new file: sound bank, data, gameplay, occlusion, chunks, their banks, each on a sector
    /// of its own. The form is the retail one, so there is no second gameplay.
    ///
    /// # Errors
    /// `Limit` when there are more sectors than a word counts.
    pub fn lay_out(id: i32, reverb: i32, members: LevelMembers<'a>) -> Result<Self> {
        let members = LevelMembers {
            gameplay_pal: &[],
            ..members
        };
        let mut header = LevelHeader {
            form: HeaderForm::Retail,
            id,
            reverb,
            ..LevelHeader::default()
        };
        let mut sector = 1;
        let mut places = header.extents_mut();
        let mut sizes: Vec<(usize, usize)> = members
            .all()
            .iter()
            .map(|member| member.len())
            .enumerate()
            .collect();
        // The sound bank stands before the data.
        sizes.swap(0, 1);
        for (index, size) in sizes.into_iter().filter(|(_, size)| *size > 0) {
            let sectors = size.div_ceil(SECTOR);
            if let Some(place) = places.get_mut(index) {
                **place = SectorRange {
                    sector: word(sector, "sectors")?,
                    sectors: word(sectors, "sectors")?,
                };
            }
            sector += sectors;
        }
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
        let mut canvas: Canvas = self.gaps.canvas();
        canvas.put(0, &self.header.write());
        for ((name, extent), member) in self.header.extents().into_iter().zip(self.members.all()) {
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
            let used: usize = members.all().iter().map(|member| member.len()).sum();
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
