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
fn a_forge_keeps_what_is_in_its_way_and_goes_on_where_it_was_stopped() {
    let home = folder();
    let out = home.path().join("half done/ee_files");
    std::fs::create_dir_all(&out).expect("writable");
    std::fs::write(out.join("old.sec.part"), [1]).expect("writable");
    std::fs::write(out.join("warriors.glr"), "mine").expect("writable");
    let forge = |more: &[&str]| {
        let mut program = program(home.path());
        let args = ["forge", "half done", "--recipe", "game"];
        let output = program.args(args).args(more).output().expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let mine = || std::fs::read(out.join("warriors.glr")).is_ok_and(|bytes| bytes == b"mine");
    let said = forge(&[]);
    let kept = "written, 1 kept; --overwrite replaces";
    assert!(said.contains(kept) && mine(), "{said}");
    let files = std::fs::read_dir(&out).expect("it is there").count();
    let said = forge(&[]);
    let all = format!("0 files written, {} kept", files - 1);
    assert!(said.contains(&all) && mine(), "{said}");
    let said = forge(&["--overwrite"]);
    assert!(!said.contains("kept") && !mine(), "{said}");
    assert!(out.join("old.sec.part").exists());
}
