//! The data extent: directory, textures' memory, geometry, code.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use crate::gaps::{Gaps, check_apart};
use crate::lenient::{OnFault, or_without};
use crate::lz::StreamHeader;
use crate::range::{ByteRange, SECTOR, cut, word};
use crate::record::bytes_of;

/// The members of a data extent, or what is known of each. Source: spec/commando-container.md 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DataMembers<T> {
    /// Level code and data; see [`super::Overlay`].
    pub overlay: T,
    /// The directory of the level's core; see [`crate::core::CoreIndex`].
    pub core_index: T,
    /// Palettes, small mip levels, resident textures: objects on multiples of 0x100, found through the core index.
    pub gs_ram: T,
    /// The head-up display's directory. Not decoded, as its banks.
    pub hud_header: T,
    /// Its five compressed banks.
    pub hud_banks: [T; 5],
    /// Geometry, a compressed stream; see [`crate::core::Regions`].
    pub core_data: T,
    /// Textures of the loading screen. Not decoded.
    pub transition_textures: T,
}

/// Where the members stand, in bytes from the extent's start. The extent begins with these ranges, in this order.
pub type DataHeader = DataMembers<ByteRange>;

const TRANSITION_TEXTURES: &str = "transition textures";

impl<T> DataMembers<T> {
    /// What a function makes of each member's name and of what this has for it, in the header's order.
    pub(super) fn try_map<'a, U>(
        &'a self,
        mut of: impl FnMut(&'static str, &'a T) -> Result<U>,
    ) -> Result<DataMembers<U>> {
        let [bank_0, bank_1, bank_2, bank_3, bank_4] = &self.hud_banks;
        Ok(DataMembers {
            overlay: of("overlay", &self.overlay)?,
            core_index: of("core index", &self.core_index)?,
            gs_ram: of("gs ram", &self.gs_ram)?,
            hud_header: of("hud header", &self.hud_header)?,
            hud_banks: [
                of("hud bank 0", bank_0)?,
                of("hud bank 1", bank_1)?,
                of("hud bank 2", bank_2)?,
                of("hud bank 3", bank_3)?,
                of("hud bank 4", bank_4)?,
            ],
            core_data: of("core data", &self.core_data)?,
            transition_textures: of(TRANSITION_TEXTURES, &self.transition_textures)?,
        })
    }
}

impl<T: Copy> DataMembers<T> {
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

impl DataHeader {
    /// Bytes of the header.
    pub const BYTES: usize = 0x58;

    /// Where the last member ends.
    pub fn end(&self) -> i64 {
        let ends = self.each().into_iter().map(|(_, range)| range.end());
        ends.max().unwrap_or_default()
    }
}

/// A level's data extent: each member as it stands, compressed or not; empty where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataExtent<'a> {
    /// Where the members stand.
    pub header: DataHeader,
    /// The members.
    pub members: DataMembers<&'a [u8]>,
    /// What stands between them.
    pub gaps: Gaps,
}

impl<'a> DataExtent<'a> {
    /// What members are aligned to.
    pub const ALIGNMENT: usize = 0x40;

    /// Reads an extent.
    ///
    /// # Errors
    /// `Malformed` when it is cut short, a member ends behind it or overlaps another, or the core data is no stream. When
    /// the members need about 2,048 times the bytes that are there, the error says that sectors were taken as bytes.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        Self::open(bytes, &mut Err)
    }

    /// As [`Self::read`]; a member that is broken is a fault.
    pub(super) fn open(bytes: &'a [u8], on_fault: &mut OnFault<'_>) -> Result<Self> {
        let on_fault = &mut |error: FormatError| on_fault(error.within("data extent"));
        let mut cursor = Cursor::new(bytes);
        let header = DataMembers::<()>::default().try_map(|_, ()| cursor.record());
        let header: DataHeader = header.within(|| "data extent")?;
        or_without(check_units(&header, bytes.len()), on_fault)?;
        let mut ranges = Vec::from([("header", 0..DataHeader::BYTES)]);
        let members = header.try_map(|name, range| {
            let range = range.within(bytes.len()).within(|| name);
            let range = or_without(range, on_fault)?;
            ranges.push((name, range.clone()));
            Ok(cut(bytes, range))
        })?;
        or_without(check_apart(&ranges), on_fault)?;
        if !members.core_data.is_empty() && !StreamHeader::is_stream(members.core_data) {
            let offset = u64::from(header.core_data.offset.unsigned_abs());
            let error = FormatError::malformed(offset, "a WAD stream", "other bytes");
            on_fault(error.within("core data"))?;
        }
        Ok(Self {
            header,
            members,
            gaps: Gaps::between(bytes, ranges),
        })
    }

    /// Gives members their places in a new extent: in the header's order, each on a multiple of 0x40.
    ///
    /// # Errors
    /// `Limit` when the extent is larger than a word counts.
    pub fn lay_out(members: DataMembers<&'a [u8]>) -> Result<Self> {
        let mut at = DataHeader::BYTES;
        let header = members.try_map(|name, member| {
            if member.is_empty() {
                // The other members' absence shows in a size alone.
                return Ok(match name {
                    TRANSITION_TEXTURES => ByteRange::ABSENT,
                    _ => ByteRange::EMPTY,
                });
            }
            let offset = at.next_multiple_of(Self::ALIGNMENT);
            at = offset + member.len();
            Ok(ByteRange {
                offset: word(offset, "data extent bytes")?,
                size: word(member.len(), "data extent bytes")?,
            })
        })?;
        Ok(Self {
            header,
            members,
            gaps: Gaps::default(),
        })
    }

    /// The bytes of the extent: every member at its place.
    ///
    /// # Errors
    /// `Malformed` when a member has not exactly the size that the header gives it.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut canvas = self.gaps.canvas();
        let ranges = self.header.each();
        canvas.put(0, &bytes_of(ranges.iter().map(|(_, range)| range)));
        for ((name, range), (_, member)) in ranges.into_iter().zip(self.members.each()) {
            let range = range.within(usize::MAX >> 1).within(|| name)?;
            if range.len() != member.len() {
                let expected = format!("a member of {} bytes", range.len());
                let error = FormatError::malformed(range.start as u64, expected, member.len());
                return Err(error.within(name));
            }
            canvas.put(range.start, member);
        }
        Ok(canvas.0)
    }

    /// Reports what no level of the disc has: an extent more than a sector longer than its members (`data-extent-slack`),
    /// a member beside the alignment of 0x40 (`data-member-alignment`), a core index without room for its header
    /// (`core-index-size`), no core data (`data-member`).
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("data extent", |findings| {
            let length = self.gaps.file_length() as i64;
            let end = self.header.end();
            findings.remark_unless(
                length == 0 || length - end <= SECTOR as i64,
                "data-extent-slack",
                || format!("expected members up to the last sector, found {end:#x} of {length:#x} bytes"),
            );
            for (name, range) in self.header.each() {
                let aligned = range.is_empty() || range.offset % Self::ALIGNMENT as i32 == 0;
                findings.expect(aligned, "data-member-alignment", || {
                    format!("expected {name} at a multiple of 0x40, found {:#x}", range.offset)
                });
            }
            let index = self.members.core_index.len();
            findings.expect(index >= 0xBC, "core-index-size", || {
                format!("expected at least 0xbc bytes, found {index:#x}")
            });
            findings.expect(!self.members.core_data.is_empty(), "data-member", || {
                "expected core data, found none"
            });
        });
    }
}

/// The guard against the disc's two units. Source: spec/commando-container.md 1.
fn check_units(header: &DataHeader, length: usize) -> Result<()> {
    let end = usize::try_from(header.end()).unwrap_or_default();
    if end <= length {
        return Ok(());
    }
    let sectors = end.div_ceil(SECTOR);
    let hint = if sectors == length {
        ", as many as the sectors that it needs: its size was taken as bytes"
    } else {
        ""
    };
    Err(FormatError::malformed(
        0,
        format!("an extent of {end} bytes"),
        format!("{length} bytes{hint}"),
    ))
}
