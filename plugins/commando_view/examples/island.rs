//! The forged island of Going Commando, without menu and without player.
//!
//! ```text
//! cargo run -p wonderwheel_commando_view --example island [island.png]
//! ```
//!
//! In a window the camera looks round from where a visit begins. Where there is no display, or with a file's name, one picture is
//! drawn and saved: a path through a stone arch, huts on hills, a ringed planet in the sky.
#![allow(clippy::print_stdout, reason = "an example speaks to its reader")]

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use bevy::prelude::*;
use wonderwheel_commando_view::{CommandoSet, CommandoViewPlugin};
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::{GameFilesPlugin, MemoryFiles, SharedFiles};
use wonderwheel_game_modes::{LevelSources, LoadingPhase, LoadingState};
use wonderwheel_gs_render::headless;
use wonderwheel_gs_render::prelude::{GsRenderPlugin, Present};
use wonderwheel_level_assets::LevelAssetsPlugin;
use wonderwheel_world_streaming::prelude::GameCamera;

/// The level that the forge writes.
const LEVEL: &str = "level0";
/// Radians a second.
const TURN: f32 = 0.2;
/// Frames that the picture may take to be complete.
const MOST_FRAMES: usize = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let picture = env::args_os().nth(1).map(PathBuf::from);
    if picture.is_none() && has_display() {
        return window();
    }
    save_picture(&picture.unwrap_or_else(|| env::temp_dir().join("island.png")))
}

fn window() -> Result<(), Box<dyn Error>> {
    let mut app = app()?;
    app.add_plugins(DefaultPlugins);
    add_view(&mut app, Present::Window);
    app.add_systems(Update, look_round.after(CommandoSet::Load));
    app.run();
    Ok(())
}

fn save_picture(path: &Path) -> Result<(), Box<dyn Error>> {
    let renderer = headless::find_renderer().ok_or("there is nothing to draw with")?;
    let mut app = app()?;
    app.add_plugins(headless::plugins(renderer));
    add_view(&mut app, Present::None);
    headless::start(&mut app);
    loop {
        headless::step(&mut app)?;
        match &app.world().resource::<LoadingState>().phase {
            LoadingPhase::Ready => break,
            LoadingPhase::Failed(fault) => return Err(fault.to_string().into()),
            _ => sleep(Duration::from_millis(1)),
        }
    }
    headless::complete_picture(&mut app, MOST_FRAMES)?.save(path)?;
    println!("the island is in {}", path.display());
    Ok(())
}

/// An app that reads the island; files come before the engine's own plugins.
fn app() -> Result<App, Box<dyn Error>> {
    let island = forge(
        &Recipe::builtin("commando_demo").ok_or("the recipe is built in")?,
        &mut |_| {},
    )?;
    let files = island.files.into_iter();
    let files = files.fold(MemoryFiles::default(), |files, (name, bytes)| {
        files.with(&name, bytes)
    });
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(files),
        watch: false,
    });
    Ok(app)
}

/// All that a level of Going Commando needs to be seen.
fn add_view(app: &mut App, present: Present) {
    app.add_plugins((
        LevelAssetsPlugin,
        GsRenderPlugin { present },
        CommandoViewPlugin,
    ))
    .add_systems(Startup, ask);
}

fn ask(
    mut commands: Commands,
    mut state: ResMut<LoadingState>,
    sources: Res<LevelSources>,
    files: Res<SharedFiles>,
) {
    commands.spawn(GameCamera::default());
    state.ask(LEVEL, &sources, Some(&files));
}

fn look_round(time: Res<Time>, mut cameras: Query<&mut GameCamera>) {
    for mut camera in &mut cameras {
        camera.yaw += TURN * time.delta_secs();
    }
}

fn has_display() -> bool {
    let is_named = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_named("DISPLAY")
}
