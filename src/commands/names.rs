//! `names`: recovers the names of a disc's files.

use std::path::PathBuf;

use indicatif::ProgressBar;
use wonderwheel_disc::extract::folder::write_whole;
use wonderwheel_disc::recovery::{Words, recover};

use crate::{
    data::{self, Origin},
    data_options::DataOptions,
    failure::{Code, Failure},
    progress,
    report::line,
};

/// Where names are looked for, and where they go.
#[derive(clap::Args, Clone, Debug)]
pub struct NamesOptions {
    /// The disc image, or the folder with WARRIORS.DIR and WARRIORS.WAD
    pub disc: PathBuf,
    /// The file to write, for --names of other commands; without it the names are printed
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Do not say on stderr how many were found
    #[arg(short, long)]
    pub quiet: bool,
}

/// Recovers names and writes or prints them.
pub fn names(options: &NamesOptions, data: &DataOptions) -> Result<Code, Failure> {
    let disc = &options.disc;
    let opened = data::open_any(disc, Origin::CommandLine, data)?;
    let Some(archive) = &opened.archive else {
        let words = "loose files have their names already; name a disc image or the folder with WARRIORS.DIR";
        let message = format!("{}: {words}", disc.display());
        return Err(Failure::new(Code::Unsupported, message));
    };
    if !options.quiet {
        data::say_unusual(disc, &opened.identity);
    }
    let bar = if options.quiet {
        ProgressBar::hidden()
    } else {
        progress::bytes(Words::bytes(archive))
    };
    let recovered = recover(archive, &|bytes| bar.inc(bytes));
    bar.finish_and_clear();
    let text = recovered.text(archive);
    match &options.out {
        None => line(text.trim_end()),
        Some(out) => {
            let (folder, name) = (out.parent(), out.file_name().and_then(|name| name.to_str()));
            let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(std::path::Path::new("."));
            match name {
                Some(name) => write_whole(folder, name, text.as_bytes())?,
                None => std::fs::write(out, text).map_err(|error| Failure::io(out, &error))?,
            }
        }
    }
    if !options.quiet {
        for line in recovered.lines() {
            eprintln!("{line}");
        }
    }
    Ok(Code::Done)
}
