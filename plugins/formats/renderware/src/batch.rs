//! The walk over a chain's batches, common to both layouts: what the VIF would have unpacked before each start of the
//! vector unit. Source: spec/ps2-geometry.md 6 and 11.

use std::borrow::Cow;

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;
use wonderwheel_ps2::steps;
use wonderwheel_ps2::vif::{Unpack, UnpackFormat, VifCode, VifPacket, VifReader};

pub(crate) use crate::chain::ChainLayout as Layout;

/// Which of a vertex's consecutive quadwords an attribute goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    Position = 0,
    Uv = 1,
    Colour = 2,
    Normal = 3,
    /// Bone weights of skinned chains.
    Weights = 4,
}

const SLOTS: [Slot; 5] = [
    Slot::Position,
    Slot::Uv,
    Slot::Colour,
    Slot::Normal,
    Slot::Weights,
];

/// One attribute of a batch.
#[derive(Debug)]
pub(crate) struct Attribute<'a> {
    pub format: UnpackFormat,
    vectors: u16,
    data: Cow<'a, [u8]>,
}

/// What one start of the vector unit draws.
#[derive(Debug, Default)]
pub(crate) struct Batch<'a> {
    /// From ITOP; the attributes may hold more, which are not drawn.
    pub vertex_count: usize,
    attributes: [Option<Attribute<'a>>; 5],
}

impl Batch<'_> {
    pub fn slot(&self, slot: Slot) -> Option<&Attribute<'_>> {
        self.attributes.get(slot as usize)?.as_ref()
    }

    /// The batch's vectors of an attribute from vertex `from` on; empty when absent.
    pub fn vectors(&self, slot: Slot, from: usize) -> &[u8] {
        self.slot(slot).map_or(&[], |attribute| {
            let size = attribute.format.bits() / 8;
            attribute
                .data
                .get(from * size..self.vertex_count * size)
                .unwrap_or_default()
        })
    }

    fn is_empty(&self) -> bool {
        self.attributes.iter().all(Option::is_none)
    }

    /// What the VU program needs: positions, a count, and as many vectors of each attribute.
    fn check_complete(&self, offset: u64) -> Result<()> {
        if self.slot(Slot::Position).is_none() {
            return Err(FormatError::malformed(
                offset,
                "a batch with positions",
                "none",
            ));
        }
        if self.vertex_count == 0 {
            return Err(FormatError::malformed(
                offset,
                "a vertex count (ITOP) before the batch starts",
                "none",
            ));
        }
        for attribute in self.attributes.iter().flatten() {
            if usize::from(attribute.vectors) < self.vertex_count {
                return Err(FormatError::malformed(
                    offset,
                    format!("{} vectors of every attribute", self.vertex_count),
                    attribute.vectors,
                ));
            }
        }
        Ok(())
    }

    /// A mesh has the same attributes from its first batch to its last, and a strip goes on where it stopped.
    fn check_follows(&self, previous: &Batch<'_>, strip: bool, offset: u64) -> Result<()> {
        let formats = |batch: &Batch<'_>| {
            SLOTS.map(|slot| batch.slot(slot).map(|attribute| attribute.format))
        };
        if formats(self) != formats(previous) {
            return Err(FormatError::malformed(
                offset,
                "the attributes of the batch before",
                "others",
            ));
        }
        if !strip {
            return Ok(());
        }
        let repeats = self.vertex_count >= OVERLAP
            && previous.vertex_count >= OVERLAP
            && SLOTS.iter().all(|&slot| {
                let tail = previous.vectors(slot, previous.vertex_count - OVERLAP);
                self.vectors(slot, 0).starts_with(tail)
            });
        if repeats {
            Ok(())
        } else {
            Err(FormatError::malformed(
                offset,
                "a batch that begins with the last two vertices of the one before",
                "other vertices",
            ))
        }
    }
}

/// Vertices that a strip batch repeats.
const OVERLAP: usize = 2;

/// Visits every batch of a chain with the number of vertices at its start that were already in the batch before, and
/// checks that the rest adds up to `expected_vertices`.
pub(crate) fn for_each<'a>(
    chain: &'a KeptBytes,
    layout: Layout,
    strip: bool,
    expected_vertices: u32,
    visit: &mut dyn FnMut(&Batch<'a>, usize),
) -> Result<()> {
    if chain.is_empty() && expected_vertices == 0 {
        return Ok(());
    }
    let mut walk = || {
        let mut cycle = (0, 0);
        let mut batch = Batch::default();
        let mut previous: Option<Batch<'a>> = None;
        let mut total = 0;
        let mut end = chain.offset();
        for packet in VifReader::at_base(chain, chain.offset()) {
            let packet = packet?;
            end = packet.offset;
            match packet.code {
                VifCode::StCycl { cl, wl } => cycle = (cl, wl),
                VifCode::Itop(count) => batch.vertex_count = usize::from(count),
                VifCode::StMod(0) => {}
                VifCode::StMod(mode) => {
                    return Err(FormatError::malformed(packet.offset, "STMOD 0", mode));
                }
                VifCode::Unpack(unpack) => unpack_into(&mut batch, layout, cycle, unpack, packet)?,
                code if code.starts_program() => {
                    batch.check_complete(packet.offset)?;
                    let mut repeated = 0;
                    if let Some(previous) = &previous {
                        batch.check_follows(previous, strip, packet.offset)?;
                        repeated = if strip { OVERLAP } else { 0 };
                    }
                    total += (batch.vertex_count - repeated) as u64;
                    if total > u64::from(expected_vertices) {
                        return Err(FormatError::malformed(
                            packet.offset,
                            format!("{expected_vertices} vertices"),
                            format!("at least {total}"),
                        ));
                    }
                    steps::count(batch.vertex_count as u64);
                    visit(&batch, repeated);
                    previous = Some(std::mem::take(&mut batch));
                }
                _ => {}
            }
        }
        if !batch.is_empty() {
            return Err(FormatError::malformed(
                end,
                "a start code",
                "vertices that are not drawn",
            ));
        }
        if total != u64::from(expected_vertices) {
            return Err(FormatError::malformed(
                end,
                format!("{expected_vertices} vertices"),
                total,
            ));
        }
        Ok(())
    };
    walk().within(|| "chain")
}

fn unpack_into<'a>(
    batch: &mut Batch<'a>,
    layout: Layout,
    (cl, wl): (u8, u8),
    unpack: Unpack,
    packet: VifPacket<'a>,
) -> Result<()> {
    let fault = |expected: &'static str, found: String| {
        Err(FormatError::malformed(packet.offset, expected, found))
    };
    let most_slots = match layout {
        Layout::Packed => 5,
        Layout::Default => 4,
    };
    if wl != 1 || !(4..=most_slots).contains(&cl) {
        return fault("a write cycle of 4, 1", format!("{cl}, {wl}"));
    }
    if unpack.masked {
        return fault("an UNPACK without a mask", "one with a mask".into());
    }
    let Some(&slot) = SLOTS
        .get(usize::from(unpack.addr))
        .filter(|_| unpack.addr < u16::from(cl))
    else {
        return fault("an attribute slot", unpack.addr.to_string());
    };
    if layout == Layout::Packed && slot == Slot::Position && unpack.format == UnpackFormat::V3_32 {
        return fault(
            "the packed layout",
            "the default layout (float positions)".into(),
        );
    }
    if !is_format_of(layout, slot, &unpack) {
        return fault(
            "the slot's format",
            format!("UNPACK {:#010x}", unpack.word()),
        );
    }
    match batch.attributes.get_mut(slot as usize) {
        Some(place) if place.is_none() => {
            *place = Some(Attribute {
                format: unpack.format,
                vectors: unpack.num,
                data: packet.data,
            });
            Ok(())
        }
        _ => fault(
            "each attribute once a batch",
            format!("slot {} again", unpack.addr),
        ),
    }
}

/// The attribute tables of the two layouts. Source: spec/ps2-geometry.md 3 and 9.
fn is_format_of(layout: Layout, slot: Slot, unpack: &Unpack) -> bool {
    let format = unpack.format;
    let signed = !unpack.usn;
    match (layout, slot) {
        (Layout::Packed, Slot::Position) => format == UnpackFormat::V4_16 && signed,
        (Layout::Packed, Slot::Uv) => {
            matches!(format, UnpackFormat::V4_16 | UnpackFormat::V2_16) && signed
        }
        (Layout::Packed | Layout::Default, Slot::Colour) => {
            format == UnpackFormat::V4_8 && unpack.usn
        }
        (Layout::Packed, Slot::Normal) => format == UnpackFormat::V4_8 && signed,
        (Layout::Packed, Slot::Weights) => format == UnpackFormat::V4_32,
        (Layout::Default, Slot::Position) => format == UnpackFormat::V3_32,
        (Layout::Default, Slot::Uv) => matches!(format, UnpackFormat::V2_32 | UnpackFormat::V4_32),
        (Layout::Default, Slot::Normal) => format == UnpackFormat::V3_8 && signed,
        (Layout::Default, Slot::Weights) => false,
    }
}
