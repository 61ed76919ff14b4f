//! `forge`: writes a synthetic level as loose files.

use std::{path::Path, time::Instant};

use wonderwheel_disc::extract::NAMED;
use wonderwheel_disc::output::{FileTarget, FolderTarget, ending_of};
use wonderwheel_forge::{Recipe, builtin_names, commando_disc, forge_each};

use crate::{
    failure::{Code, Failure},
    forged, progress,
    report::line,
};

/// Writes the recipe's level into `out`. Files that are there are kept, unless they are to be overwritten.
pub fn forge(
    out: &Path,
    recipe: &str,
    seed: Option<u64>,
    overwrite: bool,
) -> Result<Code, Failure> {
    let is_slip = builtin_names().any(|name| name != recipe && out == Path::new(name));
    if is_slip {
        let name = out.display();
        line(format!(
            "{name} is the folder's name; --recipe {name} forges the recipe of that name"
        ));
    }
    let recipe = forged::recipe(recipe, seed)?;
    let is_image = ending_of(out, &["iso"])?.is_some();
    let is_commando = matches!(recipe, Recipe::Commando(_));
    if is_image && !is_commando {
        let words = "an image is written of a level of Going Commando; forge this one into a folder, and `wonderwheel pack` makes an \
                     image of it";
        return Err(Failure::new(
            Code::Usage,
            format!("{}: {words}", out.display()),
        ));
    }
    if is_image {
        return forge_image(&recipe, out, FileTarget::begin(out, overwrite)?);
    }
    // Files of Going Commando lie on the disc as they are.
    let inside = if is_commando { "" } else { NAMED };
    let mut folder = FolderTarget::begin(&out.join(inside), overwrite)?;
    let written = write_each(&recipe, &mut folder)?;
    let (level, shown) = (recipe.level(), folder.root().display());
    line(format!("level {level} in {shown}: {written}"));
    let program = called_as(|name| std::env::var(name).ok());
    let out = out.display();
    line(if is_commando {
        let file = quoted(&format!("{out}/{level}.wad"));
        format!("look at it: {program} view {file}")
    } else {
        let data = quoted(&out.to_string());
        format!("look at it: {program} view {level} --data {data}")
    });
    Ok(Code::Done)
}

/// Writes the image of a disc with the recipe's level: Going Commando's levels stand on a disc as they are.
fn forge_image(recipe: &Recipe, out: &Path, target: FileTarget) -> Result<Code, Failure> {
    let forged = forged::make(recipe)?;
    let image = commando_disc(&forged.game.files)?;
    target.write(|file| file.write_all(&image))?;
    let (level, shown) = (recipe.level(), out.display().to_string());
    line(format!(
        "a disc with level {level} written to {shown}: {}",
        forged::summary(1, image.len() as u64, forged.time)
    ));
    let program = called_as(|name| std::env::var(name).ok());
    let image = quoted(&shown);
    line(format!("look at it: {program} view {level} --data {image}"));
    Ok(Code::Done)
}

/// Forges and writes file by file, so that a recipe of many levels needs the memory of one. Says what was written.
fn write_each(recipe: &Recipe, folder: &mut FolderTarget) -> Result<String, Failure> {
    let start = Instant::now();
    let spinner = progress::spinner("");
    let mut size = 0;
    let mut failure = None;
    forge_each(
        recipe,
        &mut |what| spinner.set_message(what.to_owned()),
        &mut |name, bytes| {
            let name = Path::new(name);
            // The forge cannot be stopped in between; nothing more is written.
            if failure.is_none() && folder.wants(name) {
                size += bytes.len();
                failure = folder.write(name, |out| out.write_all(&bytes)).err();
            }
        },
    )?;
    spinner.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    let (megabytes, seconds) = (size as f64 / 1e6, start.elapsed().as_secs_f64());
    let tally = folder.tally("file");
    Ok(format!("{megabytes:.1} MB in {seconds:.1} s, {tally}"))
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
