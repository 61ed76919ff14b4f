//! Runs of a fixed length in which every frame is one step of 1/30 s, and the pictures taken on the way.
//!
//! A picture must show everything that its frame wants to show, so before one is taken the run holds still: frames are
//! drawn in which no time passes, until the drawing side says that its picture is complete.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bevy::{prelude::*, time::TimeUpdateStrategy};
use wonderwheel_game_modes::{ErrorPage, GameMode, LoadingState, ModeCommand, StartLevel};
use wonderwheel_gs_render::prelude::{
    GsFrame, GsReady, GsScene, Picture, PresentedImage, take_picture,
};
use wonderwheel_ps2::fault::Fault;
use wonderwheel_world_streaming::{level::lockstep, prelude::RunHash};

use crate::{play_frames::PlayFrames, script::InputScript};

/// Frames that a picture may take to become complete.
const MOST_STILL_FRAMES: u32 = 2000;
/// Complete pictures in a row before one is believed: the report is a frame behind the frame.
const COMPLETE_IN_A_ROW: u32 = 3;
/// Frames until a picture that was asked for must be there.
const MOST_READ_BACK_FRAMES: u32 = 16;
/// Updates that a level may take to start.
const MOST_LOADING_FRAMES: u32 = 100_000;
/// Still frames that the overlay gets to open and fade in, when it is in the picture.
const OVERLAY_FRAMES: u32 = 40;

/// A picture to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The frame of play whose picture it is, counted from 1.
    pub frame: u64,
    /// The file.
    pub path: PathBuf,
}

/// What a lockstep run is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The level, by the name that its files have.
    pub level: String,
    /// Frames of play.
    pub frames: u64,
    /// Pictures, in the order of their frames, none after the last.
    pub shots: Vec<Shot>,
    /// The pictures are of a window's content of this size in pixels, overlay included, not of the bare frame.
    pub window: Option<UVec2>,
}

/// A picture that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenPicture {
    /// The shot.
    pub shot: Shot,
    /// Its picture.
    pub picture: Picture,
    /// The colour that counts as background: what the frame is cleared to, under the level's tint.
    pub background: [u8; 3],
}

impl TakenPicture {
    /// Pixels that are not background. A step either way is allowed for the driver's rounding of the tint.
    pub fn drawn_pixels(&self) -> usize {
        let unlike = |pixel: &&[u8; 4]| {
            let channels = pixel.iter().zip(&self.background);
            channels
                .map(|(a, b)| a.abs_diff(*b))
                .any(|difference| difference > 1)
        };
        self.picture
            .rgba
            .as_chunks::<4>()
            .0
            .iter()
            .filter(unlike)
            .count()
    }

    /// A hash of the picture's bytes.
    pub fn hash(&self) -> u64 {
        let mut hash = RunHash::new();
        hash.bytes(&self.picture.rgba);
        hash.value()
    }
}

/// The clear colour with the level's tint over it. Source: spec/gs-pipeline.md 8 (`((Cs - Cd) * A >> 7) + Cd`).
fn background_of(scene: &GsScene) -> [u8; 3] {
    let Some(tint) = scene.overlay else {
        return scene.fog.colour;
    };
    let mut background = scene.fog.colour;
    for (channel, over) in background.iter_mut().zip(tint.colour) {
        let difference = i32::from(over) - i32::from(*channel);
        let mixed = ((difference * i32::from(tint.alpha)) >> 7) + i32::from(*channel);
        *channel = mixed.clamp(0, 255) as u8;
    }
    background
}

/// Why a run does not get to its last frame.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RunFailure {
    /// The level cannot be loaded.
    #[error("{0}")]
    Level(Fault),
    /// The run itself does not go on.
    #[error("{0}")]
    Run(String),
}

/// How a run ended and what it took, readable after the app is gone.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// `Ok` at the last frame; `None` of a run that something else ended.
    pub end: Option<Result<(), RunFailure>>,
    /// Pictures.
    pub taken: Vec<TakenPicture>,
}

/// The outcome, shared with what started the run.
#[derive(Resource, Clone, Default)]
pub struct RunOutcome(Arc<Mutex<Outcome>>);

impl RunOutcome {
    /// Looks at it.
    pub fn get(&self) -> MutexGuard<'_, Outcome> {
        locked(&self.0)
    }
}

/// Puts the app into lockstep and conducts the run; ends the app when it is over.
pub struct LockstepPlugin {
    /// What to do.
    pub plan: Plan,
    /// Where it says how it went.
    pub outcome: RunOutcome,
}

impl Plugin for LockstepPlugin {
    fn build(&self, app: &mut App) {
        lockstep::enter(app);
        app.insert_resource(Conductor::new(self.plan.clone()))
            .insert_resource(self.outcome.clone())
            // A run must not depend on what lies on a keyboard: without a script of its own it has an empty one.
            .init_resource::<InputScript>()
            .add_systems(Startup, start)
            .add_systems(Last, conduct);
    }
}

#[derive(Resource)]
struct Conductor {
    plan: Plan,
    next_shot: usize,
    step: Step,
    /// Filled by the read-back.
    arrived: Arc<Mutex<Option<Picture>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// The level starts.
    Load { frames: u32 },
    /// Play.
    Run,
    /// No time passes until the picture is complete.
    HoldStill { frames: u32, complete: u32 },
    /// The picture is on its way.
    ReadBack { frames: u32 },
    /// Over.
    Done,
}

/// What a frame asks the run to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Play,
    HoldStill,
    End,
}

impl Conductor {
    fn new(plan: Plan) -> Self {
        Self {
            plan,
            next_shot: 0,
            step: Step::Load { frames: 0 },
            arrived: Arc::default(),
        }
    }

    /// What follows the frame of play `count` (counted from 1), or the picture taken of it.
    fn after_frame(&self, count: u64) -> Next {
        let due = self.plan.shots.get(self.next_shot);
        if due.is_some_and(|shot| shot.frame <= count) {
            Next::HoldStill
        } else if count >= self.plan.frames {
            Next::End
        } else {
            Next::Play
        }
    }
}

fn start(
    conductor: Res<Conductor>,
    mut modes: MessageWriter<ModeCommand>,
    mut levels: MessageWriter<StartLevel>,
) {
    modes.write(ModeCommand::Push(GameMode::Menu));
    levels.write(StartLevel {
        name: conductor.plan.level.clone(),
    });
}

fn conduct(
    mut commands: Commands,
    mut conductor: ResMut<Conductor>,
    outcome: Res<RunOutcome>,
    mode: Res<State<GameMode>>,
    level: Res<LoadingState>,
    error: Res<ErrorPage>,
    frames: Res<PlayFrames>,
    ready: Res<GsReady>,
    scene: Res<GsScene>,
    frame: Option<Res<GsFrame>>,
    presented: Option<Res<PresentedImage>>,
    mut time: ResMut<TimeUpdateStrategy>,
    mut exit: MessageWriter<AppExit>,
) {
    let mut outcome = outcome.get();
    let run = |why: String| Err(RunFailure::Run(why));
    let next = match conductor.step {
        Step::Load { .. } if *mode.get() == GameMode::Error => {
            let fault = level.failure().cloned().map(RunFailure::Level);
            Err(fault.unwrap_or_else(|| RunFailure::Run(error.message.clone())))
        }
        Step::Load { .. } if *mode.get() == GameMode::Play => Ok(Step::Run),
        Step::Load { frames } if frames > MOST_LOADING_FRAMES => {
            run(format!("{} did not start; see the log", level.name))
        }
        Step::Load { frames } => Ok(Step::Load { frames: frames + 1 }),
        Step::Run if frames.fresh().is_some() => {
            Ok(step_after(conductor.after_frame(frames.count)))
        }
        Step::Run | Step::Done => Ok(conductor.step),
        Step::HoldStill { frames, complete } => {
            let complete = if ready.is_ready() { complete + 1 } else { 0 };
            let overlay_is_open = conductor.plan.window.is_none() || frames >= OVERLAY_FRAMES;
            if complete >= COMPLETE_IN_A_ROW && overlay_is_open {
                ask_for_picture(&mut commands, &conductor, frame, presented);
                Ok(Step::ReadBack { frames: 0 })
            } else if frames > MOST_STILL_FRAMES {
                run(format!(
                    "the picture does not become complete: {:?}",
                    *ready
                ))
            } else {
                let frames = frames + 1;
                Ok(Step::HoldStill { frames, complete })
            }
        }
        Step::ReadBack { frames: waited } => {
            let arrived = locked(&conductor.arrived).take();
            if let Some(picture) = arrived {
                let shot = conductor.plan.shots[conductor.next_shot].clone();
                conductor.next_shot += 1;
                let background = background_of(&scene);
                outcome.taken.push(TakenPicture {
                    shot,
                    picture,
                    background,
                });
                Ok(step_after(conductor.after_frame(frames.count)))
            } else if waited > MOST_READ_BACK_FRAMES {
                run("the GPU did not hand the picture back".into())
            } else {
                Ok(Step::ReadBack { frames: waited + 1 })
            }
        }
    };
    let ended = next.as_ref().map_or(true, |step| *step == Step::Done);
    if ended && outcome.end.is_none() {
        outcome.end = Some(next.clone().map(drop));
        exit.write(AppExit::Success);
    }
    conductor.step = next.unwrap_or(Step::Done);
    *time = match conductor.step {
        Step::Load { .. } | Step::Run => TimeUpdateStrategy::FixedTimesteps(1),
        _ => TimeUpdateStrategy::ManualDuration(Duration::ZERO),
    };
}

fn step_after(next: Next) -> Step {
    match next {
        Next::Play => Step::Run,
        Next::HoldStill => Step::HoldStill {
            frames: 0,
            complete: 0,
        },
        Next::End => Step::Done,
    }
}

fn ask_for_picture(
    commands: &mut Commands,
    conductor: &Conductor,
    frame: Option<Res<GsFrame>>,
    presented: Option<Res<PresentedImage>>,
) {
    let slot = conductor.arrived.clone();
    let then = move |picture| *locked(&slot) = Some(picture);
    if let (Some(size), Some(presented)) = (conductor.plan.window, presented) {
        take_picture(commands, presented.0.clone(), size, then);
    } else if let Some(frame) = frame {
        take_picture(commands, frame.image.clone(), frame.size, then);
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use wonderwheel_gs_render::scene::Tint;

    use super::*;

    fn conductor(frames: u64, shots: &[u64]) -> Conductor {
        let shots = shots.iter().map(|frame| Shot {
            frame: *frame,
            path: PathBuf::from(format!("{frame}.png")),
        });
        Conductor::new(Plan {
            level: "demo".into(),
            frames,
            shots: shots.collect(),
            window: None,
        })
    }

    #[test]
    fn every_lockstep_run_is_played_by_a_script_even_an_empty_one() {
        let plugin = LockstepPlugin {
            plan: conductor(1, &[]).plan,
            outcome: RunOutcome::default(),
        };
        let mut app = App::new();
        app.add_plugins(plugin);
        let script = app.world().get_resource::<InputScript>();
        assert_eq!(script, Some(&InputScript::default()));
    }

    #[test]
    fn pixels_of_the_tinted_clear_colour_are_background() {
        let mut scene = GsScene::default();
        scene.fog.colour = [12, 12, 5];
        assert_eq!(background_of(&scene), [12, 12, 5]);
        scene.overlay = Some(Tint {
            colour: [8, 20, 31],
            alpha: 64,
        });
        // On paper: 12 + (-4 * 64 >> 7) = 10; 12 + (8 * 64 >> 7) = 16; 5 + (26 * 64 >> 7) = 18.
        assert_eq!(background_of(&scene), [10, 16, 18]);
        let taken = TakenPicture {
            shot: Shot {
                frame: 1,
                path: PathBuf::new(),
            },
            picture: Picture {
                width: 3,
                height: 1,
                rgba: vec![10, 16, 18, 255, 11, 15, 18, 255, 10, 16, 20, 255],
            },
            background: [10, 16, 18],
        };
        assert_eq!(taken.drawn_pixels(), 1);
    }

    #[test]
    fn a_run_without_pictures_ends_after_its_last_frame() {
        let run = conductor(3, &[]);
        assert_eq!(run.after_frame(1), Next::Play);
        assert_eq!(run.after_frame(2), Next::Play);
        assert_eq!(run.after_frame(3), Next::End);
    }

    #[test]
    fn the_run_holds_still_for_each_picture_and_goes_on_after_it() {
        let mut run = conductor(3, &[2, 3]);
        assert_eq!(run.after_frame(1), Next::Play);
        assert_eq!(run.after_frame(2), Next::HoldStill);
        run.next_shot = 1;
        assert_eq!(run.after_frame(2), Next::Play);
        assert_eq!(run.after_frame(3), Next::HoldStill);
        run.next_shot = 2;
        assert_eq!(run.after_frame(3), Next::End);
    }
}
