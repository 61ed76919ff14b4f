//! An app without a window that loads files as bytes.

use std::time::{Duration, Instant};

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext};
use bevy::prelude::*;
use wonderwheel_game_files::prelude::*;

/// A file's bytes, whatever they are.
#[derive(Asset, TypePath)]
pub struct Bytes(pub Vec<u8>);

#[derive(TypePath, Default)]
struct BytesLoader;

impl AssetLoader for BytesLoader {
    type Asset = Bytes;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<Bytes, std::io::Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        Ok(Bytes(bytes))
    }
}

/// The app, which watches its files.
pub fn app(files: impl GameFiles) -> App {
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(files),
        watch: true,
    })
    .add_plugins((MinimalPlugins, AssetPlugin::default()))
    .init_asset::<Bytes>()
    .init_asset_loader::<BytesLoader>();
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
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What is loaded under a handle.
pub fn bytes(app: &App, handle: &Handle<Bytes>) -> Option<Vec<u8>> {
    app.world()
        .resource::<Assets<Bytes>>()
        .get(handle)
        .map(|bytes| bytes.0.clone())
}
