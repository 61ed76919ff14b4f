//! The hash of a run: two runs with the same input print the same sixteen digits.
//!
//! What goes in: every decision with its step, every part that arrived or failed, and each step's charged bytes, draw
//! distance and visible marks. Nothing of it depends on whether anything is drawn.

use std::fmt;

use bevy::ecs::resource::Resource;
use wonderwheel_warriors::names::WorldSlot;

use crate::core::bits::Bits;
use crate::core::decision::Decision;

/// FNV-1a over 64 bits.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunHash(u64);

impl RunHash {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    /// The hash of nothing.
    pub fn new() -> Self {
        Self(Self::START)
    }

    /// The hash so far.
    pub fn value(self) -> u64 {
        self.0
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(Self::PRIME);
        }
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds the exact bits of a distance.
    pub fn exact(&mut self, value: f32) {
        self.bytes(&value.to_bits().to_le_bytes());
    }

    /// Adds a bit array.
    pub fn marks(&mut self, bits: &Bits) {
        for &word in bits.words() {
            self.number(word);
        }
    }

    /// Adds a decision.
    pub fn decision(&mut self, step: u64, decision: &Decision) {
        self.number(step);
        match *decision {
            Decision::Busy => self.bytes(&[1]),
            Decision::Request {
                slot,
                part,
                sector,
                distance_sq,
                heap_size,
                stage,
            } => {
                self.bytes(&[2, slot.letter() as u8, stage as u8]);
                self.number(u64::from(part));
                self.number(u64::from(sector));
                self.exact(distance_sq);
                self.number(u64::from(heap_size));
            }
            Decision::Free {
                slot,
                part,
                distance_sq,
                wanted_sq,
            } => {
                self.bytes(&[3, slot.letter() as u8]);
                self.number(u64::from(part));
                self.exact(distance_sq);
                self.exact(wanted_sq);
            }
            Decision::Shrink {
                slot,
                part,
                distance_sq,
                over,
            } => {
                self.bytes(&[4, slot.letter() as u8]);
                self.number(u64::from(part));
                self.exact(distance_sq);
                self.number(over);
            }
            Decision::ShortOfRoom {
                slot,
                part,
                sector,
                distance_sq,
                heap_size,
                largest_free,
            } => {
                self.bytes(&[5, slot.letter() as u8]);
                self.number(u64::from(part));
                self.number(u64::from(sector));
                self.exact(distance_sq);
                self.number(u64::from(heap_size));
                self.number(largest_free);
            }
            Decision::OtherRequest {
                competitor,
                distance_sq,
            } => {
                self.bytes(&[6, competitor as u8]);
                self.exact(distance_sq);
            }
            Decision::OtherFree {
                competitor,
                distance_sq,
                wanted_sq,
            } => {
                self.bytes(&[7, competitor as u8]);
                self.exact(distance_sq);
                self.exact(wanted_sq);
            }
            Decision::Idle => self.bytes(&[8]),
        }
    }

    /// Adds a part that arrived (`true`) or failed.
    pub fn arrival(&mut self, slot: WorldSlot, part: u32, arrived: bool) {
        self.bytes(&[if arrived { 9 } else { 10 }, slot.letter() as u8]);
        self.number(u64::from(part));
    }
}

impl Default for RunHash {
    fn default() -> Self {
        Self::new()
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for RunHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_go_through_fnv_1a() {
        // Published test values of the FNV authors.
        for (text, hash) in [
            ("", "cbf29ce484222325"),
            ("a", "af63dc4c8601ec8c"),
            ("foobar", "85944171f73967e8"),
        ] {
            let mut run = RunHash::new();
            run.bytes(text.as_bytes());
            assert_eq!(run.to_string(), hash);
        }
    }

    #[test]
    fn any_field_of_a_decision_changes_the_hash() {
        let free = |slot, part, distance_sq, wanted_sq| Decision::Free {
            slot,
            part,
            distance_sq,
            wanted_sq,
        };
        let mut hashes: Vec<u64> = [
            (1, free(WorldSlot::Scenery, 3, 9.0, 1.0)),
            (2, free(WorldSlot::Scenery, 3, 9.0, 1.0)),
            (1, free(WorldSlot::Detail, 3, 9.0, 1.0)),
            (1, free(WorldSlot::Scenery, 4, 9.0, 1.0)),
            (1, free(WorldSlot::Scenery, 3, 9.5, 1.0)),
            (1, free(WorldSlot::Scenery, 3, 9.0, 1.5)),
            (1, Decision::Busy),
            (1, Decision::Idle),
        ]
        .iter()
        .map(|(step, decision)| {
            let mut run = RunHash::new();
            run.decision(*step, decision);
            run.value()
        })
        .collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 8);
    }
}
