//! `info`: what a disc is and what it holds.

use std::path::PathBuf;

use wonderwheel_disc::{catalogue, info};

use crate::{
    data::{self, Origin},
    data_options::DataOptions,
    failure::{Code, Failure},
    progress,
    report::line,
};

/// Which disc.
#[derive(clap::Args, Clone, Debug)]
pub struct InfoOptions {
    /// A disc image or a folder
    pub disc: PathBuf,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Prints it. Damage is a finding.
pub fn info(options: &InfoOptions, data: &DataOptions) -> Result<Code, Failure> {
    let opened = data::open_any(&options.disc, Origin::CommandLine, data)?;
    let spinner = progress::spinner("looking into the files");
    let items = catalogue::of_opened(&opened);
    let index = info::index_sha1(&opened);
    spinner.finish_and_clear();
    if options.json {
        let value = info::value(&opened, &items, index.as_deref());
        line(format_args!("{value:#}"));
    } else {
        let lines = info::lines(&opened, &items, index.as_deref());
        lines.into_iter().for_each(line);
    }
    Ok(Code::of(opened.identity.warnings.is_empty()))
}
