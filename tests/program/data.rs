//! Finding and judging the data.

use super::{folder, forged_demo, line, own_demo, program, stderr, stdout};

#[test]
fn a_missing_data_folder_is_named_with_who_named_it() {
    let home = folder();
    let output = program(home.path())
        .args(["list", "--data", "no such folder"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    let error = stderr(&output);
    assert!(
        error.contains("no such folder") && error.contains("command line"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1, "{error}");

    let output = program(home.path())
        .arg("list")
        .env("WONDERWHEEL_DATA", "nor this one")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    let error = stderr(&output);
    assert!(
        error.contains("nor this one") && error.contains("WONDERWHEEL_DATA"),
        "{error}"
    );
}

#[test]
fn a_folder_without_levels_says_what_was_looked_for() {
    let home = folder();
    std::fs::write(home.path().join("readme.txt"), "hello").expect("writable");
    let output = program(home.path())
        .args(["list", "."])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    let error = stderr(&output);
    assert!(
        error.contains(".lev") && error.contains("ee_files"),
        "{error}"
    );
}

#[test]
fn the_settings_file_names_the_data() {
    let home = folder();
    let settings = home.path().join("config/wonderwheel/settings.txt");
    std::fs::create_dir_all(settings.parent().expect("it has one")).expect("writable");
    std::fs::write(&settings, format!("data = {}\n", forged_demo().display())).expect("writable");
    let output = program(home.path()).arg("list").output().expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(line(&stdout(&output), "level"), "level demo");
}

#[test]
fn a_forged_folder_is_listed_with_its_level_and_files() {
    let home = folder();
    let output = program(home.path())
        .arg("list")
        .arg(forged_demo())
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    let list = stdout(&output);
    for name in [
        "level demo",
        "demo.lev",
        "demos_sec.wld",
        "demod_sec.mem",
        "demos_ms1.sec",
    ] {
        assert!(list.contains(name), "{name} is missing in:\n{list}");
    }
}

#[test]
fn an_unknown_level_is_answered_with_those_there_are() {
    let home = folder();
    let output = program(home.path())
        .args(["view", "level99", "--no-render", "--data"])
        .arg(forged_demo())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let error = stderr(&output);
    assert!(
        error.contains("level99") && error.contains("there are demo"),
        "{error}"
    );
}

#[test]
fn forging_does_not_overwrite_a_filled_folder() {
    let home = folder();
    let own = own_demo(home.path());
    let output = program(home.path())
        .arg("forge")
        .arg(&own)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    // The folder itself is flat; the forge writes below it.
    assert!(
        stdout(&output).contains("files written"),
        "{}",
        stdout(&output)
    );
    let again = program(home.path()).arg("forge").arg(&own).output();
    let again = stdout(&again.expect("it runs"));
    assert!(again.contains("0 files written"), "{again}");
}

#[test]
fn file_names_in_capitals_are_found() {
    let home = folder();
    let own = own_demo(home.path());
    for entry in std::fs::read_dir(&own).expect("it was copied") {
        let path = entry.expect("readable").path();
        let name = path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .to_uppercase();
        std::fs::rename(&path, own.join(name)).expect("writable");
    }
    let run = |data: &std::path::Path| {
        let output = program(home.path())
            .args(["view", "demo", "--no-render", "--frames", "10", "--data"])
            .arg(data)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        line(&stdout(&output), "run ").to_owned()
    };
    assert_eq!(run(&own), run(forged_demo()));
}

#[test]
fn none_in_the_place_of_the_data_is_the_demo() {
    let home = folder();
    let settings = home.path().join("config/wonderwheel/settings.txt");
    std::fs::create_dir_all(settings.parent().expect("it has one")).expect("writable");
    std::fs::write(&settings, "data = no such folder\n").expect("writable");
    let output = program(home.path())
        .arg("list")
        .env("WONDERWHEEL_DATA", "none")
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stdout(&output).starts_with("the demo, "),
        "{}",
        stdout(&output)
    );
}

#[test]
fn what_was_used_last_is_used_again_unless_it_is_gone() {
    let home = folder();
    let recent = home.path().join("config/wonderwheel/recent.txt");
    std::fs::create_dir_all(recent.parent().expect("it has one")).expect("writable");
    let demo = forged_demo().display();
    std::fs::write(&recent, format!("/gone since\n{demo}\n")).expect("writable");
    let output = program(home.path()).arg("list").output().expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("ee_files"), "{}", stdout(&output));
}

#[test]
fn the_one_disc_in_the_folder_is_found_and_of_two_one_must_be_named() {
    let home = folder();
    let copy = |name: &str| {
        let files = home.path().join(name).join("ee_files");
        std::fs::create_dir_all(&files).expect("writable");
        std::fs::write(files.join("demo.lev"), [0; 16]).expect("writable");
        home.path().join(name)
    };
    let first = copy("first");
    let list = |folder: &std::path::Path| {
        let mut program = program(home.path());
        let output = program.current_dir(folder).arg("list").output();
        output.expect("it runs")
    };
    let output = list(&first);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(line(&stdout(&output), "level"), "level demo");

    // The system's data folder is looked into as well.
    std::fs::create_dir_all(home.path().join("data")).expect("writable");
    std::fs::rename(copy("second"), home.path().join("data/wonderwheel")).expect("writable");
    let output = list(&first);
    assert_eq!(output.status.code(), Some(2));
    let error = stderr(&output);
    assert!(
        error.contains("several") && error.contains("--data"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1, "{error}");
}
