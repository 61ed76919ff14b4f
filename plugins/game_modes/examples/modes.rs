//! Starts the forged demo, plays it for a second, pauses for a second, goes on and leaves it. Nothing is drawn.
//!
//! `cargo run -p wonderwheel_game_modes --example modes`
//!
//! One sees each mode come and go: `Loading` gives way to `Play`, which is suspended by `Pause` and resumed after it, and
//! `Menu`, beneath all of them, is entered only when the level is left.

use std::error::Error;
use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::prelude::*;
use wonderwheel_game_modes::ModeChanged;
use wonderwheel_game_modes::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_world_streaming::prelude::*;

const FRAME: Duration = Duration::from_micros(16_667);
const SECOND: u32 = 60;

fn main() -> Result<AppExit, Box<dyn Error>> {
    let recipe = Recipe::builtin("demo").ok_or("the forge has no demo")?;
    let demo = forge(&recipe, &mut |_| {})?;
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(MemoryFiles::new(demo.files)),
        watch: false,
    })
    // A program with a window has all of these in `DefaultPlugins`.
    .add_plugins(MinimalPlugins.set(ScheduleRunnerPlugin::run_loop(FRAME)))
    .add_plugins((AssetPlugin::default(), StatesPlugin, InputPlugin))
    .add_plugins((LevelAssetsPlugin, WorldStreamingPlugin, GameModesPlugin))
    .add_systems(Update, act)
    .add_systems(Last, print_changes);
    app.world_mut().spawn(GameCamera::default());
    app.world_mut()
        .write_message(ModeCommand::Push(GameMode::Menu));
    app.world_mut()
        .write_message(StartLevel { name: demo.level });
    Ok(app.run())
}

/// What a player would do, a second after each mode came up.
fn act(
    mode: Res<State<GameMode>>,
    error: Res<ErrorPage>,
    mut frames: Local<u32>,
    mut has_paused: Local<bool>,
    mut modes: MessageWriter<ModeCommand>,
    mut exit: MessageWriter<AppExit>,
) {
    *frames = if mode.is_changed() { 0 } else { *frames + 1 };
    if *frames != SECOND {
        return;
    }
    match mode.get() {
        GameMode::Play if *has_paused => {
            modes.write(ModeCommand::Pop(GameMode::Play));
        }
        GameMode::Play => {
            *has_paused = true;
            modes.write(ModeCommand::Push(GameMode::Pause));
        }
        GameMode::Pause => {
            modes.write(ModeCommand::Pop(GameMode::Pause));
        }
        GameMode::Menu if *has_paused => {
            exit.write(AppExit::Success);
        }
        GameMode::Error => {
            println!("{}", error.message);
            exit.write(AppExit::error());
        }
        _ => {}
    }
}

fn print_changes(time: Res<Time<Real>>, mut changes: MessageReader<ModeChanged>) {
    for ModeChanged { mode, hook } in changes.read() {
        println!("{:5.2} s  {mode:?}: {hook:?}", time.elapsed_secs());
    }
}
