//! What a class's numbers say: which packets belong to which list, and the heads of its poses.

use std::ops::Range;

use wonderwheel_ps2::cursor::Cursor;

use super::{FrameHeader, MobyClass, MobyList, SequenceFrame};

impl MobyClass {
    /// The head of a regular pose; none for a packed one, or one outside the class.
    pub fn frame_header(&self, frame: SequenceFrame) -> Option<FrameHeader> {
        let at = usize::try_from(frame.offset()).ok()?;
        let bytes = self.rest.get(at..at + FrameHeader::BYTES as usize)?;
        let header = Cursor::new(bytes).record().ok();
        header.filter(|_| !frame.is_packed())
    }

    /// The packets of a list; an empty range for a list that the class does not have.
    pub fn packets_of(&self, list: MobyList) -> Range<usize> {
        let header = &self.header;
        let high = usize::from(header.high_lod_count);
        let bangle = |part: u8, far: bool| {
            let parts = self.bangles.as_ref().map(|bangles| &bangles.parts);
            match parts.and_then(|parts| parts.get(usize::from(part))) {
                Some(&[begin, count, _, _]) if !far => begin..begin.saturating_add(count),
                Some(&[_, _, begin, count]) => begin..begin.saturating_add(count),
                None => 0..0,
            }
        };
        let range = match list {
            MobyList::High => 0..high,
            MobyList::Low => high..high + usize::from(header.low_lod_count),
            MobyList::Metal => header.metal(),
            MobyList::BangleHigh(part) => widened(bangle(part, false)),
            MobyList::BangleLow(part) => widened(bangle(part, true)),
        };
        if range.end <= self.packets.len() {
            range
        } else {
            0..0
        }
    }

    /// Every list that has packets.
    pub fn lists(&self) -> impl Iterator<Item = MobyList> {
        let bangles =
            (0..15).flat_map(|part| [MobyList::BangleHigh(part), MobyList::BangleLow(part)]);
        [MobyList::High, MobyList::Low, MobyList::Metal]
            .into_iter()
            .chain(bangles)
            .filter(|&list| !self.packets_of(list).is_empty())
    }
}

fn widened(range: Range<u8>) -> Range<usize> {
    range.start.into()..range.end.into()
}
