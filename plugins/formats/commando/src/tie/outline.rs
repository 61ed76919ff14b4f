//! A tie class for people.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::outline::{Node, Outline};

use super::{PacketEntry, TieAdGif, TieClass, TieHeader, TiePacket};
use crate::inside::inside;
use crate::model::layout::Pieces;

/// The tree of a class's bytes: header, levels with their packets, materials, normals. It shows what can be read, also where
/// [`TieClass::read`] gives up; the reader's own error, or that of a level's mesh, stands at the end.
pub fn outline(bytes: &[u8]) -> Outline {
    let mut nodes = Vec::new();
    let outcome = show(&mut Pieces::new(Cursor::new(bytes)), &mut nodes);
    let whole = || {
        let class = TieClass::read(bytes)?;
        (0..3).try_for_each(|lod| class.mesh(lod).map(drop))
    };
    inside(nodes, outcome.and_then(|()| whole()).err(), bytes)
}

fn show(pieces: &mut Pieces<'_>, nodes: &mut Vec<Node>) -> Result<()> {
    let header: TieHeader = pieces.look(0, TieHeader::BYTES)?.record()?;
    nodes.push(header_node(&header));
    let levels = header
        .packets
        .iter()
        .zip(&header.packet_counts)
        .zip(&header.totals);
    for (i, ((&table, &count), totals)) in levels.enumerate() {
        let table = u64::from(table as u32);
        let mut node = Node::new(table, 16 * u64::from(count), format!("lod[{i}]"));
        node.field("packets", count);
        totals.show(&mut node);
        if count > 0
            && let Err(error) = packets(pieces, table, count, &mut node)
        {
            node.fault(error);
        }
        nodes.push(node);
    }
    nodes.push(materials(pieces, &header));
    let (at, count) = (
        u64::from(header.normals_offset as u32),
        u64::from(header.normal_count as u16),
    );
    let mut node = Node::new(at, 8 * count, "normals");
    node.field("count", header.normal_count);
    if count > 0
        && let Err(error) = pieces.look(at, 8 * count)
    {
        node.fault(error);
    }
    nodes.push(node);
    Ok(())
}

fn header_node(header: &TieHeader) -> Node {
    let mut node =
        Node::new(0, TieHeader::BYTES, "tie header").with_id(header.o_class as u16 as u32);
    header.show(&mut node);
    node
}

fn packets(pieces: &mut Pieces<'_>, table: u64, count: u8, level: &mut Node) -> Result<()> {
    let mut entries = pieces.look(table, 16 * u64::from(count))?;
    for i in 0..count {
        let entry: PacketEntry = entries.record()?;
        let start = table.saturating_add_signed(entry.data.into());
        let size = 16 * (u64::from(entry.step_offset) + u64::from(entry.step_quadwords));
        let mut node = Node::new(start, size, format!("packet[{i}]"));
        match TiePacket::read(pieces, table, entry) {
            Ok(packet) => {
                node.field("materials", entry.shader_count);
                node.field("strips", packet.strips.len());
                node.field("vertices", packet.dinky.len());
                node.field("morphing vertices", packet.fat.len());
                node.field("bytes of slot steps", packet.steps.len());
            }
            Err(error) => node.fault(error),
        }
        level.children.push(node);
    }
    Ok(())
}

fn materials(pieces: &Pieces<'_>, header: &TieHeader) -> Node {
    let at = u64::from(header.ad_gif_offset as u32);
    let size = TieAdGif::BYTES * u64::from(header.texture_count);
    let mut node = Node::new(at, size, "materials");
    let result = pieces.look(at, size).and_then(|mut cursor| {
        for i in 0..header.texture_count {
            let mut child = Node::new(cursor.offset(), TieAdGif::BYTES, format!("material[{i}]"));
            let material = cursor.record::<TieAdGif>()?.material();
            child.field("texture slot", material.slot);
            child.field("clamp s, t", format!("{:?}", material.clamp));
            child.field("k", material.k as i16);
            node.children.push(child);
        }
        Ok(())
    });
    if header.texture_count > 0
        && let Err(error) = result
    {
        node.fault(error);
    }
    node
}
