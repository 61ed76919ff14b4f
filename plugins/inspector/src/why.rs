//! Why a part or a sector is where it is.

use std::collections::HashMap;

use bevy::prelude::*;
use wonderwheel_ps2::fault::Fault;
use wonderwheel_warriors::names::WorldSlot;
use wonderwheel_world_streaming::core::decision::Decision;
use wonderwheel_world_streaming::core::decision_log::StreamingDecision;
use wonderwheel_world_streaming::core::tables::{PartState, SectorState, WorldTables};
use wonderwheel_world_streaming::level::current::LoadLevel;
use wonderwheel_world_streaming::prelude::{FailedSector, FailedSectors};

use crate::text::{grouped, metres_of_sq};

/// The last decision about each part, for as long as the level is loaded.
#[derive(Resource, Debug, Clone, Default)]
pub struct PartHistory {
    last: HashMap<(WorldSlot, u32), StreamingDecision>,
}

impl PartHistory {
    /// Notes a decision; those that are about no part are not kept.
    pub fn note(&mut self, made: StreamingDecision) {
        if let Some(part) = part_of(&made.decision) {
            self.last.insert(part, made);
        }
    }

    /// The last decision about a part.
    pub fn last(&self, slot: WorldSlot, part: u32) -> Option<&StreamingDecision> {
        self.last.get(&(slot, part))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.last.clear();
    }
}

fn part_of(decision: &Decision) -> Option<(WorldSlot, u32)> {
    match *decision {
        Decision::Request { slot, part, .. }
        | Decision::Free { slot, part, .. }
        | Decision::Shrink { slot, part, .. }
        | Decision::ShortOfRoom { slot, part, .. } => Some((slot, part)),
        _ => None,
    }
}

/// What is known of why parts and sectors are where they are.
#[derive(Clone, Copy)]
pub(crate) struct Reasons<'a> {
    history: Option<&'a PartHistory>,
    failed: &'a [FailedSector],
}

impl<'a> Reasons<'a> {
    pub(crate) fn of(world: &'a World) -> Self {
        let failed = world.get_resource::<FailedSectors>();
        Self {
            history: world.get_resource(),
            failed: failed.map_or(&[], |failed| &failed.sectors),
        }
    }

    fn fault(&self, is_about: impl Fn(&FailedSector) -> bool) -> Option<&'a Fault> {
        let about = self.failed.iter().find(|failed| is_about(failed))?;
        Some(&about.fault)
    }

    pub(crate) fn of_part(&self, tables: &WorldTables, part: u32) -> String {
        let slot = tables.slot();
        of_part(
            tables.part_state(part),
            self.history.and_then(|history| history.last(slot, part)),
            self.fault(|failed| (failed.slot, failed.part) == (slot, part)),
        )
    }

    pub(crate) fn of_sector(&self, tables: &WorldTables, sector: u32) -> String {
        let slot = tables.slot();
        of_sector(
            tables.sector_state(sector),
            tables.was_visible(sector),
            tables.is_in_use(sector),
            &self.of_part(tables, tables.part_of(sector)),
            self.fault(|failed| (failed.slot, failed.sector) == (slot, sector)),
        )
    }
}

/// Why a part is in its state, in plain words.
pub fn of_part(
    state: PartState,
    last: Option<&StreamingDecision>,
    fault: Option<&Fault>,
) -> String {
    match state {
        PartState::Failed => match fault {
            Some(fault) => format!("cannot be read: {fault}"),
            None => "cannot be read: no reason given".into(),
        },
        PartState::Releasing => "is to go, but an atomic of it is still in use".into(),
        PartState::Absent => match last.map(|made| (made.step, made.decision)) {
            Some((
                step,
                Decision::Free {
                    distance_sq,
                    wanted_sq,
                    ..
                },
            )) => format!(
                "freed at step {step}: unseen and farthest ({}); {} was wanted",
                metres_of_sq(distance_sq),
                metres_of_sq(wanted_sq)
            ),
            Some((step, Decision::Shrink { .. })) => {
                format!("freed at step {step}: the budget was lowered")
            }
            Some((
                step,
                Decision::ShortOfRoom {
                    heap_size,
                    largest_free,
                    ..
                },
            )) => {
                let (needed, free) = (grouped(heap_size.into()), grouped(largest_free));
                format!("no room at step {step}: needs {needed}, {free} free")
            }
            Some((step, _)) => format!("gone since its read of step {step}"),
            None => "never wanted yet: something nearer always was".into(),
        },
        PartState::Reading | PartState::Resident => {
            let verb = if state == PartState::Reading {
                "being read"
            } else {
                "read"
            };
            match last.map(|made| (made.step, made.decision)) {
                Some((
                    step,
                    Decision::Request {
                        sector,
                        distance_sq,
                        ..
                    },
                )) => format!(
                    "{verb} since step {step} for sector {sector}, {} away then",
                    metres_of_sq(distance_sq)
                ),
                _ => format!("{verb}: came with the level's start"),
            }
        }
    }
}

/// Why a sector is in its state, in plain words. `part_why` is the reason of its part.
pub fn of_sector(
    state: SectorState,
    visible: bool,
    in_use: bool,
    part_why: &str,
    fault: Option<&Fault>,
) -> String {
    let seen = if visible { "seen" } else { "unseen" };
    match state {
        SectorState::Failed => match fault {
            Some(fault) => format!("cannot be drawn: {fault}"),
            None => "cannot be drawn: its part came without it".into(),
        },
        SectorState::Loaded if in_use => format!("{seen}, in use; {part_why}"),
        SectorState::ReleasePending => format!("{seen}; is to go, still in use"),
        SectorState::Missing | SectorState::Released | SectorState::Loaded => {
            format!("{seen}; {part_why}")
        }
    }
}

/// Reads the decisions as they are made. Another level makes them void.
pub(crate) fn note_decisions(
    mut loads: MessageReader<LoadLevel>,
    mut decisions: MessageReader<StreamingDecision>,
    mut history: ResMut<PartHistory>,
) {
    if loads.read().count() > 0 {
        history.clear();
    }
    for decision in decisions.read() {
        history.note(*decision);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::fault::FaultKind;
    use wonderwheel_world_streaming::core::tables::Stage;

    const SLOT: WorldSlot = WorldSlot::Scenery;

    fn request(step: u64) -> StreamingDecision {
        let decision = Decision::Request {
            slot: SLOT,
            part: 3,
            sector: 17,
            distance_sq: 25.0,
            heap_size: 65_536,
            stage: Stage::Visible,
        };
        StreamingDecision { step, decision }
    }

    fn free(step: u64) -> StreamingDecision {
        let decision = Decision::Free {
            slot: SLOT,
            part: 3,
            distance_sq: 6_400.0,
            wanted_sq: 100.0,
        };
        StreamingDecision { step, decision }
    }

    #[test]
    fn the_newest_decision_about_a_part_is_its_reason() {
        let mut history = PartHistory::default();
        history.note(request(10));
        history.note(StreamingDecision {
            step: 11,
            decision: Decision::Busy,
        });
        let reason = of_part(PartState::Resident, history.last(SLOT, 3), None);
        assert_eq!(reason, "read since step 10 for sector 17, 5.0 m away then");
        history.note(free(90));
        let reason = of_part(PartState::Absent, history.last(SLOT, 3), None);
        assert_eq!(
            reason,
            "freed at step 90: unseen and farthest (80.0 m); 10.0 m was wanted"
        );
        assert!(history.last(WorldSlot::Detail, 3).is_none());
    }

    #[test]
    fn a_part_without_room_says_how_much_is_missing() {
        let decision = Decision::ShortOfRoom {
            slot: SLOT,
            part: 3,
            sector: 1,
            distance_sq: 1.0,
            heap_size: 300_000,
            largest_free: 12_288,
        };
        let made = StreamingDecision { step: 7, decision };
        assert_eq!(
            of_part(PartState::Absent, Some(&made), None),
            "no room at step 7: needs 300,000, 12,288 free"
        );
    }

    #[test]
    fn a_failed_part_gives_its_fault_whatever_was_decided_before() {
        let fault = Fault::of_file("demos_ms3.sec", FaultKind::Malformed, "expected 22");
        let why = of_part(PartState::Failed, Some(&request(1)), Some(&fault));
        assert_eq!(why, "cannot be read: demos_ms3.sec: expected 22");
    }

    #[test]
    fn a_sector_says_whether_it_is_seen_and_gives_its_parts_reason() {
        let fault = Fault::of_file("", FaultKind::Malformed, "bad strip");
        for (state, visible, in_use, fault, words) in [
            (SectorState::Loaded, true, false, None, "seen; read"),
            (
                SectorState::Loaded,
                false,
                true,
                None,
                "unseen, in use; read",
            ),
            (
                SectorState::Failed,
                true,
                false,
                Some(&fault),
                "cannot be drawn: bad strip",
            ),
        ] {
            let why = of_sector(state, visible, in_use, "read", fault);
            assert_eq!(why, words);
        }
    }
}
