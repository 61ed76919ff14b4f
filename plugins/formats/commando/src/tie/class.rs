//! A tie class, read and written.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;

use super::{PacketEntry, TieAdGif, TieHeader, TiePacket};
use crate::model::class_reader;
use crate::model::layout::{Image, Pieces, aligned, stored_offset};
use crate::record::{Stored, all, bytes_of};

/// A tie class as it is stored. Source: spec/commando-assets.md 6.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TieClass {
    /// The header.
    pub header: TieHeader,
    /// The packets of each level, the nearest first.
    pub lods: [Vec<TiePacket>; 3],
    /// Materials.
    pub ad_gifs: Vec<TieAdGif>,
    /// Normals, one for each colour that lighting makes: x, y, z as 32,768ths, and 0.
    pub normals: Vec<[i16; 4]>,
    /// The class's bytes with zeros in place of everything above: padding, corner points and what is unknown.
    pub rest: KeptBytes,
}

/// Where the corner points are.
const CORNERS_OFFSET: u64 = TieHeader::BYTES;
/// Bytes of eight corner points.
const CORNERS_BYTES: u64 = 0x80;

class_reader!(
    TieClass,
    "tie",
    " `Malformed` when something lies outside the class or its packet, pieces overlap so that together they are more than"
    " twice the class, or the scale or the sphere are not finite."
);

impl TieClass {
    fn read_block(block: Cursor<'_>) -> Result<Self> {
        let mut pieces = Pieces::new(block);
        let header: TieHeader = pieces.header(|header: &TieHeader| {
            let [x, y, z, radius] = header.bounding_sphere;
            [
                (0x40, header.scale),
                (0x50, x),
                (0x54, y),
                (0x58, z),
                (0x5C, radius),
            ]
        })?;
        let mut lods: [Vec<TiePacket>; 3] = Default::default();
        for (i, (packets, (&at, &count))) in lods
            .iter_mut()
            .zip(header.packets.iter().zip(&header.packet_counts))
            .enumerate()
        {
            *packets = read_lod(&mut pieces, i, at, count).within(|| format!("lod[{i}]"))?;
        }
        let mut ad_gifs = Vec::new();
        if header.texture_count > 0 {
            let at = offset(&pieces, 0x1C, header.ad_gif_offset).within(|| "materials")?;
            ad_gifs = pieces.records(at, header.texture_count.into(), "materials")?;
        }
        let mut normals = Vec::new();
        if header.normal_count != 0 {
            let at = offset(&pieces, 0x34, header.normals_offset).within(|| "normals")?;
            let count = offset(&pieces, 0x38, header.normal_count.into()).within(|| "normals")?;
            normals = pieces.records(at, count, "normals")?;
        }
        Ok(Self {
            header,
            lods,
            ad_gifs,
            normals,
            rest: pieces.into_rest(),
        })
    }

    /// The eight points between the header and the first packet table, which seem to be a box's corners in class units; none
    /// where a table or something else stands there.
    pub fn corners(&self) -> Option<[[f32; 4]; 8]> {
        let used = (0..3).filter(|&lod| {
            self.lods
                .get(lod)
                .is_some_and(|packets| !packets.is_empty())
        });
        let first = used.filter_map(|lod| self.header.packets.get(lod)).min()?;
        if i64::from(*first) < (CORNERS_OFFSET + CORNERS_BYTES) as i64 {
            return None;
        }
        let end = (CORNERS_OFFSET + CORNERS_BYTES) as usize;
        self.rest.get(CORNERS_OFFSET as usize..end).map(Stored::of)
    }

    /// The class's bytes: what was read and not changed is written back as it was. Something longer or more than it was
    /// needs [`Self::laid_out`] first.
    ///
    /// # Errors
    /// `Malformed` when counts differ from what there is, or pieces do not fit where their offsets say.
    pub fn write(&self) -> Result<Vec<u8>> {
        let header = &self.header;
        let counts = self.lods.each_ref().map(Vec::len);
        if header.packet_counts.map(usize::from) != counts
            || usize::from(header.texture_count) != self.ad_gifs.len()
            || i64::from(header.normal_count) != self.normals.len() as i64
        {
            return Err(FormatError::malformed(
                0,
                "the header's counts, or a class that is laid out again",
                format!(
                    "{counts:?} packets, {} materials, {} normals",
                    self.ad_gifs.len(),
                    self.normals.len()
                ),
            ));
        }
        let mut image = Image::new(&self.rest);
        image.put(0, &bytes_of([header]))?;
        for (packets, &table) in self.lods.iter().zip(&header.packets) {
            let table = stored_offset(table);
            for packet in packets {
                packet.put(&mut image, table)?;
            }
            let entries: Vec<_> = packets.iter().map(|packet| packet.entry).collect();
            image.put_records(table, &entries)?;
        }
        image.put_records(stored_offset(header.ad_gif_offset), &self.ad_gifs)?;
        image.put_records(stored_offset(header.normals_offset), &self.normals)?;
        Ok(image.into_bytes())
    }

    /// The same class with its counts, its offsets and its length made new, and with these corner points: each level's table
    /// and packets, normals, materials, all at multiples of 16. What stood between and behind them is dropped.
    ///
    /// # Errors
    /// `Malformed` when there is more of something than a class can have.
    pub fn laid_out(mut self, corners: [[f32; 4]; 8]) -> Result<Self> {
        let mut at = CORNERS_OFFSET + CORNERS_BYTES;
        let lods = self
            .header
            .packets
            .iter_mut()
            .zip(&mut self.header.packet_counts);
        for ((table, count), packets) in lods.zip(&mut self.lods) {
            let start = at;
            *table = fitting(start, "bytes of the class")?;
            *count = fitting(packets.len() as u64, "packets of a level")?;
            at += PacketEntry::BYTES * packets.len() as u64;
            for packet in packets {
                packet.entry.data = fitting(at - start, "bytes of a level")?;
                at = aligned(at + packet.size(), 16);
            }
        }
        self.header.normals_offset = fitting(at, "bytes of the class")?;
        self.header.normal_count = fitting(self.normals.len() as u64, "normals")?;
        at = aligned(at + 8 * self.normals.len() as u64, 16);
        self.header.ad_gif_offset = fitting(at, "bytes of the class")?;
        self.header.texture_count = fitting(self.ad_gifs.len() as u64, "materials")?;
        at += TieAdGif::BYTES * self.ad_gifs.len() as u64;
        let mut rest = vec![0; TieHeader::BYTES as usize];
        corners.put(&mut rest);
        rest.resize(at as usize, 0);
        self.rest = KeptBytes::from(rest);
        Ok(self)
    }
}

fn read_lod(pieces: &mut Pieces<'_>, lod: usize, at: i32, count: u8) -> Result<Vec<TiePacket>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let table = offset(pieces, 4 * lod as u64, at)?;
    pieces.check_packets(count.into(), table)?;
    let entries = pieces.take(table, PacketEntry::BYTES * u64::from(count))?;
    let mut packets = Vec::new();
    for (i, entry) in all(entries.rest()).enumerate() {
        let packet = TiePacket::read(pieces, table, entry).within(|| format!("packet[{i}]"))?;
        pieces.count_vertices(packet.dinky.len() + packet.fat.len(), table)?;
        packets.push(packet);
    }
    Ok(packets)
}

/// An offset or count of the header, checked for its sign.
fn offset(pieces: &Pieces<'_>, field: u64, value: i32) -> Result<u64> {
    pieces.unsigned(field, value, "no negative number")
}

fn fitting<T: TryFrom<u64>>(value: u64, what: &'static str) -> Result<T> {
    T::try_from(value)
        .map_err(|_| FormatError::malformed(0, format!("fewer {what} than that"), value))
}
