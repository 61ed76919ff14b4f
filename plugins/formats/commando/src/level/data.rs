//! The data extent: directory, textures' memory, geometry, code.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use crate::gaps::{Canvas, Gaps, check_apart};
use crate::lenient::{OnFault, or_without};
use crate::lz::StreamHeader;
use crate::range::{ByteRange, SECTOR, cut, word};
use crate::record::{bytes_of, record};

record! {
    /// Where the members of a data extent stand, in bytes from its start. Source: spec/commando-container.md 5.
    #[derive(Copy, Eq, Default)]
    pub struct DataHeader: usize = 0x58 {
        /// Level code and data.
        pub overlay: ByteRange,
        /// The directory of the level's core.
        pub core_index: ByteRange,
        /// Palettes, small mip levels, resident textures.
        pub gs_ram: ByteRange,
        /// The head-up display's directory.
        pub hud_header: ByteRange,
        /// Its five compressed banks.
        pub hud_banks: [ByteRange; 5],
        /// Geometry, a compressed stream.
        pub core_data: ByteRange,
        /// Textures of the loading screen.
        pub transition_textures: ByteRange,
    }
}

impl DataHeader {
    /// All members' ranges with their names, in the header's order.
    pub fn ranges(&self) -> [(&'static str, ByteRange); 11] {
        let [bank_0, bank_1, bank_2, bank_3, bank_4] = self.hud_banks;
        [
            ("overlay", self.overlay),
            ("core index", self.core_index),
            ("gs ram", self.gs_ram),
            ("hud header", self.hud_header),
            ("hud bank 0", bank_0),
            ("hud bank 1", bank_1),
            ("hud bank 2", bank_2),
            ("hud bank 3", bank_3),
            ("hud bank 4", bank_4),
            ("core data", self.core_data),
            ("transition textures", self.transition_textures),
        ]
    }

    /// Where the last member ends.
    pub fn end(&self) -> i64 {
        let ends = self.ranges().map(|(_, range)| range.end());
        ends.into_iter().max().unwrap_or_default()
    }
}

/// A level's data extent: each member as it stands, compressed or not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataExtent<'a> {
    /// Where the members stand.
    pub header: DataHeader,
    /// The members.
    pub members: DataMembers<'a>,
    /// What stands between them.
    pub gaps: Gaps,
}

/// The members of a data extent; empty where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DataMembers<'a> {
    /// See [`super::Overlay`].
    pub overlay: &'a [u8],
    /// See [`crate::core::CoreIndex`].
    pub core_index: &'a [u8],
    /// Objects on multiples of 0x100, found through the core index.
    pub gs_ram: &'a [u8],
    /// Not decoded.
    pub hud_header: &'a [u8],
    /// Not decoded.
    pub hud_banks: [&'a [u8]; 5],
    /// A stream; see [`crate::core::Regions`].
    pub core_data: &'a [u8],
    /// Not decoded.
    pub transition_textures: &'a [u8],
}

impl<'a> DataMembers<'a> {
    /// All members, in the order of [`DataHeader::ranges`].
    fn all(&self) -> [&'a [u8]; 11] {
        let [bank_0, bank_1, bank_2, bank_3, bank_4] = self.hud_banks;
        [
            self.overlay,
            self.core_index,
            self.gs_ram,
            self.hud_header,
            bank_0,
            bank_1,
            bank_2,
            bank_3,
            bank_4,
            self.core_data,
            self.transition_textures,
        ]
    }
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
        let header = Cursor::new(bytes).record::<DataHeader>();
        let header = header.within(|| "data extent")?;
        or_without(check_units(&header, bytes.len()), on_fault)?;
        let mut ranges = Vec::from([("header", 0..DataHeader::BYTES)]);
        let mut member = |(name, range): (&'static str, ByteRange)| {
            let range = range.within(bytes.len()).within(|| name);
            let range = or_without(range, on_fault)?;
            ranges.push((name, range.clone()));
            Ok::<_, FormatError>(cut(bytes, range))
        };
        let [
            overlay,
            core_index,
            gs_ram,
            hud_header,
            h0,
            h1,
            h2,
            h3,
            h4,
            core_data,
            transition,
        ] = header.ranges();
        let members = DataMembers {
            overlay: member(overlay)?,
            core_index: member(core_index)?,
            gs_ram: member(gs_ram)?,
            hud_header: member(hud_header)?,
            hud_banks: [
                member(h0)?,
                member(h1)?,
                member(h2)?,
                member(h3)?,
                member(h4)?,
            ],
            core_data: member(core_data)?,
            transition_textures: member(transition)?,
        };
        or_without(check_apart(&ranges), on_fault)?;
        if !members.core_data.is_empty() && !StreamHeader::is_stream(members.core_data) {
            let offset = u64::from(header.core_data.offset.unsigned_abs());
            let error = FormatError::malformed(offset, "a WAD stream", "other bytes");
            on_fault(error.within("core data"))?;
        }
        let taken = ranges.into_iter().map(|(_, range)| range).collect();
        Ok(Self {
            header,
            members,
            gaps: Gaps::between(bytes, taken),
        })
    }

    /// Gives members their places in a new extent: in the header's order, each on a multiple of 0x40.
    ///
    /// # Errors
    /// `Limit` when the extent is larger than a word counts.
    pub fn lay_out(members: DataMembers<'a>) -> Result<Self> {
        let mut at = DataHeader::BYTES;
        let mut places = members.all().into_iter().map(|member| {
            if member.is_empty() {
                return Ok(ByteRange::EMPTY);
            }
            let offset = at.next_multiple_of(Self::ALIGNMENT);
            at = offset + member.len();
            Ok::<_, FormatError>(ByteRange {
                offset: word(offset, "data extent bytes")?,
                size: word(member.len(), "data extent bytes")?,
            })
        });
        let mut place = || places.next().unwrap_or(Ok(ByteRange::EMPTY));
        let header = DataHeader {
            overlay: place()?,
            core_index: place()?,
            gs_ram: place()?,
            hud_header: place()?,
            hud_banks: [place()?, place()?, place()?, place()?, place()?],
            core_data: place()?,
            transition_textures: match place()? {
                // The other members' absence shows in a size alone.
                ByteRange::EMPTY => ByteRange::ABSENT,
                range => range,
            },
        };
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
        let mut canvas: Canvas = self.gaps.canvas();
        canvas.put(0, &bytes_of([&self.header]));
        for ((name, range), member) in self.header.ranges().into_iter().zip(self.members.all()) {
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
            for (name, range) in self.header.ranges() {
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
