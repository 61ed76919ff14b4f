//! Files in a disc image, in an archive and in a folder, looked at without extraction.

use std::fs;

use super::inspect;
use crate::program::{demo_disc::forged_image, folder, program, stderr, stdout};

#[test]
fn a_file_in_an_image_is_inspected_without_extraction() {
    let home = folder();
    let image = forged_image().as_os_str();
    let output = inspect(home.path(), ["DEMO.LEV".as_ref(), "--data".as_ref(), image]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("demo.lev"), "{}", stdout(&output));
}

#[test]
fn a_bare_name_is_looked_for_in_the_known_data_when_it_is_not_here() {
    let home = folder();
    let run = || {
        program(home.path())
            .env("WONDERWHEEL_DATA", forged_image())
            .args(["inspect", "demo.lev", "--depth", "1"])
            .output()
            .expect("it runs")
    };
    let output = run();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("rw-") || stdout(&output).contains("level"));
    // What lies here comes first.
    fs::write(home.path().join("demo.lev"), "nothing").expect("writable");
    assert_eq!(run().status.code(), Some(4));
}

#[test]
fn a_name_that_is_not_there_is_answered_with_those_like_it() {
    let home = folder();
    let image = forged_image().as_os_str();
    for (name, code, words) in [
        ("demo.lew", 3, "demo.lev"),
        ("zzz.lev", 3, "wonderwheel list"),
        ("folder/demo.lev", 2, "without folders"),
    ] {
        let output = inspect(home.path(), [name.as_ref(), "--data".as_ref(), image]);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.contains(words), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
