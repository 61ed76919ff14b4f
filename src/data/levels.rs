//! Which levels there are among files, of either game.

use wonderwheel_game_files::prelude::*;

use crate::failure::{Code, Failure};

/// Makes sure that there is a level, of either game.
pub fn expect_levels(files: &dyn GameFiles) -> Result<(), Failure> {
    if has_levels(files) {
        return Ok(());
    }
    Err(Failure::new(
        Code::Io,
        format!(
            "{}: no level is here: neither a .lev nor a _sec.wld file, nor a LEVEL<n>.WAD; name a disc image, the folder that holds \
             WARRIORS.DIR or ee_files, or a flat folder of loose files",
            files.describe(),
        ),
    ))
}

/// Whether there is a level, of either game.
pub fn has_levels(files: &dyn GameFiles) -> bool {
    !levels(files).is_empty()
        || commando_levels(files)
            .iter()
            .any(|level| level.id.is_some())
}

/// The names of all levels, of either game.
pub fn level_names(files: &dyn GameFiles) -> Vec<String> {
    let commando = commando_levels(files).into_iter();
    let commando = commando
        .filter(|level| level.id.is_some())
        .map(|level| level.name);
    levels(files).into_iter().chain(commando).collect()
}

/// Whether the files hold a level or a single world of that name.
pub fn has_level(files: &dyn GameFiles, name: &str) -> bool {
    files.exists(&format!("{name}.lev"))
        || files.exists(&format!("{name}.wad"))
        || ["", "s", "d"]
            .iter()
            .any(|slot| files.exists(&format!("{name}{slot}_sec.wld")))
}
