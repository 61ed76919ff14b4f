//! How much memory a run of the program takes.

#![cfg(target_os = "linux")]

use std::{
    ffi::OsString,
    fs, io,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// The most memory that a run of the program had in use, bytes: the kernel's high-water mark. Its output is thrown away.
///
/// The mark is gone with the process. It only ever rises, so it is looked at every millisecond: what a run takes in its last one
/// can be missed, and is little, because by then everything has been made and most of it written.
#[track_caller]
pub fn peak_bytes(home: &Path, args: &[OsString]) -> u64 {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("wonderwheel"))
        .current_dir(home)
        .args(args)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env_remove("WONDERWHEEL_DATA")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("cargo built the program");
    let mut output = child.stdout.take().expect("it is a pipe");
    let status = format!("/proc/{}/status", child.id());
    let reader = thread::spawn(move || io::copy(&mut output, &mut io::sink()));
    let mut peak = 0;
    while child.try_wait().expect("it is our child").is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let mark = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = mark.and_then(|mark| mark.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0) * 1024);
        thread::sleep(Duration::from_millis(1));
    }
    let written = reader
        .join()
        .expect("it does not panic")
        .expect("a pipe can be read");
    assert!(peak > 0 && written > 0, "nothing was seen of {args:?}");
    peak
}
