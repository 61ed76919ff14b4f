//! A packet of a tie, read from and put into its class.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::{DinkyVertex, FatVertex, PacketEntry, TieStrip, UnpackHeader};
use crate::model::layout::{Image, Pieces};
use crate::record::{Stored, all, bytes_of};

/// One buffer's worth of a level. Source: spec/commando-assets.md 6.2, 6.3.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TiePacket {
    /// Its entry in the level's table.
    pub entry: PacketEntry,
    /// Where the second to the fourth material go in the GS packet, and a fourth word. The first one goes to 0.
    pub destinations: [i32; 4],
    /// The materials: byte offsets in the class's list.
    pub sources: [i32; 4],
    /// What the console unpacks first.
    pub header: UnpackHeader,
    /// Strips, in the order of their slots.
    pub strips: Vec<TieStrip>,
    /// Vertices that stay.
    pub dinky: Vec<DinkyVertex>,
    /// Vertices that morph.
    pub fat: Vec<FatVertex>,
    /// Colour indices: a byte for each dinky vertex, then, from a whole word on, four for each fat one.
    pub colours: Vec<u8>,
    /// The copy that follows them, each larger by 64 in the first game.
    pub second_colours: Vec<u8>,
    /// The table of slot steps, raw.
    pub steps: Vec<u8>,
}

/// Where the unpack header stands in a packet.
const HEADER_OFFSET: u64 = 0x20;
/// Where the strips do.
const STRIPS_OFFSET: u64 = 0x2C;

impl TiePacket {
    /// Reads the packet of an entry whose table stands at `table`.
    pub(super) fn read(pieces: &mut Pieces<'_>, table: u64, entry: PacketEntry) -> Result<Self> {
        let packet = Places::of(&entry, table, pieces.outer(table))?;
        pieces.look(packet.start, packet.size)?;
        let control = packet.take(pieces, 0, STRIPS_OFFSET).within(|| "control")?;
        let mut control = control.rest();
        let [destinations, sources] = Stored::take(&mut control);
        let header = UnpackHeader::of(control);
        let strip_count = u64::from(header.strip_count);
        let strips = packet
            .take(pieces, STRIPS_OFFSET, TieStrip::BYTES * strip_count)
            .within(|| "strips")?;
        let (dinky, fat) = packet
            .read_vertices(pieces, &entry, &header)
            .within(|| "vertices")?;
        let [colour_offset, colour_size] = packet.colours(&entry);
        let colours = packet
            .take(pieces, colour_offset, colour_size)
            .within(|| "colours")?;
        let copy = colour_offset + colour_size;
        let second_colours = if copy + colour_size <= packet.steps {
            packet.take(pieces, copy, colour_size)?.rest().to_vec()
        } else {
            Vec::new()
        };
        let steps = packet.take(pieces, packet.steps, packet.size - packet.steps)?;
        Ok(Self {
            entry,
            destinations,
            sources,
            header,
            strips: all(strips.rest()).collect(),
            dinky,
            fat,
            colours: colours.rest().to_vec(),
            second_colours,
            steps: steps.rest().to_vec(),
        })
    }

    /// Puts the packet where its entry says.
    pub(super) fn put(&self, image: &mut Image, table: u64) -> Result<()> {
        let entry = &self.entry;
        let packet = Places::of(entry, table, table)?;
        let counts = [self.strips.len(), self.dinky.len(), self.fat.len()];
        let expected = [
            usize::from(self.header.strip_count),
            dinky_count(&self.header),
            fat_count(entry, dinky_count(&self.header)),
        ];
        let sizes = [self.colours.len(), self.steps.len()].map(|size| size as u64);
        let [_, colour_size] = packet.colours(entry);
        let expected_sizes = [colour_size, packet.size - packet.steps];
        let copy = self.second_colours.len() as u64;
        if counts != expected || sizes != expected_sizes || (copy != 0 && copy != colour_size) {
            return Err(FormatError::malformed(
                packet.start,
                format!(
                    "{expected:?} strips and vertices, {expected_sizes:?} bytes of colours and steps"
                ),
                format!("{counts:?}, {sizes:?}"),
            ));
        }
        let mut control = bytes_of(&[self.destinations, self.sources]);
        self.header.put(&mut control);
        control.extend(bytes_of(&self.strips));
        image.put(packet.start, &control)?;
        let vertices = [bytes_of(&self.dinky), bytes_of(&self.fat)].concat();
        image.put(packet.start + quadwords(entry.vertex_offset), &vertices)?;
        let at = packet.start + quadwords(entry.colour_offset);
        image.put(at, &self.colours)?;
        image.put(at + colour_size, &self.second_colours)?;
        image.put(packet.start + packet.steps, &self.steps)
    }

    /// Bytes of the packet by its entry.
    pub(super) fn size(&self) -> u64 {
        quadwords(self.entry.step_offset) + quadwords(self.entry.step_quadwords)
    }

    /// The colour indices of a vertex, dinky ones before fat ones: one for a dinky vertex, three for a fat one.
    pub fn colour_indices(&self, vertex: usize) -> Option<[u8; 3]> {
        let dinky = self.dinky.len();
        match vertex.checked_sub(dinky) {
            None => self.colours.get(vertex).map(|&index| [index; 3]),
            Some(fat) => {
                let at = dinky.next_multiple_of(4) + 4 * fat;
                let word = self.colours.get(at..at + 4)?;
                word.first_chunk().copied()
            }
        }
    }
}

/// Where the parts of a packet are.
struct Places {
    start: u64,
    size: u64,
    /// Of the step table, from the start.
    steps: u64,
}

impl Places {
    fn of(entry: &PacketEntry, table: u64, outer: u64) -> Result<Self> {
        let steps = quadwords(entry.step_offset);
        let start = table.checked_add_signed(i64::from(entry.data));
        let start = start.ok_or_else(|| {
            FormatError::malformed(outer, "a packet inside the class", entry.data)
        })?;
        Ok(Self {
            start,
            size: steps + quadwords(entry.step_quadwords),
            steps,
        })
    }

    /// Takes a part, which must be inside the packet.
    fn take<'a>(&self, pieces: &mut Pieces<'a>, offset: u64, size: u64) -> Result<Cursor<'a>> {
        if offset + size > self.size {
            return Err(FormatError::malformed(
                pieces.outer(self.start),
                format!("{size} bytes from {offset:#x} on, inside the packet"),
                format!("a packet of {:#x} bytes", self.size),
            ));
        }
        pieces.take(self.start + offset, size)
    }

    fn read_vertices(
        &self,
        pieces: &mut Pieces<'_>,
        entry: &PacketEntry,
        header: &UnpackHeader,
    ) -> Result<(Vec<DinkyVertex>, Vec<FatVertex>)> {
        let dinky = dinky_count(header);
        let fat = fat_count(entry, dinky);
        let offset = quadwords(entry.vertex_offset);
        if !header.dinky_size.is_multiple_of(2)
            || header.dinky_size < 4
            || dinky as u64 * DinkyVertex::BYTES > quadwords(entry.vertex_quadwords)
        {
            return Err(FormatError::malformed(
                pieces.outer(self.start + HEADER_OFFSET + 8),
                format!(
                    "twice a count that {} quadwords hold, and 4",
                    entry.vertex_quadwords
                ),
                header.dinky_size,
            ));
        }
        let size = dinky as u64 * DinkyVertex::BYTES + fat as u64 * FatVertex::BYTES;
        let mut vertices = self.take(pieces, offset, size)?;
        let dinky = vertices.take(dinky * DinkyVertex::SIZE)?;
        Ok((all(dinky).collect(), all(vertices.rest()).collect()))
    }

    fn colours(&self, entry: &PacketEntry) -> [u64; 2] {
        [
            quadwords(entry.colour_offset),
            4 * u64::from(entry.colour_words),
        ]
    }
}

fn dinky_count(header: &UnpackHeader) -> usize {
    usize::from(header.dinky_size.saturating_sub(4) / 2)
}

/// What fits behind the dinky vertices: the header's own count of fat ones is only checked by the validator.
fn fat_count(entry: &PacketEntry, dinky: usize) -> usize {
    (16 * usize::from(entry.vertex_quadwords)).saturating_sub(16 * dinky)
        / FatVertex::BYTES as usize
}

fn quadwords(count: u8) -> u64 {
    16 * u64::from(count)
}
