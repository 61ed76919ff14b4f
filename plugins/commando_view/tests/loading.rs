//! From a name to the scene, through asset server and modes' seam.

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use wonderwheel_commando_view::members::MemberKind;
use wonderwheel_commando_view::{CommandoFrame, CommandoViewPlugin, ShownLevel};
use wonderwheel_game_files::{GameFilesPlugin, MemoryFiles, SharedFiles};
use wonderwheel_game_modes::{GuestLevel, GuestLevels, GuestPhase};
use wonderwheel_world_streaming::prelude::FailureKind;
use wonderwheel_world_streaming::view::camera::GameCamera;

use crate::demo;

/// Frames that a load may take.
const MOST_FRAMES: u32 = 20_000;

fn app(files: MemoryFiles) -> App {
    app_of(SharedFiles::new(files))
}

fn app_of(files: SharedFiles) -> App {
    let mut app = App::new();
    app.add_plugins((
        GameFilesPlugin {
            files,
            watch: false,
        },
        MinimalPlugins,
        AssetPlugin::default(),
        ImagePlugin::default(),
        StatesPlugin,
        bevy::input::InputPlugin,
        wonderwheel_level_assets::LevelAssetsPlugin,
    ));
    app.init_state::<wonderwheel_game_modes::GameMode>()
        .init_resource::<GuestLevel>()
        .add_plugins(CommandoViewPlugin);
    app.world_mut().spawn(GameCamera::default());
    app
}

fn run_until_settled(app: &mut App, name: &str) -> GuestPhase {
    app.world_mut().resource_mut::<GuestLevel>().name = Some(name.into());
    for _ in 0..MOST_FRAMES {
        app.update();
        let phase = &app.world().resource::<GuestLevel>().phase;
        if matches!(phase, GuestPhase::Ready | GuestPhase::Failed(_)) {
            return phase.clone();
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("the level does not settle");
}

#[test]
fn a_level_is_known_by_its_file_unless_the_other_game_has_the_name() {
    let files = MemoryFiles::default()
        .with("level0.wad", vec![1])
        .with("level1.wad", vec![1]);
    let files = files.with("level1.lev", vec![1]);
    let app = app(files);
    let (files, guests) = (
        app.world().resource::<SharedFiles>(),
        app.world().resource::<GuestLevels>(),
    );
    let known = |name: &str| (guests.0)(name, files);
    assert!(known("level0") && !known("level1") && !known("level2"));
}

#[test]
fn the_demo_loads_shows_itself_and_goes() {
    let mut app = app(MemoryFiles::default().with("level0.wad", demo::file().to_vec()));
    assert_eq!(run_until_settled(&mut app, "level0"), GuestPhase::Ready);
    app.update();
    let shown = app.world().resource::<ShownLevel>();
    assert!(shown.scene.is_some() && shown.stale.is_empty());
    assert_eq!(shown.colours.bytes.len(), demo::scene().lighting.len());
    assert!(!shown.textures.is_empty());
    assert!(app.world().resource::<CommandoFrame>().chosen.triangles > 0);
    // A visit begins where the ship lands, with the eyes above it.
    let start = wonderwheel_commando_view::axes::to_world(demo::scene().environment.start);
    let mut cameras = app.world_mut().query::<&GameCamera>();
    assert_eq!(cameras.single(app.world()).expect("one").position, start);
    app.world_mut().resource_mut::<GuestLevel>().name = None;
    app.update();
    app.update();
    assert!(app.world().resource::<ShownLevel>().scene.is_none());
    assert!(app.world().resource::<CommandoFrame>().eye.is_none());
}

#[test]
fn a_level_that_is_asked_for_again_is_loaded_anew() {
    let mut app = app(MemoryFiles::default().with("level0.wad", demo::file().to_vec()));
    assert_eq!(run_until_settled(&mut app, "level0"), GuestPhase::Ready);
    let mut shown = app.world_mut().resource_mut::<ShownLevel>();
    shown.bank.sets.clear();
    let version = shown.version;
    // The same name within a frame, as when the level is left and started at once.
    app.world_mut().resource_mut::<GuestLevel>().phase = GuestPhase::Idle;
    assert_eq!(run_until_settled(&mut app, "level0"), GuestPhase::Ready);
    let shown = app.world().resource::<ShownLevel>();
    assert!(shown.version > version);
    assert_eq!(shown.bank, demo::scene().lighting.bank, "its own lights");
}

#[test]
fn a_broken_file_fails_with_its_name_and_offset() {
    let mut app = app(MemoryFiles::default().with("level0.wad", vec![0xFF; 4096]));
    let GuestPhase::Failed(why) = run_until_settled(&mut app, "level0") else {
        panic!("it cannot load");
    };
    assert_eq!(why.kind, FailureKind::Malformed);
    let why = why.message;
    assert!(why.starts_with("level0.wad: "), "{why}");
    assert!(!why.contains('\n'), "{why}");
}

#[test]
fn a_loose_sky_is_found_beside_the_container() {
    let empty = wonderwheel_commando::sky::Sky::default()
        .write()
        .expect("an empty sky");
    let name = "level0.sky.bin";
    assert!(MemberKind::of(name).is_some());
    let files = MemoryFiles::default()
        .with("level0.wad", demo::file().to_vec())
        .with(name, empty)
        .with("level7.sky.bin", vec![1]);
    let mut app = app(files);
    assert_eq!(run_until_settled(&mut app, "level0"), GuestPhase::Ready);
    let scene = app
        .world()
        .resource::<ShownLevel>()
        .scene
        .clone()
        .expect("shown");
    assert_eq!(scene.replaced, [name]);
    assert!(scene.sky.runs.is_empty());
}

/// A store whose file can be changed while it is read from.
#[test]
fn a_file_that_turns_bad_is_told_and_the_last_good_level_stays_until_it_is_whole_again() {
    use std::fs;
    use wonderwheel_game_files::open;

    let home = tempfile::tempdir().expect("a temporary folder");
    let path = home.path().join("LEVEL0.WAD");
    fs::write(&path, demo::file()).expect("writable");
    let opened = open(&path).expect("it is a level");
    let mut app = app_of(opened.files);
    assert_eq!(run_until_settled(&mut app, "level0"), GuestPhase::Ready);
    let version = |app: &App| app.world().resource::<ShownLevel>().version;
    let stale = |app: &App| app.world().resource::<ShownLevel>().stale.clone();
    let first = version(&app);
    let reload = |app: &mut App, until: &dyn Fn(&App) -> bool| {
        app.world()
            .resource::<AssetServer>()
            .reload(wonderwheel_game_files::asset_path("level0.wad"));
        for _ in 0..MOST_FRAMES {
            app.update();
            if until(app) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        panic!("nothing happens");
    };
    fs::write(&path, &demo::file()[..100_000]).expect("writable");
    reload(&mut app, &|app| !stale(app).is_empty());
    assert!(stale(&app).starts_with("level0.wad: "), "{}", stale(&app));
    assert_eq!(version(&app), first);
    fs::write(&path, demo::file()).expect("writable");
    reload(&mut app, &|app| version(app) > first);
    assert!(stale(&app).is_empty());
}

#[test]
fn members_that_come_and_go_are_noticed_while_the_level_is_shown() {
    use std::fs;
    use wonderwheel_game_files::FolderFiles;

    let home = tempfile::tempdir().expect("a temporary folder");
    fs::write(home.path().join("level0.wad"), demo::file()).expect("writable");
    let files = FolderFiles::open(home.path()).expect("a folder");
    let mut app = app_of(SharedFiles::new(files));
    assert_eq!(run_until_settled(&mut app, "level0"), GuestPhase::Ready);
    let until = |app: &mut App, what: &str, is_so: &dyn Fn(&ShownLevel) -> bool| {
        for _ in 0..MOST_FRAMES {
            app.update();
            if is_so(app.world().resource::<ShownLevel>()) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        panic!("{what}");
    };
    let sky_runs = |shown: &ShownLevel| shown.scene.as_ref().map(|scene| scene.sky.runs.len());
    let with_sky = sky_runs(app.world().resource::<ShownLevel>());
    let empty = wonderwheel_commando::sky::Sky::default()
        .write()
        .expect("an empty sky");
    let member = home.path().join("level0.sky.bin");
    fs::write(&member, empty).expect("writable");
    until(&mut app, "it came", &|shown| sky_runs(shown) == Some(0));
    fs::remove_file(&member).expect("it is there");
    until(&mut app, "it went", &|shown| sky_runs(shown) == with_sky);
    assert!(app.world().resource::<ShownLevel>().stale.is_empty());
    // A file that no level is put together from is named.
    fs::write(home.path().join("level0.gs_ram.bin"), [0; 16]).expect("writable");
    until(&mut app, "it is named", &|shown| {
        shown
            .scene
            .as_ref()
            .is_some_and(|scene| scene.unused == ["level0.gs_ram.bin"])
    });
}
