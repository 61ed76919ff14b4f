//! Levels of Going Commando: a container on disk, or one that is forged.

use std::{fs::File, io::Read, path::Path};

use wonderwheel_commando::level::{Level, LevelFile, LevelHeader};
use wonderwheel_disc::{
    catalogue::glob_set,
    output::{FileTarget, FolderTarget},
};
use wonderwheel_export::{ExportError, commando};
use wonderwheel_forge::Recipe;
use wonderwheel_game_files::{GameFiles, commando_level};

use super::{
    options::ExportOptions,
    written::{say_textures, write_glb},
};
use crate::{
    bounded_read::bounded_read,
    data,
    data_options::DataOptions,
    failure::{Code, Failure},
    forged,
    level_name::{DEMO, LevelName},
    progress,
    report::line,
};

/// The largest container that is read; the disc's largest has 20 MB.
const MOST_BYTES: u64 = 256 << 20;
/// Bytes that tell a container: the longer of its two headers.
const HEAD: u64 = 0x68;

/// A level's file.
pub struct Container {
    /// What messages call it.
    name: String,
    bytes: Vec<u8>,
}

/// The container that `what` means: that of a recipe, a file on disk that begins as one, or a level of the data. None when it means
/// something else.
pub fn container(what: &LevelName, data: &DataOptions) -> Result<Option<Container>, Failure> {
    match what {
        LevelName::Forged(name) => forged_container(name),
        // It is the other game's, and needs no disc.
        LevelName::Named(name) if name == DEMO => Ok(None),
        LevelName::Named(name) => container_in_data(name, data),
        LevelName::File(path) if path.is_file() => container_on_disk(path),
        LevelName::File(path) => container_in_data(&path.to_string_lossy(), data),
    }
}

fn forged_container(recipe: &str) -> Result<Option<Container>, Failure> {
    let recipe = forged::recipe(recipe, None)?;
    if !matches!(recipe, Recipe::Commando(_)) {
        return Ok(None);
    }
    let forged = forged::make(&recipe)?;
    let (level, summary) = (&forged.game.level, forged.summary());
    line(format!("level {level} forged: {summary}"));
    let file = forged.game.files.into_iter().next();
    Ok(file.map(|(name, bytes)| Container { name, bytes }))
}

fn container_on_disk(path: &Path) -> Result<Option<Container>, Failure> {
    let mut head = Vec::new();
    File::open(path)
        .and_then(|file| file.take(HEAD).read_to_end(&mut head))
        .map_err(|error| Failure::io(path, &error))?;
    if LevelHeader::read(&head).is_err() {
        return Ok(None);
    }
    let bytes = bounded_read(path, MOST_BYTES, "is it a level container?")?;
    // One that is damaged is known by its name: another game's file may begin with the same words.
    let is_wad = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("wad"));
    let is_container = is_wad || LevelFile::read(&bytes).is_ok();
    Ok(is_container.then(|| Container {
        name: path.display().to_string(),
        bytes,
    }))
}

/// The container of a level that the data have, `level0` or `LEVEL0.WAD`; the other game's levels of that name come first.
fn container_in_data(what: &str, data: &DataOptions) -> Result<Option<Container>, Failure> {
    let Some((folder, origin)) = data::folder(data)? else {
        return Ok(None);
    };
    let files = data::open_any(&folder, origin, data)?.files;
    let Some(level) = commando_level(&*files, what) else {
        return Ok(None);
    };
    if files.exists(&format!("{}.lev", level.name)) {
        return Ok(None);
    }
    let files = data::with_overlay(files, data)?;
    Ok(Some(Container {
        name: format!("{}: {}", folder.display(), level.file),
        bytes: files.read(&level.file)?,
    }))
}

/// Exports a level, a class of it, or its textures.
pub fn export(
    options: &ExportOptions,
    container: &Container,
    is_glb: bool,
) -> Result<Code, Failure> {
    match (is_glb, options.class) {
        (true, _) => export_glb(options, container),
        (false, None) => export_textures(options, container),
        (false, Some(_)) => Err(Failure::new(
            Code::Usage,
            format!(
                "{}: a class is written to a name that ends in .glb",
                options.out.display()
            ),
        )),
    }
}

fn export_glb(options: &ExportOptions, container: &Container) -> Result<Code, Failure> {
    let target = FileTarget::begin(&options.out, options.overwrite)?;
    let globs = glob_set(&options.only)?;
    let select = |node: &str| globs.is_match(node);
    let chosen = options.level_options(&select);
    let spinner = progress::spinner("");
    let mut say = |what: &str| spinner.set_message(what.to_owned());
    let (bytes, name) = (&container.bytes, &container.name);
    let exported = match options.class {
        Some(class) => commando::export_class(bytes, name, class, &chosen, &mut say),
        None => commando::export_level(bytes, name, &chosen, &mut say),
    };
    spinner.finish_and_clear();
    let exported = exported.map_err(|error| match error {
        ExportError::Format(error) => container.broken(&error),
        ExportError::NoSuchClass { .. } => Failure::new(Code::Usage, format!("{name}: {error}")),
        other => Failure::export(&options.out, &other),
    })?;
    let counts = exported.counts;
    let content = format!(
        "{} patches, {} ties, {} shrubs, {} mobys",
        counts.patches, counts.ties, counts.shrubs, counts.mobys
    );
    write_glb(&options.out, target, &exported, &content)
}

fn export_textures(options: &ExportOptions, container: &Container) -> Result<Code, Failure> {
    let globs = glob_set(&options.only)?;
    let wants = |name: &str| globs.is_empty() || globs.is_match(name);
    let mut folder = FolderTarget::begin(&options.out, options.overwrite)?;
    let (level, mut faults) =
        Level::read_lenient(&container.bytes).map_err(|error| container.broken(&error))?;
    let spinner = progress::spinner("");
    for (name, png) in commando::level_textures(&level, options.mip, options.alpha(), wants) {
        let path = format!("{name}.png");
        let path = Path::new(&path);
        if !folder.wants(path) {
            continue;
        }
        spinner.set_message(name);
        match png {
            Ok(png) => folder.write(path, |out| out.write_all(&png))?,
            Err(error) => faults.push(error),
        }
    }
    spinner.finish_and_clear();
    let trouble = faults
        .iter()
        .map(|error| format!("{}: {error}", container.name));
    let trouble: Vec<_> = trouble.collect();
    say_textures(&container.name, &folder, &trouble, ["", ""])
}

impl Container {
    fn broken(&self, error: &wonderwheel_ps2::error::FormatError) -> Failure {
        let advice = "wonderwheel inspect shows how far it can be read";
        Failure::new(error.into(), format!("{}: {error}; {advice}", self.name))
    }
}
