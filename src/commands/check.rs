//! `check`: reads and validates all files, and counts what is in them.

use std::{
    io::{self, IsTerminal},
    num::NonZero,
    path::Path,
};

use indicatif::ProgressBar;
use wonderwheel_check::{
    files::FileSet,
    json,
    report::Report,
    run,
    text::{self, Style},
};

use crate::{
    data,
    data_options::DataOptions,
    failure::{Code, Failure},
    progress,
    report::line,
};

/// How files are checked, and how it is reported.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct CheckOptions {
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
    /// Also counts of which nothing is here
    #[arg(long)]
    pub all: bool,
    /// Only what is wrong, findings too: nothing at all when there is neither
    #[arg(short, long, conflicts_with_all = ["json", "all"])]
    pub quiet: bool,
    /// Exit code 1 for findings too
    #[arg(long)]
    pub strict: bool,
    /// So many files at a time [default: as many as there are cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}

/// Checks a disc image, an archive, a folder or a file, else the known data, and prints the report.
pub fn check(
    path: Option<&Path>,
    options: &CheckOptions,
    data_options: &DataOptions,
) -> Result<Code, Failure> {
    let known;
    let path = match path {
        Some(path) => path,
        None => {
            known = data::folder(data_options)?;
            let Some((folder, _)) = &known else {
                return Err(Failure::new(
                    Code::Usage,
                    "no data are known: name a disc image, a folder of the game's files, or one of them",
                ));
            };
            folder.as_path()
        }
    };
    let set = FileSet::open(path, &data::open_options(data_options)?)?;
    let report = report(&set, options);
    let style = Style {
        colours: has_colours(),
        all: options.all,
    };
    if options.json {
        line(format!("{:#}", json::value(&report)));
    } else if options.quiet {
        let wrong = text::wrong(&report, style);
        wrong
            .into_iter()
            .skip_while(String::is_empty)
            .for_each(line);
    } else if report.known_files() > 0 || report.has_failures() {
        text::lines(&report, style).into_iter().for_each(line);
    }
    if report.known_files() == 0 {
        return Err(Failure::new(
            Code::Findings,
            format!(
                "{}: nothing here is known as a file of the game; name a disc image, the folder that holds WARRIORS.DIR or \
                 ee_files, or a flat folder of loose files",
                path.display()
            ),
        ));
    }
    let is_wrong = report.has_failures() || options.strict && report.finding_count() > 0;
    Ok(Code::of(!is_wrong))
}

/// The check, with a progress bar on stderr (nothing when that is no terminal, or with `--quiet`).
fn report(set: &FileSet, options: &CheckOptions) -> Report {
    let bar = if options.quiet {
        ProgressBar::hidden()
    } else {
        progress::bytes(set.bytes())
    };
    let jobs = options.jobs.and_then(|jobs| NonZero::new(jobs.into()));
    let jobs = jobs.unwrap_or_else(run::all_cores);
    let outcome = run::check(set, jobs, &|bytes| bar.inc(bytes));
    bar.finish_and_clear();
    Report::new(set, &outcome)
}

/// Colours are for people at a terminal who have not asked for none. Source: no-color.org.
fn has_colours() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !unwanted
}
