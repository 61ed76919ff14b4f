//! What a check takes, whatever the number of jobs.

#![cfg(target_os = "linux")]

use std::fs;

use crate::program::{folder, forged_demo, memory::peak_bytes, own_demo};

/// What the program takes beside the files: its own pages, and the tables of what it counts.
const BASE: u64 = 64 << 20;

#[test]
fn a_check_takes_no_more_with_many_jobs_than_its_budget() {
    let home = folder();
    let files = own_demo(home.path());
    // Sixteen copies of a part that is grown to eight megabytes: without a budget all would be in memory at one time.
    let part = fs::read(forged_demo().join("ee_files/demos_ms1.sec")).expect("it was forged");
    let size = 8 << 20;
    let grown = [part.as_slice(), &vec![0; size - part.len()]].concat();
    for i in 0..16 {
        fs::write(files.join(format!("demos_ms{}.sec", 800 + i)), &grown).expect("there is room");
    }
    let args = ["check", "--quiet", "--jobs", "16"].map(Into::into);
    let args = [&args[..], &[files.into_os_string()]].concat();
    let peak = peak_bytes(home.path(), &args);
    println!("{} MB at most", peak >> 20);
    // Two of the large files are in flight, and reading one takes at most four times its size more.
    assert!(peak <= BASE + 2 * 5 * size as u64, "{peak}");
}
