//! What `inspect` prints, and what it ends with.

use std::fs;

use serde_json::Value;

use super::inspect;
use crate::program::{folder, forged_demo, stderr, stdout};

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn a_tree_is_printed_in_both_forms_and_the_exit_code_says_what_was_found() {
    let home = folder();
    let manifest = words(&[1_000, 1_100, 1, 48, 64]);
    let spawner = "1\r\n{bin {1,2,3}, {0,0,0,1}, 7, 0, 0, ffffffff, nil )\r\n";
    for (name, bytes, code) in [
        ("a_sec.mem", &manifest[..], 0),
        ("level1_objs.txt", spawner.as_bytes(), 1),
        ("b_sec.mem", &manifest[..10], 4),
    ] {
        fs::write(home.path().join(name), bytes).expect("writable");
        let output = inspect(home.path(), [name, "--depth", "1", "--bytes"]);
        assert_eq!(output.status.code(), Some(code), "{name}");
        assert!(stdout(&output).contains(name), "{}", stdout(&output));
        let output = inspect(home.path(), [name, "--json"]);
        assert_eq!(output.status.code(), Some(code), "{name}");
        let value = json_of(&stdout(&output));
        assert_eq!(value["bytes"], bytes.len(), "{value}");
        assert_eq!(value["error"].is_string(), code == 4, "{value}");
    }
}

#[test]
fn texts_beside_the_games_files_are_recognised_by_name() {
    let home = folder();
    for (name, text, code, shown) in [
        ("demo.settings.ron", "(far: 75.0)", 0, "level-settings"),
        ("demo2.settings.ron", "(far: x)", 4, "line 1"),
        ("NAMES.TXT", "demo.lev\ndemos_sec.wld\n", 0, "lines 2"),
        ("läs mig.md", "# å ツ 🎡", 0, "text"),
    ] {
        fs::write(home.path().join(name), text).expect("writable");
        let output = inspect(home.path(), [name]);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.contains(shown), "{text}");
    }
}

#[test]
fn lines_are_as_long_as_the_shell_says() {
    let home = folder();
    let path = forged_demo().join("ee_files/demo.lev");
    let output = crate::program::program(home.path())
        .env("COLUMNS", "60")
        .args(["inspect", "--depth", "3"])
        .arg(&path)
        .output()
        .expect("it runs");
    let text = stdout(&output);
    let first = text.lines().next().expect("a header");
    assert!(
        !first.contains(" bytes"),
        "the header goes on in the next line: {first}"
    );
    // The path itself cannot be broken.
    let long = |line: &&str| line.chars().count() > 60 && !line.contains("demo files");
    assert_eq!(text.lines().find(long), None);
}

#[test]
fn what_is_no_file_is_said_in_one_line_with_what_to_do() {
    let home = folder();
    fs::create_dir(home.path().join("ee_files")).expect("writable");
    fs::write(home.path().join("WARRIORS.WAD"), "x").expect("writable");
    let mut image = vec![0; 0x9000];
    image[0x8001..0x8006].copy_from_slice(b"CD001");
    fs::write(home.path().join("spel å.iso"), image).expect("writable");
    for (args, code, words) in [
        (&["no such file"][..], 3, "--data"),
        (&["ee_files"], 2, "wonderwheel check ee_files"),
        (&["WARRIORS.WAD"], 2, "--data WARRIORS.WAD"),
        (&["spel å.iso"], 2, "--data spel å.iso"),
        (
            &["spel å.iso:demo.lev"],
            3,
            "inspect demo.lev --data spel å.iso",
        ),
        (&["demo.lev", "--data", "nowhere"], 3, "nowhere"),
    ] {
        let output = inspect(home.path(), args);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(words), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_inspected_all_the_same() {
    use std::os::unix::ffi::OsStrExt;
    let home = folder();
    let path = home
        .path()
        .join(std::ffi::OsStr::from_bytes(b"\xFF\xFE.bin"));
    fs::write(&path, words(&[1_000, 1_100, 1, 48, 64])).expect("writable");
    let args = [path.as_os_str(), "--kind".as_ref(), "manifest".as_ref()];
    let output = inspect(home.path(), args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn forge_does_not_offer_data_options() {
    let home = folder();
    let run = |args: &[&str]| {
        crate::program::program(home.path())
            .args(args)
            .output()
            .expect("it runs")
    };
    let help = stdout(&run(&["forge", "--help"]));
    assert!(
        !help.contains("--data") && !help.contains("--force"),
        "{help}"
    );
    for args in [
        ["forge", "out", "--data", "x"],
        ["--data", "x", "forge", "out"],
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("forge"), "{}", stderr(&output));
    }
    assert!(!home.path().join("out").exists());
}
