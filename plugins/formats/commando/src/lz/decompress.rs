//! From packets to bytes.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;
use wonderwheel_ps2::steps;

use super::header::StreamHeader;
use super::packet::{self, Form, Packet, PacketKind};

/// The most that [`decompress`] makes of a stream: three times the largest on the disc.
pub const DEFAULT_MAX_OUTPUT: usize = 64 << 20;

/// Copies run in steps of this many bytes, and so write beyond their end.
const STEP: usize = 16;

/// More than any packet puts out (288 + 3 bytes), with a step beyond it.
const SLACK: usize = 320;

/// More than any packet takes (2 + 273 bytes), with a step beyond it.
const INPUT_SLACK: usize = 300;

/// What a stream holds; bytes behind it are padding. At most [`DEFAULT_MAX_OUTPUT`] bytes.
///
/// # Errors
/// `Malformed` when the header is broken, a packet is cut short, two literal packets follow each other, a match begins before
/// the output does, or a pad leads beyond the end; `Limit` when there is more to put out.
pub fn decompress(stream: &[u8]) -> Result<Vec<u8>> {
    decompress_at_most(stream, DEFAULT_MAX_OUTPUT)
}

/// As [`decompress`], but at most `max_output` bytes.
///
/// # Errors
/// As [`decompress`].
pub fn decompress_at_most(stream: &[u8], max_output: usize) -> Result<Vec<u8>> {
    decompress_from(&mut Cursor::new(stream), max_output)
}

/// As [`decompress_at_most`], from a cursor, which then stands behind the stream.
pub(crate) fn decompress_from(cursor: &mut Cursor<'_>, max_output: usize) -> Result<Vec<u8>> {
    let (_, packets) = StreamHeader::read(cursor)?;
    let base = packets.offset();
    expand(packets.rest(), max_output).map_err(|error| error.moved_by(base))
}

/// The output of packets. Offsets of errors count from the first packet.
fn expand(packets: &[u8], max_output: usize) -> Result<Vec<u8>> {
    let mut expansion = Expansion::new(packets, max_output);
    while expansion.at < packets.len() {
        expansion.run();
        expansion.step()?;
    }
    Ok(expansion.finish())
}

/// Where a decompression is.
struct Expansion<'a> {
    packets: &'a [u8],
    /// The next packet.
    at: usize,
    /// The output, and room for the next packet behind it.
    out: Vec<u8>,
    length: usize,
    max_output: usize,
    after_literal: bool,
}

impl<'a> Expansion<'a> {
    fn new(packets: &'a [u8], max_output: usize) -> Self {
        let room = packets.len().saturating_mul(3).min(max_output);
        Self {
            packets,
            at: 0,
            out: vec![0; room + SLACK],
            length: 0,
            max_output,
            after_literal: false,
        }
    }

    /// Takes packets as long as nothing about them is special: far enough from every end, and neither faults nor control
    /// packets. [`Self::step`] takes those, and says what is wrong.
    ///
    /// Packets of all forms go the same way, without branches between them: which form comes next, nothing can predict. What
    /// takes time is the way from one packet's place to the next one's, so that is worked out first.
    fn run(&mut self) {
        let packets = self.packets;
        let out = self.out.as_mut_slice();
        let last_length = out.len().min(self.max_output).saturating_sub(SLACK);
        let (mut at, mut length, mut after_literal) = (self.at, self.length, self.after_literal);
        let mut taken = 0_u64;
        while length < last_length {
            let input = packets
                .get(at..)
                .and_then(<[u8]>::first_chunk::<INPUT_SLACK>);
            let Some((input, window)) = input.and_then(|input| Some((input, input.first_chunk()?)))
            else {
                break;
            };
            let packet = Form::packet(*window);
            let next = at.wrapping_add(packet.head).wrapping_add(packet.literals);
            let is_literal = packet.kind == PacketKind::Literal;
            // One branch for all three: none of them is ever taken but at an end.
            if (packet.distance > length)
                | (packet.distance == Form::NEAREST_FAR)
                | (is_literal & after_literal)
            {
                break;
            }
            // A literal packet copies a step of the output over itself.
            let from = length.wrapping_sub(packet.distance);
            out.copy_within(from..from.wrapping_add(STEP), length);
            if packet.length > packet.distance.min(STEP) {
                copy_match(out, length, packet.length, packet.distance);
            }
            length = length.wrapping_add(packet.length);
            // The mask only shows the compiler what is so: a head is four bytes at most.
            put(out, length, input, packet.head & 7);
            if packet.literals > STEP {
                copy(out, length, input, packet.head, packet.literals);
            }
            length = length.wrapping_add(packet.literals);
            (at, after_literal) = (next, is_literal);
            taken = taken.wrapping_add(1);
        }
        steps::count(taken);
        steps::count_bytes(length.wrapping_sub(self.length));
        (self.at, self.length, self.after_literal) = (at, length, after_literal);
    }

    /// Takes one packet of any kind, if one is left.
    fn step(&mut self) -> Result<()> {
        let (at, all) = (self.at, self.packets.len());
        if at >= all {
            return Ok(());
        }
        let packet = Packet::from_window(packet::window(self.packets, at));
        let end = at + packet.head + packet.literals;
        self.take(packet, end)
            .and_then(|()| packet::check(packet, self.after_literal, at, end, all))
            .map(|next| self.at = next)
            .within(|| format!("packet at {at:#x}"))?;
        self.after_literal = packet.kind == PacketKind::Literal;
        Ok(())
    }

    fn take(&mut self, packet: Packet, end: usize) -> Result<()> {
        let (at, length) = (self.at as u64, self.length);
        if packet.distance > length {
            let found = format!("a {} from {} back", packet.kind.name(), packet.distance);
            return Err(FormatError::malformed(
                at,
                format!("at most {length} bytes back"),
                found,
            ));
        }
        let filled = length + packet.length + packet.literals;
        steps::count(1);
        steps::count_bytes(filled - length);
        let (max, found) = (self.max_output as u64, filled as u64);
        limits::check("decompressed bytes", found, max, at)?;
        if self.out.len() < filled + SLACK {
            self.grow();
        }
        if packet.length > 0 {
            copy_overlapping(
                &mut self.out,
                length - packet.distance,
                length,
                packet.length,
            );
        }
        let literals = self
            .packets
            .get(self.at + packet.head..end)
            .unwrap_or_default();
        let target = self.out.get_mut(length + packet.length..);
        for (byte, literal) in target.unwrap_or_default().iter_mut().zip(literals) {
            *byte = *literal;
        }
        self.length = filled;
        Ok(())
    }

    /// Half as much again, but never more than can be asked for.
    #[cold]
    fn grow(&mut self) {
        let most = self.max_output.saturating_add(2 * SLACK);
        let wanted = self.out.len() + self.out.len() / 2;
        let needed = self.length + 2 * SLACK;
        self.out.resize(wanted.min(most).max(needed), 0);
    }

    fn finish(mut self) -> Vec<u8> {
        self.out.truncate(self.length);
        self.out
    }
}

/// Copies a match whose first step is not the whole of it.
#[inline(never)]
fn copy_match(out: &mut [u8], to: usize, length: usize, distance: usize) {
    let from = to - distance;
    if distance < STEP {
        return copy_overlapping(out, from, to, length);
    }
    let mut done = STEP;
    while done < length {
        out.copy_within(from + done..from + done + STEP, to + done);
        done += STEP;
    }
}

/// Copies what may reach into itself: each round doubles what there is of it.
fn copy_overlapping(out: &mut [u8], from: usize, to: usize, length: usize) {
    let mut done = 0;
    while done < length {
        let there = (to + done - from).min(length - done);
        out.copy_within(from..from + there, to + done);
        done += there;
    }
}

/// Copies a step of the bytes behind a packet's head.
#[inline(always)]
fn put(out: &mut [u8], to: usize, input: &[u8; INPUT_SLACK], head: usize) {
    let source = input.get(head..).and_then(<[u8]>::first_chunk::<STEP>);
    let target = out.get_mut(to..).and_then(<[u8]>::first_chunk_mut::<STEP>);
    if let (Some(target), Some(source)) = (target, source) {
        *target = *source;
    }
}

/// Copies all of a packet's literals.
#[inline(never)]
fn copy(out: &mut [u8], to: usize, input: &[u8; INPUT_SLACK], head: usize, literals: usize) {
    let source = input.get(head..head + literals);
    let target = out.get_mut(to..to + literals);
    if let (Some(target), Some(source)) = (target, source) {
        target.copy_from_slice(source);
    }
}
