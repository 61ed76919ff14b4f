//! Golden pictures: what the levels that the program writes look like, from their files to the frame.
//!
//! `assets/pictures/*.png` were drawn by this program on llvmpipe, looked at, and kept. Another driver rounds otherwise, so
//! only llvmpipe is compared. After a change that is meant to be seen, `WONDERWHEEL_WRITE_PICTURES=1 cargo test --test main
//! pictures` draws them anew; look at each before it is kept.

mod city;
mod commando;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use wonderwheel_gs_render::prelude::Picture;

use crate::program::{folder, line, program, skipped_without_adapter, stderr, stdout};

/// Channels that are closer than this count as equal.
const THRESHOLD: u8 = 8;
/// Pixels that may differ.
const MOST_UNLIKE: f64 = 0.01;
/// The README's pictures must load quickly.
const MOST_BYTES: u64 = 500_000;

/// Draws with what `tell` adds to the command (its argument is the folder it runs in), and compares with the picture of that
/// name. Those in `inspected` are drawn with the inspector too, under another name, and only shown: their numbers change from run to run.
fn check(name: &str, inspected: Option<&str>, tell: impl Fn(&Path, &mut Command)) {
    let home = folder();
    let drawn = home.path().join("drawn.png");
    let draw = |arguments: &[&str]| {
        let mut program = program(home.path());
        program.arg("view");
        tell(home.path(), &mut program);
        program
            .args(["--headless", "--screenshot", "drawn.png"])
            .args(arguments);
        program.output().expect("it runs")
    };
    let output = draw(&[]);
    if skipped_without_adapter(name, &output) {
        return;
    }
    assert!(output.status.success(), "{name}: {}", stderr(&output));
    if std::env::var_os("WONDERWHEEL_WRITE_PICTURES").is_some_and(|value| value == "1") {
        keep(&drawn, name);
        if let Some(inspected) = inspected {
            let output = draw(&["--inspector"]);
            assert!(output.status.success(), "{inspected}: {}", stderr(&output));
            keep(&drawn, inspected);
        }
        return;
    }
    if skipped_on_another_driver(home.path(), name) {
        return;
    }
    let picture = Picture::load(&drawn).expect("the program wrote it");
    let expected = Picture::load(&golden(name)).expect("it is part of the repository");
    let unlike = picture.share_unlike(&expected, THRESHOLD);
    if unlike > MOST_UNLIKE {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::copy(&drawn, &kept).expect("cargo's folder for tests is writable");
        panic!(
            "{name}: {:.2} % of the pixels differ from {}; drawn: {}",
            unlike * 100.0,
            golden(name).display(),
            kept.display()
        );
    }
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/pictures")
        .join(format!("{name}.png"))
}

/// Whether the driver is not the one that the stored pictures come from.
fn skipped_on_another_driver(home: &Path, name: &str) -> bool {
    let output = program(home)
        .args(["doctor", "--no-self-test"])
        .output()
        .expect("it runs");
    let report = stdout(&output);
    let adapter = line(&report, "adapter in use: ");
    if adapter.contains("llvmpipe") {
        return false;
    }
    println!("skipped: {name}: stored pictures are llvmpipe's, here is {adapter}");
    true
}

fn keep(drawn: &Path, name: &str) {
    let bytes = std::fs::metadata(drawn)
        .expect("the program wrote it")
        .len();
    assert!(bytes < MOST_BYTES, "{name}: {bytes} bytes");
    std::fs::copy(drawn, golden(name)).expect("the checkout is writable");
}
