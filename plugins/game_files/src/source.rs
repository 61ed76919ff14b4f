//! The asset source `game`: Bevy's asset server reads through a [`GameFiles`].

use std::future::poll_fn;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::asset::io::{
    AssetReader, AssetReaderError, AssetSourceBuilder, PathStream, Reader, VecReader,
};
use bevy::asset::{AssetApp, AssetPath};
use bevy::prelude::{App, Plugin};
use futures_lite::stream;

use crate::files::{GameFiles, SharedFiles, flat_name};
use crate::memory::MemoryFiles;
use crate::watch;

/// Id of the asset source: `game://demos_ms1.sec`.
pub const GAME_SOURCE: &str = "game";

/// The asset path of a game file. Names are lowered, so that a changed file is recognised, and are never parsed: a `#`
/// in a name stays part of it.
pub fn asset_path(name: &str) -> AssetPath<'static> {
    AssetPath::from_path_buf(PathBuf::from(name.to_ascii_lowercase())).with_source(GAME_SOURCE)
}

/// Makes a store the asset source `game` and the resource [`SharedFiles`].
///
/// Add it **before** `AssetPlugin` (`DefaultPlugins`): asset sources are fixed from then on.
///
/// ```no_run
/// use bevy::prelude::*;
/// use wonderwheel_game_files::prelude::*;
///
/// # fn main() -> Result<(), GameFileError> {
/// let files = open("my disc.iso")?.files;
/// App::new()
///     .add_plugins(GameFilesPlugin { files, watch: true }) // before AssetPlugin
///     .add_plugins((MinimalPlugins, AssetPlugin::default()));
/// # Ok(())
/// # }
/// ```
pub struct GameFilesPlugin {
    /// Where the bytes come from. Default: an empty store in memory.
    pub files: SharedFiles,
    /// Whether changed files on disk are loaded again. Default: yes. A store in no folder has nothing to watch.
    pub watch: bool,
}

impl Default for GameFilesPlugin {
    fn default() -> Self {
        Self {
            files: SharedFiles::new(MemoryFiles::default()),
            watch: true,
        }
    }
}

impl Plugin for GameFilesPlugin {
    fn build(&self, app: &mut App) {
        let files = self.files.clone();
        let mut source = AssetSourceBuilder::new(move || Box::new(GameFilesReader(files.clone())));
        if self.watch {
            let files = self.files.clone();
            source = source.with_watcher(move |sender| {
                watch::watch(files.clone(), move |event| {
                    sender.send_blocking(event).is_ok()
                })
            });
        }
        app.insert_resource(self.files.clone())
            .register_asset_source(GAME_SOURCE, source);
    }
}

/// Reads assets from the store. Runs on the engine's I/O tasks, so a slow medium never stops a frame.
struct GameFilesReader(SharedFiles);

impl AssetReader for GameFilesReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        let missing = || AssetReaderError::NotFound(path.to_owned());
        let name = path.to_str().ok_or_else(missing)?;
        poll_fn(|context| self.0.poll_ready(name, context)).await;
        match self.0.read(name) {
            Ok(bytes) => Ok(VecReader::new(bytes)),
            Err(error) if error.is_not_found() => Err(missing()),
            Err(error) => Err(AssetReaderError::Io(Arc::new(io::Error::other(error)))),
        }
    }

    /// Game files have no side files.
    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Err::<VecReader, _>(AssetReaderError::NotFound(path.to_owned()))
    }

    async fn read_directory<'a>(
        &'a self,
        path: &'a Path,
    ) -> Result<Box<PathStream>, AssetReaderError> {
        if !self.is_directory(path).await? {
            return Err(AssetReaderError::NotFound(path.to_owned()));
        }
        let names = self.0.names().into_iter().map(PathBuf::from);
        Ok(Box::new(stream::iter(names)))
    }

    /// The source is flat: only its root is a directory.
    async fn is_directory<'a>(&'a self, path: &'a Path) -> Result<bool, AssetReaderError> {
        Ok(path.to_str().and_then(flat_name).is_none())
    }
}
