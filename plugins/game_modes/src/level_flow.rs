//! From a level's name to the first frame of play, and back.
//!
//! ```text
//! StartLevel -> push Loading -> [PrepareLevel] -> LoadingState::ask -> ready  -> replace Loading by Play
//!                                                                 \-> failed -> replace Loading by Error
//! leaving Play (its Exit hook) -> LoadingState::leave
//! ```
//!
//! Source: spec/level-start.md 3 and 9, less the steps whose things do not exist yet (scripts, sounds, movies).

use bevy::prelude::*;
use wonderwheel_game_files::SharedFiles;
use wonderwheel_world_streaming::prelude::Lockstep;

use crate::{
    drive::{ModeCommand, ModeHook, ModeStack},
    level_source::LevelSources,
    loading::{LoadingPhase, LoadingState, LoadingSystems},
    mode::GameMode,
    prepare::{Preparation, PrepareLevel},
    screens::{ErrorPage, LoadingScreen},
    start_level::StartLevel,
};

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<StartLevel>()
        .add_systems(
            Update,
            (
                (
                    start_levels,
                    prepare_level.run_if(in_state(GameMode::Loading)),
                )
                    .chain()
                    .in_set(LoadingSystems::Ask),
                follow_load
                    .run_if(in_state(GameMode::Loading))
                    .in_set(LoadingSystems::Follow),
            ),
        )
        .add_systems(ModeHook::exit(GameMode::Play), leave_level);
}

fn start_levels(
    mut requests: MessageReader<StartLevel>,
    stack: Res<ModeStack>,
    mut state: ResMut<LoadingState>,
    mut modes: MessageWriter<ModeCommand>,
) {
    let Some(request) = requests.read().last() else {
        return;
    };
    if stack.contains(GameMode::Loading) {
        warn!(
            "level {} is not started: another one is being loaded",
            request.name
        );
        return;
    }
    // Everything above the menu goes. The old level is not wanted from now on.
    for slot in stack.slots().iter().rev() {
        if slot.mode != GameMode::Menu {
            modes.write(ModeCommand::Pop(slot.mode));
        }
    }
    state.prepare(&request.name);
    modes.write(ModeCommand::Push(GameMode::Loading));
}

/// Asks for the level once its files are there.
fn prepare_level(
    mut state: ResMut<LoadingState>,
    mut screen: ResMut<LoadingScreen>,
    prepare: Option<Res<PrepareLevel>>,
    files: Option<Res<SharedFiles>>,
    sources: Res<LevelSources>,
) {
    if state.phase != LoadingPhase::Preparing {
        return;
    }
    match prepare.map_or(Preparation::Ready, |ask| (ask.0)(&state.name)) {
        Preparation::Working(what) => state.note = what,
        Preparation::Failed(fault) => state.fail(fault),
        Preparation::Ready => {
            if let Some(files) = &files {
                screen.find_pictures(&state.name, files);
            }
            let name = state.name.clone();
            state.ask(&name, &sources, files.as_deref());
        }
    }
}

/// Goes on to play, or to the error page.
fn follow_load(
    state: Res<LoadingState>,
    mut screen: ResMut<LoadingScreen>,
    mut error: ResMut<ErrorPage>,
    lockstep: Option<Res<Lockstep>>,
    server: Option<Res<AssetServer>>,
    time: Res<Time<Real>>,
    mut modes: MessageWriter<ModeCommand>,
) {
    let lockstep = lockstep.is_some_and(|lockstep| lockstep.0);
    let new = match &state.phase {
        LoadingPhase::Failed(fault) => {
            // A run in lockstep reports the failure itself.
            if !lockstep {
                error!("level {} cannot be started: {fault}", state.name);
            }
            *error = ErrorPage::level(&state.name, fault.to_string());
            GameMode::Error
        }
        LoadingPhase::Ready if !screen.is_leaving() => {
            screen.fade_out(time.elapsed());
            return;
        }
        LoadingPhase::Ready => {
            // In a lockstep run the fade is not looked at, but what is wrong with the pictures must have been found.
            let settled = server.is_none_or(|server| screen.is_settled(&server));
            let is_gone = if lockstep {
                settled
            } else {
                screen.is_gone(time.elapsed())
            };
            if !is_gone {
                return;
            }
            GameMode::Play
        }
        _ => return,
    };
    modes.write(ModeCommand::Replace {
        old: GameMode::Loading,
        new,
    });
}

/// The level in play is left, unless another one is wanted already.
fn leave_level(mut state: ResMut<LoadingState>) {
    if state.phase != LoadingPhase::Preparing {
        state.leave();
    }
}
