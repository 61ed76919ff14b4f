//! Files in a disc image, in an archive and in a folder, looked at without extraction.

use std::fs;

use super::inspect;
use crate::program::{
    demo_disc::{forged_disc, forged_image},
    folder, forged_demo, program, stderr, stdout,
};

#[test]
fn a_file_has_the_same_tree_wherever_it_lies() {
    let home = folder();
    let loose = forged_demo().join("ee_files/demo.lev");
    let tree = |args: &[&std::ffi::OsStr]| {
        let output = inspect(home.path(), args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = stdout(&output);
        let (first, rest) = text
            .split_once("\n0x00000000")
            .expect("a header and a tree");
        (first.to_owned(), rest.to_owned())
    };
    let (_, expected) = tree(&[loose.as_os_str()]);
    for data in [forged_image(), forged_disc(), forged_demo()] {
        for name in ["demo.lev", "DEMO.LEV", "ee_files/demo.lev"] {
            let (first, rest) = tree(&[name.as_ref(), "--data".as_ref(), data.as_os_str()]);
            assert!(first.contains("demo.lev"), "{first}");
            assert_eq!(rest, expected, "{name} in {data:?}");
        }
    }
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
