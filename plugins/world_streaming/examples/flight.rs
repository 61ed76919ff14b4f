//! Flies a camera across the forged demo city, whose budget holds less than half of it. Nothing is drawn.
//!
//! `cargo run -p wonderwheel_world_streaming --example flight`
//!
//! One sees every decision with its step and its reason: parts that are asked for because they are seen or near, and
//! parts that are freed to make room for them; then the totals, and the hash that is the same on every machine.

use std::error::Error;

use bevy::prelude::*;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_world_streaming::core::decision::Decision;
use wonderwheel_world_streaming::level::lockstep;
use wonderwheel_world_streaming::prelude::*;

/// Twenty seconds.
const STEPS: u32 = 600;
const METRES_A_STEP: f32 = 0.5;

fn main() -> Result<AppExit, Box<dyn Error>> {
    let recipe = Recipe::builtin("demo").ok_or("the forge has no demo")?;
    let demo = forge(&recipe, &mut |_| {})?;
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(MemoryFiles::new(demo.files)),
        watch: false,
    })
    .add_plugins((MinimalPlugins, AssetPlugin::default(), LevelAssetsPlugin))
    .add_plugins(WorldStreamingPlugin)
    .add_systems(Update, fly)
    .add_systems(Last, print_decisions);
    // An update is a step, and waits for what was asked for in the step before it.
    lockstep::enter(&mut app);
    app.world_mut().spawn(GameCamera::default());
    app.world_mut()
        .write_message(LoadLevel { name: demo.level });
    Ok(app.run())
}

fn fly(
    level: Res<CurrentLevel>,
    stats: Res<StreamingStats>,
    hash: Res<RunHash>,
    mut camera: Single<&mut GameCamera>,
    mut steps: Local<u32>,
    mut exit: MessageWriter<AppExit>,
) {
    if let LevelPhase::Failed(fault) = &level.phase {
        println!("{fault}");
        exit.write(AppExit::error());
    } else if level.is_loading() {
        // The preload reads what lies around the camera.
        if let Some((position, yaw)) = level.start {
            **camera = GameCamera::new(position, yaw, 0.0);
        }
    } else if level.is_ready() {
        let forward = camera.forward();
        camera.position += forward * METRES_A_STEP;
        *steps += 1;
        if *steps == STEPS {
            println!("{stats:#?}\nrun hash {}", *hash);
            exit.write(AppExit::Success);
        }
    }
}

fn print_decisions(mut decisions: MessageReader<StreamingDecision>) {
    for StreamingDecision { step, decision } in decisions.read() {
        if !matches!(decision, Decision::Busy | Decision::Idle) {
            println!("{step:4}: {decision}");
        }
    }
}
