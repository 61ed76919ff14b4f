//! Packets on their way out: their bytes, and the rules about where they may stand.

use super::header::StreamHeader;
use super::{BLOCK, BLOCK_END, LONGEST_LITERAL, PAD};

/// A match's length and distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Match {
    pub length: usize,
    pub distance: usize,
}

impl Match {
    /// The shortest that is worth a search: no form is shorter than what it stands for, at three bytes.
    pub const SHORTEST: usize = 3;
    /// The longest of any form.
    pub const LONGEST: usize = 288;
    /// The farthest of any form.
    pub const FARTHEST: usize = 0xBFFF;

    const FARTHEST_SHORT: usize = 0x800;
    const FARTHEST_NEAR: usize = 0x4000;

    /// The longest match that one packet takes from that distance.
    pub fn longest(distance: usize) -> usize {
        if distance <= Self::FARTHEST_NEAR {
            Self::LONGEST
        } else {
            264
        }
    }

    /// Bytes of its packet.
    pub fn cost(self) -> usize {
        match (self.distance, self.length) {
            (..=Self::FARTHEST_SHORT, ..=8) => 2,
            (..=Self::FARTHEST_NEAR, ..=33) | (_, ..=9) => 3,
            _ => 4,
        }
    }

    /// Its packet, without literals, and the place of the byte that takes their number.
    ///
    /// Lengths and distances are in range, so the casts keep every bit.
    fn packet(self) -> ([u8; 4], usize) {
        let Self { length, distance } = self;
        let low_high = |distance: usize| ((distance << 2) as u8, (distance >> 6) as u8);
        match (distance, length) {
            (..=Self::FARTHEST_SHORT, ..=8) => {
                let back = distance - 1;
                let flag = (length - 1) << 5 | (back & 7) << 2;
                ([flag as u8, (back >> 3) as u8, 0, 0], 0)
            }
            (..=Self::FARTHEST_NEAR, _) => {
                let (low, high) = low_high(distance - 1);
                match length {
                    ..=33 => ([0x20 | (length - 2) as u8, low, high, 0], 1),
                    _ => ([0x20, (length - 33) as u8, low, high], 2),
                }
            }
            _ => {
                let beyond = distance - 0x4000;
                let flag = 0x10 | (beyond >> 14 << 3) as u8;
                let (low, high) = low_high(beyond & 0x3FFF);
                match length {
                    ..=9 => ([flag | (length - 2) as u8, low, high, 0], 1),
                    _ => ([flag, (length - 9) as u8, low, high], 2),
                }
            }
        }
    }
}

/// What the last packet allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// It ended; anything may follow.
    Closed,
    /// A literal packet: no other may follow at once.
    Literal,
    /// A match or carrier without literals: it can take up to three, whose number goes into the byte at this place.
    Open(usize),
}

/// A stream in the making. Source: spec/commando-container.md 4.3.
#[derive(Debug)]
pub(super) struct Emitter {
    out: Vec<u8>,
    last: Last,
}

impl Emitter {
    pub fn new() -> Self {
        Self {
            out: vec![0; StreamHeader::BYTES],
            last: Last::Closed,
        }
    }

    /// A run of literals of any length.
    pub fn literals(&mut self, run: &[u8]) {
        if let (1..=3, Last::Open(tail)) = (run.len(), self.last)
            && self.fits(run.len())
        {
            self.put_tail(tail, run);
            return;
        }
        for piece in run.chunks(LONGEST_LITERAL) {
            match piece.len() {
                ..=3 => self.carrier(piece),
                _ => self.literal(piece),
            }
        }
    }

    /// A match of any form.
    pub fn matched(&mut self, found: Match) {
        let (bytes, tail) = found.packet();
        self.packet(bytes.get(..found.cost()).unwrap_or_default());
        self.last = Last::Open(self.out.len() - found.cost() + tail);
    }

    /// The whole stream.
    pub fn finish(mut self) -> Vec<u8> {
        // No level has 4 GiB; the readers' limit is far below.
        let header = StreamHeader {
            compressed_size: u32::try_from(self.out.len()).unwrap_or(u32::MAX),
            ..StreamHeader::default()
        };
        for (byte, value) in self.out.iter_mut().zip(header.write()) {
            *byte = value;
        }
        self.out
    }

    fn literal(&mut self, piece: &[u8]) {
        let long = [0, (piece.len().saturating_sub(18)) as u8];
        let short = [(piece.len().saturating_sub(3)) as u8];
        let head: &[u8] = if piece.len() > 18 { &long } else { &short };
        let size = head.len() + piece.len();
        if self.last == Last::Literal && self.fits(size) {
            // Where there is room for one of them only, the pad keeps the literals apart.
            if self.fits(3 + size) {
                self.carrier(&[]);
            } else {
                self.pad();
            }
        }
        self.make_room(size);
        self.out.extend(head);
        self.out.extend(piece);
        self.last = Last::Literal;
    }

    /// A packet for up to three literals alone.
    fn carrier(&mut self, piece: &[u8]) {
        self.make_room(3 + piece.len());
        self.out.extend([0x11, piece.len() as u8, 0]);
        self.out.extend(piece);
        self.last = Last::Closed;
    }

    fn put_tail(&mut self, tail: usize, run: &[u8]) {
        if let Some(byte) = self.out.get_mut(tail) {
            *byte |= run.len() as u8;
        }
        self.out.extend(run);
        self.last = Last::Closed;
    }

    fn packet(&mut self, bytes: &[u8]) {
        self.make_room(bytes.len());
        self.out.extend(bytes);
    }

    fn make_room(&mut self, size: usize) {
        if !self.fits(size) {
            self.pad();
        }
    }

    /// Whether so many bytes more stay inside the block.
    fn fits(&self, size: usize) -> bool {
        self.at() % BLOCK + size <= BLOCK_END
    }

    fn pad(&mut self) {
        self.out.extend(PAD);
        let filled = StreamHeader::BYTES + self.at().next_multiple_of(BLOCK);
        self.out.resize(filled, 0xEE);
        self.last = Last::Closed;
    }

    /// Bytes of packets so far.
    fn at(&self) -> usize {
        self.out.len() - StreamHeader::BYTES
    }
}
