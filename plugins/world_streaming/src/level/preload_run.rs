//! The preload of a level start, spread over as many frames as its reads take.

use bevy::ecs::system::{Res, ResMut};
use bevy::log::info;
use bevy::time::{Real, Time};

use crate::core::decision::Decision;
use crate::core::tables::PartState;
use crate::level::current::{CurrentLevel, LevelPhase};
use crate::level::load_state::{LevelLoad, WORLDS_SHARE};
use crate::systems::step::Decisions;

/// The preload: as many decisions as can be made before something has to arrive.
pub(crate) fn run_preload(
    mut decisions: Decisions,
    mut current: ResMut<CurrentLevel>,
    mut load: ResMut<LevelLoad>,
    time: Res<Time<Real>>,
) {
    let Some(run) = &mut load.preload else { return };
    let now_ms = time.elapsed().as_millis() as u64;
    while !run.ended {
        let decision = decisions.decide_in_preload(&[run.eye], run.state.radius());
        let pending = decisions.worlds.pending_distance(&[run.eye]);
        if let Some(end) = run.state.after(&decision, pending, now_ms) {
            info!("preload of {}: {end}", current.name);
            run.ended = true;
        } else if decision == Decision::Busy {
            break;
        }
    }
    let here: u32 = decisions
        .worlds
        .iter()
        .map(|world| world.count_parts(PartState::Resident) + world.count_parts(PartState::Failed))
        .sum();
    let done = if run.goal == 0 {
        1.0
    } else {
        (here as f32 / run.goal as f32).min(1.0)
    };
    current.progress = current
        .progress
        .max(WORLDS_SHARE + (1.0 - WORLDS_SHARE) * done);
    if run.ended && decisions.residency.reading() == 0 {
        load.preload = None;
        current.progress = 1.0;
        current.phase = LevelPhase::Ready;
    }
}
