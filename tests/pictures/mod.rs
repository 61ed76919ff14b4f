//! Golden pictures: what the demo looks like, from its files to the frame, beside the pictures of the README.
//!
//! `assets/pictures/*.png` were drawn by this program on llvmpipe, looked at, and kept. Another driver rounds otherwise, so
//! only llvmpipe is compared. After a change that is meant to be seen, `WONDERWHEEL_WRITE_PICTURES=1 cargo test --test main
//! pictures` draws them anew; look at each before it is kept.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::Output,
};

use wonderwheel_gs_render::prelude::Picture;

use crate::program::{folder, line, own_demo, program, skipped_without_adapter, stderr, stdout};

/// Channels that are closer than this count as equal.
const THRESHOLD: u8 = 8;
/// Pixels that may differ.
const MOST_UNLIKE: f64 = 0.01;
/// The README's pictures must load quickly.
const MOST_BYTES: u64 = 500_000;

/// Where a picture is taken.
#[derive(Default)]
struct View {
    /// The file's name in `assets/pictures`, without its ending.
    name: &'static str,
    /// Place (x, y up, z) and heading, degrees, if not where the demo begins.
    start: Option<([f32; 3], f32)>,
    /// What is played.
    script: &'static str,
    /// The frame that is shown.
    frame: u32,
}

#[test]
fn the_street_looks_as_in_the_readme() {
    check(&View {
        name: "street",
        frame: 60,
        ..View::default()
    });
}

/// A fast flight along Second Avenue: nearer than the draw distance houses still fade in, beyond it the skyline stands in.
#[test]
fn holes_close_behind_the_draw_distance() {
    check(&View {
        name: "mid_stream",
        start: Some(([150.0, 13.0, -45.0], 90.0)),
        script: "0 mouse press right\n1 mouse move 0 52\n3 mouse release right\n\
                 4 stick left 0 100\n4 press cross\n",
        frame: 42,
    });
}

/// Running dirt on bricks and wet patches on slabs: second layers of dual textures.
#[test]
fn stains_lie_on_walls_and_ground() {
    check(&View {
        name: "stains",
        start: Some(([25.5, 2.0, -42.0], 162.0)),
        script: "0 mouse press right\n1 mouse move 0 -35\n3 mouse release right\n",
        frame: 60,
    });
}

/// Cut-out alpha of the `d` world over walls of the `s` world.
#[test]
fn a_fence_stands_before_a_wall() {
    check(&View {
        name: "fence",
        start: Some(([-34.0, 1.6, -76.0], 150.0)),
        script: "0 mouse press right\n1 mouse move 0 -12\n3 mouse release right\n",
        frame: 60,
    });
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/pictures")
        .join(format!("{name}.png"))
}

fn check(view: &View) {
    let name = view.name;
    let home = folder();
    let drawn = home.path().join("drawn.png");
    let output = draw(home.path(), view, &["--screenshot", "drawn.png"]);
    if skipped_without_adapter(name, &output) {
        return;
    }
    assert!(output.status.success(), "{name}: {}", stderr(&output));
    if std::env::var_os("WONDERWHEEL_WRITE_PICTURES").is_some_and(|value| value == "1") {
        keep(&drawn, name);
        if name == "street" {
            // Its numbers change from run to run, so this one is only shown.
            let output = draw(
                home.path(),
                view,
                &["--screenshot", "drawn.png", "--inspector"],
            );
            assert!(output.status.success(), "{name}: {}", stderr(&output));
            keep(&drawn, "street_overlay");
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

/// Runs the program in `home` from where the view begins.
fn draw(home: &Path, view: &View, arguments: &[&str]) -> Output {
    std::fs::write(home.join("script.txt"), view.script).expect("writable");
    let mut program = program(home);
    program.args(["view", "demo", "--headless", "--input-script", "script.txt"]);
    program.args(["--frames", &view.frame.to_string()]);
    if let Some((place, heading)) = view.start {
        program.arg("--data").arg(moved_demo(home, place, heading));
    }
    program.args(arguments).output().expect("it runs")
}

/// The demo, beginning elsewhere.
fn moved_demo(home: &Path, [x, y, z]: [f32; 3], heading: f32) -> PathBuf {
    let data = home.join("own demo");
    if data.exists() {
        return data;
    }
    let data = own_demo(home);
    let settings = data.join("demo.settings.ron");
    let mut text = String::new();
    for line in std::fs::read_to_string(&settings)
        .expect("the forge wrote it")
        .lines()
    {
        if line.trim_start().starts_with("start:") {
            // Game axes: z up, y to the north.
            let _ = writeln!(
                text,
                "start: Some((position: ({x:?}, {:?}, {y:?}), heading: {heading:?})),",
                -z
            );
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    std::fs::write(&settings, text).expect("writable");
    data
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
