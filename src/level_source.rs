//! Where a level that is named on the command line lies: the files that it is read from, and its name in them.

use std::path::Path;

use wonderwheel_game_files::{
    GameFiles, MemoryFiles, OpenedFiles, SharedFiles, commando_level, commando_levels,
    identity::Medium,
};

use crate::{
    data::{self, Origin},
    data_options::DataOptions,
    failure::{Code, Failure},
    forged,
    level_name::{DEMO, LevelName},
    report::line,
};

/// The files that a level is read from, and its name in them. A forged one is written for it.
pub fn level_files(
    level: &LevelName,
    seed: Option<u64>,
    data: &DataOptions,
) -> Result<(SharedFiles, String), Failure> {
    let recipe = match level {
        LevelName::File(path) => {
            let (opened, name) = open_level_file(path, data)?;
            return Ok((data::with_overlay(opened.files, data)?, name));
        }
        LevelName::Forged(recipe) => recipe,
        LevelName::Named(name) if name != DEMO => {
            let files = data::open(data)?.ok_or_else(|| no_data(name))?;
            let name = known_level(name, &files)?;
            return Ok((files, name));
        }
        LevelName::Named(_) => match data::open_named(data)? {
            Some(files) if data::has_level(&*files, DEMO) => {
                return Ok((data::with_overlay(files, data)?, DEMO.to_owned()));
            }
            _ => DEMO,
        },
    };
    let forged = forged::make(&forged::recipe(recipe, seed)?)?;
    line(format!(
        "level {} forged: {}",
        forged.game.level,
        forged.summary()
    ));
    let name = forged.game.level.clone();
    let files = SharedFiles::new(MemoryFiles::new(forged.game.files));
    Ok((data::with_overlay(files, data)?, name))
}

/// A level's file with its name; when there is no such file on disk, that of the data.
pub fn open_level_file(path: &Path, data: &DataOptions) -> Result<(OpenedFiles, String), Failure> {
    let shown = path.display();
    if let Some((folder, level)) = loose_level(path) {
        return Ok((
            data::open_identified(folder, Origin::CommandLine, data)?,
            level,
        ));
    }
    if path.exists() {
        let opened = data::open_identified(path, Origin::CommandLine, data)?;
        if opened.identity.medium == Medium::SingleFile
            && let Some(level) = commando_levels(&*opened.files).into_iter().next()
        {
            return Ok((opened, level.name));
        }
        let first = data::level_names(&*opened.files).into_iter().next();
        let words = format!(
            "{shown}: this is no single level; name one of it: wonderwheel view {} --data {shown}",
            first.unwrap_or_default()
        );
        return Err(Failure::new(Code::Usage, words));
    }
    // Data that somebody has named, or that are the only ones known, may have it.
    let known = data::folder(data).ok().flatten();
    let Some((folder, origin)) = known else {
        let words = format!("{shown}: there is no such file");
        return Err(Failure::new(Code::Io, words));
    };
    let opened = data::open_identified(&folder, origin, data)?;
    let wanted = path.to_string_lossy();
    match commando_level(&*opened.files, &wanted) {
        Some(level) => Ok((opened, level.name)),
        None => {
            let described = opened.files.describe();
            let words =
                format!("{shown}: there is no such file, neither on disk nor in {described}");
            Err(Failure::new(Code::Io, words))
        }
    }
}

/// The folder and the level of a file among loose files that is the level's own, `demo.lev`, or its world's, `demos_sec.wld`.
fn loose_level(path: &Path) -> Option<(&Path, String)> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let level = name
        .strip_suffix(".lev")
        .or_else(|| name.strip_suffix("_sec.wld"))?;
    let folder = path.parent()?;
    let folder = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    path.is_file().then(|| (folder, level.to_owned()))
}

/// Makes sure that the data have a level or world of that name.
pub fn known_level(name: &str, files: &SharedFiles) -> Result<String, Failure> {
    if data::has_level(&**files, name) {
        return Ok(name.to_owned());
    }
    let mut known = data::level_names(&**files);
    if !known.iter().any(|known| known == DEMO) {
        known.push(DEMO.to_owned());
    }
    let shown = known
        .iter()
        .take(12)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    let more = known.len().saturating_sub(12);
    let more = if more > 0 {
        format!(" and {more} more (wonderwheel list)")
    } else {
        String::new()
    };
    Err(Failure::new(
        Code::Usage,
        format!(
            "{}: there is no level or world named `{name}`; there are {shown}{more}",
            files.describe()
        ),
    ))
}

pub fn no_data(name: &str) -> Failure {
    Failure::new(
        Code::Usage,
        format!(
            "without data there is no level or world `{name}`, only {DEMO}, forge:retail_shape:LEVEL and \
             forge:commando_demo; name your disc image or folder with --data"
        ),
    )
}
