//! `pack`: loose files back into an archive or an image.

use std::path::PathBuf;

use indicatif::ProgressBar;
use wonderwheel_disc::extract::folder::refuse_repository;
use wonderwheel_disc::pack::{self, Archive, PackTarget, Watch, members};
use wonderwheel_ps2::plural::counted;

use crate::{
    failure::{Code, Failure},
    interrupt::{self, Running},
    progress,
    report::line,
};

/// What is packed.
#[derive(clap::Args, Clone, Debug)]
pub struct PackOptions {
    /// The folder of loose files: with ee_files and unnamed in it, or flat
    pub folder: PathBuf,
    /// Where to: a name that ends in .iso becomes an image; a folder, `NAME/`, gets WARRIORS.DIR and WARRIORS.WAD
    pub out: PathBuf,
    /// Replace what is there
    #[arg(long)]
    pub overwrite: bool,
    /// Say nothing but what went wrong
    #[arg(short, long)]
    pub quiet: bool,
}

/// Packs, and prints what was done.
pub fn pack(options: &PackOptions) -> Result<Code, Failure> {
    let out = &options.out;
    refuse_repository(out)?;
    let place = PackTarget::begin(out, options.overwrite)?;
    let archive = Archive::of(members(&options.folder)?)?;
    let bar = if options.quiet {
        ProgressBar::hidden()
    } else {
        progress::bytes(archive.size)
    };
    let runs = Running::work();
    let watch = Watch {
        progress: &|bytes| bar.inc(bytes),
        is_stopped: &interrupt::is_stopped,
    };
    let done = pack::write(&archive, place, watch);
    drop(runs);
    bar.finish_and_clear();
    done.map_err(|error| match error {
        _ if interrupt::is_stopped() => interrupt::stopped("nothing was written"),
        error => error.into(),
    })?;
    if !options.quiet {
        line(format!(
            "{}: {}, {:.1} MB",
            out.display(),
            counted(archive.members.len(), "file"),
            archive.size as f64 / 1e6
        ));
    }
    Ok(Code::Done)
}
