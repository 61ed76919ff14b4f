//! All entries, by several workers.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use wonderwheel_inspect::kind::Kind;

use super::copy::{Copier, EntryOutcome};
use super::row::{NAMED, Row, UNNAMED};
use crate::output::WriteRefusal;

/// What is to be done.
pub struct Job<'a> {
    /// The entries, and of each whether it is wanted.
    pub rows: &'a [(Row, bool)],
    /// The folder.
    pub out: &'a Path,
    /// Whether files that are there and differ are written again.
    pub overwrite: bool,
    /// Workers.
    pub jobs: NonZero<usize>,
    /// Whether what was written is read again in the end and compared.
    pub verify: bool,
    /// Gets bytes: of every wanted entry once, and once more when it is verified.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Whether to end: asked between two entries.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
}

/// An entry that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenEntry {
    /// Which of the job's rows.
    pub row: usize,
    /// Why, and what to do.
    pub words: String,
}

/// What was done.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Entries that were written, and their bytes.
    pub written: (usize, u64),
    /// Entries that were there, and their bytes.
    pub kept: (usize, u64),
    /// How many of these were there under the path they had without a name.
    pub renamed: usize,
    /// Whole entries and their bytes by kind.
    pub kinds: BTreeMap<Kind, (usize, u64)>,
    /// Entries whose files were there, differ, and were left as they are, in the order of the index.
    pub different: Vec<BrokenEntry>,
    /// Entries that cannot be used, in the order of the index.
    pub broken: Vec<BrokenEntry>,
    /// Whether it was ended before everything was done.
    pub is_stopped: bool,
    /// Why nothing more could be written: file, and what the system said.
    pub refused: Option<WriteRefusal>,
}

/// Writes the wanted entries that are not there, in folders that it makes where they are missing.
pub fn run(job: &Job<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    for name in [NAMED, UNNAMED] {
        let path = job.out.join(name);
        if let Err(refused) = fs::create_dir_all(&path).map_err(WriteRefusal::of(&path)) {
            outcome.refused = Some(refused);
            return outcome;
        }
    }
    let rows: Vec<usize> = (0..job.rows.len())
        .filter(|&number| job.rows.get(number).is_some_and(|(_, wanted)| *wanted))
        .collect();
    let pass = Pass::default();
    let mut done = pass.of(job, &rows, &|copier, row| copier.extract(row));
    done.sort_by_key(|(number, _)| *number);
    if job.verify && !pass.has_ended() {
        let written = done
            .iter()
            .filter(|(_, done)| *done == EntryOutcome::Written);
        let written: Vec<usize> = written.map(|(number, _)| *number).collect();
        let wrong = pass.of(job, &written, &|copier, row| {
            Ok(copier
                .verify(row)
                .map_or(EntryOutcome::Written, EntryOutcome::Broken))
        });
        let wrong: BTreeMap<_, _> = wrong.into_iter().collect();
        for (number, done) in &mut done {
            if let Some(found) = wrong.get(number) {
                done.clone_from(found);
            }
        }
    }
    for (number, done) in done {
        let Some((row, _)) = job.rows.get(number) else {
            continue;
        };
        outcome.add(number, row, done);
    }
    // An empty folder says nothing; but by the one of named files an extraction is known.
    let _ = fs::remove_dir(job.out.join(UNNAMED));
    outcome.is_stopped = pass.is_stopped.into_inner();
    let refused = pass.refused.into_inner();
    outcome.refused = refused.unwrap_or_else(PoisonError::into_inner);
    outcome
}

impl Outcome {
    fn add(&mut self, row: usize, of: &Row, done: EntryOutcome) {
        let bytes = of.item.size;
        let sum = match done {
            EntryOutcome::Broken(words) => {
                self.broken.push(BrokenEntry { row, words });
                return;
            }
            EntryOutcome::Different(words) => {
                self.different.push(BrokenEntry { row, words });
                return;
            }
            EntryOutcome::Written => &mut self.written,
            EntryOutcome::Kept => &mut self.kept,
            EntryOutcome::Renamed => {
                self.renamed += 1;
                &mut self.kept
            }
        };
        for (files, sum) in [sum, self.kinds.entry(of.item.kind).or_default()] {
            *files += 1;
            *sum += bytes;
        }
    }
}

/// One way through rows, by all workers; ends early when the person wants it or nothing more can be written.
#[derive(Default)]
struct Pass {
    is_stopped: AtomicBool,
    refused: Mutex<Option<WriteRefusal>>,
}

impl Pass {
    fn has_ended(&self) -> bool {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_stopped.load(Ordering::Relaxed) || refused.is_some()
    }

    fn of(
        &self,
        job: &Job<'_>,
        rows: &[usize],
        work: &(dyn Fn(&mut Copier<'_>, &Row) -> Result<EntryOutcome, WriteRefusal> + Sync),
    ) -> Vec<(usize, EntryOutcome)> {
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut copier = Copier::new(job.out, job.overwrite, job.progress);
            let mut done = Vec::new();
            while let Some(&number) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                if (job.is_stopped)() {
                    self.is_stopped.store(true, Ordering::Relaxed);
                }
                let Some((row, _)) = job.rows.get(number).filter(|_| !self.has_ended()) else {
                    break;
                };
                match work(&mut copier, row) {
                    Ok(found) => done.push((number, found)),
                    Err(refused) => {
                        let mut first = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
                        first.get_or_insert(refused);
                    }
                }
            }
            done
        };
        let jobs = job.jobs.get().min(rows.len()).max(1);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
            let done = workers.into_iter().map(thread::ScopedJoinHandle::join);
            // A worker that panics has met a mistake of this program: it goes on up.
            done.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }
}
