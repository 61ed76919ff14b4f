//! The same files in an image, an archive and a folder.

use std::{collections::BTreeMap, fs};

use serde_json::{Value, json};

use crate::program::{
    demo_disc::{forged_disc, forged_image, write_disc},
    folder, forged_demo, line, own_demo, program, stderr, stdout,
};
use wonderwheel_game_files::FolderFiles;

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
    let home = folder();
    let report = |data: &std::path::Path| -> Value {
        let output = program(home.path())
            .args(["check", "--json"])
            .arg(data)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).expect("it is JSON")
    };
    let loose = report(forged_demo());
    for data in [forged_image(), forged_disc()] {
        let packed = report(data);
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
    let home = folder();
    let output = program(home.path())
        .arg("check")
        .arg(forged_disc().join("WARRIORS.DIR"))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("world streams"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn an_archive_that_is_cut_short_is_checked_as_far_as_it_goes() {
    let home = folder();
    let disc = home.path().join("kort skiva");
    let files = FolderFiles::open(forged_demo()).expect("the demo was forged");
    write_disc(&files, &disc);
    let archive = disc.join("WARRIORS.WAD");
    let whole = fs::metadata(&archive).expect("it was written").len();
    let file = fs::File::options()
        .write(true)
        .open(&archive)
        .expect("writable");
    file.set_len(whole / 2).expect("it can be cut");
    let output = program(home.path())
        .arg("check")
        .arg(&disc)
        .output()
        .expect("it runs");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
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
fn other_discs_are_refused_in_one_line_unless_forced() {
    let home = folder();
    let disc = home.path().join("annan skiva");
    let files = FolderFiles::open(forged_demo()).expect("the demo was forged");
    write_disc(&files, &disc);
    fs::write(
        disc.join("SYSTEM.CNF"),
        "BOOT2 = cdrom0:\\SLES_534.43;1\r\n",
    )
    .expect("writable");
    let run = |force: bool| {
        let mut program = program(home.path());
        program.arg("check").arg(&disc);
        if force {
            program.arg("--force");
        }
        program.output().expect("it runs")
    };
    let refused = run(false);
    assert_eq!(refused.status.code(), Some(7), "{}", stderr(&refused));
    assert_eq!(stderr(&refused).lines().count(), 1);
    let forced = run(true);
    assert_eq!(forced.status.code(), Some(0), "{}", stderr(&forced));
    assert!(
        stdout(&forced).contains("unverified"),
        "{}",
        stdout(&forced)
    );
}

#[test]
fn names_of_every_kind_are_told_as_they_are() {
    let home = folder();
    let files = own_demo(home.path());
    fs::write(files.join("å ツ 🎡.lua"), "no script").expect("writable");
    fs::create_dir(files.join("mapp å")).expect("writable");
    let output = program(home.path())
        .arg("check")
        .arg(&files)
        .output()
        .expect("it runs");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(line(&text, "  å ツ 🎡.lua:").contains("0x0"), "{text}");
    assert!(
        text.contains("folders that were not looked into: 1"),
        "{text}"
    );
    let all = line(&text, "cannot be read: ");
    assert!(all.ends_with("1 file, in 1 place"), "{all}");
}
