//! A stream in numbers.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Node, Outline};

use super::decompress::{DEFAULT_MAX_OUTPUT, decompress};
use super::header::StreamHeader;
use super::packet::{PacketKind, packets};
use crate::inside::inside;

/// The tree of a stream: its sizes, how many packets of each form it has, and what stands behind it.
pub fn outline(bytes: &[u8], _limits: Limits) -> Outline {
    let mut node = Node::new(0, bytes.len() as u64, "WAD stream");
    if let Err(error) = fill(bytes, &mut node) {
        node.fault(error);
    }
    inside(vec![node], decompress(bytes).err(), bytes)
}

fn fill(bytes: &[u8], node: &mut Node) -> Result<()> {
    let (header, _) = StreamHeader::read(&mut Cursor::new(bytes))?;
    node.size = u64::from(header.compressed_size);
    node.field("compressed size", header.compressed_size);
    if header.text != [0; 9] {
        node.field("text", header.text.escape_ascii());
    }
    node.field("padding", bytes.len() as u64 - node.size);
    let mut counts = [0_u64; PacketKind::ALL.len()];
    let (mut output, mut farthest) = (0_u64, 0);
    for packet in packets(bytes)? {
        let (_, packet) = packet?;
        output += (packet.length + packet.literals) as u64;
        farthest = farthest.max(packet.distance);
        for (count, kind) in counts.iter_mut().zip(PacketKind::ALL) {
            *count += u64::from(kind == packet.kind);
        }
        if output > DEFAULT_MAX_OUTPUT as u64 {
            break;
        }
    }
    node.field("decompressed size", output);
    node.field("farthest match", farthest);
    for (count, kind) in counts.iter().zip(PacketKind::ALL) {
        node.field(format!("{} packets", kind.name()), count);
    }
    Ok(())
}
