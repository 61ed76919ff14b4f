//! Opens a disc image, a disc's folder or a folder of loose files (without an argument: the demo, forged in memory), and
//! loads one file of it through Bevy's asset server.
//!
//! `cargo run -p wonderwheel_game_files --features bevy --example open -- [PATH]`
//!
//! One sees whose disc it is, which levels it has, and how many bytes the first one's level file is long.

use std::error::Error;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext, LoadState};
use bevy::prelude::*;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::prelude::*;

fn main() -> Result<AppExit, Box<dyn Error>> {
    let files = if let Some(path) = std::env::args().nth(1) {
        let OpenedFiles {
            files, identity, ..
        } = open(path)?;
        println!("{}", identity.line());
        files
    } else {
        let recipe = Recipe::builtin("demo").ok_or("the forge has no demo")?;
        SharedFiles::new(MemoryFiles::new(forge(&recipe, &mut |_| {})?.files))
    };
    let levels = levels(&*files);
    println!("levels: {}", levels.join(", "));
    let level = levels.first().ok_or("there is no level in it")?;
    let name = RawFileName(format!("{level}.lev"));
    Ok(App::new()
        // The source must be there before the asset server is.
        .add_plugins(GameFilesPlugin {
            files,
            watch: false,
        })
        .add_plugins((MinimalPlugins, AssetPlugin::default()))
        .init_asset::<RawFile>()
        .init_asset_loader::<RawFileLoader>()
        .insert_resource(name)
        .add_systems(Update, show)
        .run())
}

/// The file that is loaded.
#[derive(Resource)]
struct RawFileName(String);

/// A file as it is. `wonderwheel_level_assets` has loaders that know what is in one.
#[derive(Asset, TypePath)]
struct RawFile(Vec<u8>);

#[derive(Default, TypePath)]
struct RawFileLoader;

impl AssetLoader for RawFileLoader {
    type Asset = RawFile;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<RawFile, std::io::Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        Ok(RawFile(bytes))
    }
}

fn show(
    name: Res<RawFileName>,
    server: Res<AssetServer>,
    files: Res<Assets<RawFile>>,
    mut handle: Local<Option<Handle<RawFile>>>,
    mut exit: MessageWriter<AppExit>,
) {
    let handle = handle.get_or_insert_with(|| server.load(asset_path(&name.0)));
    if let Some(file) = files.get(&*handle) {
        println!("game://{}: {} bytes", name.0, file.0.len());
        exit.write(AppExit::Success);
    } else if let LoadState::Failed(error) = server.load_state(&*handle) {
        println!("{error}");
        exit.write(AppExit::error());
    }
}
