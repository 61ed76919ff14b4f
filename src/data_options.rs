//! The options that say where the data are.

use std::path::PathBuf;

use clap::Args;
pub use wonderwheel_disc::places::recent::NONE;

/// Where the data are.
#[derive(Args, Clone, Debug, Default)]
pub struct DataOptions {
    /// Disc image, disc folder or folder of loose files, `none` for the demo; else WONDERWHEEL_DATA, the settings file,
    /// what was used last, or the one disc that is found
    #[arg(long, global = true, value_name = "PATH")]
    pub data: Option<PathBuf>,
    /// Folder of changed files and textures/FILE/NAME.png over the data
    #[arg(long, global = true, value_name = "FOLDER")]
    pub overlay: Option<PathBuf>,
    /// Go on with a disc that is not the supported one
    #[arg(long, global = true)]
    pub force: bool,
    /// Names of files of a disc, one a line, as `wonderwheel names` writes them
    #[arg(long, global = true, value_name = "FILE")]
    pub names: Option<PathBuf>,
}

/// In the place of [`DataOptions`] where a command reads no data: keeps them out of its help.
#[derive(Args, Clone, Debug, Default)]
pub struct NoDataOptions {
    #[arg(long, hide = true, value_name = "PATH")]
    data: Option<PathBuf>,
    #[arg(long, hide = true)]
    force: bool,
    #[arg(long, hide = true, value_name = "FOLDER")]
    overlay: Option<PathBuf>,
    #[arg(long, hide = true, value_name = "FILE")]
    names: Option<PathBuf>,
}

impl NoDataOptions {
    /// Whether one of them was given all the same.
    pub fn are_given(&self) -> bool {
        self.data.is_some() || self.force || self.overlay.is_some() || self.names.is_some()
    }
}
