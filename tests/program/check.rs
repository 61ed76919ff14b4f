//! `check`: counts beside the disc's, failed files, exit codes.

mod memory;
mod stores;

use super::{folder, forged_demo, line, own_demo, program, stderr, stdout};

#[test]
fn a_forged_folder_is_checked_without_failures() {
    let home = folder();
    let output = program(home.path())
        .arg("check")
        .arg(forged_demo())
        .output()
        .expect("it runs");
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    assert_eq!(line(&text, "world streams"), "world streams");
    // One level with a manifest for each of its two worlds, of 159.
    let row = line(&text, "  world manifests");
    assert!(row.contains(" 2 ") && row.contains(" 159 "), "{row}");
    assert!(text.contains(": all read; 0 findings"), "{text}");
    // Rows of nothing are left out.
    assert!(text.contains("--all shows them"), "{text}");
    assert!(text.lines().count() < 260, "{} lines", text.lines().count());
    // Nothing but the report: no progress and no colours where nobody sees them.
    assert_eq!(stderr(&output), "");
    assert!(!text.contains('\x1b'), "{text}");
}

#[test]
fn json_holds_the_same_counts_for_any_number_of_jobs() {
    let home = folder();
    let counts = |jobs: &str| {
        let output = program(home.path())
            .args(["check", "--json", "--jobs", jobs])
            .arg(forged_demo())
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let one = counts("1");
    assert_eq!(one, counts("4"));
    let value: serde_json::Value = serde_json::from_str(&one).expect("it is JSON");
    assert_eq!(value["retail_files"], 10_701);
    assert_eq!(value["failures"], serde_json::json!([]));
}

#[test]
fn a_damaged_file_is_named_and_the_exit_code_tells() {
    let home = folder();
    let files = own_demo(home.path());
    let level = files.join("demo.lev");
    let bytes = std::fs::read(&level).expect("it was forged");
    std::fs::write(&level, &bytes[..bytes.len() / 2]).expect("writable");
    let output = program(home.path())
        .arg("check")
        .arg(&files)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let failed = line(&text, "  demo.lev:");
    assert!(failed.contains(" at 0x"), "{failed}");
    assert!(
        line(&text, "cannot be read: ").contains("1 file, in"),
        "{text}"
    );
    // What is wrong stands at the end, the sum last.
    let last = text.lines().last().expect("it says something");
    assert!(last.contains("cannot be read: 1 file"), "{last}");
}

#[test]
fn findings_alone_fail_only_when_asked() {
    let home = folder();
    let files = own_demo(home.path());
    std::fs::remove_file(files.join("demos_ms1.sec")).expect("it was forged");
    let run = |strict: bool| {
        let mut program = program(home.path());
        program.arg("check").arg(&files);
        if strict {
            program.arg("--strict");
        }
        program.output().expect("it runs")
    };
    let output = run(false);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(line(&text, "  part-missing").contains("(1)"), "{text}");
    assert_eq!(run(true).status.code(), Some(1));
}

#[test]
fn quiet_says_what_is_wrong_and_nothing_when_all_is_well() {
    let home = folder();
    let run = |files: &std::path::Path| {
        program(home.path())
            .args(["check", "--quiet"])
            .arg(files)
            .output()
            .expect("it runs")
    };
    let output = run(forged_demo());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!((stdout(&output), stderr(&output)), Default::default());
    let files = own_demo(home.path());
    std::fs::write(files.join("demo.lua"), "no script").expect("writable");
    let output = run(&files);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.starts_with("cannot be read: 1 file, in 1 place\n  demo.lua"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn a_single_file_can_be_named() {
    let home = folder();
    let file = forged_demo().join("ee_files/demos_ms1.sec");
    let output = program(home.path())
        .arg("check")
        .arg(file)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("atomics of used parts"));
}

#[test]
fn what_cannot_be_checked_is_said_in_one_line() {
    let home = folder();
    std::fs::write(home.path().join("game.iso"), "CD001").expect("writable");
    std::fs::create_dir(home.path().join("other")).expect("writable");
    std::fs::write(home.path().join("other/notes.md"), "hello").expect("writable");
    for (path, code, words) in [
        ("no such folder", 3, "no such folder"),
        ("game.iso", 4, "ISO 9660"),
        ("other", 1, "nothing here is known"),
    ] {
        let output = program(home.path())
            .args(["check", path])
            .output()
            .expect("it runs");
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{path}: {error}");
        assert!(error.contains(words), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let output = program(home.path()).arg("check").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}
