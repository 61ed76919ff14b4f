//! An app without a window that loads game files.

use std::time::{Duration, Instant};

use bevy::asset::{LoadState, RecursiveDependencyLoadState};
use bevy::prelude::*;
use wonderwheel_game_files::{GameFiles, GameFilesPlugin, SharedFiles, asset_path};
use wonderwheel_level_assets::prelude::*;
use wonderwheel_ps2::fault::Fault;

pub fn app(files: impl GameFiles) -> App {
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(files),
        watch: true,
    })
    .add_plugins((MinimalPlugins, AssetPlugin::default(), LevelAssetsPlugin));
    app.finish();
    app.cleanup();
    app
}

/// Updates until `done` answers true; the limit only ends a test that would hang.
pub fn update_until(app: &mut App, what: &str, mut done: impl FnMut(&mut App) -> bool) {
    let start = Instant::now();
    while !done(app) {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "still waiting for: {what}"
        );
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub fn start<A: Asset>(app: &App, name: &str) -> Handle<A> {
    app.world().resource::<AssetServer>().load(asset_path(name))
}

/// Loads a file to the end, labelled parts included, or gives its error.
pub fn load<A: Asset>(app: &mut App, name: &str) -> Result<Handle<A>, String> {
    let handle = start::<A>(app, name);
    let mut outcome = None;
    update_until(app, name, |app| {
        let server = app.world().resource::<AssetServer>();
        outcome = match server.load_state(&handle) {
            LoadState::Failed(error) => Some(Err(error.to_string())),
            LoadState::Loaded => match server.recursive_dependency_load_state(&handle) {
                RecursiveDependencyLoadState::Loaded => Some(Ok(())),
                _ => None,
            },
            _ => None,
        };
        outcome.is_some()
    });
    outcome.unwrap().map(|()| handle)
}

pub fn asset<'a, A: Asset>(app: &'a App, handle: &Handle<A>) -> &'a A {
    app.world().resource::<Assets<A>>().get(handle).unwrap()
}

/// Loads a file that must be good and gives its value.
pub fn value<A: Asset + Clone>(app: &mut App, name: &str) -> A {
    let handle = load::<A>(app, name).unwrap_or_else(|error| panic!("{error}"));
    asset(app, &handle).clone()
}

/// Faults in words.
pub fn lines(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(Fault::to_string).collect()
}
