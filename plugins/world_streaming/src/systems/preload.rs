//! The preload makes its decisions.

use bevy::ecs::system::{Res, ResMut};
use bevy::log::info;
use bevy::time::{Real, Time};

use crate::core::decision::Decision;
use crate::level::current::{CurrentLevel, LevelPhase};
use crate::level::load_state::{LevelLoad, WORLDS_SHARE};
use crate::systems::decide::Decisions;

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
    let done = run.progress(&decisions.worlds);
    current.progress = current
        .progress
        .max(WORLDS_SHARE + (1.0 - WORLDS_SHARE) * done);
    if run.ended && decisions.residency.reading() == 0 {
        load.preload = None;
        decisions.worlds.end_fades();
        current.progress = 1.0;
        current.phase = LevelPhase::Ready;
    }
}
