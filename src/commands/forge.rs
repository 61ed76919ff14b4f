//! `forge`: writes a synthetic level as loose files.

use std::{path::Path, time::Instant};

use wonderwheel_disc::extract::{
    NAMED,
    folder::{write_to, write_whole},
};
use wonderwheel_disc::new_folder::NewFolder;
use wonderwheel_forge::{Recipe, builtin_names, commando_disc, forge_each};

use crate::{
    failure::{Code, Failure},
    forged, progress,
    report::line,
};

/// Writes the recipe's level into `out`, which must be new, empty, or left by a run that was stopped.
pub fn forge(out: &Path, recipe: &str, seed: Option<u64>) -> Result<Code, Failure> {
    let is_slip = builtin_names().any(|name| name != recipe && out == Path::new(name));
    if is_slip {
        let name = out.display();
        line(format!(
            "{name} is the folder's name; --recipe {name} forges the recipe of that name"
        ));
    }
    let recipe = forged::recipe(recipe, seed)?;
    let is_image = out
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("iso"));
    if is_image {
        return forge_image(out, &recipe);
    }
    let is_commando = matches!(recipe, Recipe::Commando(_));
    // Files of Going Commando lie on the disc as they are.
    let folder = NewFolder::begin(out, if is_commando { "" } else { NAMED })?;
    let written = write_each(&recipe, &folder)?;
    line(format!(
        "level {} written to {}: {written}",
        recipe.level(),
        folder.files().display(),
    ));
    folder.finish()?;
    let program = called_as(|name| std::env::var(name).ok());
    let out = out.display();
    line(if is_commando {
        format!(
            "look at it: {program} view {}",
            quoted(&format!("{out}/{}.wad", recipe.level()))
        )
    } else {
        format!(
            "look at it: {program} view {} --data {}",
            recipe.level(),
            quoted(&out.to_string())
        )
    });
    Ok(Code::Done)
}

/// Writes the image of a disc with the recipe's level. Only Going Commando's levels stand on a disc as they are.
fn forge_image(out: &Path, recipe: &Recipe) -> Result<Code, Failure> {
    let shown = out.display();
    if !matches!(recipe, Recipe::Commando(_)) {
        let words = format!(
            "{shown}: an image is written of a level of Going Commando; forge this one into a folder, and `wonderwheel pack` makes \
             an image of it"
        );
        return Err(Failure::new(Code::Usage, words));
    }
    if out.exists() {
        let words = format!("{shown}: there is such a file already; name a new one");
        return Err(Failure::new(Code::Usage, words));
    }
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let words = format!(
            "{shown}: there is no folder {}; make it first",
            folder.display()
        );
        return Err(Failure::new(Code::Io, words));
    }
    let forged = forged::make(recipe)?;
    let image = commando_disc(&forged.game.files)?;
    write_to(out, |file| file.write_all(&image))?;
    let level = recipe.level();
    line(format!(
        "a disc with level {level} written to {shown}: {}",
        forged::summary(1, image.len() as u64, forged.time)
    ));
    let program = called_as(|name| std::env::var(name).ok());
    let image = quoted(&shown.to_string());
    line(format!("look at it: {program} view {level} --data {image}"));
    Ok(Code::Done)
}

/// Forges and writes file by file, so that a recipe of many levels needs the memory of one. Says what was written.
fn write_each(recipe: &Recipe, folder: &NewFolder) -> Result<String, Failure> {
    let start = Instant::now();
    let spinner = progress::spinner("");
    let (mut files, mut size) = (0_usize, 0_u64);
    let mut failure = None;
    forge_each(
        recipe,
        &mut |what| spinner.set_message(what.to_owned()),
        &mut |name, bytes| {
            // The forge cannot be stopped in between; nothing more is written.
            if failure.is_none() {
                files += 1;
                size += bytes.len() as u64;
                failure = write_whole(folder.files(), name, &bytes).err();
            }
        },
    )?;
    spinner.finish_and_clear();
    match failure {
        Some(refused) => Err(refused.into()),
        None => Ok(forged::summary(files, size, start.elapsed())),
    }
}

/// How the program is called here: by the script that started it, through cargo, or by its own name.
fn called_as(variable: impl Fn(&str) -> Option<String>) -> String {
    match variable("WONDERWHEEL_COMMAND").filter(|command| !command.is_empty()) {
        Some(command) => quoted(&command),
        None if variable("CARGO").is_some() => "cargo run --".into(),
        None => "wonderwheel".into(),
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:@,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_calls_the_program_as_it_was_called() {
        let called = |set: &[(&str, &str)]| {
            called_as(|name| {
                let (_, value) = set.iter().find(|(known, _)| *known == name)?;
                Some((*value).to_owned())
            })
        };
        let cargo = ("CARGO", "/bin/cargo");
        assert_eq!(
            called(&[cargo, ("WONDERWHEEL_COMMAND", "./run.sh")]),
            "./run.sh"
        );
        assert_eq!(called(&[cargo]), "cargo run --");
        assert_eq!(called(&[]), "wonderwheel");
    }

    #[test]
    fn a_path_is_quoted_only_when_a_shell_would_break_it() {
        assert_eq!(quoted("demo-files"), "demo-files");
        assert_eq!(quoted("my disc"), "'my disc'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
