//! Where the bytes come from.
//!
//! A [`GameFiles`] answers three questions about a flat name, whatever its case: does it exist, how large is it, what are
//! its bytes. [`FolderFiles`] asks a folder of loose files, [`MemoryFiles`] a map in memory (the forge's levels, tests).
//! [`GameFilesPlugin`] puts one such store behind Bevy's asset source `game`, so that `game://demos_ms1.sec` loads through
//! the asset server, off the main thread, and loads again when the file changes on disk.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use wonderwheel_game_files::prelude::*;
//!
//! # fn main() -> Result<(), GameFileError> {
//! let files = SharedFiles::new(FolderFiles::open("my disc/loose files")?);
//! for level in levels(&*files) {
//!     println!("{level}");
//! }
//! App::new()
//!     .add_plugins(GameFilesPlugin { files, watch: true }) // before AssetPlugin
//!     .add_plugins((MinimalPlugins, AssetPlugin::default()));
//! # Ok(())
//! # }
//! ```
//!
//! | Name on disk | Asked for | Found |
//! | --- | --- | --- |
//! | `LEVEL2S_SEC.WLD` | `level2s_sec.wld` | yes |
//! | `demo.lev` and `DEMO.LEV` | `Demo.lev` | `demo.lev` |
//! | `backup/demo.lev` | `backup/demo.lev` | no: names are flat |
//! | `unnamed/1234abcd.wld` | the name with that hash | yes |
//!
//! For tests, [`recording::Recording`] tells what was read in which order, and [`gate::Gated`] holds reads back until
//! the test lets them through.

pub mod error;
pub mod files;
pub mod folder;
pub mod gate;
pub mod levels;
pub mod memory;
pub mod recording;
pub mod source;
mod watch;

pub use error::GameFileError;
pub use files::{GameFiles, SharedFiles, flat_name};
pub use folder::FolderFiles;
pub use levels::levels;
pub use memory::MemoryFiles;
pub use source::{GAME_SOURCE, GameFilesPlugin, asset_path};

/// What users of this crate name.
pub mod prelude {
    pub use crate::{
        FolderFiles, GAME_SOURCE, GameFileError, GameFiles, GameFilesPlugin, MemoryFiles,
        SharedFiles, asset_path, levels,
    };
}
