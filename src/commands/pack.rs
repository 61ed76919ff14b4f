//! `pack`: loose files back into an archive or an image.

use std::path::PathBuf;

use indicatif::ProgressBar;
use wonderwheel_disc::extract::WriteRefusal;
use wonderwheel_disc::extract::folder::refuse_repository;
use wonderwheel_disc::pack::{self, Archive, Target, members};
use wonderwheel_ps2::plural::counted;

use crate::{
    failure::{Code, Failure},
    interrupt::WorkRuns,
    progress,
    report::line,
};

/// What is packed.
#[derive(clap::Args, Clone, Debug)]
pub struct PackOptions {
    /// The folder of loose files: with ee_files and unnamed in it, or flat
    pub folder: PathBuf,
    /// Where to: a name that ends in .iso becomes an image, any other a folder with WARRIORS.DIR and WARRIORS.WAD
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
    let written = pack::written_files(out);
    let there = written.iter().find(|path| path.exists());
    if let Some(there) = there.filter(|_| !options.overwrite) {
        let words = "is there already; --overwrite replaces it";
        let message = format!("{}: {words}", there.display());
        return Err(Failure::new(Code::Usage, message));
    }
    let archive = Archive::of(members(&options.folder)?)?;
    let bar = if options.quiet {
        ProgressBar::hidden()
    } else {
        progress::bytes(archive.size)
    };
    let runs = WorkRuns::begin();
    let target = Target {
        out,
        progress: &|bytes| bar.inc(bytes),
        is_stopped: &WorkRuns::is_stopped,
    };
    let done = pack::write(&archive, target);
    drop(runs);
    bar.finish_and_clear();
    done.map_err(|refused| failure(&refused))?;
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

fn failure(refused: &WriteRefusal) -> Failure {
    if WorkRuns::is_stopped() {
        return WorkRuns::stopped("nothing was written");
    }
    let WriteRefusal { path, source } = refused;
    if refused.is_full() {
        let words = "the disk is full, and nothing of it was kept; make room, then run the same command again";
        return Failure::new(Code::Io, format!("{}: {words}", path.display()));
    }
    Failure::io(path, source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_one_sentence() {
        let failure = failure(&WriteRefusal {
            path: "a/b".into(),
            source: std::io::ErrorKind::StorageFull.into(),
        });
        assert_eq!(failure.code, Code::Io);
        assert!(failure.message.starts_with("a/b: the disk is full"));
    }
}
