//! Where the game's files are: found in a documented order, judged by what is in them.

use std::path::{Path, PathBuf};

use wonderwheel_game_files::identity::Medium;
use wonderwheel_game_files::prelude::*;

use crate::{
    cli::DataOptions,
    failure::{Code, Failure},
    names_file, settings_file,
};

/// The variable that names the data folder.
pub const DATA_VARIABLE: &str = "WONDERWHEEL_DATA";

/// Who named the data folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// `--data`, or a folder named by a command.
    CommandLine,
    /// The environment.
    Environment,
    /// The settings file.
    SettingsFile,
}

impl Origin {
    /// The origin in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::CommandLine => "named on the command line",
            Self::Environment => "named by WONDERWHEEL_DATA",
            Self::SettingsFile => "named by the settings file",
        }
    }
}

/// The data folder that is to be used, if any is known. The first that says anything wins: command line, environment,
/// settings file.
pub fn folder(options: &DataOptions) -> Result<Option<(PathBuf, Origin)>, Failure> {
    if let Some(path) = &options.data {
        return Ok(Some((path.clone(), Origin::CommandLine)));
    }
    if let Some(path) = std::env::var_os(DATA_VARIABLE).filter(|value| !value.is_empty()) {
        return Ok(Some((path.into(), Origin::Environment)));
    }
    let settings = settings_file::read()?;
    Ok(settings.data.map(|path| (path, Origin::SettingsFile)))
}

/// Opens the data folder, if any is known.
pub fn open(options: &DataOptions) -> Result<Option<SharedFiles>, Failure> {
    match folder(options)? {
        Some((path, origin)) => open_path(&path, origin, options).map(Some),
        None => Ok(None),
    }
}

/// Opens a folder, an archive or a disc image, makes sure that there is a level in it, and says on stderr what is unusual
/// about it.
pub fn open_path(
    path: &Path,
    origin: Origin,
    options: &DataOptions,
) -> Result<SharedFiles, Failure> {
    let opened = open_any(path, origin, options)?;
    expect_levels(&*opened.files, origin)?;
    say_unusual(path, &opened.identity);
    Ok(opened.files)
}

/// Opens a folder, an archive or a disc image, with or without levels.
pub fn open_any(path: &Path, origin: Origin, options: &DataOptions) -> Result<Opened, Failure> {
    let options = OpenOptions {
        force: options.force,
        names: names_file::read(options)?,
    };
    open_with(path, &options).map_err(|error| {
        let failure = Failure::from(error);
        Failure::new(
            failure.code,
            format!("{} ({})", failure.message, origin.words()),
        )
    })
}

/// Makes sure that there is a level.
pub fn expect_levels(files: &dyn GameFiles, origin: Origin) -> Result<(), Failure> {
    if !levels(files).is_empty() {
        return Ok(());
    }
    Err(Failure::new(
        Code::Io,
        format!(
            "{}: no level is here: neither a .lev nor a _sec.wld file ({}); name a disc image, the folder that holds \
             WARRIORS.DIR or ee_files, or a flat folder of loose files",
            files.describe(),
            origin.words()
        ),
    ))
}

/// Says on stderr whose disc it is, unless that is the expected one, and what is damaged.
pub fn say_unusual(path: &Path, identity: &Identity) {
    if identity.medium != Medium::LooseFiles && !identity.verified {
        eprintln!("{}: {}", path.display(), identity.line());
    }
    for warning in &identity.warnings {
        eprintln!("{}: {warning}", path.display());
    }
}

/// Whether the files hold a level or a single world of that name.
pub fn has_level(files: &dyn GameFiles, name: &str) -> bool {
    files.exists(&format!("{name}.lev"))
        || ["", "s", "d"]
            .iter()
            .any(|slot| files.exists(&format!("{name}{slot}_sec.wld")))
}
