//! Where the bytes come from.
//!
//! A [`GameFiles`] answers questions about a flat name, whatever its case: does it exist, how large is it, what are its bytes,
//! and which names are there. [`ArchiveFiles`] asks the disc's archive, in an ISO image or in a folder; [`FolderFiles`] a folder
//! of loose files; [`MemoryFiles`] a map in memory (the forge's levels, tests). [`open()`] takes whichever of them a path leads
//! to and says whose disc it is. `GameFilesPlugin` puts one such store behind Bevy's asset source `game`, so that `game://demos_ms1.sec` loads through
//! the asset server, off the main thread, and loads again when the file changes on disk.
//!
//! ```no_run
//! use wonderwheel_game_files::prelude::*;
//!
//! # fn main() -> Result<(), GameFileError> {
//! let OpenedFiles { files, identity, .. } = open("my disc.iso")?;
//! println!("{}", identity.line());
//! for level in levels(&*files) {
//!     println!("{level}");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The asset source needs the engine and stands behind the feature `bevy`; without it this crate links none.
//!
//! | Name on disk | Asked for | Found |
//! | --- | --- | --- |
//! | `LEVEL2S_SEC.WLD` | `level2s_sec.wld` | yes |
//! | `demo.lev` and `DEMO.LEV` | `Demo.lev` | `demo.lev` |
//! | `backup/demo.lev` | `backup/demo.lev` | no: names are flat |
//! | `unnamed/1234abcd.wld` | the name with that hash, or `1234abcd.wld` | yes |
//!
//! | Named | Opened as |
//! | --- | --- |
//! | `the warriors.iso`, a drive | ISO 9660 image ([`iso`]), the archive inside ([`archive`]) |
//! | folder with `WARRIORS.DIR` and `WARRIORS.WAD` | the archive |
//! | image of Going Commando's disc | its files ([`DiscFiles`]), the levels found by name or by the table of contents ([`commando`]) |
//! | file that begins as a level of Going Commando does | that file ([`SingleFile`]) |
//! | folder with `ee_files/`, or any other | loose files |
//! | CHD, CSO, ZSO, GZ, 7Z, ZIP, raw images | not: [`magic`] says what to do |
//! | other discs | not: [`identity`] says what they are |
//!
//! [`OverlayFiles`] lays a folder of changed files and pictures over any of them, and [`SwitchedFiles`] changes one for another
//! while the program runs. For tests, [`recording::Recording`] notes what was read in which order, and [`gate::GatedFiles`] holds reads back until
//! the test lets them through.

pub mod archive;
pub mod commando;
pub mod disc_files;
mod disk_file;
pub mod error;
pub mod fallback;
pub mod file_name;
pub mod files;
pub mod folder;
pub mod gate;
pub mod identity;
pub mod iso;
pub mod kinds;
pub mod levels;
pub mod magic;
pub mod memory;
pub mod open;
mod opened;
pub mod overlay;
pub mod read_at;
pub mod recording;
pub mod side_files;
pub mod single;
#[cfg(feature = "bevy")]
pub mod source;
pub mod switched;
pub mod unnamed;
#[cfg(feature = "bevy")]
mod watch;

pub use archive::ArchiveFiles;
pub use commando::{CommandoLevel, commando_level, commando_levels};
pub use disc_files::DiscFiles;
pub use error::GameFileError;
pub use fallback::FallbackFiles;
pub use files::{GameFiles, PassedOver, SharedFiles, WhyPassed, flat_name};
pub use folder::FolderFiles;
pub use identity::{Identity, Title};
pub use levels::levels;
pub use memory::MemoryFiles;
pub use open::{OpenOptions, open, open_with};
pub use opened::OpenedFiles;
pub use overlay::OverlayFiles;
pub use single::SingleFile;
#[cfg(feature = "bevy")]
pub use source::{GAME_SOURCE, GameFilesPlugin, asset_path};
pub use switched::SwitchedFiles;

/// What users of this crate name.
pub mod prelude {
    pub use crate::{
        ArchiveFiles, CommandoLevel, FolderFiles, GameFileError, GameFiles, Identity, MemoryFiles,
        OpenOptions, OpenedFiles, OverlayFiles, SharedFiles, SwitchedFiles, Title, commando_levels,
        levels, open, open_with,
    };
    #[cfg(feature = "bevy")]
    pub use crate::{GAME_SOURCE, GameFilesPlugin, asset_path};
}
