//! Pause: the world stands still beneath, darkened, under a short menu.

use bevy::prelude::*;
use wonderwheel_gs_render::frame::FrameDim;

use crate::{
    choices::{ChoiceSystems, Choices, ChosenLine, spawn_choices},
    drive::{ModeCommand, ModeHook},
    loading::LoadingState,
    menu_input::MenuCommands,
    mode::GameMode,
    start_level::StartLevel,
    theme,
};

/// How long the world takes to darken, seconds. Source: spec/modes.md 2.6 (Pause fades both views over 1.4 s).
const FADE_SECONDS: f32 = 1.4;

/// How dark the world gets beneath the pause.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Debug)]
#[reflect(Resource, Default)]
pub struct PauseFade {
    /// 0 leaves the world as it is, 1 is black. The original fades to black behind a background picture; without that
    /// picture the world stays visible here.
    pub depth: f32,
}

impl Default for PauseFade {
    fn default() -> Self {
        Self { depth: 0.65 }
    }
}

const LINES: [(&str, Choice); 4] = [
    ("Continue", Choice::Continue),
    ("Restart level", Choice::Restart),
    ("Choose another level", Choice::Leave),
    ("Quit", Choice::Quit),
];

#[derive(Clone, Copy)]
enum Choice {
    Continue,
    Restart,
    Leave,
    Quit,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<PauseFade>()
        .register_type::<PauseFade>()
        .add_systems(ModeHook::enter(GameMode::Pause), open_pause)
        .add_systems(ModeHook::exit(GameMode::Pause), brighten)
        .add_systems(
            Update,
            (
                pause_on_start.run_if(in_state(GameMode::Play)),
                (darken, close_on_command, take_choice.after(ChoiceSystems))
                    .run_if(in_state(GameMode::Pause)),
            ),
        );
}

fn pause_on_start(commands: Res<MenuCommands>, mut modes: MessageWriter<ModeCommand>) {
    if commands.start {
        modes.write(ModeCommand::Push(GameMode::Pause));
    }
}

fn open_pause(mut commands: Commands, state: Res<LoadingState>) {
    let keys = "arrows or mouse: choose      Enter: take      Esc: continue";
    let screen = ("pause", GameMode::Pause);
    theme::open_screen(&mut commands, screen, None, "Paused", keys, |panel| {
        panel.spawn(theme::text(&state.name, theme::SMALL_SIZE, theme::FAINT));
        let labels = LINES.map(|(label, _)| label);
        spawn_choices(panel, Choices::new(GameMode::Pause, labels));
    });
}

/// Darkens the world step by step. The step is real time: the game timer stands.
fn darken(fade: Res<PauseFade>, time: Res<Time<Real>>, dim: Option<ResMut<FrameDim>>) {
    if let Some(mut dim) = dim {
        let step = time.delta_secs() / FADE_SECONDS * fade.depth;
        let darker = (dim.0 + step).min(fade.depth);
        dim.set_if_neq(FrameDim(darker));
    }
}

fn brighten(dim: Option<ResMut<FrameDim>>) {
    if let Some(mut dim) = dim {
        dim.set_if_neq(FrameDim(0.0));
    }
}

/// START ends the pause, and so does back.
fn close_on_command(commands: Res<MenuCommands>, mut modes: MessageWriter<ModeCommand>) {
    if commands.start || commands.back {
        modes.write(ModeCommand::Pop(GameMode::Pause));
    }
}

fn take_choice(
    mut chosen: MessageReader<ChosenLine>,
    state: Res<LoadingState>,
    mut modes: MessageWriter<ModeCommand>,
    mut start: MessageWriter<StartLevel>,
    mut exit: MessageWriter<AppExit>,
) {
    let lines = ChosenLine::of(&mut chosen, GameMode::Pause);
    for (_, choice) in lines.filter_map(|line| LINES.get(line)) {
        match choice {
            Choice::Continue => {
                modes.write(ModeCommand::Pop(GameMode::Pause));
            }
            Choice::Restart => {
                start.write(StartLevel {
                    name: state.name.clone(),
                });
            }
            Choice::Leave => {
                modes.write(ModeCommand::Pop(GameMode::Pause));
                modes.write(ModeCommand::Pop(GameMode::Play));
            }
            Choice::Quit => {
                exit.write(AppExit::Success);
            }
        }
    }
}
