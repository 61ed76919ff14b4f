//! `extract`: writes the files of a disc into a folder.

use std::{
    collections::BTreeMap,
    io,
    num::NonZero,
    path::{Path, PathBuf},
    thread,
    time::Instant,
};

use indicatif::ProgressBar;
use serde_json::json;
use sha1_smol::Sha1;
use wonderwheel_game_files::disc_files::OnDisc;
use wonderwheel_game_files::{Opened, guest_levels, identity::Medium, read_at::Extent};
use wonderwheel_warriors::classify::FileKind;

use crate::{
    catalogue::{self, Choice, Item},
    cli::DataOptions,
    commands::extract_level,
    data::{self, Origin},
    extract::{
        self, Job, Outcome, Row, RowKind,
        folder::{self, Standing},
        index::{self, Source},
    },
    failure::{Code, Failure},
    inspect::kind::Kind,
    interrupt::WorkRuns,
    progress,
    report::{counted, line},
};

/// Workers when nobody says: a drive or a disk gets slower when more of them pull.
const JOBS: usize = 4;
/// So many entries that cannot be used are told one by one.
const TOLD: usize = 20;

/// What is extracted, and how it is told.
#[derive(clap::Args, Clone, Debug)]
pub struct ExtractOptions {
    /// The disc image, the folder with WARRIORS.DIR and WARRIORS.WAD, or a level of Going Commando, LEVEL<n>.WAD
    pub disc: PathBuf,
    /// The folder to write; new, empty, or one that this disc was extracted to before
    pub out: PathBuf,
    /// Only files whose name this pattern fits (`*`, `?`, `[a-z]`, `{a,b}`); may stand several times
    #[arg(long, value_name = "GLOB")]
    pub only: Vec<String>,
    /// Only files of this kind; may stand several times
    #[arg(long, value_name = "KIND", value_parser = catalogue::kind_names(), hide_possible_values = true)]
    pub kind: Vec<String>,
    /// So many files at a time [default: as many as there are cores, 4 at most]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,
    /// Read what was written again and compare it with the disc
    #[arg(long)]
    pub verify: bool,
    /// Say nothing but what went wrong
    #[arg(short, long)]
    pub quiet: bool,
    /// The summary as JSON
    #[arg(long)]
    pub json: bool,
}

/// Extracts, and prints what was done.
pub fn extract(options: &ExtractOptions, data: &DataOptions) -> Result<Code, Failure> {
    let choice = Choice::new(&options.kind, &options.only)?;
    let disc = &options.disc;
    let opened = data::open_any(disc, Origin::CommandLine, data)?;
    if opened.identity.medium == Medium::SingleFile {
        return extract_level::extract_level(options, &opened, &choice);
    }
    if opened.archive.is_none() && opened.disc.is_none() {
        let words = match guest_levels(&*opened.files).first() {
            Some(level) => format!(
                "these are loose files already; name one of its levels to take it apart: {}",
                disc.join(&level.file).display()
            ),
            None => {
                "these are loose files already; name a disc image or the folder with WARRIORS.DIR"
                    .into()
            }
        };
        let message = format!("{}: {words}", disc.display());
        return Err(Failure::new(Code::Unsupported, message));
    }
    refuse_repository(&options.out)?;
    let source = source(&opened);
    prepare(&options.out, &source)?;
    if !options.quiet {
        data::say_unusual(disc, &opened.identity);
    }
    let spinner = match options.quiet {
        true => ProgressBar::hidden(),
        false => progress::spinner("looking for names"),
    };
    let rows = chosen(&opened, &choice);
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
    write_index(&options.out, &source, &rows)?;
    let start = Instant::now();
    let outcome = work(options, &rows);
    tell(options, &rows, &outcome, start)
}

/// Game data do not belong into a repository.
pub fn refuse_repository(out: &Path) -> Result<(), Failure> {
    match folder::version_controlled(out) {
        None => Ok(()),
        Some(root) => Err(Failure::new(
            Code::Usage,
            format!(
                "{}: {} is under version control, and the game's files do not belong there; name a folder outside of it",
                out.display(),
                root.display()
            ),
        )),
    }
}

/// Makes the folder, or makes sure that it is this disc's.
pub fn prepare(out: &Path, source: &Source) -> Result<(), Failure> {
    let refuse = |words: &str| {
        let message = format!("{}: {words}; name a new one", out.display());
        Err(Failure::new(Code::Usage, message))
    };
    let standing = match folder::standing(out, source) {
        Ok(standing) => standing,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return refuse("this is no folder");
        }
        Err(error) => return Err(Failure::io(out, &error)),
    };
    match standing {
        Standing::New | Standing::Ours => {
            std::fs::create_dir_all(out).map_err(|error| Failure::io(out, &error))?;
            folder::remove_unfinished(out);
            Ok(())
        }
        Standing::OfAnotherDisc => refuse("the folder holds the files of another disc"),
        Standing::Foreign => {
            refuse("the folder is not empty, and no disc was extracted to it before")
        }
    }
}

/// Which disc it is.
fn source(opened: &Opened) -> Source {
    let program = opened.boot_file.as_ref();
    let program =
        program.and_then(|file| Some((digest(file)?, opened.identity.boot_file.clone()?)));
    let (index, entries) = match (&opened.archive, &opened.disc) {
        (Some(archive), _) => (archive.index().write(), archive.index().entries.len()),
        // Where all files lie on a disc is known by their names and places.
        (None, Some(disc)) => {
            let line = |(name, file): (&str, &OnDisc)| {
                format!("{name} {} {}\n", file.extent.start(), file.extent.len())
            };
            let lines: String = disc.files().map(line).collect();
            (lines.into_bytes(), disc.files().count())
        }
        (None, None) => (Vec::new(), 0),
    };
    Source {
        executable: program,
        index_sha1: Sha1::from(index).hexdigest(),
        entries,
    }
}

/// SHA-1 of a file that can be read to its end.
fn digest(file: &Extent) -> Option<String> {
    let mut sha1 = Sha1::new();
    let mut buffer = vec![0; 1 << 18];
    let mut at = 0;
    while at < file.len() {
        let left = usize::try_from(file.len() - at).unwrap_or(usize::MAX);
        let count = left.min(buffer.len());
        let piece = buffer.get_mut(..count)?;
        file.read_exact_at(at, piece).ok()?;
        sha1.update(piece);
        at += count as u64;
    }
    Some(sha1.hexdigest())
}

fn chosen(opened: &Opened, choice: &Choice) -> Vec<(Row, bool)> {
    let is_wanted =
        |row: &Row, kind| choice.takes(kind, &row.name, row.is_named, row.resource.as_deref());
    if let Some(archive) = &opened.archive {
        let rows = extract::rows(archive).into_iter();
        let kind = |row: &Row| FileKind::by_name(row.kind.name).unwrap_or(FileKind::Unknown);
        let judged = rows.map(|row| {
            let wanted = is_wanted(&row, Kind::Game(kind(&row)));
            (row, wanted)
        });
        return judged.collect();
    }
    let Some(disc) = &opened.disc else {
        return Vec::new();
    };
    let items: BTreeMap<String, Item> = catalogue::of_disc(disc)
        .into_iter()
        .map(|item| (item.name.clone(), item))
        .collect();
    let kind = |name: &str| items.get(name).map(|item| item.kind);
    let row_kind = |name: &str| match kind(name) {
        Some(Kind::Guest(kind)) => RowKind::guest(kind.name()),
        _ => FileKind::Unknown.into(),
    };
    let rows = extract::disc_rows(disc, &row_kind).into_iter();
    rows.map(|row| {
        let kind = kind(&row.name).unwrap_or(Kind::Game(FileKind::Unknown));
        let wanted = is_wanted(&row, kind);
        (row, wanted)
    })
    .collect()
}

fn write_index(out: &Path, source: &Source, rows: &[(Row, bool)]) -> Result<(), Failure> {
    let index = index::text(rows.iter().map(|(row, _)| row));
    for (name, text) in [(index::SOURCE, source.text()), (index::INDEX, index)] {
        folder::write_whole(out, name, text.as_bytes()).map_err(|error| {
            let path = out.join(name);
            match is_full(&error) {
                true => Failure::new(Code::Io, format!("{}: {FULL}", path.display())),
                false => Failure::io(&path, &error),
            }
        })?;
    }
    Ok(())
}

fn work(options: &ExtractOptions, rows: &[(Row, bool)]) -> Outcome {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = options.jobs.map_or(cores.min(JOBS), usize::from);
    let wanted = rows.iter().filter(|(_, wanted)| *wanted);
    let bytes: u64 = wanted.map(|(row, _)| row.size).sum();
    let passes = if options.verify { 2 } else { 1 };
    let bar = match options.quiet {
        true => ProgressBar::hidden(),
        false => progress::bytes(bytes * passes),
    };
    let runs = WorkRuns::begin();
    let outcome = extract::run(&Job {
        rows,
        out: &options.out,
        jobs: NonZero::new(jobs).unwrap_or(NonZero::<usize>::MIN),
        verify: options.verify,
        progress: &|bytes| bar.inc(bytes),
        is_stopped: &WorkRuns::is_stopped,
    });
    drop(runs);
    bar.finish_and_clear();
    outcome
}

/// What to do about a full disk.
pub const FULL: &str = "the disk is full; make room, then run the same command again";

pub fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

fn tell(
    options: &ExtractOptions,
    rows: &[(Row, bool)],
    outcome: &Outcome,
    start: Instant,
) -> Result<Code, Failure> {
    let wanted = || {
        rows.iter()
            .filter(|(_, wanted)| *wanted)
            .map(|(row, _)| row)
    };
    let row = |number: usize| rows.get(number).map(|(row, _)| row);
    for broken in outcome.broken.iter().take(TOLD) {
        if let Some(row) = row(broken.row) {
            eprintln!("{}: {}", row.path, broken.words);
        }
    }
    if let Some(more) = outcome.broken.len().checked_sub(TOLD + 1) {
        eprintln!("and {} more that cannot be used", counted(more + 1, "file"));
    }
    let whole = outcome.written.0 + outcome.kept.0;
    if let Some(refused) = &outcome.refused {
        let path = refused.path.display();
        if !is_full(&refused.source) {
            let source = &refused.source;
            let words = "check the folder, then run the same command again";
            return Err(Failure::new(Code::Io, format!("{path}: {source}; {words}")));
        }
        let bytes: u64 = wanted().map(|row| row.size).sum();
        let left = bytes.saturating_sub(outcome.written.1 + outcome.kept.1);
        let all = wanted().count();
        return Err(Failure::new(
            Code::Io,
            format!(
                "{path}: the disk is full after {whole} of {all} files; make room for {:.1} MB more, then run the same command \
                 again",
                megabytes(left)
            ),
        ));
    }
    if outcome.is_stopped {
        let words = format!(
            "{} written or there; run the same command again to go on",
            counted(whole, "file")
        );
        return Err(WorkRuns::stopped(&words));
    }
    if options.json {
        let kinds = outcome.kinds.iter().map(|(kind, (files, bytes))| {
            let value = json!({ "files": files, "bytes": bytes });
            (kind.name.to_owned(), value)
        });
        let broken = outcome.broken.iter().filter_map(|broken| {
            let row = row(broken.row)?;
            Some(json!({ "entry": row.number, "path": row.path, "error": broken.words }))
        });
        let value = json!({
            "out": options.out.display().to_string(),
            "written": { "files": outcome.written.0, "bytes": outcome.written.1 },
            "kept": { "files": outcome.kept.0, "bytes": outcome.kept.1, "renamed": outcome.renamed },
            "verified": options.verify,
            "kinds": kinds.collect::<serde_json::Map<_, _>>(),
            "failures": broken.collect::<Vec<_>>(),
        });
        line(format_args!("{value:#}"));
    } else if !options.quiet {
        summary(options, outcome, start).into_iter().for_each(line);
    }
    Ok(match outcome.broken.is_empty() {
        true => Code::Done,
        false => Code::Findings,
    })
}

fn summary(options: &ExtractOptions, outcome: &Outcome, start: Instant) -> Vec<String> {
    let mut lines: Vec<String> = outcome
        .kinds
        .iter()
        .map(|(kind, (files, bytes))| format!("{files:>8} {bytes:>13}  {}", kind.name))
        .collect();
    let seconds = start.elapsed().as_secs_f64();
    let (files, bytes) = outcome.written;
    let verified = match options.verify {
        true => ", read back and compared",
        false => "",
    };
    let out = options.out.display();
    lines.push(match files {
        0 => format!("no file had to be written to {out}"),
        _ => format!(
            "{}, {:.1} MB written to {out} in {seconds:.1} s ({:.1} MB/s){verified}",
            counted(files, "file"),
            megabytes(bytes),
            megabytes(bytes) / seconds.max(0.001)
        ),
    });
    if outcome.kept.0 > 0 {
        let renamed = match outcome.renamed {
            0 => String::new(),
            count => format!(", {count} of them under a name that was not known before"),
        };
        lines.push(format!(
            "{}, {:.1} MB, were there already, as on the disc{renamed}",
            counted(outcome.kept.0, "file"),
            megabytes(outcome.kept.1)
        ));
    }
    if !outcome.broken.is_empty() {
        let broken = counted(outcome.broken.len(), "file");
        lines.push(format!("{broken} cannot be used"));
    }
    lines
}

pub fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
