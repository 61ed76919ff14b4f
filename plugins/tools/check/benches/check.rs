//! `check` of forged files against reading the same bytes and hashing them, on the same number of threads.
//!
//! The files are levels with the shapes of the original's, as many as it takes: 60 MB, or `WONDERWHEEL_BENCH_MB` (400 takes all
//! levels and is about what the original's worlds have). Every part is read, validated, decoded and counted; the other side only
//! reads and takes a CRC-32. Both sides read from the system's cache after the first round. Compare the times within a group.

use std::fs;
use std::num::NonZero;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use wonderwheel_check::files::FileSet;
use wonderwheel_check::run;
use wonderwheel_forge::retail_table::RetailTable;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::OpenOptions;

fn main() {
    divan::main();
}

/// Megabytes of files.
fn wanted() -> u64 {
    let wanted = std::env::var("WONDERWHEEL_BENCH_MB").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(60)
}

struct Forged {
    /// Goes with the program.
    _home: tempfile::TempDir,
    set: FileSet,
}

static FORGED: LazyLock<Forged> = LazyLock::new(|| {
    let home = tempfile::tempdir().expect("the system's temporary folder is writable");
    let table = RetailTable::builtin().expect("the table is whole");
    let mut bytes = 0;
    for level in &table.0 {
        if bytes >= wanted() * 1_000_000 {
            break;
        }
        let recipe = format!("retail_shape:{}", level.name);
        let recipe = Recipe::builtin(&recipe).expect("a level of the table");
        let game = forge(&recipe, &mut |_| ()).expect("the recipe can be met");
        for (name, file) in &game.files {
            bytes += file.len() as u64;
            fs::write(home.path().join(name), file).expect("there is room");
        }
    }
    let set =
        FileSet::open(home.path(), &OpenOptions::default()).expect("the folder was just written");
    Forged { _home: home, set }
});

/// One thread, and as many as there are cores.
fn threads() -> Vec<usize> {
    match run::all_cores().get() {
        1 => vec![1],
        cores => vec![1, cores],
    }
}

#[divan::bench(args = threads(), sample_count = 5, sample_size = 1)]
fn a_check(bencher: Bencher<'_, '_>, threads: usize) {
    let set = &FORGED.set;
    let jobs = NonZero::new(threads).expect("a core");
    bencher
        .counter(BytesCount::new(set.bytes()))
        .bench_local(|| {
            let outcome = run::check(black_box(set), jobs, &|_| ());
            assert!(outcome.failures.is_empty(), "{:?}", outcome.failures);
            outcome
        });
}

#[divan::bench(args = threads(), sample_count = 5, sample_size = 1)]
fn b_read_and_hash(bencher: Bencher<'_, '_>, threads: usize) {
    let set = &FORGED.set;
    bencher
        .counter(BytesCount::new(set.bytes()))
        .bench_local(|| {
            let next = AtomicUsize::new(0);
            let worker = || {
                let mut sum = 0_u64;
                while let Some(file) = set.files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let bytes = set.read(file).expect("the file was just written");
                    sum += u64::from(crc32fast::hash(&bytes));
                }
                sum
            };
            std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
                let sums = workers.into_iter().map(|worker| worker.join());
                sums.map(|sum| sum.expect("no worker panics")).sum::<u64>()
            })
        });
}
