//! What a stream may not do if the game is to read it.

use wonderwheel_ps2::finding::Findings;

use super::packet::packets;
use super::{BLOCK, BLOCK_END, PacketKind, StreamHeader};

/// Holds a stream against the rules for writers: `lz-block` for each packet that does not end three bytes before its block of
/// 0x2000 does, since the game's decoder would run out of its buffer there. The pad packet may use those three bytes.
///
/// What no reader takes is not reported here but where it is read. Source: spec/commando-container.md 4.3.
pub fn validate(stream: &[u8], findings: &mut Findings) {
    let Ok(packets) = packets(stream) else { return };
    for (at, packet) in packets.map_while(Result::ok) {
        let end = at % BLOCK + packet.head + packet.literals;
        let last = match packet.kind {
            PacketKind::Pad => BLOCK,
            _ => BLOCK_END,
        };
        if end > last {
            let message = format!(
                "expected a {} packet to end at {last:#x} of its block or before, found {end:#x}",
                packet.kind.name()
            );
            findings.report_at("lz-block", (StreamHeader::BYTES + at) as u64, message);
        }
    }
}
