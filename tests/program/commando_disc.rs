//! Discs of Going Commando: what they are, what is on them, checked and extracted.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Output,
    sync::LazyLock,
};

use serde_json::Value;
use wonderwheel_commando::level::{Level, LevelHeader};
use wonderwheel_forge::{Recipe, commando::disc::commando_disc, forge};

use super::{disc::tree, folder, line, program, stderr, stdout};

/// The forge's level.
static LEVEL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let recipe = Recipe::builtin("commando_demo").expect("it is built in");
    let forged = forge(&recipe, &mut |_| ()).expect("it can be forged");
    forged.files["level0.wad"].clone()
});

/// Two levels, the second with a number that is not its file's, and the first one's speech.
fn files() -> BTreeMap<String, Vec<u8>> {
    let mut second = LEVEL.clone();
    second[8] = 30;
    let mut speech = vec![0; 0x1800];
    speech[..4].copy_from_slice(&0x1018_u32.to_le_bytes());
    BTreeMap::from([
        ("level0.wad".to_owned(), LEVEL.clone()),
        ("level1.wad".to_owned(), second),
        ("audio0.wad".to_owned(), speech),
    ])
}

/// An image whose file system names the levels.
fn by_name() -> Vec<u8> {
    commando_disc(&files()).expect("there is room")
}

/// The same with other names for the levels, so that only the table of contents leads to them.
fn by_table() -> Vec<u8> {
    let mut image = by_name();
    let root = 20 * 2048..21 * 2048;
    for name in ["LEVEL0.WAD", "LEVEL1.WAD", "AUDIO0.WAD"] {
        let found = image[root.clone()]
            .windows(name.len())
            .position(|bytes| bytes == name.as_bytes());
        image[root.start + found.expect("it is listed")] = b'X';
    }
    image
}

fn written(home: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = home.join(name);
    fs::write(&path, bytes).expect("the temporary folder is writable");
    path
}

fn run(home: &Path, args: &[&str], paths: &[&Path]) -> Output {
    let mut program = program(home);
    program.args(args).args(paths).output().expect("it runs")
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    stdout(output)
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).expect("it is JSON")
}

#[test]
fn both_ways_lead_to_the_same_levels() {
    let home = folder();
    for (name, image) in [("by name.iso", by_name()), ("by table.iso", by_table())] {
        let image = written(home.path(), name, &image);
        let said = done(&run(home.path(), &["info"], &[&image]));
        assert!(
            said.contains("Going Commando (an unknown release, WHEEL_00.001)"),
            "{said}"
        );
        assert!(
            line(&said, "2 levels").contains("level1 (Going Commando, number 30)"),
            "{said}"
        );
        let listed = json(&run(home.path(), &["list", "--json"], &[&image]));
        let levels = &listed["commando_levels"];
        assert_eq!(levels[0]["file"], "level0.wad");
        assert_eq!(levels[1]["id"], 30);
        assert_eq!(listed["levels"], serde_json::json!([]));
        let files = listed["files"].as_array().expect("it has files");
        let of = |name: &str| {
            let found = files.iter().find(|file| file["name"] == name);
            found.unwrap_or_else(|| panic!("{name} in {listed}"))
        };
        assert_eq!(of("level0.wad")["kind"], "commando-level");
        assert_eq!(of("level0.wad")["size"], LEVEL.len());
        assert_eq!(of("rc2.hdr")["kind"], "commando-toc");
        let tree = run(
            home.path(),
            &["inspect", "LEVEL1.WAD", "--depth", "1", "--data"],
            &[&image],
        );
        let tree = stdout(&tree);
        assert!(tree.contains("level container of Going Commando"), "{tree}");
        assert!(tree.contains("level 30"), "{tree}");
    }
}

#[test]
fn a_check_counts_levels_wherever_they_lie() {
    let home = folder();
    let image = written(home.path(), "ツ disc.iso", &by_name());
    let level = written(home.path(), "Level0.WAD", &LEVEL);
    let loose = home.path().join("loose å");
    fs::create_dir(&loose).expect("there is room");
    written(&loose, "LEVEL0.WAD", &LEVEL);
    let counts = |path: &Path, jobs: &str| {
        let output = run(home.path(), &["check", "--json", "--jobs", jobs], &[path]);
        done(&output);
        let report = json(&output);
        assert_eq!(report["failures"], serde_json::json!([]));
        assert_eq!(report["retail_levels"], 27);
        let groups = report["groups"].as_array().expect("it has groups").clone();
        let rows = groups
            .iter()
            .flat_map(|group| group["counts"].as_array().unwrap());
        let rows = rows.map(|row| (row["id"].to_string(), row["here"].as_u64().unwrap()));
        (rows.collect::<BTreeMap<_, _>>(), report)
    };
    let (one, _) = counts(&level, "1");
    assert_eq!(one["\"commando-patches\""], 131);
    assert_eq!(one["\"commando-levels\""], 1);
    let parsed = Level::read(&LEVEL).expect("it is whole");
    let textures = parsed.index.tables.tfrag_textures.len() as u64;
    assert_eq!(one["\"commando-tfrag-textures-decoded\""], textures);
    assert_eq!(counts(&loose, "4").0, one);
    let (both, report) = counts(&image, "2");
    assert_eq!(both["\"commando-patches\""], 262);
    assert_eq!(both["\"commando-level-ids\""], 2);
    // The file that says what to start, and the speech.
    assert_eq!(report["unchecked"], 2);
    assert_eq!(report["findings"], serde_json::json!([]));
    let said = done(&run(home.path(), &["check"], &[&image]));
    assert!(
        said.contains("2 of the 27 levels of the retail disc"),
        "{said}"
    );
    assert!(said.contains("not checked: 2 files"), "{said}");
}

#[test]
fn one_broken_member_does_not_hide_the_others() {
    let home = folder();
    let mut broken = LEVEL.clone();
    let header = LevelHeader::read(&LEVEL).expect("it is whole");
    let gameplay = header
        .extents
        .gameplay
        .within(LEVEL.len())
        .expect("it is whole");
    broken[gameplay.start + 2] = 0;
    let level = written(home.path(), "level7.wad", &broken);
    let output = run(home.path(), &["check", "--json"], &[&level]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(
        report["failures"].as_array().map(Vec::len),
        Some(1),
        "{report}"
    );
    assert!(
        report["failures"][0]["path"]
            .to_string()
            .contains("gameplay")
    );
    let text = stdout(&run(home.path(), &["check"], &[&level]));
    assert!(
        text.contains("  patches ") && text.contains("131"),
        "{text}"
    );
    // Its members but the broken one are written.
    let out = home.path().join("out");
    let output = run(home.path(), &["extract"], &[&level, &out]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    assert!(out.join("level7.tfrag.bin").exists() && !out.join("level7.gameplay.bin").exists());
    // A level that is cut short in a disc leaves the other.
    let image = by_name();
    let cut = written(home.path(), "cut.iso", &image[..image.len() - 4096]);
    let output = run(home.path(), &["check", "--json"], &[&cut]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["broken_files"], 1, "{report}");
    assert!(!report["damage"].as_array().expect("a list").is_empty());
}

#[test]
fn a_disc_is_extracted_verified_and_gone_on_with() {
    let home = folder();
    let image = written(home.path(), "disc.iso", &by_table());
    let out = home.path().join("out 🎡");
    let said = done(&run(home.path(), &["extract", "--verify"], &[&image, &out]));
    // Two that the table leads to, and the same two under their changed names.
    let mut kinds = said.lines().map(str::trim);
    assert!(
        kinds.any(|kind| kind.starts_with("4 ") && kind.ends_with("commando-level")),
        "{said}"
    );
    let files = tree(&out);
    assert_eq!(files["ee_files/level0.wad"], *LEVEL);
    assert!(files.contains_key("ee_files/system.cnf") && files.contains_key("index.tsv"));
    fs::remove_file(out.join("ee_files/level1.wad")).expect("it was written");
    let said = done(&run(home.path(), &["extract"], &[&image, &out]));
    assert!(line(&said, "1 file, ").contains("written"), "{said}");
    assert_eq!(tree(&out), files);
    // Beside what the table leads to lie three files under their changed names.
    let checked = json(&run(home.path(), &["check", "--json"], &[&out]));
    assert_eq!(
        (&checked["files"], &checked["unchecked"]),
        (&3.into(), &5.into())
    );
    // What was extracted is read like the disc, and another disc's files are kept apart.
    let said = done(&run(home.path(), &["info"], &[&out]));
    assert!(line(&said, "2 levels").contains("level1"), "{said}");
    let other = written(
        home.path(),
        "other.iso",
        &commando_disc(&BTreeMap::from([("level0.wad".to_owned(), LEVEL.clone())]))
            .expect("there is room"),
    );
    let output = run(home.path(), &["extract"], &[&other, &out]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let only = home.path().join("only");
    let args = ["extract", "--only", "level1*", "--kind", "commando-level"];
    done(&run(home.path(), &args, &[&image, &only]));
    assert_eq!(
        tree(&only)
            .keys()
            .filter(|path| path.ends_with(".wad"))
            .count(),
        1
    );
}

#[test]
fn a_level_is_taken_apart_into_members_that_are_read_back() {
    let home = folder();
    let level = written(home.path(), "LEVEL0.WAD", &LEVEL);
    let out = home.path().join("members ツ");
    done(&run(home.path(), &["extract"], &[&level, &out]));
    let files = tree(&out);
    let parsed = Level::read(&LEVEL).expect("it is whole");
    assert_eq!(files["level0.tfrag.bin"], parsed.tfrags());
    assert_eq!(files["level0.collision.bin"], parsed.collision());
    assert_eq!(files["level0.overlay.bin"], parsed.overlay());
    assert_eq!(files["level0.core_data.bin"], parsed.core_data);
    let again = home.path().join("again");
    done(&run(
        home.path(),
        &["extract", "--quiet"],
        &[&level, &again],
    ));
    assert_eq!(tree(&again), files, "the same file gives the same bytes");
    let said = done(&run(home.path(), &["extract"], &[&level, &out]));
    assert!(said.contains("were there already"), "{said}");
    for (path, kind) in [
        ("level0.gameplay.bin", "gameplay"),
        ("level0.tfrag.bin", "tfrag"),
        ("level0.sky.bin", "sky"),
        ("level0.collision.bin", "collision"),
        ("level0.occlusion.bin", "occlusion"),
        ("level0.occlusion_mappings.bin", "occlusion-mappings"),
        ("level0.core_index.bin", "commando-core"),
    ] {
        let output = run(home.path(), &["inspect", "--json"], &[&out.join(path)]);
        let found = json(&output);
        assert_eq!(found["kind"], kind, "{path}: {}", stderr(&output));
        assert_eq!(found["recognised"], "name", "{path}");
    }
    for kind in ["tie", "shrub", "moby"] {
        let begin = format!("level0.{kind}.");
        let name = files.keys().find(|path| path.starts_with(&begin));
        let path = out.join(name.expect("the level has such a class"));
        let output = run(home.path(), &["inspect", "--json"], &[&path]);
        assert_eq!(json(&output)["kind"], kind, "{path:?}");
    }
    // However large it is, a member is no image.
    let tfrag = home.path().join("tfrag.bin");
    fs::write(
        &tfrag,
        [files["level0.tfrag.bin"].clone(), vec![0; 1 << 20]].concat(),
    )
    .expect("there is room");
    done(&run(home.path(), &["check"], &[&tfrag]));
    // Members are checked like a level, its classes too.
    let said = done(&run(home.path(), &["check"], &[&out]));
    assert!(
        said.contains("patches") && said.contains("0 of the 27 levels"),
        "{said}"
    );
    let only = home.path().join("only");
    done(&run(
        home.path(),
        &["extract", "--only", "tie.*"],
        &[&level, &only],
    ));
    assert!(
        tree(&only)
            .keys()
            .all(|path| path.starts_with("level0.tie.") || path == "source.txt")
    );
}

#[test]
fn what_is_asked_of_the_wrong_game_is_told_in_one_line() {
    let home = folder();
    let image = written(home.path(), "disc.iso", &by_name());
    let loose = home.path().join("loose");
    fs::create_dir(&loose).expect("there is room");
    written(&loose, "LEVEL0.WAD", &LEVEL);
    let out = home.path().join("out");
    let output = run(home.path(), &["extract"], &[&loose, &out]);
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("level0.wad"),
        "{}",
        stderr(&output)
    );
    let output = program(home.path())
        .args(["view", "level99", "--no-render", "--frames", "1", "--data"])
        .arg(&image)
        .output()
        .expect("it runs");
    assert_ne!(output.status.code(), Some(0));
    let said = run(
        home.path(),
        &["doctor", "--no-self-test", "--data"],
        &[&image],
    );
    assert!(
        stdout(&said).contains("levels: level0, level1"),
        "{}",
        stdout(&said)
    );
}
