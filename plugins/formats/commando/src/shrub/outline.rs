//! A shrub class for people.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::outline::{Node, Outline};

use super::{Billboard, ShrubClass, ShrubHeader, ShrubPacket};
use crate::inside::inside;
use crate::model::layout::Pieces;

/// The tree of a class's bytes: header, packets with their textures and primitives, billboard, normals. It shows what can be
/// read, also where [`ShrubClass::read`] gives up; the reader's own error stands at the end.
pub fn outline(bytes: &[u8]) -> Outline {
    let mut nodes = Vec::new();
    let outcome = show(&mut Pieces::new(Cursor::new(bytes)), &mut nodes);
    inside(
        nodes,
        outcome
            .and_then(|()| ShrubClass::read(bytes).map(drop))
            .err(),
        bytes,
    )
}

fn show(pieces: &mut Pieces<'_>, nodes: &mut Vec<Node>) -> Result<()> {
    let header: ShrubHeader = pieces.look(0, ShrubHeader::BYTES)?.record()?;
    nodes.push(header_node(&header));
    let count = u64::try_from(header.packet_count).unwrap_or(0);
    let mut table = pieces.look(ShrubHeader::BYTES, 8 * count)?;
    for i in 0..count {
        let [at, size] = [table.u32()?, table.u32()?];
        nodes.push(packet_node(pieces, i, at, size));
    }
    if header.billboard_offset != 0 {
        let at = header.billboard_offset as u32;
        let mut node = Node::new(u64::from(at), Billboard::BYTES, "billboard");
        let read = pieces.look(u64::from(at), Billboard::BYTES);
        match read.and_then(|mut cursor| cursor.record::<Billboard>()) {
            Ok(billboard) => {
                billboard.show(&mut node);
                node.field("texture", billboard.tex0.low);
            }
            Err(error) => node.fault(error),
        }
        nodes.push(node);
    }
    let at = header.normals_offset as u32;
    let mut node = Node::new(u64::from(at), 192, "normals");
    if let Err(error) = pieces.look(u64::from(at), 192) {
        node.fault(error);
    }
    nodes.push(node);
    Ok(())
}

fn header_node(header: &ShrubHeader) -> Node {
    let mut node =
        Node::new(0, ShrubHeader::BYTES, "shrub header").with_id(header.o_class as u16 as u32);
    header.show(&mut node);
    node
}

fn packet_node(pieces: &mut Pieces<'_>, i: u64, at: u32, size: u32) -> Node {
    let mut node = Node::new(u64::from(at), u64::from(size), format!("packet[{i}]"));
    // Taken, so that packets which all name the same bytes do not cost a multiple of them.
    let packet = pieces
        .take(u64::from(at), u64::from(size))
        .and_then(|cursor| ShrubPacket::read(cursor, at));
    match packet {
        Ok(packet) => {
            node.field("primitives", packet.tags.len());
            node.field("vertices", packet.positions.len());
            let slots: Vec<_> = packet
                .textures
                .iter()
                .map(|block| block.tex0.low as i32)
                .collect();
            node.field("textures", format!("{slots:?}"));
            node.field("quadwords unpacked", packet.unpacked_quadwords());
            node.field("quadwords to the gs", packet.gs_quadwords());
            if let Err(error) = packet.replay() {
                node.fault(error);
            }
        }
        Err(error) => node.fault(error),
    }
    node
}
