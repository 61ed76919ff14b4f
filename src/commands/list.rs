//! `list`: the levels and files of a folder.

use std::path::PathBuf;

use wonderwheel_game_files::{GameFiles, MemoryFiles, SharedFiles, levels};

use crate::{
    cli::DataOptions,
    commands::forge,
    data::{self, Origin},
    failure::{Code, Failure},
    forged,
    level_name::DEMO,
    report::line,
};

/// Prints levels, then files with their sizes. Where no data are known they are those of the demo.
pub fn list(folder: Option<PathBuf>, options: &DataOptions) -> Result<Code, Failure> {
    let files = match folder {
        Some(folder) => Some(data::open_path(
            &folder,
            Origin::CommandLine,
            options.force,
        )?),
        None => data::open(options)?,
    };
    let files = match files {
        Some(files) => {
            line(files.describe());
            files
        }
        None => {
            let demo = forge::make(&forged::recipe(DEMO, None)?)?;
            line("the demo, written by the program itself (name your own data with --data)");
            SharedFiles::new(MemoryFiles::new(demo.game.files))
        }
    };
    for level in levels(&*files) {
        line(format!("level {level}"));
    }
    let mut total = 0;
    let names = files.names();
    for name in &names {
        let size = files.size(name).unwrap_or(0);
        total += size;
        line(format!("{size:>12} {name}"));
    }
    line(format!("{total:>12} bytes in {} files", names.len()));
    Ok(Code::Done)
}
