//! The check itself: every file once, on all cores, then what they are together.
//!
//! Manifests and streams are read first, because they say which parts are used and where their atomics stand; then everything
//! else. Larger files come first, so that no worker is left with the largest at the end. A worker holds one file at a time, and all
//! of them together hold no more than `IN_FLIGHT_BYTES`, or one file that is larger. Levels of Going Commando are such files:
//! the cores share the pieces of one.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};

use wonderwheel_ps2::error::FormatError;

use super::count;
use super::file;
use super::files::FileSet;
use super::findings::{Failure, Place, RuleSum, RuleSums};
use super::in_flight::InFlight;
use super::sheet::{KeptFile, Sheet};
use super::tally::Tally;
use super::workers;
use super::worlds::{self, PartFile, Worlds};

pub use super::workers::all_cores;

/// Bytes of files that are in memory at one time. Reading one takes up to four times its size more.
const IN_FLIGHT_BYTES: u64 = 16 << 20;
/// A larger file is one of those that only as many workers take up as have room together: a thread's part of the heap stays as
/// large as the largest file that it ever had.
const LARGE_BYTES: u64 = 1 << 20;

/// What a check has found.
#[derive(Debug, Default, PartialEq)]
pub struct Outcome {
    /// Counts.
    pub tally: Tally,
    /// Broken rules.
    pub rules: RuleSums,
    /// What could not be read, in the order of files.
    pub failures: Vec<Failure>,
    /// How many more pieces of a file could not be read: number of the file, and how many.
    pub more_failures: Vec<(usize, u64)>,
    /// Numbers of files of no known kind.
    pub unknown: Vec<usize>,
    /// How many files are Going Commando's.
    pub commando_files: u64,
}

/// Checks every file of a set with `jobs` workers. `progress` gets the bytes of each file that is done.
///
/// The outcome does not depend on the number of workers.
pub fn check(set: &FileSet, jobs: NonZero<usize>, progress: &(dyn Fn(u64) + Sync)) -> Outcome {
    let mut numbers: Vec<usize> = (0..set.files.len()).collect();
    numbers.sort_by_key(|&number| (std::cmp::Reverse(set.files[number].size), number));
    let (first, rest): (Vec<usize>, Vec<usize>) = numbers
        .into_iter()
        .partition(|&number| file::comes_first(&set.files[number]));
    let mut worlds = Worlds::default();
    let in_flight = InFlight::new(IN_FLIGHT_BYTES);
    let work = |numbers: &[usize], workers: NonZero<usize>, worlds: &Worlds| {
        // Where only few files are in memory at a time, their pieces keep the other cores busy.
        let inner = NonZero::new(jobs.get() / workers.get()).unwrap_or(NonZero::<usize>::MIN);
        workers::gather(numbers, workers, |gathered: &mut WorkerSum, &number| {
            let game_file = &set.files[number];
            let _taken = in_flight.take(game_file.size);
            gathered.add(number, set, worlds, inner);
            progress(game_file.size);
        })
    };
    let pass = |numbers: &[usize], worlds: &Worlds| {
        let size = |number: &usize| set.files[*number].size;
        let (large, small) =
            numbers.split_at(numbers.partition_point(|number| size(number) > LARGE_BYTES));
        let most = large.first().map_or(1, size);
        let few = usize::try_from(IN_FLIGHT_BYTES / most)
            .ok()
            .and_then(NonZero::new);
        let few = few.unwrap_or(NonZero::<usize>::MIN).min(jobs);
        let gathered = work(large, few, worlds).into_iter();
        let gathered = gathered.chain(work(small, jobs, worlds));
        gathered.fold(WorkerSum::default(), WorkerSum::merged)
    };
    let mut all = pass(&first, &worlds);
    keep_worlds(set, &mut all, &mut worlds);
    let mut all = all.merged(pass(&rest, &worlds));
    let parts = all.take_parts();
    all.finish(set, &worlds, &parts)
}

fn keep_worlds(set: &FileSet, all: &mut WorkerSum, worlds: &mut Worlds) {
    for (number, kept) in std::mem::take(&mut all.kept) {
        let game_file = &set.files[number];
        let Some(world) = worlds::world_of(&game_file.name) else {
            continue;
        };
        match kept {
            KeptFile::Manifest(manifest) => worlds.add_manifest(world, manifest),
            KeptFile::Stream(stream) => worlds.add_stream(world, *stream, game_file.size, number),
            KeptFile::Part(_) => {}
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
struct WorkerSum {
    outcome: Outcome,
    kept: Vec<(usize, KeptFile)>,
}

impl WorkerSum {
    fn add(&mut self, number: usize, set: &FileSet, worlds: &Worlds, jobs: NonZero<usize>) {
        let game_file = &set.files[number];
        let outcome = &mut self.outcome;
        let bytes = match set.read(game_file) {
            Ok(bytes) => bytes,
            Err(error) => {
                let failure = Failure::of_file(number, error.to_string());
                outcome.failures.push(failure);
                return;
            }
        };
        // The readers are built not to panic, and tests hold them to it. Should one do so all the same, a person still gets the
        // report on the other ten thousand files.
        let examined = catch_unwind(AssertUnwindSafe(|| {
            file::examine(game_file, &bytes, worlds, jobs)
        }));
        match examined {
            Ok(sheet) => self.add_sheet(number, sheet),
            Err(_) => {
                let words = "program error while reading this file; please report it";
                outcome
                    .failures
                    .push(Failure::of_file(number, words.into()));
            }
        }
    }

    fn add_sheet(&mut self, number: usize, sheet: Sheet) {
        let outcome = &mut self.outcome;
        outcome.tally.absorb(sheet.tally);
        for &(rule, count) in sheet.findings.counts() {
            let findings = sheet.findings.as_slice().iter().enumerate();
            let own = findings.filter(|(_, finding)| finding.rule == rule);
            let first = own.map(|(place, finding)| Place {
                file: number,
                number: place,
                words: finding.line(),
            });
            let sum = RuleSum {
                count,
                first: first.collect(),
                is_note: sheet.findings.is_remark(rule),
            };
            outcome.rules.add_sum(rule, sum);
        }
        let errors = sheet.errors.iter();
        outcome
            .failures
            .extend(errors.map(|error| failure(number, error)));
        if sheet.more_errors > 0 {
            outcome.more_failures.push((number, sheet.more_errors));
        }
        outcome.commando_files += u64::from(sheet.is_commando);
        if sheet.is_unknown {
            outcome.unknown.push(number);
        }
        self.kept.extend(sheet.kept.map(|kept| (number, kept)));
    }

    fn merged(mut self, other: Self) -> Self {
        let (own, others) = (&mut self.outcome, other.outcome);
        own.tally.absorb(others.tally);
        own.rules.absorb(others.rules);
        own.failures.extend(others.failures);
        own.more_failures.extend(others.more_failures);
        own.unknown.extend(others.unknown);
        own.commando_files += others.commando_files;
        self.kept.extend(other.kept);
        self
    }

    fn take_parts(&mut self) -> Vec<PartFile> {
        let mut parts: Vec<PartFile> = std::mem::take(&mut self.kept)
            .into_iter()
            .filter_map(|(_, kept)| match kept {
                KeptFile::Part(part) => Some(part),
                KeptFile::Manifest(_) | KeptFile::Stream(_) => None,
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
            let is_alone = set.files.len() == 1;
            outcome.rules.add("world-stream-missing", place, is_alone);
        }
        count::names::names(&mut outcome.tally, &set.files);
        outcome.failures.sort();
        outcome.more_failures.sort_unstable();
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
