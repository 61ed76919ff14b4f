//! The player's side in a running app: keys, mouse and scripts move the camera, and nothing else does.

use std::time::Duration;

use bevy::{
    input::{
        InputPlugin,
        mouse::{AccumulatedMouseMotion, MouseMotion},
    },
    prelude::*,
    state::app::StatesPlugin,
    time::TimeUpdateStrategy,
};
use wonderwheel_game_modes::{GameModesPlugin, prelude::*};
use wonderwheel_level_assets::LoadingPicture;
use wonderwheel_player::{PadButton, prelude::*};
use wonderwheel_world_streaming::prelude::{
    CurrentLevel, GameCamera, LevelPhase, LoadLevel, StartPlace, UnloadLevel,
};

/// A frame is 1/10 s: 2 m at the camera's ordinary speed.
const FRAME: Duration = Duration::from_millis(100);

/// An app in play, with the real pad.
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
    .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
    .init_resource::<CurrentLevel>()
    .add_message::<LoadLevel>()
    .add_message::<UnloadLevel>()
    .add_plugins((GameModesPlugin, PlayerPlugin));
    app.world_mut()
        .write_message(ModeCommand::Push(GameMode::Play));
    app
}

fn with_script(text: &str) -> App {
    let mut app = app();
    app.insert_resource(InputScript::parse(text).expect("the script is right"));
    app
}

fn camera(app: &mut App) -> GameCamera {
    let mut query = app.world_mut().query::<&GameCamera>();
    let camera = query.single(app.world()).expect("there is one camera");
    camera.clone()
}

fn key(app: &mut App, key: KeyCode, down: bool) {
    let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
    if down {
        keys.press(key);
    } else {
        keys.release(key);
    }
}

fn mode(app: &App) -> GameMode {
    *app.world().resource::<State<GameMode>>().get()
}

/// The right mouse button is held and the mouse moves to the right.
fn drag(app: &mut App) {
    let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
    buttons.press(MouseButton::Right);
    // Bevy's own system empties the motion in PreUpdate, so it is given as the system would find it.
    let delta = Vec2::new(50.0, 0.0);
    app.world_mut().write_message(MouseMotion { delta });
}

fn holds_cross(app: &App) -> bool {
    app.world().resource::<Pad>().holds(PadButton::Cross)
}

fn updates(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

#[track_caller]
fn near(found: Vec3, expected: Vec3) {
    assert!(found.distance(expected) < 1e-3, "{found} is not {expected}");
}

#[test]
fn the_w_key_flies_forward() {
    let mut app = app();
    app.update();
    key(&mut app, KeyCode::KeyW, true);
    updates(&mut app, 5);
    key(&mut app, KeyCode::KeyW, false);
    updates(&mut app, 5);
    near(camera(&mut app).position, Vec3::new(0.0, 0.0, 10.0));
}

#[test]
fn shift_with_w_is_five_times_as_fast_and_control_five_times_as_slow() {
    for (modifier, metres) in [(KeyCode::ShiftLeft, 50.0), (KeyCode::ControlLeft, 2.0)] {
        let mut app = app();
        app.update();
        key(&mut app, KeyCode::KeyW, true);
        key(&mut app, modifier, true);
        updates(&mut app, 5);
        near(camera(&mut app).position, Vec3::new(0.0, 0.0, metres));
    }
}

#[test]
fn a_script_flies_the_camera_and_the_keyboard_does_not() {
    let mut app = with_script("0 stick left 0 100\n5 stick left 0 0");
    key(&mut app, KeyCode::KeyA, true);
    updates(&mut app, 12);
    near(camera(&mut app).position, Vec3::new(0.0, 0.0, 10.0));
}

#[test]
fn an_empty_script_keeps_keyboard_and_mouse_out() {
    let mut app = with_script("");
    app.update();
    key(&mut app, KeyCode::KeyW, true);
    key(&mut app, KeyCode::Escape, true);
    drag(&mut app);
    updates(&mut app, 5);
    let camera = camera(&mut app);
    near(camera.position, Vec3::ZERO);
    assert_eq!(camera.yaw, 0.0);
    assert_eq!(mode(&app), GameMode::Play);
}

#[test]
fn typing_in_an_overlay_moves_nothing() {
    let mut app = app();
    app.update();
    app.world_mut().resource_mut::<InputGate>().keyboard = true;
    key(&mut app, KeyCode::KeyW, true);
    updates(&mut app, 5);
    near(camera(&mut app).position, Vec3::ZERO);
    assert!(!holds_cross(&app));
}

#[test]
fn a_pause_holds_the_camera_and_start_lets_it_go_on() {
    // Frame 2 pauses, frame 7 goes on: forward is held all the time.
    let mut app = with_script("0 stick left 0 100\n2 tap start\n7 tap start");
    updates(&mut app, 5);
    assert_eq!(mode(&app), GameMode::Pause);
    let paused = camera(&mut app).position;
    updates(&mut app, 2);
    near(camera(&mut app).position, paused);
    updates(&mut app, 4);
    assert_eq!(mode(&app), GameMode::Play);
    assert!(camera(&mut app).position.z > paused.z + 1.0);
}

#[test]
fn a_scripted_drag_with_the_right_button_looks_around() {
    let mut app = with_script(
        "0 mouse move 500 0\n1 mouse press right\n1 mouse move 100 -50\n2 mouse release right\n3 mouse move 500 0",
    );
    updates(&mut app, 8);
    let camera = camera(&mut app);
    assert!((camera.yaw + 0.3).abs() < 1e-5, "{}", camera.yaw);
    assert!((camera.pitch - 0.15).abs() < 1e-5, "{}", camera.pitch);
}

#[test]
fn a_drag_begun_in_the_overlay_never_moves_the_camera() {
    let mut app = app();
    app.update();
    let drag_of = |app: &mut App, taken: bool| {
        app.world_mut().resource_mut::<InputGate>().pointer = taken;
        drag(app);
        app.update();
    };
    for taken in [true, true, false, false] {
        drag_of(&mut app, taken);
    }
    assert_eq!(camera(&mut app).yaw, 0.0);
    app.world_mut()
        .resource_mut::<ButtonInput<MouseButton>>()
        .release(MouseButton::Right);
    app.update();
    drag_of(&mut app, false);
    let turned = camera(&mut app).yaw;
    assert!((turned + 0.15).abs() < 1e-5, "{turned}");
    let motion = app.world().resource::<AccumulatedMouseMotion>();
    assert_eq!(motion.delta.x, 50.0);
}

#[test]
fn the_camera_is_placed_at_the_start_of_each_level_once() {
    let mut app = app();
    app.update();
    let load = |app: &mut App, start: Vec3| {
        app.world_mut().write_message(LoadLevel {
            name: "demo".into(),
        });
        let mut level = app.world_mut().resource_mut::<CurrentLevel>();
        level.phase = LevelPhase::Preload;
        level.start = Some((start, 1.0));
    };
    load(&mut app, Vec3::new(5.0, 6.0, 7.0));
    updates(&mut app, 2);
    near(camera(&mut app).position, Vec3::new(5.0, 6.0, 7.0));
    assert_eq!(camera(&mut app).yaw, 1.0);

    key(&mut app, KeyCode::KeyE, true);
    updates(&mut app, 5);
    key(&mut app, KeyCode::KeyE, false);
    near(camera(&mut app).position, Vec3::new(5.0, 16.0, 7.0));

    load(&mut app, Vec3::ZERO);
    updates(&mut app, 2);
    near(camera(&mut app).position, Vec3::ZERO);
}

#[test]
fn a_place_that_a_person_named_takes_the_place_of_the_start() {
    let mut app = app();
    app.insert_resource(StartPlace {
        position: Vec3::new(1.0, 2.0, 3.0),
        yaw: None,
        pitch: 0.25,
    });
    let mut level = app.world_mut().resource_mut::<CurrentLevel>();
    level.phase = LevelPhase::Preload;
    level.start = Some((Vec3::ZERO, 1.0));
    updates(&mut app, 2);
    let camera = camera(&mut app);
    near(camera.position, Vec3::new(1.0, 2.0, 3.0));
    assert_eq!((camera.yaw, camera.pitch), (1.0, 0.25));
}

#[test]
fn frames_without_time_advance_no_script() {
    let mut app = with_script("3 press cross");
    updates(&mut app, 3);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    updates(&mut app, 10);
    assert!(!holds_cross(&app));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    updates(&mut app, 3);
    assert!(holds_cross(&app));
}
