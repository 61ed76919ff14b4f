//! `list`: the levels and files of a folder.

use std::path::PathBuf;

use wonderwheel_game_files::{GameFiles, levels};

use crate::{
    cli::DataOptions,
    data::{self, Origin},
    failure::{Code, Failure},
    report::line,
};

/// Prints levels, then files with their sizes.
pub fn list(folder: Option<PathBuf>, options: &DataOptions) -> Result<Code, Failure> {
    let files = match folder {
        Some(folder) => data::open_folder(&folder, Origin::CommandLine)?,
        None => data::open(options)?.ok_or_else(|| {
            Failure::new(
                Code::Usage,
                "no data is known; name a folder: wonderwheel list FOLDER",
            )
        })?,
    };
    line(files.describe());
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
