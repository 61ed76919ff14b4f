//! What a tree shows.

use std::fs;

use serde_json::{Value, json};

use super::inspect;
use crate::program::{folder, forged_demo, stderr, stdout};

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn every_forged_file_is_recognised_and_whole_in_both_forms() {
    let home = folder();
    for entry in fs::read_dir(forged_demo().join("ee_files")).expect("the demo was forged") {
        let path = entry.expect("readable").path();
        let size = fs::metadata(&path).expect("readable").len();
        let text = inspect(home.path(), [path.as_os_str()]);
        assert_eq!(text.status.code(), Some(0), "{}", stdout(&text));
        let first = stdout(&text);
        assert!(!first.contains("not recognised"), "{first}");
        let output = inspect(
            home.path(),
            [path.as_os_str(), "--json".as_ref(), "--bytes".as_ref()],
        );
        let value = json_of(&stdout(&output));
        assert_eq!(value["bytes"], size);
        assert_eq!(value["findings"], json!([]), "{path:?}");
        assert_eq!(value["nodes"][0]["offset"], 0);
        assert_eq!(value["nodes"][0]["size"], size);
    }
}

#[test]
fn fields_are_numbers_by_name() {
    let home = folder();
    // A manifest: world of 1,000 bytes, charged with 1,100, one part.
    let manifest = home.path().join("a_sec.mem");
    fs::write(&manifest, words(&[1_000, 1_100, 1, 48, 64])).expect("writable");
    let value = json_of(&stdout(&inspect(
        home.path(),
        [manifest.as_os_str(), "--json".as_ref()],
    )));
    let file = &value["nodes"][0];
    assert_eq!(
        file["fields"],
        json!({"world size": 1_000, "world heap size": 1_100, "parts": 1})
    );
    assert_eq!(
        file["nodes"][0]["fields"],
        json!({"file size": 48, "heap size": 64})
    );
}

#[test]
fn what_is_not_set_has_a_word_and_is_null() {
    let home = folder();
    let forged = crate::program::program(home.path())
        .args(["forge", "spel å", "--recipe", "game"])
        .output()
        .expect("it runs");
    assert!(forged.status.success(), "{}", stderr(&forged));
    let list = "spel å/ee_files/warriors.glr";
    let text = stdout(&inspect(home.path(), [list]));
    assert!(text.contains("second dictionary none"), "{text}");
    let value = json_of(&stdout(&inspect(home.path(), [list, "--json"])));
    let mut open = vec![&value];
    let mut objects = Vec::new();
    while let Some(value) = open.pop() {
        let is_object = value["fields"].get("second dictionary").is_some();
        objects.extend(is_object.then_some(&value["fields"]));
        open.extend(value["nodes"].as_array().into_iter().flatten());
    }
    let unset = |fields: &&&Value| fields["second dictionary"].is_null();
    assert!(objects.iter().any(|fields| unset(&fields)), "{objects:?}");
    assert!(
        objects
            .iter()
            .all(|fields| fields["model size"].is_number())
    );
}

#[test]
fn the_first_bytes_are_shown_in_both_forms() {
    let home = folder();
    let manifest = home.path().join("a_sec.mem");
    fs::write(&manifest, words(&[1_000, 1_100, 1, 48, 64])).expect("writable");
    let with = |form: &[&str]| {
        let mut args = vec![manifest.as_os_str()];
        args.extend(form.iter().map(std::ffi::OsStr::new));
        stdout(&inspect(home.path(), args))
    };
    let text = with(&["--bytes"]);
    assert!(text.contains("30 00 00 00 40 00 00 00"), "{text}");
    let value = json_of(&with(&["--bytes", "--json"]));
    assert_eq!(value["nodes"][0]["nodes"][0]["hex"], "3000000040000000");
    let shallow = json_of(&with(&["--json", "--depth", "1"]));
    assert_eq!(shallow["nodes"][0]["inside"], 1);
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
fn a_broken_file_shows_the_tree_up_to_the_fault() {
    let home = folder();
    let whole = fs::read(forged_demo().join("ee_files/demo.lev")).expect("the demo was forged");
    let path = home.path().join("demo.lev");
    fs::write(&path, &whole[..whole.len() / 2]).expect("writable");
    let output = inspect(home.path(), ["demo.lev"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(
        text.contains("error: ") && text.contains("chunk[0]"),
        "{text}"
    );
    let value = json_of(&stdout(&inspect(home.path(), ["demo.lev", "--json"])));
    assert!(value["error"].is_string(), "{value}");
    assert!(value["nodes"][0]["nodes"].is_array(), "{value}");
}

#[test]
fn findings_are_summed_by_rule() {
    let home = folder();
    // A spawner's number is -1 everywhere; here it never is.
    let line = "{bin {1,2,3}, {0,0,0,1}, 7, 0, 0, ffffffff, nil )\r\n";
    let list = format!("2000\r\n{}", line.repeat(2_000));
    fs::write(home.path().join("level1_objs.txt"), list).expect("writable");
    let output = inspect(home.path(), ["level1_objs.txt", "--depth", "1"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let (_, findings) = text
        .split_once("2000 findings, by rule:\n")
        .expect("it sums them");
    let lines: Vec<_> = findings.lines().collect();
    assert_eq!(lines[0], "  object-spawner-shape (2000)");
    assert_eq!(lines[6..], ["    and 1995 more"]);
    let output = inspect(home.path(), ["level1_objs.txt", "--json"]);
    let value = json_of(&stdout(&output));
    assert_eq!(value["rules"], json!({"object-spawner-shape": 2_000}));
    assert_eq!(value["findings"].as_array().map(Vec::len), Some(1_000));
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
