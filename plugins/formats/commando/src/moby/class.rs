//! A moby class, read and written.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;

use super::{
    Bangles, GifUsage, Joint, MobyHeader, MobyPacket, MobyPacketEntry, Sequence, VertexForm,
};
use crate::model::class_reader;
use crate::model::layout::{Image, Pieces, stored_offset};
use crate::record::bytes_of;

/// A moby class as it is stored. Source: spec/commando-assets.md 8.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MobyClass {
    /// The header.
    pub header: MobyHeader,
    /// Animation sequences; none where the class has an empty place.
    pub sequences: Vec<Option<Sequence>>,
    /// Packets: near level, far level, reflecting parts, optional parts. See [`MobyClass::packets_of`].
    pub packets: Vec<MobyPacket>,
    /// Optional parts.
    pub bangles: Option<Bangles>,
    /// Which textures packets use.
    pub gif_usage: Vec<GifUsage>,
    /// A matrix of four columns for each joint. The pages do not say between which spaces; in the game's later port the fourth
    /// word of the last column is no number but repeats the joint's last word.
    pub skeleton: Vec<[[f32; 4]; 4]>,
    /// Joints.
    pub joints: Vec<Joint>,
    /// The class's bytes with zeros in place of everything above: poses, collision, sounds, shadow and what is unknown.
    pub rest: KeptBytes,
}

class_reader!(
    MobyClass,
    "moby",
    " `Malformed` when something lies outside the class, pieces overlap so that together they are more than twice the class,"
    " a packet's list or vertex table does not hold what it says, or the scale or the sphere are not finite. `Unsupported` when a"
    " list does more than unpack."
);

impl MobyClass {
    fn read_block(block: Cursor<'_>) -> Result<Self> {
        let mut pieces = Pieces::new(block);
        let header: MobyHeader = pieces.header(|header: &MobyHeader| {
            let [x, y, z, radius] = header.bounding_sphere;
            [
                (0x24, header.scale),
                (0x30, x),
                (0x34, y),
                (0x38, z),
                (0x3C, radius),
            ]
        })?;
        let sequences = read_sequences(&mut pieces, header.sequence_count)?;
        let bangles = match header.bangles_offset {
            0 => None,
            at => {
                let mut cursor = pieces
                    .take(16 * u64::from(at), Bangles::BYTES)
                    .within(|| "bangles")?;
                Some(cursor.record()?)
            }
        };
        let packets = read_packets(&mut pieces, &header, bangles.as_ref())?;
        let gif_usage = match header.gif_usage_offset {
            0 => Vec::new(),
            at => read_gif_usage(&mut pieces, stored_offset(at)).within(|| "gif usage")?,
        };
        let joint_count = u64::from(header.joint_count);
        let mut skeleton = Vec::new();
        if header.skeleton_offset != 0 && joint_count > 0 {
            let at = stored_offset(header.skeleton_offset);
            skeleton = pieces.records(at, joint_count, "skeleton")?;
        }
        let mut joints = Vec::new();
        if header.joints_offset != 0 && joint_count > 0 {
            let at = stored_offset(header.joints_offset);
            joints = pieces.records(at, joint_count, "joints")?;
        }
        Ok(Self {
            header,
            sequences,
            packets,
            bangles,
            gif_usage,
            skeleton,
            joints,
            rest: pieces.into_rest(),
        })
    }

    /// The class's bytes: what was read and not changed is written back as it was. Nothing may have become longer: a class
    /// with more or larger packets is made with [`MobyClass::build`].
    ///
    /// # Errors
    /// `Malformed` when counts differ from what there is, or pieces do not fit where their offsets say.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.check_counts()?;
        let header = &self.header;
        let mut image = Image::new(&self.rest);
        let mut bytes = bytes_of([header]);
        for sequence in &self.sequences {
            let at = sequence.as_ref().map_or(0, |sequence| sequence.offset);
            bytes.extend(at.to_le_bytes());
        }
        image.put(0, &bytes)?;
        for sequence in self.sequences.iter().flatten() {
            image.put(sequence.offset.into(), &sequence.bytes()?)?;
        }
        if let Some(bangles) = &self.bangles {
            let at = 16 * u64::from(header.bangles_offset);
            image.put(at, &bytes_of([bangles]))?;
        }
        for packet in &self.packets {
            packet.put(&mut image)?;
        }
        let entries: Vec<_> = self.packets.iter().map(|packet| packet.entry).collect();
        image.put_records(stored_offset(header.packet_table_offset), &entries)?;
        image.put_records(stored_offset(header.gif_usage_offset), &self.gif_usage)?;
        image.put_records(stored_offset(header.skeleton_offset), &self.skeleton)?;
        image.put_records(stored_offset(header.joints_offset), &self.joints)?;
        Ok(image.into_bytes())
    }

    fn check_counts(&self) -> Result<()> {
        let header = &self.header;
        let joints = usize::from(header.joint_count);
        let there = |offset: i32| if offset == 0 { 0 } else { joints };
        let usages = self.gif_usage.len();
        let mut marks = self
            .gif_usage
            .iter()
            .map(|usage| usage.offset & GifUsage::LAST != 0);
        let found = [
            self.sequences.len(),
            self.packets.len(),
            usize::from(self.bangles.is_some()),
            usize::from(!self.gif_usage.is_empty()),
            self.skeleton.len(),
            self.joints.len(),
            // The records before the first that is marked: the last one.
            marks.position(|is_last| is_last).unwrap_or(usages),
        ];
        let expected = [
            usize::from(header.sequence_count),
            header.packet_count(self.bangles.as_ref()),
            usize::from(header.bangles_offset != 0),
            usize::from(header.gif_usage_offset != 0),
            there(header.skeleton_offset),
            there(header.joints_offset),
            usages.saturating_sub(1),
        ];
        if found == expected {
            return Ok(());
        }
        Err(FormatError::malformed(
            0,
            format!("{expected:?} sequences, packets, bangles, gif usages, matrices, joints"),
            format!("{found:?}"),
        ))
    }
}

fn read_sequences(pieces: &mut Pieces<'_>, count: u8) -> Result<Vec<Option<Sequence>>> {
    let mut offsets = pieces
        .take(MobyHeader::BYTES, 4 * u64::from(count))
        .within(|| "sequences")?;
    let mut sequences = Vec::new();
    for i in 0..count {
        sequences.push(match offsets.u32()? {
            0 => None,
            at => Some(Sequence::read(pieces, at).within(|| format!("sequence[{i}]"))?),
        });
    }
    Ok(sequences)
}

fn read_packets(
    pieces: &mut Pieces<'_>,
    header: &MobyHeader,
    bangles: Option<&Bangles>,
) -> Result<Vec<MobyPacket>> {
    let count = header.packet_count(bangles);
    if count == 0 {
        return Ok(Vec::new());
    }
    let at = stored_offset(header.packet_table_offset);
    pieces.check_packets(count as u64, at)?;
    let mut table = pieces
        .take(at, MobyPacketEntry::BYTES * count as u64)
        .within(|| "packet table")?;
    let form = vertex_form(header);
    let mut packets = Vec::new();
    for i in 0..count {
        let entry = table.record()?;
        let is_metal = header.metal().contains(&i);
        let packet =
            MobyPacket::read(pieces, entry, is_metal, form).within(|| format!("packet[{i}]"))?;
        pieces.count_vertices(packet.vertices.len(), entry.vertex_offset.into())?;
        packets.push(packet);
    }
    Ok(packets)
}

/// Which header the vertex tables of a class have.
pub(super) fn vertex_form(header: &MobyHeader) -> VertexForm {
    match header.old_vertex_tables {
        0 => VertexForm::Short,
        _ => VertexForm::Long,
    }
}

fn read_gif_usage(pieces: &mut Pieces<'_>, at: u64) -> Result<Vec<GifUsage>> {
    let mut usage: Vec<GifUsage> = Vec::new();
    loop {
        let at = at.saturating_add(GifUsage::BYTES * usage.len() as u64);
        let record: GifUsage = pieces.take(at, GifUsage::BYTES)?.record()?;
        usage.push(record);
        if record.offset & GifUsage::LAST != 0 {
            return Ok(usage);
        }
    }
}
