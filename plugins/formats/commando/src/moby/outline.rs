//! A moby class for people.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::outline::{Node, Outline};

use super::class::vertex_form;
use super::{
    Bangles, Joint, MobyClass, MobyHeader, MobyPacket, MobyPacketEntry, MobyVertices, Sequence,
};
use crate::inside::inside;
use crate::model::layout::{Pieces, stored_offset};

/// The tree of a class's bytes: header, sequences, packets, optional parts, skeleton. It shows what can be read, also where
/// [`MobyClass::read`] gives up; the reader's own error, or that of a list's mesh, stands at the end.
pub fn outline(bytes: &[u8]) -> Outline {
    let mut nodes = Vec::new();
    let outcome = show(&mut Pieces::new(Cursor::new(bytes)), &mut nodes);
    let whole = || {
        let class = MobyClass::read(bytes)?;
        class
            .lists()
            .try_for_each(|list| class.mesh(list).map(drop))
    };
    inside(nodes, outcome.and_then(|()| whole()).err(), bytes)
}

fn show(pieces: &mut Pieces<'_>, nodes: &mut Vec<Node>) -> Result<()> {
    let header: MobyHeader = pieces.look(0, MobyHeader::BYTES)?.record()?;
    nodes.push(header_node(&header));
    let count = u64::from(header.sequence_count);
    let mut offsets = pieces.look(MobyHeader::BYTES, 4 * count)?;
    for i in 0..count {
        nodes.push(sequence_node(pieces, i, offsets.u32()?));
    }
    let bangles = bangles(pieces, &header, nodes);
    packets(pieces, &header, bangles.as_ref(), nodes)?;
    let joints = u64::from(header.joint_count);
    let parts = [
        ("skeleton", header.skeleton_offset, 64 * joints),
        ("joints", header.joints_offset, Joint::BYTES * joints),
        ("gif usage", header.gif_usage_offset, 0),
        ("collision (raw)", header.collision_offset, 0),
        ("joint lists (raw)", header.joint_lists_offset, 0),
        (
            "sound definitions (raw)",
            header.sound_defs_offset,
            32 * u64::from(header.sound_count),
        ),
    ];
    for (name, at, size) in parts {
        if at != 0 {
            let mut node = Node::new(stored_offset(at), size, name);
            if let Err(error) = pieces.look(stored_offset(at), size) {
                node.fault(error);
            }
            nodes.push(node);
        }
    }
    Ok(())
}

fn header_node(header: &MobyHeader) -> Node {
    let mut node = Node::new(0, MobyHeader::BYTES, "moby header");
    header.show(&mut node);
    node.field("vertex tables", format_args!("{:?}", vertex_form(header)));
    node
}

fn sequence_node(pieces: &mut Pieces<'_>, i: u64, at: u32) -> Node {
    let mut node = Node::new(at.into(), 0, format!("sequence[{i}]"));
    if at == 0 {
        node.field("frames", "none");
        return node;
    }
    match Sequence::read(pieces, at) {
        Ok(sequence) => {
            node.size = 0x1C + 4 * (sequence.frames.len() + sequence.triggers.len()) as u64;
            node.field("frames", sequence.frames.len());
            let packed = sequence
                .frames
                .iter()
                .filter(|frame| frame.is_packed())
                .count();
            node.field("packed frames (raw)", packed);
            node.field("triggers", sequence.triggers.len());
            node.field("sounds", format!("{:#04x}", sequence.sounds));
        }
        Err(error) => node.fault(error),
    }
    node
}

fn bangles(pieces: &Pieces<'_>, header: &MobyHeader, nodes: &mut Vec<Node>) -> Option<Bangles> {
    if header.bangles_offset == 0 {
        return None;
    }
    let at = 16 * u64::from(header.bangles_offset);
    let mut node = Node::new(at, Bangles::BYTES, "bangles");
    let bangles = pieces
        .look(at, Bangles::BYTES)
        .and_then(|mut cursor| cursor.record::<Bangles>());
    match &bangles {
        Ok(bangles) => {
            for (i, part) in bangles
                .parts
                .iter()
                .enumerate()
                .filter(|(_, part)| **part != [0; 4])
            {
                node.field(format!("part[{i}]"), format!("{part:?}"));
            }
        }
        Err(error) => node.fault(error.clone()),
    }
    nodes.push(node);
    bangles.ok()
}

fn packets(
    pieces: &mut Pieces<'_>,
    header: &MobyHeader,
    bangles: Option<&Bangles>,
    nodes: &mut Vec<Node>,
) -> Result<()> {
    let count = header.packet_count(bangles);
    if count == 0 {
        return Ok(());
    }
    let table = stored_offset(header.packet_table_offset);
    let mut entries = pieces.look(table, MobyPacketEntry::BYTES * count as u64)?;
    for i in 0..count {
        let entry: MobyPacketEntry = entries.record()?;
        let is_metal = header.metal().contains(&i);
        let size = 16 * (u64::from(entry.vif_list_quadwords) + u64::from(entry.vertex_quadwords));
        let mut node = Node::new(entry.vif_list_offset.into(), size, format!("packet[{i}]"));
        match MobyPacket::read(pieces, entry, is_metal, vertex_form(header)) {
            Ok(packet) => {
                node.field("indices", packet.list.index_bytes().len());
                let textures = packet
                    .list
                    .textures
                    .iter()
                    .flat_map(|textures| &textures.data);
                let slots: Vec<_> = textures.map(|texture| texture.material().slot).collect();
                node.field("textures", format!("{slots:?}"));
                match &packet.vertices {
                    MobyVertices::Skinned(table) => {
                        let header = &table.header;
                        let kinds = [header.two_way, header.three_way, header.main];
                        node.field("two-way, three-way, main vertices", format!("{kinds:?}"));
                        node.field("duplicates", header.duplicates);
                        node.field("matrix transfers", header.transfers);
                    }
                    MobyVertices::Metal(table) => {
                        node.field("reflecting vertices", table.vertices.len());
                    }
                }
            }
            Err(error) => node.fault(error),
        }
        nodes.push(node);
    }
    Ok(())
}
