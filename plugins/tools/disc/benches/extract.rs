//! A disc image opened and extracted, beside plain copying of the same bytes on the same disk.
//!
//! The image is a synthetic one with as many entries a megabyte as the disc has: 200 MB, or `WONDERWHEEL_BENCH_MB` (1500 is
//! about the disc). Sides take turns, three rounds of each, and the middle of three is printed: compare within a run. The peak of
//! memory is the process's own, counted again before each extraction (Linux only).

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufWriter, Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

use wonderwheel_disc::extract::{self, Job, Row};
use wonderwheel_game_files::iso::{self, NewIsoFile};
use wonderwheel_game_files::read_at::ReadAt;
use wonderwheel_game_files::{GameFiles, levels, open};
use wonderwheel_warriors::archive::{ArchiveLayout, NewFile, SECTOR};
use wonderwheel_warriors::names::{levels::with_worlds, part, world_stream};

/// Sides take turns so many times.
const ROUNDS: usize = 3;
/// Bytes of the disc's entries, and how many there are. Source: spec/archives.md 2 and 5.1.
const BYTES_EACH: u64 = 1_484_729_244 / 10_701;
/// What an extraction may take beside the largest entry for each worker, bytes.
const MOST_MEMORY: u64 = 64 << 20;

fn main() {
    let wanted = std::env::var("WONDERWHEEL_BENCH_MB").ok();
    let megabytes: u64 = wanted.and_then(|text| text.parse().ok()).unwrap_or(200);
    let home = tempfile::tempdir().expect("the system's temporary folder is writable");
    let image = home.path().join("disc.iso");
    let layout = layout(megabytes * 1_000_000);
    write_image(&image, &layout);
    let bytes: u64 = layout
        .files()
        .iter()
        .map(|file| u64::from(file.entry.size))
        .sum();
    println!(
        "image of {:.0} MB with {} files; the middle of {ROUNDS} rounds",
        bytes as f64 / 1e6,
        layout.files().len()
    );
    opening(&image, &layout);
    extraction(home.path(), &image, bytes);
}

/// Sizes spread from a sixteenth to about twice the mean, every hundredth ten times as large.
fn layout(bytes: u64) -> ArchiveLayout {
    let mut random = Noise(0x9E37_79B9_7F4A_7C15);
    let mut files = Vec::new();
    let mut sum = 0;
    'all: for number in with_worlds() {
        for world in [format!("level{number}s"), format!("level{number}d")] {
            files.push(NewFile::named(&world_stream(&world), 4096));
            for i in 1..=68 {
                let large = if files.len() % 100 == 0 { 10 } else { 1 };
                let size = (BYTES_EACH / 16 + random.next() % (BYTES_EACH * 15 / 8)) * large;
                sum += size;
                files.push(NewFile::named(&part(&world, i), size));
                if sum >= bytes {
                    break 'all;
                }
            }
        }
    }
    ArchiveLayout::by_name(files).expect("an index can tell of them")
}

fn write_image(path: &Path, layout: &ArchiveLayout) {
    let index = layout.index().write();
    let content = Noise(7).take(layout.archive_size());
    let files = vec![
        NewIsoFile::bytes("SYSTEM.CNF", b"BOOT2 = cdrom0:\\SLUS_212.15;1\r\n"),
        NewIsoFile::bytes("WARRIORS.DIR", &index),
        NewIsoFile::stream("WARRIORS.WAD", layout.archive_size(), content),
    ];
    let file = File::create(path).expect("the folder is writable");
    let mut file = BufWriter::with_capacity(1 << 20, file);
    iso::write(&mut file, "bench", files).expect("there is room");
    file.flush().expect("there is room");
}

fn opening(image: &Path, layout: &ArchiveLayout) {
    let first = layout.files().first().expect("there are files");
    let name = first.name.clone().expect("it has a name");
    let ours = || {
        let opened = open(image).expect("it was just written");
        black_box(opened.files.read_range(&name, 0, 1).expect("it is there"));
    };
    let listed = || {
        let opened = open(image).expect("it was just written");
        black_box(levels(&*opened.files));
    };
    let plain = || {
        let file = File::open(image).expect("it was just written");
        let mut byte = [0];
        file.read_exact_at(20 * SECTOR, &mut byte)
            .expect("it is there");
        black_box(byte);
    };
    let times = rounds([&ours, &listed, &plain]);
    let [ours, listed, plain] = times.map(|time| time.as_secs_f64() * 1e3);
    println!(
        "open and first byte of a level    {ours:8.3} ms (plain open and read of a byte {plain:.3} ms)"
    );
    println!("open and names of all levels      {listed:8.3} ms");
}

fn extraction(home: &Path, image: &Path, bytes: u64) {
    let opened = open(image).expect("it was just written");
    let archive = opened.archive.expect("it is an archive");
    let start = Instant::now();
    let rows: Vec<(Row, bool)> = extract::rows(&archive)
        .into_iter()
        .map(|row| (row, true))
        .collect();
    println!(
        "names and kinds of all files      {:8.3} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    let largest = rows.iter().map(|(row, _)| row.item.size).max().unwrap_or(0);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let peak = std::cell::Cell::new(0);
    let extract = |jobs: usize| {
        let out = home.join("out");
        fs::create_dir(&out).expect("it was removed");
        reset_peak();
        let start = Instant::now();
        let outcome = extract::run(&Job {
            rows: &rows,
            out: &out,
            overwrite: false,
            jobs: NonZero::new(jobs).expect("a worker"),
            verify: false,
            progress: &|_| (),
            is_stopped: &|| false,
        });
        let time = start.elapsed();
        assert_eq!(outcome.written, (rows.len(), bytes));
        let now = peak_bytes().unwrap_or(0);
        assert!(
            now <= MOST_MEMORY + largest * jobs as u64,
            "{now} bytes of memory"
        );
        peak.set(now.max(peak.get()));
        fs::remove_dir_all(out).expect("it was just written");
        time
    };
    let copy_each = || {
        let out = home.join("out");
        fs::create_dir(&out).expect("it was removed");
        let start = Instant::now();
        for (row, _) in &rows {
            let file = archive.read(&row.item.name).expect("it is there");
            fs::write(out.join(&row.item.name), file).expect("there is room");
        }
        let time = start.elapsed();
        fs::remove_dir_all(out).expect("it was just written");
        time
    };
    let copy_image = || {
        let out = home.join("copy");
        let start = Instant::now();
        // Not `fs::copy`: a file system may share the bytes instead of copying them.
        let mut from = File::open(image).expect("it was just written");
        let mut to = File::create(&out).expect("the folder is writable");
        let mut piece = vec![0; 1 << 20];
        loop {
            match from.read(&mut piece).expect("it can be read") {
                0 => break,
                count => to.write_all(&piece[..count]).expect("there is room"),
            }
        }
        let time = start.elapsed();
        fs::remove_file(out).expect("it was just written");
        time
    };
    let jobs = cores.min(4);
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        times[0].push(extract(1));
        times[1].push(copy_each());
        times[2].push(extract(jobs));
        times[3].push(copy_image());
    }
    let [one, each, many, whole] = times.map(middle);
    let tell = |what: &str, time: Duration| {
        let seconds = time.as_secs_f64();
        let than = seconds / whole.as_secs_f64();
        println!(
            "{what:<34}{seconds:8.3} s {:8.0} MB/s {than:6.2} x the copy",
            bytes as f64 / 1e6 / seconds
        );
    };
    tell("extract, one worker", one);
    tell(&format!("extract, {jobs} workers"), many);
    tell("every entry read and written", each);
    tell("the image copied in one piece", whole);
    println!(
        "most memory of an extraction      {:8.1} MiB (allowed: 64 MiB and {:.1} MiB a worker)",
        peak.get() as f64 / f64::from(1 << 20),
        largest as f64 / f64::from(1 << 20)
    );
}

fn rounds<const N: usize>(sides: [&dyn Fn(); N]) -> [Duration; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..ROUNDS {
        for (side, times) in sides.iter().zip(&mut times) {
            let start = Instant::now();
            side();
            times.push(start.elapsed());
        }
    }
    times.map(middle)
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// The most memory the process has had, bytes.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Begins to count again.
fn reset_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Bytes that no file system can make smaller: Marsaglia's xorshift.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

impl Read for Noise {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for piece in buffer.chunks_mut(8) {
            let word = self.next().to_le_bytes();
            piece.copy_from_slice(&word[..piece.len()]);
        }
        Ok(buffer.len())
    }
}
