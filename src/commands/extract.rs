//! `extract`: writes the files of a disc into a folder.

mod level;
mod options;

use std::{num::NonZero, thread, time::Instant};

use indicatif::ProgressBar;
use wonderwheel_disc::{
    catalogue::Choice,
    extract::{self, Job, Outcome, Row, folder, plan},
};
use wonderwheel_game_files::{OpenedFiles, commando_levels, identity::Medium};
use wonderwheel_ps2::plural::counted;

use crate::{
    data::{self, Origin},
    data_options::DataOptions,
    failure::{Code, Failure},
    interrupt::{self, Running},
    progress,
    report::{complain, line},
};
pub use options::ExtractOptions;

/// Workers when their number is not given: a drive or a disk gets slower when more of them pull.
const JOBS: usize = 4;

/// Extracts, and prints what was done.
pub fn extract(options: &ExtractOptions, data: &DataOptions) -> Result<Code, Failure> {
    let choice = Choice::new(&options.kind, &options.only)?;
    let (disc, out) = (&options.disc, &options.out);
    let opened = data::open_any(disc, Origin::CommandLine, data)?;
    if opened.identity.medium == Medium::SingleFile {
        return level::extract(options, &opened, &choice);
    }
    let source = plan::source(&opened).ok_or_else(|| loose(options, &opened))?;
    folder::refuse_repository(out)?;
    folder::prepare(out, &source)?;
    if !options.quiet {
        data::say_unusual(disc, &opened.identity);
    }
    let spinner = if options.quiet {
        ProgressBar::hidden()
    } else {
        progress::spinner("looking for names")
    };
    let rows = plan::rows(&opened, &choice);
    spinner.finish_and_clear();
    if !rows.iter().any(|(_, wanted)| *wanted) {
        let found = match rows.len() {
            0 => "it holds no files".into(),
            count => format!("none of its {count} files is asked for by --only and --kind"),
        };
        return Err(Failure::new(
            Code::Usage,
            format!("{}: {found}; `wonderwheel list` shows them", disc.display()),
        ));
    }
    plan::write_index(out, &source, &rows)?;
    let start = Instant::now();
    let outcome = work(options, &rows);
    say(options, &rows, &outcome, start)
}

fn loose(options: &ExtractOptions, opened: &OpenedFiles) -> Failure {
    let disc = &options.disc;
    let words = match commando_levels(&*opened.files).first() {
        Some(level) => format!(
            "these are loose files already; name one of its levels to take it apart: {}",
            disc.join(&level.file).display()
        ),
        None => "these are loose files already; name a disc image or the folder with WARRIORS.DIR"
            .into(),
    };
    Failure::new(Code::Unsupported, format!("{}: {words}", disc.display()))
}

fn work(options: &ExtractOptions, rows: &[(Row, bool)]) -> Outcome {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = options.jobs.map_or(cores.min(JOBS), usize::from);
    let wanted = rows.iter().filter(|(_, wanted)| *wanted);
    let bytes: u64 = wanted.map(|(row, _)| row.item.size).sum();
    let passes = if options.verify { 2 } else { 1 };
    let bar = if options.quiet {
        ProgressBar::hidden()
    } else {
        progress::bytes(bytes * passes)
    };
    let runs = Running::work();
    let outcome = extract::run(&Job {
        rows,
        out: &options.out,
        overwrite: options.overwrite,
        jobs: NonZero::new(jobs).unwrap_or(NonZero::<usize>::MIN),
        verify: options.verify,
        progress: &|bytes| bar.inc(bytes),
        is_stopped: &interrupt::is_stopped,
    });
    drop(runs);
    bar.finish_and_clear();
    outcome
}

fn say(
    options: &ExtractOptions,
    rows: &[(Row, bool)],
    outcome: &Outcome,
    start: Instant,
) -> Result<Code, Failure> {
    for words in outcome.trouble(rows) {
        complain(words);
    }
    if let Some(words) = outcome.refusal(rows) {
        return Err(Failure::new(Code::Io, words));
    }
    if outcome.is_stopped {
        let whole = counted(outcome.whole(), "file");
        let words = format!("{whole} written or there; run the same command again to go on");
        return Err(interrupt::stopped(&words));
    }
    if options.json {
        let value = outcome.value(rows, &options.out, options.verify);
        line(format_args!("{value:#}"));
    } else if !options.quiet {
        let seconds = start.elapsed().as_secs_f64();
        let lines = outcome.lines(&options.out, options.verify, seconds);
        lines.into_iter().for_each(line);
    }
    Ok(Code::of(outcome.broken.is_empty()))
}
