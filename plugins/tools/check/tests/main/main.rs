//! The same files in an image, an archive and a folder, checked.

#[allow(dead_code, reason = "the tests of other crates use the rest")]
mod demo_disc;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use wonderwheel_check::files::FileSet;
use wonderwheel_check::report::Report;
use wonderwheel_check::run::{all_cores, check};
use wonderwheel_check::text::{Style, lines};
use wonderwheel_game_files::{FolderFiles, OpenOptions};

use demo_disc::{forged_disc, forged_image, forged_loose, write_disc};

fn report(data: &Path) -> Report {
    let set = FileSet::open(data, &OpenOptions::default()).expect("it holds files of the game");
    Report::new(&set, &check(&set, all_cores(), &|_| ()))
}

fn text(data: &Path) -> String {
    lines(&report(data), Style::default()).join("\n")
}

fn line<'a>(text: &'a str, word: &str) -> &'a str {
    let found = text.lines().find(|line| line.starts_with(word));
    found.unwrap_or_else(|| panic!("no line begins with {word:?} in:\n{text}"))
}

/// The counts of a report by their ids.
fn counts(value: &Value) -> BTreeMap<String, Value> {
    let groups = value["groups"].as_array().expect("it has groups");
    let rows = groups.iter().flat_map(|group| {
        let of = |key: &str| group[key].as_array().expect("it has rows").clone();
        [of("counts"), of("ranges")].concat()
    });
    rows.map(|row| (row["id"].to_string(), row["here"].clone()))
        .collect()
}

#[test]
fn counts_are_the_same_wherever_the_files_lie() {
    let value = |data: &Path| wonderwheel_check::json::value(&report(data));
    let loose = value(forged_loose());
    for data in [forged_image(), forged_disc()] {
        let packed = value(data);
        assert_eq!(counts(&packed), counts(&loose), "{data:?}");
        assert_eq!(packed["chunks"], loose["chunks"]);
        assert_eq!(packed["findings"], loose["findings"]);
        assert_eq!(packed["failures"], json!([]));
        assert!(packed["disc"].is_string(), "{}", packed["disc"]);
    }
    assert_eq!(loose["disc"], Value::Null);
}

#[test]
fn the_archive_may_be_named_by_one_of_its_two_files() {
    let text = text(&forged_disc().join("WARRIORS.DIR"));
    assert!(text.contains("world streams"), "{text}");
}

#[test]
fn an_archive_that_is_cut_short_is_checked_as_far_as_it_goes() {
    let home = tempfile::tempdir().expect("the system's temporary folder is writable");
    let disc = home.path().join("kort skiva");
    let files = FolderFiles::open(forged_loose()).expect("the demo was forged");
    write_disc(&files, &disc);
    let archive = disc.join("WARRIORS.WAD");
    let whole = fs::metadata(&archive).expect("it was written").len();
    let file = fs::File::options().write(true).open(&archive);
    let cut = file.and_then(|file| file.set_len(whole / 2));
    cut.expect("it can be cut");
    let report = report(&disc);
    assert!(report.has_failures());
    let text = lines(&report, Style::default()).join("\n");
    assert!(
        text.contains("wrong with the image or its archive"),
        "{text}"
    );
    assert!(text.contains("cut short"), "{text}");
    assert!(
        line(&text, "cannot be read: ").contains("files, in"),
        "{text}"
    );
    assert!(text.contains("part") && text.contains("world"), "{text}");
}

#[test]
fn names_of_every_kind_are_shown_as_they_are() {
    let home = tempfile::tempdir().expect("the system's temporary folder is writable");
    fs::write(home.path().join("å ツ 🎡.lua"), "no script").expect("writable");
    fs::create_dir(home.path().join("mapp å")).expect("writable");
    let text = text(home.path());
    assert!(line(&text, "  å ツ 🎡.lua:").contains("0x0"), "{text}");
    assert!(
        text.contains("folders that were not looked into: 1"),
        "{text}"
    );
    let all = line(&text, "cannot be read: ");
    assert!(all.ends_with("1 file, in 1 place"), "{all}");
}
