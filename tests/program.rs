//! What the tests of the program share.

mod check;
mod command_line;
mod commando;
mod commando_disc;
mod data;
mod disc_info;
mod export;
mod extract;
mod inspect;
mod lock_file;
pub mod memory;
mod modding;
mod outputs;
mod pack;
mod runs;
mod without_an_adapter;

/// The demo as a disc; the tests of `check` have it too.
#[allow(dead_code, reason = "the tests of other crates use the rest")]
#[path = "../plugins/tools/check/tests/main/demo_disc.rs"]
pub mod demo_disc;
/// A small game on a disc; the tests of `disc` have it too.
#[path = "../plugins/tools/disc/tests/main/game.rs"]
mod disc;

use std::{
    path::{Path, PathBuf},
    process::Output,
    sync::LazyLock,
};

use assert_cmd::Command;
use tempfile::TempDir;

/// A place of its own, under a name with blanks and letters beyond ASCII.
pub fn folder() -> TempDir {
    tempfile::Builder::new()
        .prefix("wonder wheel å ツ 🎡 ")
        .tempdir()
        .expect("the system's temporary folder is writable")
}

/// The program, knowing nothing but what the test tells it.
pub fn program(home: &Path) -> Command {
    let mut command = Command::cargo_bin("wonderwheel").expect("cargo built the program");
    command
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_DATA_HOME", home.join("data"))
        // What lies in a drive of this machine, its language, its clock and its user's rights are no part of a test.
        .env("WONDERWHEEL_PLACES", "")
        .env("LC_ALL", "C.UTF-8")
        .env("TZ", "UTC")
        .env_remove("WONDERWHEEL_DATA")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("RUST_LOG");
    command
}

/// The demo as loose files, forged once for all tests.
pub fn forged_demo() -> &'static Path {
    static FORGED: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
        let home = folder();
        let out = home.path().join("demo files");
        program(home.path())
            .arg("forge")
            .arg(&out)
            .assert()
            .success();
        (home, out)
    });
    &FORGED.1
}

/// A copy of the demo's files that a test may spoil.
pub fn own_demo(home: &Path) -> PathBuf {
    let (from, to) = (forged_demo().join("ee_files"), home.join("own demo"));
    std::fs::create_dir_all(&to).expect("the temporary folder is writable");
    for entry in std::fs::read_dir(from).expect("the demo was forged") {
        let entry = entry.expect("the folder can be read");
        std::fs::copy(entry.path(), to.join(entry.file_name())).expect("there is room");
    }
    to
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The line of the report that begins with this word.
#[track_caller]
pub fn line<'a>(report: &'a str, word: &str) -> &'a str {
    report
        .lines()
        .find(|line| line.starts_with(word))
        .unwrap_or_else(|| panic!("no line begins with {word:?} in:\n{report}"))
}

/// Whether a run that must draw may be skipped: it found no adapter. Not allowed where pictures must count.
#[track_caller]
pub fn skipped_without_adapter(test: &str, output: &Output) -> bool {
    if output.status.code() != Some(8) {
        return false;
    }
    assert!(
        std::env::var_os("WONDERWHEEL_REQUIRE_GPU").is_none_or(|value| value != "1"),
        "{test} needs a GPU adapter: {}",
        stderr(output)
    );
    println!("skipped: {test}: no GPU adapter");
    true
}
