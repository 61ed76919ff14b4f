//! Files of a whole forged level: shown, checked, and written back.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use wonderwheel_forge::{Recipe, forge};
use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::classify::{Classification, FileKind};
use wonderwheel_warriors::level_file::LevelFile;

/// Every file of the demo level and of a small one of the disc's shape, with its kind. A forged game's own settings have none.
fn files() -> impl Iterator<Item = (FileKind, &'static str, &'static [u8])> {
    static FILES: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let recipes = ["demo", "retail_shape:level72"];
        let recipes = recipes.map(|name| Recipe::builtin(name).unwrap());
        let games = recipes.map(|recipe| forge(&recipe, &mut |_| {}).unwrap());
        games.into_iter().flat_map(|game| game.files).collect()
    });
    let files = files.iter();
    files.filter_map(|(name, bytes)| {
        let kind = Classification::of(Some(name), Content::whole(bytes), false).kind;
        (kind != FileKind::Unknown).then_some((kind, name.as_str(), bytes.as_slice()))
    })
}

#[test]
fn every_file_is_shown_without_a_fault() {
    let mut shown = BTreeMap::new();
    for (kind, name, bytes) in files() {
        let outline = kind.row().file(bytes).outline();
        let faults: Vec<_> = outline.errors().take(3).map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        *shown.entry(kind).or_insert(0) += outline.all().count();
    }
    println!("{shown:?}");
    assert!(shown.len() >= 4 && shown.values().all(|&nodes| nodes > 1));
}

#[test]
fn every_file_is_checked_with_its_name() {
    let mut found = Vec::new();
    for (kind, name, bytes) in files() {
        let mut findings = Findings::new();
        let file = kind.row().file(bytes).named(name);
        file.validate(&mut findings).unwrap();
        let findings = findings.as_slice().iter();
        found.extend(findings.map(|finding| format!("{name}: {finding}")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_level_is_written_back_whole() {
    let mut levels = 0;
    for (_, name, bytes) in files().filter(|(_, name, _)| name.ends_with(".lev")) {
        let level = LevelFile::read(bytes).unwrap();
        assert!(level.write() == bytes, "{name}");
        assert_eq!(
            level.collision().unwrap().write(),
            level.collision,
            "{name}"
        );
        assert!(level.path_data().unwrap().write() == level.path_data);
        assert!(level.subtitles().unwrap().write() == level.subtitles);
        levels += 1;
    }
    assert_eq!(levels, 1);
}
