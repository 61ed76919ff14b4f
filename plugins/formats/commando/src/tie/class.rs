//! A tie class, read and written.

use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;

use super::{PacketEntry, TieAdGif, TieHeader, TiePacket};
use crate::model::class_reader;
use crate::model::layout::{Image, Pieces, aligned, i16_bytes, i16_rows};

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

/// Bytes of a packet table's entry.
const ENTRY_BYTES: u64 = 16;
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
        let header = read_header(&mut pieces)?;
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
            let size = TieAdGif::BYTES * u64::from(header.texture_count);
            let mut cursor = pieces.take(at, size).within(|| "materials")?;
            for _ in 0..header.texture_count {
                ad_gifs.push(cursor.record()?);
            }
        }
        let mut normals = Vec::new();
        if header.normal_count != 0 {
            let at = offset(&pieces, 0x34, header.normals_offset).within(|| "normals")?;
            let count = offset(&pieces, 0x38, header.normal_count.into()).within(|| "normals")?;
            let mut cursor = pieces.take(at, 8 * count).within(|| "normals")?;
            normals = i16_rows(&mut cursor, count as usize)?;
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
        let mut cursor = self.rest.cursor();
        cursor.take(CORNERS_OFFSET as usize).ok()?;
        let mut corners = [[0.0; 4]; 8];
        for value in corners.as_flattened_mut() {
            *value = cursor.f32().ok()?;
        }
        Some(corners)
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
        let mut bytes = Vec::new();
        push_record(&mut bytes, header);
        image.put(0, &bytes)?;
        for (packets, &table) in self.lods.iter().zip(&header.packets) {
            let table = written_offset(table);
            let mut entries = Vec::new();
            for packet in packets {
                push_record(&mut entries, &packet.entry);
                packet.put(&mut image, table)?;
            }
            if !packets.is_empty() {
                image.put(table, &entries)?;
            }
        }
        if !self.ad_gifs.is_empty() {
            let mut bytes = Vec::new();
            self.ad_gifs
                .iter()
                .for_each(|ad_gif| push_record(&mut bytes, ad_gif));
            image.put(written_offset(header.ad_gif_offset), &bytes)?;
        }
        if !self.normals.is_empty() {
            let bytes = i16_bytes(self.normals.as_flattened());
            image.put(written_offset(header.normals_offset), &bytes)?;
        }
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
            at += ENTRY_BYTES * packets.len() as u64;
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
        for value in corners.as_flattened() {
            rest.extend(value.to_le_bytes());
        }
        rest.resize(at as usize, 0);
        self.rest = KeptBytes::from(rest);
        Ok(self)
    }
}

fn read_header(pieces: &mut Pieces<'_>) -> Result<TieHeader> {
    let mut cursor = pieces.take(0, TieHeader::BYTES)?;
    let at = cursor.offset();
    let header: TieHeader = cursor.record()?;
    let [x, y, z, radius] = header.bounding_sphere;
    for (offset, value) in [
        (0x40, header.scale),
        (0x50, x),
        (0x54, y),
        (0x58, z),
        (0x5C, radius),
    ] {
        if !value.is_finite() {
            return Err(FormatError::malformed(
                at + offset,
                "a finite number",
                value,
            ));
        }
    }
    Ok(header)
}

fn read_lod(pieces: &mut Pieces<'_>, lod: usize, at: i32, count: u8) -> Result<Vec<TiePacket>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let table = offset(pieces, 4 * lod as u64, at)?;
    pieces.check_packets(count.into(), table)?;
    let mut entries = pieces.take(table, ENTRY_BYTES * u64::from(count))?;
    let mut packets = Vec::new();
    for i in 0..count {
        let entry: PacketEntry = entries.record()?;
        let packet = TiePacket::read(pieces, table, entry).within(|| format!("packet[{i}]"))?;
        pieces.count_vertices(packet.dinky.len() + packet.fat.len(), table)?;
        packets.push(packet);
    }
    Ok(packets)
}

/// An offset or count of the header, checked for its sign.
fn offset(pieces: &Pieces<'_>, field: u64, value: i32) -> Result<u64> {
    u64::try_from(value)
        .map_err(|_| FormatError::malformed(pieces.outer(field), "no negative number", value))
}

/// An offset as it is: a negative one is nowhere.
fn written_offset(value: i32) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

fn fitting<T: TryFrom<u64>>(value: u64, what: &'static str) -> Result<T> {
    T::try_from(value)
        .map_err(|_| FormatError::malformed(0, format!("fewer {what} than that"), value))
}
