//! Usage: help, versions, wrong arguments.

use super::{folder, program, stderr, stdout};

#[test]
fn help_names_every_command_and_shows_examples() {
    let home = folder();
    let output = program(home.path())
        .arg("--help")
        .output()
        .expect("it runs");
    assert!(output.status.success());
    let help = stdout(&output);
    for word in [
        "play",
        "view",
        "forge",
        "list",
        "doctor",
        "Examples:",
        "--data",
        "Exit codes",
    ] {
        assert!(help.contains(word), "{word} is missing in:\n{help}");
    }
}

#[test]
fn a_wrong_option_is_a_usage_error() {
    let home = folder();
    for args in [
        &["view"][..],
        &["view", "demo", "--frames", "0"],
        &["view", "demo", "--budget", "much"],
        &["view", "demo", "--no-render", "--screenshot", "a.png"],
        &["--nonsense"],
    ] {
        let output = program(home.path()).args(args).output().expect("it runs");
        assert_eq!(
            output.status.code(),
            Some(2),
            "{args:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn an_unknown_recipe_is_a_usage_error_that_lists_the_known_ones() {
    let home = folder();
    let output = program(home.path())
        .args(["view", "forge:dmeo", "--no-render"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let error = stderr(&output);
    assert!(error.contains("dmeo") && error.contains("demo") && error.contains("retail_shape"));
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn a_wrong_script_is_answered_with_its_file_and_line() {
    let home = folder();
    std::fs::write(home.path().join("ü script.txt"), "0 tap cross\n1 jump\n").expect("writable");
    let output = program(home.path())
        .args([
            "view",
            "demo",
            "--no-render",
            "--input-script",
            "ü script.txt",
        ])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(4));
    let error = stderr(&output);
    assert!(
        error.contains("ü script.txt: line 2: `jump` is no action"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn a_missing_script_is_an_io_error_that_names_it() {
    let home = folder();
    let output = program(home.path())
        .args(["view", "demo", "--no-render", "--input-script", "gone.txt"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).starts_with("wonderwheel: gone.txt: "));
}

#[test]
fn a_forge_that_was_stopped_is_begun_anew_and_a_folder_of_others_is_not_touched() {
    let home = folder();
    let out = home.path().join("half done");
    std::fs::create_dir_all(out.join("ee_files")).expect("writable");
    std::fs::write(out.join("ee_files/old.sec.part"), [1]).expect("writable");
    let forge = || {
        let mut program = program(home.path());
        let output = program
            .args(["forge", "half done", "--recipe", "game"])
            .output();
        output.expect("it runs")
    };
    let output = forge();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(out.join("ee_files/old.sec.part").exists());
    std::fs::write(out.join(".unfinished-forge"), "").expect("writable");
    let output = forge();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!out.join("ee_files/old.sec.part").exists());
    assert!(!out.join(".unfinished-forge").exists());
    assert!(out.join("ee_files/warriors.glr").exists());
}
