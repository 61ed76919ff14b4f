//! What a tree shows.

use std::fs;

use serde_json::{Value, json};
use wonderwheel_forge::{Recipe, forge};

use super::demo_disc::forged_loose;
use super::{file, inspected, json_of, on_disk, text_of};

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A manifest: world of 1,000 bytes, charged with 1,100, one part.
fn manifest() -> super::Source {
    file("a_sec.mem", words(&[1_000, 1_100, 1, 48, 64]))
}

#[test]
fn every_forged_file_is_recognised_and_whole() {
    for entry in fs::read_dir(forged_loose().join("ee_files")).expect("the demo was forged") {
        let source = on_disk(&entry.expect("readable").path());
        let size = source.bytes.len();
        let tree = inspected(&source);
        assert!(
            tree.fault().is_none(),
            "{}: {:?}",
            source.shown,
            tree.fault()
        );
        let value = json_of(&source, usize::MAX);
        assert_eq!(value["bytes"], size);
        assert_eq!(value["findings"], json!([]), "{}", source.shown);
        assert_eq!(value["nodes"][0]["offset"], 0);
        assert_eq!(value["nodes"][0]["size"], size);
    }
}

#[test]
fn fields_are_numbers_by_name() {
    let value = json_of(&manifest(), usize::MAX);
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
    let recipe = Recipe::builtin("game").expect("it is built in");
    let game = forge(&recipe, &mut |_| ()).expect("it can be forged");
    let list = file("warriors.glr", game.files["warriors.glr"].as_slice());
    let text = text_of(&list, false);
    assert!(text.contains("second dictionary none"), "{text}");
    let value = json_of(&list, usize::MAX);
    let mut open = vec![&value];
    let mut objects = Vec::new();
    while let Some(value) = open.pop() {
        let is_object = value["fields"].get("second dictionary").is_some();
        objects.extend(is_object.then_some(&value["fields"]));
        open.extend(value["nodes"].as_array().into_iter().flatten());
    }
    let unset = |fields: &&&Value| fields["second dictionary"].is_null();
    assert!(objects.iter().any(|fields| unset(&fields)), "{objects:?}");
    let mut objects = objects.iter();
    assert!(objects.all(|fields| fields["model size"].is_number()));
}

#[test]
fn the_first_bytes_are_shown_in_both_forms() {
    let text = text_of(&manifest(), true);
    assert!(text.contains("30 00 00 00 40 00 00 00"), "{text}");
    let value = json_of(&manifest(), usize::MAX);
    assert_eq!(value["nodes"][0]["nodes"][0]["hex"], "3000000040000000");
    let shallow = json_of(&manifest(), 1);
    assert_eq!(shallow["nodes"][0]["inside"], 1);
}

#[test]
fn a_broken_file_shows_the_tree_up_to_the_fault() {
    let mut source = on_disk(&forged_loose().join("ee_files/demo.lev"));
    source.bytes.truncate(source.bytes.len() / 2);
    let text = text_of(&source, false);
    assert!(
        text.contains("error: ") && text.contains("chunk[0]"),
        "{text}"
    );
    let value = json_of(&source, usize::MAX);
    assert!(value["error"].is_string(), "{value}");
    assert!(value["nodes"][0]["nodes"].is_array(), "{value}");
}

#[test]
fn findings_are_summed_by_rule() {
    // A spawner's number is -1 everywhere; here it never is.
    let line = "{bin {1,2,3}, {0,0,0,1}, 7, 0, 0, ffffffff, nil )\r\n";
    let list = format!("2000\r\n{}", line.repeat(2_000));
    let source = file("level1_objs.txt", list);
    assert_eq!(inspected(&source).finding_count(), 2_000);
    let text = text_of(&source, false);
    let sum = text.split_once("2000 findings, by rule:\n");
    let (_, findings) = sum.expect("it sums them");
    let lines: Vec<_> = findings.lines().collect();
    assert_eq!(lines[0], "  object-spawner-shape (2000)");
    assert_eq!(lines[6..], ["    and 1995 more"]);
    let value = json_of(&source, usize::MAX);
    assert_eq!(value["rules"], json!({"object-spawner-shape": 2_000}));
    assert_eq!(value["findings"].as_array().map(Vec::len), Some(1_000));
}
