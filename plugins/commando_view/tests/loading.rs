//! From a name to the scene, through asset server and modes' seam.

use std::sync::Arc;

use bevy::prelude::*;
use wonderwheel_commando_view::members::MemberKind;
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::{COMMANDO_LEVELS, CommandoFrame, CommandoViewPlugin, ShownLevel};
use wonderwheel_game_files::{GameFilesPlugin, MemoryFiles, SharedFiles};
use wonderwheel_game_modes::{LevelSources, LoadingPhase, LoadingState};
use wonderwheel_level_assets::{LevelFaults, LevelNote};
use wonderwheel_ps2::fault::FaultKind;
use wonderwheel_world_streaming::view::camera::GameCamera;

use crate::demo;

/// Frames that a load may take.
const MOST_FRAMES: u32 = 20_000;

fn app(files: MemoryFiles) -> App {
    app_of(SharedFiles::new(files))
}

fn app_of(files: SharedFiles) -> App {
    app_that_watches(files, false)
}

fn app_that_watches(files: SharedFiles, watch: bool) -> App {
    let mut app = App::new();
    app.add_plugins((
        GameFilesPlugin { files, watch },
        MinimalPlugins,
        AssetPlugin {
            watch_for_changes_override: Some(watch),
            ..default()
        },
        ImagePlugin::default(),
        wonderwheel_level_assets::LevelAssetsPlugin,
        CommandoViewPlugin,
    ));
    app.world_mut().spawn(GameCamera::default());
    app
}

fn run_until_settled(app: &mut App, name: &str) -> LoadingPhase {
    app.world_mut()
        .resource_scope(|world, mut state: Mut<LoadingState>| {
            let files = world.get_resource::<SharedFiles>();
            state.ask(name, world.resource::<LevelSources>(), files);
        });
    let phase = |app: &App| app.world().resource::<LoadingState>().phase.clone();
    until(app, "the level settles", &|app| {
        matches!(phase(app), LoadingPhase::Ready | LoadingPhase::Failed(_))
    });
    phase(app)
}

fn is_same(a: &Option<Arc<LevelScene>>, b: &Option<Arc<LevelScene>>) -> bool {
    a.as_ref().map(Arc::as_ptr) == b.as_ref().map(Arc::as_ptr)
}

fn scene(app: &App) -> Option<Arc<LevelScene>> {
    app.world().resource::<ShownLevel>().scene.clone()
}

fn until(app: &mut App, what: &str, is_so: &dyn Fn(&App) -> bool) {
    for _ in 0..MOST_FRAMES {
        app.update();
        if is_so(app) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("not within {MOST_FRAMES} frames: {what}");
}

fn empty_sky() -> Vec<u8> {
    wonderwheel_commando::sky::Sky::default()
        .write()
        .expect("an empty sky")
}

fn faults(app: &App) -> Vec<String> {
    app.world().resource::<LevelFaults>().lines()
}

#[test]
fn a_level_is_known_by_its_file_unless_the_other_game_has_the_name() {
    let files = MemoryFiles::default()
        .with("level0.wad", vec![1])
        .with("level1.wad", vec![1]);
    let files = files.with("level1.lev", vec![1]);
    let app = app(files);
    let files = app.world().resource::<SharedFiles>();
    let known = |name: &str| (COMMANDO_LEVELS.has)(name, &**files);
    assert!(known("level0") && !known("level1") && !known("level2"));
}

#[test]
fn the_demo_loads_shows_itself_and_goes() {
    let mut app = app(MemoryFiles::default().with("level0.wad", demo::file().to_vec()));
    assert_eq!(run_until_settled(&mut app, "level0"), LoadingPhase::Ready);
    app.update();
    let shown = app.world().resource::<ShownLevel>();
    assert!(shown.scene.is_some() && faults(&app).is_empty());
    assert_eq!(shown.colours.bytes.len(), demo::scene().lighting.len());
    assert!(!shown.textures.is_empty());
    assert!(app.world().resource::<CommandoFrame>().chosen.triangles > 0);
    // A visit begins where the ship lands, with the eyes above it.
    let start = wonderwheel_commando_view::axes::to_world(demo::scene().environment.start);
    let mut cameras = app.world_mut().query::<&GameCamera>();
    assert_eq!(cameras.single(app.world()).expect("one").position, start);
    app.world_mut().resource_mut::<LoadingState>().leave();
    app.update();
    app.update();
    assert!(app.world().resource::<ShownLevel>().scene.is_none());
    assert!(app.world().resource::<CommandoFrame>().eye.is_none());
}

#[test]
fn a_level_that_is_asked_for_again_is_loaded_again() {
    let mut app = app(MemoryFiles::default().with("level0.wad", demo::file().to_vec()));
    assert_eq!(run_until_settled(&mut app, "level0"), LoadingPhase::Ready);
    let mut shown = app.world_mut().resource_mut::<ShownLevel>();
    shown.bank.sets.clear();
    let scene = shown.scene.clone();
    // The same name within a frame, as when the level is left and started at once.
    assert_eq!(run_until_settled(&mut app, "level0"), LoadingPhase::Ready);
    let shown = app.world().resource::<ShownLevel>();
    assert!(!is_same(&shown.scene, &scene));
    assert_eq!(shown.bank, demo::scene().lighting.bank, "its own lights");
}

#[test]
fn a_broken_file_fails_with_its_name_and_offset() {
    let mut app = app(MemoryFiles::default().with("level0.wad", vec![0xFF; 4096]));
    let LoadingPhase::Failed(why) = run_until_settled(&mut app, "level0") else {
        panic!("it cannot load");
    };
    assert_eq!(why.kind, FaultKind::Malformed);
    let why = why.to_string();
    assert!(
        why.starts_with("level0.wad") && why.contains(" at 0x"),
        "{why}"
    );
    assert!(!why.contains('\n'), "{why}");
}

#[test]
fn a_loose_sky_is_found_beside_the_container() {
    let name = "level0.sky.bin";
    assert!(MemberKind::of(name).is_some());
    let files = MemoryFiles::default()
        .with("level0.wad", demo::file().to_vec())
        .with(name, empty_sky())
        .with("level7.sky.bin", vec![1]);
    let mut app = app(files);
    assert_eq!(run_until_settled(&mut app, "level0"), LoadingPhase::Ready);
    let scene = scene(&app).expect("shown");
    assert_eq!(scene.replaced, [name]);
    assert!(scene.sky.runs.is_empty());
}

/// A store whose file can be changed while it is read from.
#[test]
fn a_file_that_turns_bad_is_a_fault_and_the_last_good_level_stays_until_it_is_whole_again() {
    use std::fs;
    use wonderwheel_game_files::open;

    let home = tempfile::tempdir().expect("a temporary folder");
    let path = home.path().join("LEVEL0.WAD");
    fs::write(&path, demo::file()).expect("writable");
    let opened = open(&path).expect("it is a level");
    let mut app = app_of(opened.files);
    assert_eq!(run_until_settled(&mut app, "level0"), LoadingPhase::Ready);
    let first = scene(&app);
    let reload = |app: &App| {
        let server = app.world().resource::<AssetServer>();
        server.reload(wonderwheel_game_files::asset_path("level0.wad"));
    };
    fs::write(&path, &demo::file()[..100_000]).expect("writable");
    reload(&app);
    until(&mut app, "it is bad", &|app| !faults(app).is_empty());
    let known = faults(&app);
    assert!(
        known.len() == 1
            && known[0].starts_with("level0.wad")
            && known[0].ends_with("(the last good version stays)"),
        "{known:?}"
    );
    assert!(is_same(&scene(&app), &first));
    fs::write(&path, demo::file()).expect("writable");
    reload(&app);
    until(&mut app, "it is whole", &|app| {
        !is_same(&scene(app), &first)
    });
    assert!(faults(&app).is_empty());
}

#[test]
fn members_that_come_and_go_are_noticed_while_the_level_is_shown() {
    use std::fs;
    use wonderwheel_game_files::FolderFiles;

    let home = tempfile::tempdir().expect("a temporary folder");
    fs::write(home.path().join("level0.wad"), demo::file()).expect("writable");
    let files = FolderFiles::open(home.path()).expect("a folder");
    let mut app = app_of(SharedFiles::new(files));
    assert_eq!(run_until_settled(&mut app, "level0"), LoadingPhase::Ready);
    let sky_runs = |app: &App| scene(app).map(|scene| scene.sky.runs.len());
    let with_sky = sky_runs(&app);
    let member = home.path().join("level0.sky.bin");
    fs::write(&member, empty_sky()).expect("writable");
    until(&mut app, "it came", &|app| sky_runs(app) == Some(0));
    fs::remove_file(&member).expect("it is there");
    until(&mut app, "it went", &|app| sky_runs(app) == with_sky);
    assert!(faults(&app).is_empty());
    // A file that no level is put together from is named.
    fs::write(home.path().join("level0.gs_ram.bin"), [0; 16]).expect("writable");
    until(&mut app, "it is named", &|app| {
        let notes = app.world().resource::<LevelFaults>().notes();
        notes == [LevelNote::Unused(vec!["level0.gs_ram.bin".into()])]
    });
}

#[test]
fn a_loose_member_that_turns_bad_is_a_fault_until_the_asset_system_sees_that_it_is_whole_again() {
    use std::fs;
    use wonderwheel_game_files::FolderFiles;

    let home = tempfile::tempdir().expect("a temporary folder");
    let member = home.path().join("level0.sky.bin");
    fs::write(home.path().join("level0.wad"), demo::file()).expect("writable");
    fs::write(&member, empty_sky()).expect("writable");
    let files = FolderFiles::open(home.path()).expect("a folder");
    let mut app = app_that_watches(SharedFiles::new(files), true);
    assert_eq!(run_until_settled(&mut app, "level0"), LoadingPhase::Ready);
    let first = scene(&app);
    fs::write(&member, [0xFF; 64]).expect("writable");
    until(&mut app, "it is bad", &|app| !faults(app).is_empty());
    let lines = faults(&app);
    assert!(
        lines.len() == 1
            && lines[0].starts_with("level0.sky.bin")
            && lines[0].ends_with("(the last good version stays)"),
        "{lines:?}"
    );
    assert!(is_same(&scene(&app), &first));
    fs::write(&member, empty_sky()).expect("writable");
    until(&mut app, "it is whole", &|app| faults(app).is_empty());
    assert!(!is_same(&scene(&app), &first));
}
