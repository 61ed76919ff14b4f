//! `names`: recovers the names of a disc's files.

use std::path::PathBuf;

use indicatif::ProgressBar;
use wonderwheel_disc::output::FileTarget;
use wonderwheel_disc::recovery::{Words, recover};

use crate::{
    data::{self, Origin},
    data_options::DataOptions,
    failure::{Code, Failure},
    progress,
    report::{complain, line},
};

/// Where names are looked for, and where they go.
#[derive(clap::Args, Clone, Debug)]
pub struct NamesOptions {
    /// The disc image, or the folder with WARRIORS.DIR and WARRIORS.WAD
    pub disc: PathBuf,
    /// The file to write, for --names of other commands; without it the names are printed
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long)]
    pub overwrite: bool,
    /// Do not say on stderr how many were found
    #[arg(short, long)]
    pub quiet: bool,
}

/// Recovers names and writes or prints them.
pub fn names(options: &NamesOptions, data: &DataOptions) -> Result<Code, Failure> {
    let disc = &options.disc;
    let out = options.out.as_deref();
    let target = out.map(|out| FileTarget::begin(out, options.overwrite));
    let target = target.transpose()?;
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
    match target {
        None => line(text.trim_end()),
        Some(target) => target.write(|out| out.write_all(text.as_bytes()))?,
    }
    if !options.quiet {
        for line in recovered.lines() {
            complain(line);
        }
    }
    Ok(Code::Done)
}
