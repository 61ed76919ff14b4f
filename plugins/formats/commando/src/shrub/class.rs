//! A shrub class, read and written.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;

use super::{Billboard, NORMALS, Normals, ShrubHeader, ShrubPacket};
use crate::model::class_reader;
use crate::model::layout::{Image, Pieces, aligned, stored_offset};
use crate::record::{Stored, bytes_of};

/// A shrub class as it is stored. Source: spec/commando-assets.md 7.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShrubClass {
    /// The header.
    pub header: ShrubHeader,
    /// The mesh, in the order of its table.
    pub packets: Vec<ShrubPacket>,
    /// What stands for it far away.
    pub billboard: Option<Billboard>,
    /// The palette of normals.
    pub normals: Normals,
    /// The class's bytes with zeros in place of everything above: padding, and whatever else there is.
    pub rest: KeptBytes,
}

/// Bytes of an entry of the packet table: offset and size.
const ENTRY_BYTES: u64 = 8;

class_reader!(
    ShrubClass,
    "shrub",
    " `Malformed` when an offset leads outside, packets are not in order or do not hold what their counts say, what they"
    " draw cannot be walked, or a number of the header is not finite."
);

impl ShrubClass {
    fn read_block(block: Cursor<'_>) -> Result<Self> {
        let mut pieces = Pieces::new(block);
        let header: ShrubHeader = pieces.header(|header: &ShrubHeader| {
            let [x, y, z, radius] = header.bounding_sphere;
            let (mip_distance, scale) = (header.mip_distance, header.scale);
            [
                (0, x),
                (4, y),
                (8, z),
                (12, radius),
                (0x10, mip_distance),
                (0x20, scale),
            ]
        })?;
        let offset = |pieces: &Pieces<'_>, field, value, name| {
            let offset = pieces.unsigned(field, value, "an offset inside the class");
            offset.within(|| name)
        };
        let normals_offset = offset(&pieces, 0x2C, header.normals_offset, "normals")?;
        let billboard_offset = offset(&pieces, 0x1C, header.billboard_offset, "billboard")?;
        let end = match billboard_offset {
            0 => normals_offset,
            billboard => billboard.min(normals_offset),
        };
        let packets = Self::read_packets(&mut pieces, &header, end)?;
        let billboard = match billboard_offset {
            0 => None,
            at => Some(pieces.take(at, Billboard::BYTES)?.record()?),
        };
        let palette = pieces
            .take(normals_offset, Normals::SIZE as u64)
            .within(|| "normals")?;
        let class = Self {
            header,
            packets,
            billboard,
            normals: Normals::of(palette.rest()),
            rest: pieces.into_rest(),
        };
        class.check_replay()?;
        Ok(class)
    }

    fn read_packets(
        pieces: &mut Pieces<'_>,
        header: &ShrubHeader,
        end: u64,
    ) -> Result<Vec<ShrubPacket>> {
        let Ok(count) = u64::try_from(header.packet_count) else {
            return Err(FormatError::malformed(
                pieces.outer(0x28),
                "a packet count",
                header.packet_count,
            ));
        };
        pieces.check_packets(count, ShrubHeader::BYTES)?;
        let mut table = pieces
            .take(ShrubHeader::BYTES, ENTRY_BYTES * count)
            .within(|| "packet table")?;
        let mut next = ShrubHeader::BYTES + ENTRY_BYTES * count;
        // Grown as packets are read: an entry is much smaller than the packet that it promises.
        let mut packets = Vec::new();
        for i in 0..count {
            let entry = table.offset();
            let [at, size] = [table.u32()?, table.u32()?];
            let [from, to] = [u64::from(at), u64::from(at) + u64::from(size)];
            if from < next || to > end || !from.is_multiple_of(16) {
                return Err(FormatError::malformed(
                    entry,
                    format!("a packet at a multiple of 16 in {next:#x}..{end:#x}"),
                    format!("{from:#x}..{to:#x}"),
                )
                .within(format!("packet[{i}]")));
            }
            let piece = pieces.take(from, to - from)?;
            let packet = ShrubPacket::read(piece, at).within(|| format!("packet[{i}]"))?;
            pieces.count_vertices(packet.positions.len(), from)?;
            packets.push(packet);
            next = to;
        }
        Ok(packets)
    }

    fn check_replay(&self) -> Result<()> {
        for (i, packet) in self.packets.iter().enumerate() {
            packet
                .replay()
                .map_err(|error| error.moved_by(self.offset()))
                .within(|| format!("packet[{i}]"))?;
        }
        Ok(())
    }

    /// The class's bytes: what was read and not changed is written back as it was. Something longer or more than it was
    /// needs [`Self::laid_out`] first.
    ///
    /// # Errors
    /// `Malformed` when counts of the header differ from what there is, or pieces do not fit where their offsets say.
    pub fn write(&self) -> Result<Vec<u8>> {
        let count = self.packets.len();
        let has_billboard = self.header.billboard_offset != 0;
        if i64::from(self.header.packet_count) != count as i64
            || has_billboard != self.billboard.is_some()
        {
            return Err(FormatError::malformed(
                0,
                "the header's packet count and billboard, or a class that is laid out again",
                format!("{count} packets, billboard: {}", self.billboard.is_some()),
            ));
        }
        let mut image = Image::new(&self.rest);
        let mut head = bytes_of([&self.header]);
        for packet in &self.packets {
            let list = packet.write()?;
            image.put(u64::from(packet.offset), &list)?;
            head.extend(packet.offset.to_le_bytes());
            head.extend((list.len() as u32).to_le_bytes());
        }
        image.put(0, &head)?;
        if let Some(billboard) = &self.billboard {
            let bytes = bytes_of([billboard]);
            image.put(stored_offset(self.header.billboard_offset), &bytes)?;
        }
        let normals = bytes_of(&self.normals);
        image.put(stored_offset(self.header.normals_offset), &normals)?;
        Ok(image.into_bytes())
    }

    /// The same class with its counts, its offsets and its length made new: packets, billboard and normals one after the other,
    /// each at the next multiple of 16. What stood between and behind them is dropped.
    ///
    /// # Errors
    /// `Malformed` when there are more packets than a class can have, or one cannot be written.
    pub fn laid_out(mut self) -> Result<Self> {
        let count = self.packets.len();
        self.header.packet_count = i16::try_from(count)
            .map_err(|_| FormatError::malformed(0, "at most 32,767 packets", count))?;
        let mut at = ShrubHeader::BYTES + ENTRY_BYTES * count as u64;
        let mut place = |size: u64| {
            let from = aligned(at, 16);
            at = from + size;
            i32::try_from(from)
                .map_err(|_| FormatError::malformed(0, "a class of less than 2 GiB", at))
        };
        for packet in &mut self.packets {
            packet.offset = place(packet.write()?.len() as u64)? as u32;
        }
        self.header.billboard_offset = match self.billboard {
            Some(_) => place(Billboard::BYTES)?,
            None => 0,
        };
        self.header.normals_offset = place(8 * NORMALS as u64)?;
        self.rest = KeptBytes::from(vec![0; at as usize]);
        Ok(self)
    }
}
