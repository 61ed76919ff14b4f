//! Flies the free camera through the forged demo by a script instead of a pad. Nothing is drawn.
//!
//! `cargo run -p wonderwheel_player --example script`
//!
//! One sees where the camera is twice a second: it goes ahead at 20 m/s, bends to one side, goes five times as fast while
//! cross is held, and stands when START pauses the game.

use std::error::Error;

use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::prelude::*;
use wonderwheel_game_modes::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_player::prelude::*;
use wonderwheel_world_streaming::level::lockstep;
use wonderwheel_world_streaming::prelude::*;

/// Frames of 1/30 s, the first of play is 0.
const SCRIPT: &str = "
0   stick left 0 100    # ahead
30  stick right 40 0    # and round
60  stick right 0 0
60  press cross
90  release cross
120 tap start
";

fn main() -> Result<AppExit, Box<dyn Error>> {
    let recipe = Recipe::builtin("demo").ok_or("the forge has no demo")?;
    let demo = forge(&recipe, &mut |_| {})?;
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(MemoryFiles::new(demo.files)),
        watch: false,
    })
    // A program with a window has all of these in `DefaultPlugins`.
    .add_plugins((MinimalPlugins, AssetPlugin::default()))
    .add_plugins((StatesPlugin, InputPlugin))
    .add_plugins((LevelAssetsPlugin, WorldStreamingPlugin))
    .add_plugins((GameModesPlugin, PlayerPlugin))
    .insert_resource(InputScript::parse(SCRIPT)?)
    .add_systems(Last, print_camera);
    lockstep::enter(&mut app);
    app.world_mut()
        .write_message(StartLevel { name: demo.level });
    Ok(app.run())
}

fn print_camera(
    mode: Res<State<GameMode>>,
    camera: Single<&GameCamera>,
    mut frames: Local<u32>,
    mut exit: MessageWriter<AppExit>,
) {
    let (Vec3 { x, y, z }, degrees) = (camera.position, camera.yaw.to_degrees());
    let place = format!("{x:7.1} {y:5.1} {z:7.1} m, {degrees:4.0} degrees");
    match mode.get() {
        GameMode::Play => {
            if frames.is_multiple_of(15) {
                println!("frame {:3}: {place}", *frames);
            }
            *frames += 1;
        }
        GameMode::Pause => {
            println!("paused at  {place}");
            exit.write(AppExit::Success);
        }
        GameMode::Error => {
            exit.write(AppExit::error());
        }
        _ => {}
    }
}
