//! `forge`: writes a synthetic level as loose files.

use std::{fs, path::Path};

use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    failure::{Code, Failure},
    forged::{self, Forged},
    report::line,
};

/// Where named files of a disc lie in a folder of loose files. Source: spec/archives.md 7.
const NAMED_FILES: &str = "ee_files";

/// Writes the recipe's level into `out`, which must be new or empty.
pub fn forge(out: &Path, recipe: &str, seed: Option<u64>) -> Result<Code, Failure> {
    let recipe = forged::recipe(recipe, seed)?;
    refuse_filled_folder(out)?;
    let forged = make(&recipe)?;
    let folder = out.join(NAMED_FILES);
    fs::create_dir_all(&folder).map_err(|error| Failure::io(&folder, &error))?;
    for (name, bytes) in &forged.game.files {
        write_whole(&folder.join(name), bytes)?;
    }
    line(format!(
        "level {} written to {}: {}",
        forged.game.level,
        folder.display(),
        forged.summary()
    ));
    line(format!(
        "look at it: wonderwheel view {} --data '{}'",
        forged.game.level,
        out.display()
    ));
    Ok(Code::Done)
}

/// Forges with a spinner on stderr (nothing when that is no terminal).
pub fn make(recipe: &wonderwheel_forge::Recipe) -> Result<Forged, Failure> {
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        spinner.set_style(style);
    }
    spinner.enable_steady_tick(std::time::Duration::from_millis(100));
    let forged = Forged::make(recipe, &mut |what| spinner.set_message(what.to_owned()));
    spinner.finish_and_clear();
    forged
}

fn refuse_filled_folder(out: &Path) -> Result<(), Failure> {
    match fs::read_dir(out) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(Failure::new(
                Code::Usage,
                format!("{}: the folder is not empty; name a new one", out.display()),
            )),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::io(out, &error)),
    }
}

/// Writes under a temporary name first: a folder never holds half a file under its real name.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".part");
    let temporary = Path::new(&temporary);
    fs::write(temporary, bytes)
        .and_then(|()| fs::rename(temporary, path))
        .map_err(|error| Failure::io(path, &error))
}
