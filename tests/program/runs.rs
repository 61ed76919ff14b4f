//! Lockstep runs: repeatable, the same with and without drawing, going on past bad files.

use std::{fs, path::Path, process::Output};

use super::{
    folder, forged_demo, line, own_demo, program, skipped_without_adapter, stderr, stdout,
};

const SCRIPT: &str = "0 stick left 0 100\n0 press cross\n60 stick right 50 0\n90 mouse press right\n\
                      90 mouse move 80 20\n95 mouse release right\n";

fn view(home: &Path, args: &[&str]) -> Output {
    program(home)
        .args(["view", "demo"])
        .args(args)
        .output()
        .expect("it runs")
}

#[test]
fn two_runs_of_the_same_script_are_the_same_to_the_byte() {
    let home = folder();
    fs::write(home.path().join("script.txt"), SCRIPT).expect("writable");
    let run = |data: &Path| {
        let output = program(home.path())
            .args([
                "view",
                "demo",
                "--no-render",
                "--frames",
                "150",
                "--input-script",
                "script.txt",
                "--data",
            ])
            .arg(data)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let first = run(forged_demo());
    assert_eq!(first, run(forged_demo()));
    assert!(line(&first, "150 frames of demo").contains("5.0 s"));
    assert!(
        first.lines().any(|line| line.contains(": read ")),
        "nothing streamed:\n{first}"
    );
}

#[test]
fn a_run_from_memory_equals_one_from_the_forged_folder() {
    let home = folder();
    let memory = view(home.path(), &["--no-render", "--frames", "60"]);
    assert!(memory.status.success(), "{}", stderr(&memory));
    let disk = program(home.path())
        .args(["view", "demo", "--no-render", "--frames", "60", "--data"])
        .arg(forged_demo())
        .output()
        .expect("it runs");
    assert_eq!(line(&stdout(&memory), "run "), line(&stdout(&disk), "run "));
    assert!(line(&stdout(&memory), "level demo forged").contains(" s"));
}

#[test]
fn a_run_that_draws_makes_the_same_decisions_as_one_that_does_not() {
    let home = folder();
    fs::write(home.path().join("script.txt"), SCRIPT).expect("writable");
    let common = ["--frames", "100", "--input-script", "script.txt"];
    let drawn = view(
        home.path(),
        &[&["--headless", "--screenshot", "out ö.png"], &common[..]].concat(),
    );
    if skipped_without_adapter("a_run_that_draws_makes_the_same_decisions", &drawn) {
        return;
    }
    assert!(drawn.status.success(), "{}", stderr(&drawn));
    let blind = view(home.path(), &[&["--no-render"], &common[..]].concat());
    assert!(blind.status.success(), "{}", stderr(&blind));
    assert_eq!(line(&stdout(&drawn), "run "), line(&stdout(&blind), "run "));

    let picture = stdout(&drawn);
    let picture = line(&picture, "picture out ö.png of frame 100: 640 x 448, hash ");
    let drawn_pixels: u32 = picture
        .split(", ")
        .last()
        .and_then(|words| words.split(' ').next())
        .and_then(|number| number.parse().ok())
        .expect("the line ends with the count of pixels");
    // A street with a sky: most of the picture is not the clear colour.
    assert!(drawn_pixels > 640 * 448 / 2, "{picture}");
    let png = fs::read(home.path().join("out ö.png")).expect("the picture was written");
    assert!(png.starts_with(b"\x89PNG"));
}

#[test]
fn a_pause_in_the_script_holds_the_run_and_lets_it_go_on() {
    let home = folder();
    // START at 20 pauses, START at 40 goes on: of the 20 frames between, no step is made.
    fs::write(
        home.path().join("pause.txt"),
        "20 tap start\n40 tap start\n",
    )
    .expect("writable");
    let run = |args: &[&str]| {
        let output = view(home.path(), &[&["--no-render", "--frames"], args].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let paused = run(&["80", "--input-script", "pause.txt"]);
    // 60 of the 80 frames are steps, and they are those of a run of 60 frames.
    assert!(
        paused.contains("80 frames of demo, 2.0 s of game time"),
        "{paused}"
    );
    assert_eq!(line(&paused, "run "), line(&run(&["60"]), "run "));
    assert_ne!(line(&paused, "run "), line(&run(&["80"]), "run "));
}

#[test]
fn no_more_frames_are_short_of_room_than_there_are_frames() {
    let home = folder();
    let output = view(
        home.path(),
        &["--no-render", "--frames", "40", "--budget", "8000000"],
    );
    let report = stdout(&output);
    let words = line(&report, "budget: ");
    let short = words
        .split("; ")
        .nth(1)
        .and_then(|words| words.split(' ').next())
        .and_then(|count| count.parse::<u32>().ok())
        .expect("the line counts them");
    // Some are, for the budget is small; the preload's passes are no frames.
    assert!((1..=40).contains(&short), "{words}");
    let preload = report.lines().filter(|line| line.starts_with("preload: "));
    assert!(preload.count() > 0, "{report}");
}

/// The run of a spoilt demo: the files that `spoil` names are given what it gives.
fn view_spoilt(spoil: impl Fn(&str, &[u8]) -> Option<Vec<u8>>) -> Output {
    let home = folder();
    let own = own_demo(home.path());
    for entry in fs::read_dir(&own).expect("it was copied") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a file").to_string_lossy();
        let bytes = fs::read(&path).expect("readable");
        if let Some(spoilt) = spoil(&name, &bytes) {
            fs::write(&path, spoilt).expect("writable");
        }
    }
    program(home.path())
        .args(["view", "demo", "--no-render", "--frames", "20", "--data"])
        .arg(&own)
        .output()
        .expect("it runs")
}

#[test]
fn a_level_that_cannot_be_loaded_ends_with_the_code_of_its_trouble_and_says_it_once() {
    let malformed = view_spoilt(|name, _| name.ends_with("_sec.wld").then(|| vec![0; 40]));
    assert_eq!(malformed.status.code(), Some(4), "{}", stderr(&malformed));
    let error = stderr(&malformed);
    assert_eq!(error.matches("demos_sec.wld/").count(), 1, "{error}");
    assert!(error.starts_with("wonderwheel: demos_sec.wld/"), "{error}");

    let home = folder();
    let too_small = view(
        home.path(),
        &["--no-render", "--frames", "5", "--budget", "3000000"],
    );
    assert_eq!(too_small.status.code(), Some(6), "{}", stderr(&too_small));
    let error = stderr(&too_small);
    assert_eq!(
        error.matches("choose a larger budget").count(),
        1,
        "{error}"
    );
}

#[test]
fn a_corrupt_scenery_world_leaves_the_detail_world_to_look_at() {
    let output = view_spoilt(|name, _| (name == "demos_sec.wld").then(|| vec![0; 40]));
    let report = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("finding: demos_sec.wld/"), "{report}");
    assert!(report.contains("read detail part"), "{report}");
}

#[test]
fn a_manifest_of_zeros_does_not_switch_the_budget_off() {
    // Every heap size of the scenery becomes 0: words 1, 4, 6, 8...
    let output = view_spoilt(|name, bytes| {
        (name == "demos_sec.mem").then(|| {
            let words = bytes.as_chunks::<4>().0.iter().enumerate();
            let is_heap = |at: usize| at == 1 || (at > 3 && at.is_multiple_of(2));
            words
                .flat_map(|(at, word)| if is_heap(at) { [0; 4] } else { *word })
                .collect()
        })
    });
    let report = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{report}");
    let findings = report.lines().filter(|line| line.starts_with("finding: "));
    let findings: Vec<&str> = findings.collect();
    assert_eq!(findings.len(), 1, "{report}");
    assert!(
        findings[0].contains("demos_sec.mem: states heaps smaller"),
        "{report}"
    );
    assert!(!report.contains("(0 bytes)"), "{report}");
}

#[test]
fn a_truncated_part_is_reported_and_the_run_goes_on_without_it() {
    let home = folder();
    let own = own_demo(home.path());
    // Every part of the scenery: whichever the run asks for first is bad.
    for entry in fs::read_dir(&own).expect("it was copied") {
        let path = entry.expect("readable").path();
        let name = path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        if name.starts_with("demos_ms") {
            let bytes = fs::read(&path).expect("readable");
            fs::write(&path, &bytes[..bytes.len() / 2]).expect("writable");
        }
    }
    let output = program(home.path())
        .args(["view", "demo", "--no-render", "--frames", "60", "--data"])
        .arg(&own)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report = stdout(&output);
    assert!(report.contains("60 frames of demo"), "{report}");
    assert!(
        report.contains("demos_ms"),
        "the bad file is not named:\n{report}"
    );
}

#[test]
fn a_level_without_its_level_file_and_detail_world_still_views() {
    let home = folder();
    let own = own_demo(home.path());
    for entry in fs::read_dir(&own).expect("it was copied") {
        let path = entry.expect("readable").path();
        let name = path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        if name == "demo.lev" || name.starts_with("demod_") || name.ends_with(".ron") {
            fs::remove_file(&path).expect("writable");
        }
    }
    let output = program(home.path())
        .args(["view", "demo", "--no-render", "--frames", "30", "--data"])
        .arg(&own)
        .output()
        .expect("it runs");
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}\n{}",
        stdout(&output),
        stderr(&output)
    );
    assert!(
        stdout(&output).contains("30 frames of demo,"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_retail_shape_runs_without_its_files_on_disk() {
    let home = folder();
    let output = program(home.path())
        .args([
            "view",
            "forge:retail_shape:objarena",
            "--no-render",
            "--frames",
            "20",
        ])
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("20 frames of objarena"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn the_first_command_without_a_display_flies_through_the_demo_and_leaves_pictures() {
    let home = folder();
    let output = program(home.path()).output().expect("it runs");
    if skipped_without_adapter("the_first_command_without_a_display", &output) {
        return;
    }
    assert!(output.status.success(), "{}", stderr(&output));
    let report = stdout(&output);
    assert!(
        report.contains("300 frames of demo, 10.0 s of game time"),
        "{report}"
    );
    let folder = line(&report, "the pictures are in ").trim_start_matches("the pictures are in ");
    let pictures = fs::read_dir(folder)
        .expect("the folder that it names is there")
        .count();
    assert_eq!(pictures, 6);
}
