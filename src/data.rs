//! Where the game's files are: found in a documented order, judged by what is in them.

mod levels;

use std::path::{Path, PathBuf};

use wonderwheel_disc::places::{self, recent};
use wonderwheel_game_files::prelude::*;

pub use levels::{expect_levels, has_level, level_names};

use crate::{
    data_options::{DataOptions, NONE},
    failure::{Code, Failure},
    names_file,
    report::complain,
    settings_file,
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
    /// The run before.
    LastUsed,
    /// It was not named: it lies where discs lie.
    Found,
    /// The data page.
    Page,
}

impl Origin {
    /// The origin in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::CommandLine => "named on the command line",
            Self::Environment => "named by WONDERWHEEL_DATA",
            Self::SettingsFile => "named by the settings file",
            Self::LastUsed => "used last time",
            Self::Found => "found by itself",
            Self::Page => "chosen",
        }
    }
}

/// What is known about where the data are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KnownData {
    /// Here.
    Here(PathBuf, Origin),
    /// Nowhere: somebody wants the demo.
    Demo(Origin),
    /// In one of these places.
    OneOf(Vec<PathBuf>),
    /// Nothing is known.
    Nothing,
}

/// What is known about the data. The first that says anything wins: command line, environment, settings file, the run before,
/// places where discs lie.
pub fn known(options: &DataOptions) -> Result<KnownData, Failure> {
    let named = named(options)?;
    if named != KnownData::Nothing {
        return Ok(named);
    }
    // What has gone away since is passed over.
    let last = recent::read()
        .into_iter()
        .find(|path| *path == Path::new(NONE) || path.exists());
    if let Some(last) = last {
        return Ok(of_path(last, Origin::LastUsed));
    }
    let mut found = places::search();
    Ok(match (found.pop(), found.is_empty()) {
        (None, _) => KnownData::Nothing,
        (Some(only), true) => KnownData::Here(only, Origin::Found),
        (Some(last), false) => {
            found.push(last);
            KnownData::OneOf(found)
        }
    })
}

/// What somebody has said about the data for this run: command line, environment, settings file.
fn named(options: &DataOptions) -> Result<KnownData, Failure> {
    if let Some(path) = &options.data {
        return Ok(of_path(path.clone(), Origin::CommandLine));
    }
    if let Some(path) = std::env::var_os(DATA_VARIABLE).filter(|value| !value.is_empty()) {
        return Ok(of_path(path.into(), Origin::Environment));
    }
    let settings = settings_file::read()?;
    Ok(match settings.data {
        Some(path) => of_path(path, Origin::SettingsFile),
        None => KnownData::Nothing,
    })
}

fn of_path(path: PathBuf, origin: Origin) -> KnownData {
    if path == Path::new(NONE) {
        KnownData::Demo(origin)
    } else {
        KnownData::Here(at_home(path), origin)
    }
}

/// A path with a leading `~/` as a shell reads it: a quoted one has not been through a shell. A folder of that very name wins.
pub fn at_home(path: PathBuf) -> PathBuf {
    match path.to_str() {
        Some(text) if text.starts_with("~/") && !path.exists() => settings_file::from_home(text),
        _ => path,
    }
}

/// The data that are to be used, if any are known.
///
/// # Errors
/// `Usage` with the list when several places hold a disc and none was named.
pub fn folder(options: &DataOptions) -> Result<Option<(PathBuf, Origin)>, Failure> {
    match known(options)? {
        KnownData::Here(path, origin) => Ok(Some((path, origin))),
        KnownData::Demo(_) | KnownData::Nothing => Ok(None),
        KnownData::OneOf(places) => {
            let shown = places.iter().map(|path| path.display().to_string());
            let shown = shown.collect::<Vec<_>>().join(", ");
            let words = format!("several discs were found; name one with --data: {shown}");
            Err(Failure::new(Code::Usage, words))
        }
    }
}

/// Opens the data, if any are known, with the overlay over them.
pub fn open(options: &DataOptions) -> Result<Option<SharedFiles>, Failure> {
    let Some((path, origin)) = folder(options)? else {
        return Ok(None);
    };
    let files = open_path(&path, origin, options)?;
    with_overlay(files, options).map(Some)
}

/// Opens the data that somebody has named for this run, and no others: what a run of the demo looks at first, so that it is the
/// same on every machine.
pub fn open_named(options: &DataOptions) -> Result<Option<SharedFiles>, Failure> {
    let KnownData::Here(path, origin) = named(options)? else {
        return Ok(None);
    };
    open_path(&path, origin, options).map(Some)
}

/// Lays the overlay folder, where one is named, over files, and says on stderr what of it is used.
pub fn with_overlay(files: SharedFiles, options: &DataOptions) -> Result<SharedFiles, Failure> {
    let folder = match &options.overlay {
        Some(folder) => Some(folder.clone()),
        None => settings_file::read()?.overlay,
    };
    Ok(match folder {
        Some(folder) => {
            let overlay = OverlayFiles::open(&folder, files)?;
            let lines = overlay.survey().lines(&folder);
            lines.into_iter().for_each(complain);
            SharedFiles::new(overlay)
        }
        None => files,
    })
}

/// Opens a folder, an archive or a disc image, makes sure that there is a level in it, of either game, and says on stderr what
/// is unusual about it.
pub fn open_path(
    path: &Path,
    origin: Origin,
    options: &DataOptions,
) -> Result<SharedFiles, Failure> {
    open_identified(path, origin, options).map(|opened| opened.files)
}

/// As [`open_path`], with whose files they are.
pub fn open_identified(
    path: &Path,
    origin: Origin,
    options: &DataOptions,
) -> Result<OpenedFiles, Failure> {
    let opened = open_any(path, origin, options)?;
    expect_levels(&*opened.files)?;
    say_unusual(path, &opened.identity);
    Ok(opened)
}

/// Opens a folder, an archive or a disc image, with or without levels.
pub fn open_any(
    path: &Path,
    origin: Origin,
    options: &DataOptions,
) -> Result<OpenedFiles, Failure> {
    open_with(path, &open_options(options)?).map_err(|error| {
        let failure = Failure::from(error);
        match origin {
            // It has just been chosen.
            Origin::Page => failure,
            _ => Failure::new(
                failure.code,
                format!("{} ({})", failure.message, origin.words()),
            ),
        }
    })
}

/// How data are opened.
pub fn open_options(options: &DataOptions) -> Result<OpenOptions, Failure> {
    Ok(OpenOptions {
        force: options.force,
        names: names_file::read(options)?,
    })
}

/// Says on stderr whose disc it is, unless that is the expected one, and what is damaged.
pub fn say_unusual(path: &Path, identity: &Identity) {
    let is_expected = identity.verified || identity.title.is_going_commando();
    if identity.medium.is_disc() && !is_expected {
        complain(format_args!("{}: {}", path.display(), identity.line()));
    }
    for warning in &identity.warnings {
        complain(format_args!("{}: {warning}", path.display()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_in_the_place_of_a_path_is_the_demo() {
        let options = |data: &str| DataOptions {
            data: Some(data.into()),
            ..DataOptions::default()
        };
        let demo = KnownData::Demo(Origin::CommandLine);
        assert_eq!(known(&options("none")), Ok(demo));
        let here = KnownData::Here("./none".into(), Origin::CommandLine);
        assert_eq!(known(&options("./none")), Ok(here));
    }
}
