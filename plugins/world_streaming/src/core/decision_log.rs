//! The last decisions, to find out why something came or went.

use std::collections::VecDeque;

use bevy::ecs::message::Message;
use bevy::ecs::resource::Resource;

use crate::core::decision::Decision;

/// How many entries the log keeps.
pub const LOG_ENTRIES: usize = 512;

/// A decision of a step. The decision itself formats its reason when it is shown.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct StreamingDecision {
    /// The step (1/30 s) in which it was made, from 1; 0 in a preload.
    pub step: u64,
    /// What was decided.
    pub decision: Decision,
}

impl StreamingDecision {
    /// Whether a preload made it, before the first step of play. Of a row of preload passes that waited, idled or were short
    /// of the same part only the first is a message.
    pub fn is_preload(&self) -> bool {
        self.step == 0
    }
}

/// An entry: a decision, and how many steps in a row decided the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogEntry {
    /// The first of the row.
    pub first: StreamingDecision,
    /// Step of the last of the row.
    pub last_step: u64,
    /// How many there were.
    pub count: u32,
}

/// The last 512 entries. Rows of waiting, idling or being short of the same part take one entry.
#[derive(Resource, Debug, Clone)]
pub struct DecisionLog {
    entries: VecDeque<LogEntry>,
}

impl DecisionLog {
    /// Adds a decision.
    pub fn push(&mut self, step: u64, decision: Decision) {
        if let Some(last) = self.entries.back_mut()
            && same_row(&last.first.decision, &decision)
        {
            last.last_step = step;
            last.count += 1;
            return;
        }
        if self.entries.len() == LOG_ENTRIES {
            self.entries.pop_front();
        }
        self.entries.push_back(LogEntry {
            first: StreamingDecision { step, decision },
            last_step: step,
            count: 1,
        });
    }

    /// Whether a decision would only lengthen the newest row.
    pub(crate) fn joins_row(&self, decision: &Decision) -> bool {
        self.entries
            .back()
            .is_some_and(|last| same_row(&last.first.decision, decision))
    }

    /// The entries, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &LogEntry> {
        self.entries.iter()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True before the first decision.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

impl Default for DecisionLog {
    fn default() -> Self {
        Self {
            entries: VecDeque::with_capacity(LOG_ENTRIES),
        }
    }
}

fn same_row(a: &Decision, b: &Decision) -> bool {
    match (a, b) {
        (Decision::Busy, Decision::Busy) | (Decision::Idle, Decision::Idle) => true,
        (
            Decision::ShortOfRoom {
                slot, part, sector, ..
            },
            Decision::ShortOfRoom {
                slot: other_slot,
                part: other_part,
                sector: other_sector,
                ..
            },
        ) => (slot, part, sector) == (other_slot, other_part, other_sector),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_warriors::names::WorldSlot;

    fn free(part: u32) -> Decision {
        Decision::Free {
            slot: WorldSlot::Scenery,
            part,
            distance_sq: 81.0,
            wanted_sq: 4.0,
        }
    }

    #[test]
    fn the_log_keeps_the_last_512_entries() {
        let mut log = DecisionLog::default();
        for step in 0..600 {
            log.push(step, free(step as u32));
        }
        assert_eq!(log.len(), 512);
        assert_eq!(log.iter().next().map(|entry| entry.first.step), Some(88));
        assert_eq!(
            log.iter().next_back().map(|entry| entry.first.step),
            Some(599)
        );
    }

    #[test]
    fn a_row_of_waiting_takes_one_entry_and_every_free_its_own() {
        let mut log = DecisionLog::default();
        for step in 1..=5 {
            log.push(step, Decision::Busy);
        }
        log.push(6, free(1));
        log.push(7, free(1));
        let rows: Vec<_> = log
            .iter()
            .map(|entry| (entry.first.step, entry.last_step, entry.count))
            .collect();
        assert_eq!(rows, [(1, 5, 5), (6, 6, 1), (7, 7, 1)]);
    }

    #[test]
    fn a_decision_says_its_reason_in_plain_words() {
        assert_eq!(
            free(3).to_string(),
            "free scenery part 3: unseen and farthest, 9.0 m away; what is wanted is 2.0 m away"
        );
    }
}
