//! The check itself: every file once, on all cores, then what they are together.
//!
//! Manifests and streams are read first, because they say which parts are used and where their atomics stand; then everything
//! else. Larger files come first, so that no worker is left with the largest at the end. A worker holds one file at a time.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};

use wonderwheel_ps2::error::FormatError;

use super::count;
use super::file::{self, Kept, Sheet};
use super::files::{FileSet, GameFile};
use super::findings::{Failure, Place, RuleSums};
use super::tally::Tally;
use super::workers;
use super::worlds::{self, PartFile, Worlds};

pub use super::workers::all_cores;

/// No file of the game is larger.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// What a check has found.
#[derive(Debug, Default, PartialEq)]
pub struct Outcome {
    /// Counts.
    pub tally: Tally,
    /// Broken rules.
    pub rules: RuleSums,
    /// What could not be read, in the order of files.
    pub failures: Vec<Failure>,
    /// Numbers of files of no known kind.
    pub unknown: Vec<usize>,
}

/// Checks every file of a set with `jobs` workers. `progress` is told the bytes of each file that is done.
///
/// The outcome does not depend on the number of workers.
pub fn check(set: &FileSet, jobs: NonZero<usize>, progress: &(dyn Fn(u64) + Sync)) -> Outcome {
    let mut numbers: Vec<usize> = (0..set.files.len()).collect();
    numbers.sort_by_key(|&number| (std::cmp::Reverse(set.files[number].size), number));
    let (first, rest): (Vec<usize>, Vec<usize>) = numbers
        .into_iter()
        .partition(|&number| file::comes_first(&set.files[number]));
    let mut worlds = Worlds::default();
    let pass = |numbers: &[usize], worlds: &Worlds| {
        let gathered = workers::gather(numbers, jobs, |gathered: &mut Gathered, &number| {
            let game_file = &set.files[number];
            gathered.add(number, game_file, worlds);
            progress(game_file.size);
        });
        let empty = Gathered::default();
        gathered.into_iter().fold(empty, Gathered::merged)
    };
    let mut all = pass(&first, &worlds);
    keep_worlds(set, &mut all, &mut worlds);
    let mut all = all.merged(pass(&rest, &worlds));
    let parts = all.take_parts();
    all.finish(set, &worlds, &parts)
}

fn keep_worlds(set: &FileSet, all: &mut Gathered, worlds: &mut Worlds) {
    for (number, kept) in std::mem::take(&mut all.kept) {
        let game_file = &set.files[number];
        let Some(world) = worlds::world_of(&game_file.name) else {
            continue;
        };
        match kept {
            Kept::Manifest(manifest) => worlds.add_manifest(world, manifest),
            Kept::Stream(stream) => worlds.add_stream(world, *stream, game_file.size, number),
            Kept::Part(_) => {}
        }
    }
    for failure in &all.outcome.failures {
        let name = &set.files[failure.file].name;
        if let Some(world) = worlds::world_of(name).filter(|_| name.ends_with(".wld")) {
            worlds.add_broken_stream(world);
        }
    }
}

/// What a worker has gathered.
#[derive(Default)]
struct Gathered {
    outcome: Outcome,
    kept: Vec<(usize, Kept)>,
}

impl Gathered {
    fn add(&mut self, number: usize, game_file: &GameFile, worlds: &Worlds) {
        let outcome = &mut self.outcome;
        let bytes = match read(game_file) {
            Ok(bytes) => bytes,
            Err(error) => {
                outcome.failures.push(Failure {
                    file: number,
                    path: String::new(),
                    offset: None,
                    error: error.to_string(),
                });
                return;
            }
        };
        // The readers are built not to panic, and tests hold them to it. Should one do so all the same, a person still gets the
        // report on the other ten thousand files.
        let examined = catch_unwind(AssertUnwindSafe(|| {
            file::examine(game_file, &bytes, worlds)
        }));
        match examined {
            Ok(sheet) => self.add_sheet(number, sheet),
            Err(_) => outcome.failures.push(Failure {
                file: number,
                path: String::new(),
                offset: None,
                error: "program error while reading this file; please report it".into(),
            }),
        }
    }

    fn add_sheet(&mut self, number: usize, sheet: Sheet) {
        let outcome = &mut self.outcome;
        outcome.tally.absorb(sheet.tally);
        for (place, finding) in sheet.findings.into_vec().into_iter().enumerate() {
            let words = finding.to_string();
            // Its rule stands beside it already.
            let words = words.strip_suffix(&format!(" [{}]", finding.rule));
            let place = Place {
                file: number,
                number: place,
                words: words.map_or_else(|| finding.to_string(), str::to_owned),
            };
            outcome.rules.add(finding.rule, place, false);
        }
        let failures = sheet
            .errors
            .into_iter()
            .map(|error| failure(number, &error));
        outcome.failures.extend(failures);
        if sheet.is_unknown {
            outcome.unknown.push(number);
        }
        self.kept.extend(sheet.kept.map(|kept| (number, kept)));
    }

    fn merged(mut self, other: Self) -> Self {
        self.outcome.tally.absorb(other.outcome.tally);
        self.outcome.rules.absorb(other.outcome.rules);
        self.outcome.failures.extend(other.outcome.failures);
        self.outcome.unknown.extend(other.outcome.unknown);
        self.kept.extend(other.kept);
        self
    }

    fn take_parts(&mut self) -> Vec<PartFile> {
        let mut parts: Vec<PartFile> = std::mem::take(&mut self.kept)
            .into_iter()
            .filter_map(|(_, kept)| match kept {
                Kept::Part(part) => Some(part),
                Kept::Manifest(_) | Kept::Stream(_) => None,
            })
            .collect();
        parts.sort_by(|a, b| (&a.world, a.number).cmp(&(&b.world, b.number)));
        parts
    }

    fn finish(self, set: &FileSet, worlds: &Worlds, parts: &[PartFile]) -> Outcome {
        let mut outcome = self.outcome;
        let found = worlds.check(&mut outcome.tally, parts);
        for (number, (file, finding)) in found.iter().enumerate() {
            let place = Place {
                file: *file,
                // After everything that the file itself has.
                number: usize::MAX / 2 + number,
                words: finding.to_string(),
            };
            let is_note = finding.is_note();
            outcome.rules.add(finding.rule(), place, is_note);
        }
        for world in worlds.without_stream() {
            let manifest = wonderwheel_warriors::names::manifest(world);
            let file = set.files.iter().position(|file| file.name == manifest);
            let place = Place {
                file: file.unwrap_or_default(),
                number: usize::MAX / 2,
                words: "a manifest without a world stream".into(),
            };
            outcome
                .rules
                .add("world-stream-missing", place, set.files.len() == 1);
        }
        count::names::names(&mut outcome.tally, &set.files);
        outcome.failures.sort();
        outcome.unknown.sort_unstable();
        outcome
    }
}

fn failure(file: usize, error: &FormatError) -> Failure {
    let (path, offset) = (error.path(), error.offset());
    let words = error.to_string();
    // Path and offset stand on their own.
    let rest = words.strip_prefix(&format!("{path} at {offset:#x}: "));
    Failure {
        file,
        path: path.segments().collect::<Vec<_>>().join("/"),
        offset: Some(offset),
        error: rest.unwrap_or(&words).to_owned(),
    }
}

fn read(game_file: &GameFile) -> io::Result<Vec<u8>> {
    let file = File::open(&game_file.path)?;
    let size = file.metadata()?.len();
    if size > MAX_FILE_BYTES {
        return Err(io::Error::other(format!(
            "{size} bytes; no file of the game has more than {MAX_FILE_BYTES}"
        )));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    file.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}
