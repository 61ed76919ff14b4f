//! The modding loop: a folder of changed files and pictures over the data.

use std::path::Path;

use super::{folder, forged_demo, line, program, stderr, stdout};

fn run_line(home: &Path, options: &[&str]) -> String {
    let output = program(home)
        .args(["view", "demo", "--no-render", "--frames", "20", "--data"])
        .arg(forged_demo())
        .args(options)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    line(&stdout(&output), "run ").to_owned()
}

#[test]
fn a_file_in_the_overlay_takes_the_place_of_the_data_s_and_lets_go_again() {
    let home = folder();
    let mods = home.path().join("my mods");
    std::fs::create_dir(&mods).expect("writable");
    let plain = run_line(home.path(), &[]);
    assert_eq!(run_line(home.path(), &["--overlay", "my mods"]), plain);
    // Another start point: other decisions.
    let settings = std::fs::read_to_string(forged_demo().join("ee_files/demo.settings.ron"))
        .expect("the demo has settings");
    let moved = settings.replacen("position: (", "position: (1", 1);
    assert_ne!(moved, settings);
    std::fs::write(mods.join("demo.settings.ron"), moved).expect("writable");
    assert_ne!(run_line(home.path(), &["--overlay", "my mods"]), plain);
    std::fs::remove_file(mods.join("demo.settings.ron")).expect("it is there");
    assert_eq!(run_line(home.path(), &["--overlay", "my mods"]), plain);
}

#[test]
fn a_picture_that_fits_nothing_is_told_once_with_what_there_is() {
    let home = folder();
    let folder = home.path().join("mods/textures/demos_sec.wld");
    std::fs::create_dir_all(&folder).expect("writable");
    std::fs::write(folder.join("brik_red.png"), b"no picture").expect("writable");
    let output = program(home.path())
        .args([
            "view",
            "demo",
            "--no-render",
            "--frames",
            "5",
            "--overlay",
            "mods",
            "--data",
        ])
        .arg(forged_demo())
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    let error = stderr(&output);
    assert_eq!(error.matches("brik_red.png").count(), 1, "{error}");
}

#[test]
fn an_overlay_that_is_not_there_is_named() {
    let home = folder();
    let output = program(home.path())
        .args([
            "view",
            "demo",
            "--no-render",
            "--frames",
            "5",
            "--overlay",
            "no such",
        ])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("no such"), "{}", stderr(&output));
}
