//! The modes in a running app: stack and states, game timer, level flow, screens. Nothing is drawn and nothing is read
//! from disk; the streamed world is stood for by its resources, which the tests fill.

mod data_page;
mod level_flow;
mod modes;
mod screens;

use std::time::Duration;

use bevy::{input::InputPlugin, prelude::*, state::app::StatesPlugin, time::TimeUpdateStrategy};
use leafwing_input_manager::prelude::ActionState;
use wonderwheel_game_files::{MemoryFiles, SharedFiles};
use wonderwheel_game_modes::{MenuAction, MenuInput, ModeChanged, prelude::*};
use wonderwheel_level_assets::LoadingPicture;
use wonderwheel_world_streaming::prelude::{CurrentLevel, LevelPhase, LoadLevel, UnloadLevel};

/// What the modes did and asked for, over all frames.
#[derive(Resource, Default)]
struct Log {
    hooks: Vec<String>,
    asked: Vec<String>,
}

/// An app of the modes alone; a frame is 1/30 s.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        AssetPlugin::default(),
        StatesPlugin,
        InputPlugin,
    ))
    .init_asset::<Image>()
    .init_asset::<LoadingPicture>()
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(
        33_333,
    )))
    .insert_resource(SharedFiles::new(
        MemoryFiles::default()
            .with("level2.lev", vec![])
            .with("level10.lev", vec![]),
    ))
    .init_resource::<CurrentLevel>()
    .init_resource::<Log>()
    .add_message::<LoadLevel>()
    .add_message::<UnloadLevel>()
    .add_plugins(GameModesPlugin)
    .add_systems(Last, keep_log);
    app
}

fn keep_log(
    mut log: ResMut<Log>,
    mut hooks: MessageReader<ModeChanged>,
    mut loads: MessageReader<LoadLevel>,
    mut unloads: MessageReader<UnloadLevel>,
) {
    for change in hooks.read() {
        log.hooks
            .push(format!("{:?} {:?}", change.mode, change.hook));
    }
    // Of one frame, the unload comes first: the mode that leaves writes it before anything else can ask for a level.
    for _ in unloads.read() {
        log.asked.push("unload".into());
    }
    for load in loads.read() {
        log.asked.push(format!("load {}", load.name));
    }
}

fn send(app: &mut App, command: ModeCommand) {
    app.world_mut().write_message(command);
}

fn start_level(app: &mut App, name: &str) {
    app.world_mut()
        .write_message(StartLevel { name: name.into() });
}

fn mode(app: &App) -> GameMode {
    *app.world().resource::<State<GameMode>>().get()
}

fn stack(app: &App) -> Vec<GameMode> {
    let stack = app.world().resource::<ModeStack>();
    stack.slots().iter().map(|slot| slot.mode).collect()
}

fn taken_hooks(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Log>().hooks)
}

fn taken_asked(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Log>().asked)
}

fn updates(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

/// Holds or lets go of a menu button, in place of the keyboard's key.
fn hold(app: &mut App, key: KeyCode, down: bool) {
    let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
    if down {
        keys.press(key);
    } else {
        keys.release(key);
    }
}

/// Presses a key for a frame and lets go of it.
fn tap(app: &mut App, key: KeyCode) {
    hold(app, key, true);
    app.update();
    hold(app, key, false);
    app.update();
}

/// Whether the menus see the action held.
fn menu_holds(app: &mut App, action: MenuAction) -> bool {
    let mut query = app
        .world_mut()
        .query_filtered::<&ActionState<MenuAction>, With<MenuInput>>();
    query
        .single(app.world())
        .is_ok_and(|actions| actions.pressed(&action))
}

/// Puts the streamed world into a phase.
fn set_level(app: &mut App, name: &str, phase: LevelPhase, progress: f32) {
    let mut level = app.world_mut().resource_mut::<CurrentLevel>();
    level.name = name.into();
    level.phase = phase;
    level.progress = progress;
}

/// An app in the menu.
fn in_menu() -> App {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    updates(&mut app, 2);
    app
}

/// An app in play with the menu beneath.
fn in_play(name: &str) -> App {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    play(&mut app, name);
    app
}

/// Brings the app into play.
fn play(app: &mut App, name: &str) {
    start_level(app, name);
    updates(app, 2);
    set_level(app, name, LevelPhase::Ready, 1.0);
    // The screen fades out for 170 ms: 6 frames, and a few to get there.
    updates(app, 12);
    assert_eq!(mode(app), GameMode::Play);
}
