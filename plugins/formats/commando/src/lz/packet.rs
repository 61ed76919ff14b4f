//! One packet: what its first bytes say.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::steps;

use super::PAD_ALIGNMENT;
use super::header::StreamHeader;

/// A packet of a stream: so many bytes from earlier output, then so many literal ones.
///
/// Source: spec/commando-container.md 4.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packet {
    /// Its form.
    pub kind: PacketKind,
    /// Bytes before its literals.
    pub head: usize,
    /// Bytes that are copied from the output so far; 0 when it is no match.
    pub length: usize,
    /// How far back they begin, at least 1; 0 when it is no match.
    pub distance: usize,
    /// Literal bytes, copied after the match.
    pub literals: usize,
}

/// The forms of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PacketKind {
    /// 4 to 273 literal bytes. Two in a row are illegal.
    Literal,
    /// 3 to 8 bytes from up to 2,048 back.
    ShortMatch,
    /// 3 to 288 bytes from up to 16,384 back.
    NearMatch,
    /// 2 to 264 bytes from 16,385 to 49,151 back.
    FarMatch,
    /// No match, only up to three literals; without any it stands between two literal packets.
    Carrier,
    /// The next packet stands on a multiple of 0x1000.
    Pad,
}

impl PacketKind {
    /// All of them, in the order of their first bytes; the two that only order the others last.
    pub const ALL: [Self; 6] = [
        Self::Literal,
        Self::ShortMatch,
        Self::NearMatch,
        Self::FarMatch,
        Self::Carrier,
        Self::Pad,
    ];

    /// As messages and outlines call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::ShortMatch => "short match",
            Self::NearMatch => "near match",
            Self::FarMatch => "far match",
            Self::Carrier => "carrier",
            Self::Pad => "pad",
        }
    }
}

impl Packet {
    /// What a packet's first eight bytes say. The caller holds [`Self::head`] and [`Self::literals`] against what is there.
    #[inline]
    pub(super) fn from_window(window: [u8; 8]) -> Self {
        let packet = Form::packet(window);
        let [flag, ..] = window;
        // A far match from 0x4000 back would be a near one: these are the packets that only order the others.
        if (0x10..0x18).contains(&flag) && packet.distance == Form::NEAREST_FAR {
            return packet.control(flag);
        }
        packet
    }

    fn control(self, flag: u8) -> Self {
        let (kind, literals) = match flag {
            0x11 => (PacketKind::Carrier, self.literals),
            _ => (PacketKind::Pad, 0),
        };
        Self {
            kind,
            length: 0,
            distance: 0,
            literals,
            ..self
        }
    }
}

/// How the bytes behind a first byte are read: every number of a packet is a constant and a field of its first eight bytes.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(super) struct Form {
    kind: PacketKind,
    head: u8,
    length: u8,
    /// The byte behind the first one counts too: 0xFF, or 0.
    length_mask: u8,
    literals: u8,
    literals_shift: u8,
    literals_mask: u8,
    distance: u16,
    distance_shift: u8,
    distance_mask: u16,
}

impl Form {
    /// The distance of a far match whose field is 0: no match at all. Near matches have it too.
    pub const NEAREST_FAR: usize = 0x4000;

    /// The packet of these bytes; packets that only order the others seem to be far matches from [`Self::NEAREST_FAR`].
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a byte is below 256")]
    pub fn packet(window: [u8; 8]) -> Packet {
        let [flag, ..] = window;
        let form = &FORMS[usize::from(flag)];
        let word = u64::from_le_bytes(window) as usize;
        let field = |shift: u8, mask: usize| (word >> (shift & 31)) & mask;
        let back = field(form.distance_shift, usize::from(form.distance_mask));
        Packet {
            kind: form.kind,
            head: usize::from(form.head),
            length: usize::from(form.length) + field(8, usize::from(form.length_mask)),
            distance: usize::from(form.distance) + back,
            literals: usize::from(form.literals)
                + field(form.literals_shift, usize::from(form.literals_mask)),
        }
    }

    /// Source: spec/commando-container.md 4.2, the table.
    const fn of(flag: u8) -> Self {
        let literal = Self {
            kind: PacketKind::Literal,
            head: 1,
            length: 0,
            length_mask: 0,
            literals: 0,
            literals_shift: 0,
            literals_mask: 0,
            distance: 0,
            distance_shift: 0,
            distance_mask: 0,
        };
        let long = flag == 0x10 || flag == 0x18 || flag == 0x20;
        // The two bytes behind the flag, or behind the length: six bits of the distance above two of the literals.
        let two_bytes = Self {
            head: if long { 4 } else { 3 },
            length_mask: if long { 0xFF } else { 0 },
            literals_shift: if long { 16 } else { 8 },
            literals_mask: 3,
            distance_shift: if long { 18 } else { 10 },
            distance_mask: 0x3FFF,
            ..literal
        };
        match flag {
            0 => Self {
                head: 2,
                literals: 18,
                literals_shift: 8,
                literals_mask: 0xFF,
                ..literal
            },
            0x01..=0x0F => Self {
                literals: flag + 3,
                ..literal
            },
            // The high bit is worth 0x4000, not the 0x800 of the published table.
            0x10..=0x1F => Self {
                kind: PacketKind::FarMatch,
                length: if long { 9 } else { (flag & 7) + 2 },
                distance: if flag & 8 != 0 { 0x8000 } else { 0x4000 },
                ..two_bytes
            },
            0x20..=0x3F => Self {
                kind: PacketKind::NearMatch,
                length: if long { 33 } else { (flag & 31) + 2 },
                distance: 1,
                ..two_bytes
            },
            0x40..=0xFF => Self {
                kind: PacketKind::ShortMatch,
                head: 2,
                length: (flag >> 5) + 1,
                literals_mask: 3,
                distance: ((flag >> 2) & 7) as u16 + 1,
                // Eight times the byte behind the flag.
                distance_shift: 5,
                distance_mask: 0xFF << 3,
                ..literal
            },
        }
    }
}

#[expect(clippy::indexing_slicing, reason = "evaluated while compiling")]
static FORMS: [Form; 256] = {
    let mut forms = [Form::of(0); 256];
    let mut flag = 0;
    while flag < forms.len() {
        forms[flag] = Form::of(flag as u8);
        flag += 1;
    }
    forms
};

/// The packets of a stream, checked for everything but how far back they reach. Each comes with where it stands, counted from
/// the first packet.
///
/// # Errors
/// `Malformed` when the header is broken.
pub fn packets(stream: &[u8]) -> Result<Packets<'_>> {
    let (_, packets) = StreamHeader::read(&mut Cursor::new(stream))?;
    Ok(Packets::new(&packets))
}

/// Walks over packets; ends after the first fault.
#[derive(Debug, Clone)]
pub struct Packets<'a> {
    bytes: &'a [u8],
    base: u64,
    at: usize,
    after_literal: bool,
}

impl<'a> Packets<'a> {
    fn new(packets: &Cursor<'a>) -> Self {
        Self {
            bytes: packets.rest(),
            base: packets.offset(),
            at: 0,
            after_literal: false,
        }
    }

    fn step(&mut self) -> Result<(usize, Packet)> {
        steps::count(1);
        let start = self.at;
        let packet = Packet::from_window(window(self.bytes, start));
        let end = start + packet.head + packet.literals;
        self.at = check(packet, self.after_literal, start, end, self.bytes.len())
            .map_err(|error| error.moved_by(self.base))?;
        self.after_literal = packet.kind == PacketKind::Literal;
        Ok((start, packet))
    }
}

impl Iterator for Packets<'_> {
    type Item = Result<(usize, Packet)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let start = self.at;
        let step = self.step().within(|| format!("packet at {start:#x}"));
        if step.is_err() {
            self.at = self.bytes.len();
        }
        Some(step)
    }
}

/// The eight bytes from `at` on, with zeros behind the end.
pub(super) fn window(bytes: &[u8], at: usize) -> [u8; 8] {
    let mut window = [0; 8];
    for (byte, found) in window.iter_mut().zip(bytes.get(at..).unwrap_or_default()) {
        *byte = *found;
    }
    window
}

/// Where the next packet stands, if this one, from `start` to `end`, may stand where it does.
pub(super) fn check(
    packet: Packet,
    after_literal: bool,
    start: usize,
    end: usize,
    all: usize,
) -> Result<usize> {
    let next = match packet.kind {
        PacketKind::Pad => end.next_multiple_of(PAD_ALIGNMENT),
        _ => end,
    };
    let double = after_literal && packet.kind == PacketKind::Literal;
    if next > all || double {
        return Err(fault(packet, start, next - start, all - start));
    }
    Ok(next)
}

fn fault(packet: Packet, start: usize, wanted: usize, left: usize) -> FormatError {
    let (start, name) = (start as u64, packet.kind.name());
    if wanted > left {
        let expected = format!("{wanted} bytes of a {name} packet");
        return FormatError::malformed(start, expected, format!("{left} bytes left"));
    }
    let expected = "another packet than a literal one after a literal one";
    FormatError::malformed(start, expected, "a literal packet")
}
