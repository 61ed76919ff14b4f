//! From a level's name to the first frame of play, and back.
//!
//! ```text
//! StartLevel -> push Loading -> [PrepareLevel] -> LoadLevel -> worlds, preload -> replace Loading by Play
//!                                            |  \-> failed -> replace Loading by Error
//!                                            \-> a guest's level: GuestLevel, the same two ways
//! leaving Play (its Exit hook) -> UnloadLevel
//! ```
//!
//! Source: spec/level-start.md 3 and 9, less the steps whose things do not exist yet (scripts, sounds, movies).

use bevy::prelude::*;
use wonderwheel_game_files::SharedFiles;
use wonderwheel_world_streaming::prelude::{
    CurrentLevel, LevelPhase, LoadLevel, Lockstep, UnloadLevel,
};

use crate::{
    GameMode, Hook, ModeCommand, ModeHook, ModeStack, Preparation, PrepareLevel,
    guest::{GuestLevel, GuestLevels, GuestPhase},
    screens::{ErrorPage, LoadingScreen},
};

/// Starts a level by name, from wherever the program is: a level in play is left first.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct StartLevel {
    /// The level's name as the files know it, `demo` or `level99`.
    pub name: String,
}

/// Where levels start and end, in `Update`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LevelFlowSystems;

/// The load in progress.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelFlow {
    /// The level that was asked for last.
    pub name: String,
    step: Step,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Step {
    /// Nothing to do.
    #[default]
    Idle,
    /// Waiting for [`PrepareLevel`].
    Preparing,
    /// The streamed world has been told; counts the frames since, because its answer of the frame before is stale.
    Loading { frames: u32 },
    /// Waiting for a guest's level.
    Guest,
    /// Everything is there; the loading screen fades out.
    Leaving,
}

/// Frames after which [`CurrentLevel`] speaks of the level asked for.
const ANSWER_IS_FRESH: u32 = 2;

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<StartLevel>()
        .init_resource::<LevelFlow>()
        .init_resource::<GuestLevel>()
        .add_systems(
            Update,
            (
                start_levels,
                follow_load.run_if(in_state(GameMode::Loading)),
            )
                .chain()
                .in_set(LevelFlowSystems),
        )
        .add_systems(
            ModeHook {
                mode: GameMode::Play,
                hook: Hook::Exit,
            },
            unload_level,
        );
}

fn start_levels(
    mut requests: MessageReader<StartLevel>,
    stack: Res<ModeStack>,
    mut flow: ResMut<LevelFlow>,
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
    // Everything above the menu goes; leaving Play unloads its level before the next one is asked for.
    for slot in stack.slots().iter().rev() {
        if slot.mode != GameMode::Menu {
            modes.write(ModeCommand::Pop(slot.mode));
        }
    }
    flow.name.clone_from(&request.name);
    flow.step = Step::Preparing;
    modes.write(ModeCommand::Push(GameMode::Loading));
}

#[expect(
    clippy::too_many_arguments,
    reason = "the state machine touches everything a load touches"
)]
fn follow_load(
    mut flow: ResMut<LevelFlow>,
    mut screen: ResMut<LoadingScreen>,
    mut error: ResMut<ErrorPage>,
    prepare: Option<Res<PrepareLevel>>,
    files: Option<Res<SharedFiles>>,
    level: Res<CurrentLevel>,
    lockstep: Option<Res<Lockstep>>,
    server: Option<Res<AssetServer>>,
    time: Res<Time<Real>>,
    guests: Option<Res<GuestLevels>>,
    mut guest: ResMut<GuestLevel>,
    mut load: MessageWriter<LoadLevel>,
    mut modes: MessageWriter<ModeCommand>,
) {
    let lockstep = lockstep.is_some_and(|lockstep| lockstep.0);
    let mut fail = |flow: &mut LevelFlow, message: String| {
        // Whoever runs in lockstep tells the failure itself.
        if !lockstep {
            error!("level {} cannot be started: {message}", flow.name);
        }
        *error = ErrorPage::level(&flow.name, message);
        flow.step = Step::Idle;
        modes.write(ModeCommand::Replace {
            old: GameMode::Loading,
            new: GameMode::Error,
        });
    };
    match flow.step {
        Step::Idle => {}
        Step::Preparing => {
            let preparation = prepare.map_or(Preparation::Ready, |ask| (ask.0)(&flow.name));
            match preparation {
                Preparation::Working(what) => screen.note = what,
                Preparation::Failed(message) => fail(&mut flow, message),
                Preparation::Ready => {
                    screen.note = String::new();
                    if let Some(files) = &files {
                        screen.find_pictures(&flow.name, files);
                    }
                    let is_guest = files
                        .as_ref()
                        .zip(guests)
                        .is_some_and(|(files, guests)| (guests.0)(&flow.name, files));
                    if is_guest {
                        guest.ask(&flow.name);
                        flow.step = Step::Guest;
                    } else {
                        load.write(LoadLevel {
                            name: flow.name.clone(),
                        });
                        flow.step = Step::Loading { frames: 0 };
                    }
                }
            }
        }
        Step::Loading { frames } if frames < ANSWER_IS_FRESH => {
            flow.step = Step::Loading { frames: frames + 1 };
        }
        Step::Loading { .. } => match &level.phase {
            LevelPhase::Failed(failure) => fail(&mut flow, failure.message.clone()),
            LevelPhase::Ready => {
                screen.progress = 1.0;
                screen.fade_out(time.elapsed());
                flow.step = Step::Leaving;
            }
            _ => screen.progress = level.progress,
        },
        Step::Guest => match &guest.phase {
            GuestPhase::Idle => {}
            GuestPhase::Loading(progress, doing) => {
                screen.progress = *progress;
                (*doing).clone_into(&mut screen.note);
            }
            GuestPhase::Ready => {
                screen.progress = 1.0;
                screen.note = String::new();
                screen.fade_out(time.elapsed());
                flow.step = Step::Leaving;
            }
            GuestPhase::Failed(failure) => {
                let message = failure.message.clone();
                guest.give_up();
                fail(&mut flow, message);
            }
        },
        Step::Leaving => {
            // A lockstep run has nobody to look at the fade, but it must have found what is wrong with the pictures.
            let settled = server.is_none_or(|server| screen.is_settled(&server));
            if (lockstep && settled) || (!lockstep && screen.is_gone(time.elapsed())) {
                flow.step = Step::Idle;
                modes.write(ModeCommand::Replace {
                    old: GameMode::Loading,
                    new: GameMode::Play,
                });
            }
        }
    }
}

fn unload_level(mut unload: MessageWriter<UnloadLevel>, mut guest: ResMut<GuestLevel>) {
    unload.write(UnloadLevel);
    guest.leave();
}
