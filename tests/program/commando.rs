//! Levels of Going Commando.

use super::{folder, program, stderr, stdout};

#[test]
fn a_forged_level_shows_what_it_holds_and_gives_its_textures() {
    let home = folder();
    let run = |args: &[&str]| {
        let output = program(home.path()).args(args).output().expect("it runs");
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        stdout(&output)
    };
    let said = run(&["forge", "island", "--recipe", "commando_demo"]);
    assert!(said.contains("view island/level0.wad"), "{said}");
    let info = run(&["info", "island/level0.wad", "--json"]);
    let info: serde_json::Value = serde_json::from_str(&info).expect("JSON");
    let level = &info["level"];
    assert_eq!(level["terrain"]["patches"], 131);
    assert_eq!(level["instances"]["ties"], 13);
    assert_eq!(level["instances"]["shrubs"], 196);
    assert_eq!(level["instances"]["mobys"], 11);
    let words = run(&["info", "island/level0.wad", "--rows", "1"]);
    assert!(
        words.contains("131 patches") && words.contains("more (--rows)"),
        "{words}"
    );
    let in_data = run(&["info", "level0.wad", "--rows", "1", "--data", "island"]);
    assert!(in_data.contains("131 patches"), "{in_data}");
    let tree = run(&["inspect", "island/level0.wad", "--depth", "1"]);
    assert!(tree.contains("level container of Going Commando"), "{tree}");
    let only = ["--only", "tie/*", "--mip", "1"];
    let count = run(&[&["export", "island/level0.wad", "pngs"], &only[..]].concat());
    assert!(!count.starts_with("0 "), "{count}");
    let picture = home.path().join("pngs/tie/000.png");
    let file = std::io::BufReader::new(std::fs::File::open(picture).expect("written"));
    assert!(png::Decoder::new(file).read_info().is_ok());
}

#[test]
fn the_words_of_the_version_before_still_work_and_hint_at_the_new_ones() {
    let home = folder();
    let run = |line: &str| {
        let mut program = program(home.path());
        let output = program.args(line.split(' ')).output().expect("it runs");
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    run("forge island --recipe commando_demo");
    let (new, nothing) = run("info island/level0.wad --rows 1");
    assert_eq!(nothing, "");
    let (old, hint) = run("commando probe island/level0.wad --rows 1");
    assert_eq!(old, new);
    assert!(
        hint.contains("wonderwheel info") && hint.lines().count() == 1,
        "{hint}"
    );
    let (old, hint) = run("commando textures island/level0.wad pngs --kind tie --mip 1");
    assert!(old.starts_with("4 textures"), "{old}");
    assert!(
        hint.contains("wonderwheel export") && hint.lines().count() == 1,
        "{hint}"
    );
}

#[test]
fn what_is_no_level_is_answered_in_one_line() {
    let home = folder();
    std::fs::write(home.path().join("a.wad"), [0x60, 0, 0, 0]).expect("writable");
    for (args, code) in [
        (&["view", "a.wad", "--no-render", "--frames", "2"][..], 4),
        (&["view", "none.wad", "--no-render", "--frames", "2"], 3),
        (&["info", "a.wad"], 4),
        (&["view", "b.iso"], 2),
        (&["info", "none.wad"], 3),
        (&["info", "a.wad", "--data", "."], 4),
    ] {
        let output = program(home.path()).args(args).output().expect("it runs");
        assert_eq!(
            output.status.code(),
            Some(code),
            "{args:?}: {}",
            stderr(&output)
        );
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    }
    for (command, code) in [("check", 1), ("inspect", 4)] {
        let output = program(home.path()).args([command, "a.wad"]).output();
        assert_eq!(
            output.expect("it runs").status.code(),
            Some(code),
            "{command}"
        );
    }
}

/// The island, written by the forge, from each place that it can be viewed from, with and without its members beside it.
#[test]
fn a_level_is_viewed_from_recipe_file_data_and_members_alike() {
    let home = folder();
    let run = |args: &[&str]| {
        let output = program(home.path()).args(args).output().expect("it runs");
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        stdout(&output)
    };
    let view = |args: &[&str]| {
        let usual = ["view", "--no-render", "--frames", "3"];
        let said = run(&[&usual[..], args].concat());
        let begin = said
            .find("3 frames of level0, 0.1 s of game time")
            .expect("said");
        said[begin..].to_owned()
    };
    run(&["forge", "isl å", "--recipe", "commando_demo"]);
    run(&["extract", "isl å/level0.wad", "members"]);
    let recipe = view(&["forge:commando_demo"]);
    assert!(
        recipe.contains("Going Commando level 0: 263 patches with 33664 triangles"),
        "{recipe}"
    );
    assert!(
        recipe.contains("lit by 4 light sets: 21303 of 21303 terrain positions"),
        "{recipe}"
    );
    assert_eq!(view(&["isl å/level0.wad"]), recipe);
    assert_eq!(view(&["level0", "--data", "isl å"]), recipe);
    assert_eq!(view(&["level0.wad", "--data", "isl å"]), recipe);
    let members = view(&["isl å/level0.wad", "--overlay", "members"]);
    let mut lines: Vec<_> = members.lines().collect();
    let unused = lines.pop().expect("the last line");
    let begin = "note: not looked into, because a level is not put together from them: level0.chunk0_collision.bin, ";
    assert!(unused.starts_with(begin), "{unused}");
    let loose = lines.pop().expect("the line before it");
    assert!(
        loose.starts_with("loose members: level0.collision.bin, level0.gameplay.bin, "),
        "{loose}"
    );
    assert_eq!(lines, recipe.lines().collect::<Vec<_>>());
    // A switch and a place are heard.
    let placed = view(&[
        "forge:commando_demo",
        "--at",
        "160,95,-60,180,-30",
        "--show",
        "coarsest,no-ties",
    ]);
    assert!(placed.contains("LOD 0, 1, 2: [0, 0, 131]"), "{placed}");
    assert!(placed.contains("ties: 0 of 0 drawn"), "{placed}");
}

#[test]
fn a_commando_level_is_exported_whole_in_part_and_as_pictures() {
    let home = folder();
    let run = |args: &[&str]| {
        let output = program(home.path()).args(args).output().expect("it runs");
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{args:?}");
        stdout(&output)
    };
    let json = |name: &str| -> serde_json::Value {
        let glb = std::fs::read(home.path().join(name)).expect("written");
        assert_eq!(&glb[..8], b"glTF\x02\0\0\0");
        let size = u32::from_le_bytes(glb[12..16].try_into().expect("four bytes")) as usize;
        serde_json::from_slice(&glb[20..20 + size]).expect("JSON")
    };
    let said = run(&["export", "forge:commando_demo", "å ツ 🎡.glb"]);
    assert!(
        said.contains("263 patches, 13 ties, 196 shrubs, 11 mobys"),
        "{said}"
    );
    let whole = json("å ツ 🎡.glb");
    let names = |json: &serde_json::Value, list: &str| -> Vec<String> {
        let list = json[list].as_array().expect("a list");
        let name = |value: &serde_json::Value| value["name"].as_str().expect("a name").to_owned();
        list.iter().map(name).collect()
    };
    let scenes = [
        "level0",
        "terrain medium",
        "terrain low",
        "sky",
        "collision",
        "chunk1",
        "chunk1 terrain medium",
        "chunk1 terrain low",
        "chunk1 collision",
        "chunk2",
        "chunk2 terrain medium",
        "chunk2 terrain low",
        "chunk2 collision",
    ];
    assert_eq!(names(&whole, "scenes"), scenes);
    run(&["forge", "isl å", "--recipe", "commando_demo"]);
    let level = "isl å/level0.wad";
    run(&[
        "export",
        level,
        "low.glb",
        "--only",
        "terrain/low",
        "--unlit",
    ]);
    assert_eq!(names(&json("low.glb"), "nodes"), ["terrain/low"]);
    run(&["export", level, "walls.GLB", "--scene", "collision"]);
    let walls = ["collision", "chunk1 collision", "chunk2 collision"];
    assert_eq!(names(&json("walls.GLB"), "scenes"), walls);
    run(&["export", level, "hopper.glb", "--class", "moby/1700"]);
    assert_eq!(
        names(&json("hopper.glb"), "scenes"),
        ["moby 1700", "moby 1700 low"]
    );
    let said = run(&["export", level, "pictures", "--only", "tie/*", "--mip", "1"]);
    assert!(said.starts_with("4 textures"), "{said}");
    let picture = home.path().join("pictures/tie/003.png");
    let file = std::io::BufReader::new(std::fs::File::open(picture).expect("written"));
    assert!(png::Decoder::new(file).read_info().is_ok());
}

#[test]
fn a_commando_export_that_cannot_be_made_says_so_in_one_line() {
    let home = folder();
    let forged = program(home.path())
        .args(["forge", "island", "--recipe", "commando_demo"])
        .output()
        .expect("it runs");
    assert!(forged.status.success(), "{}", stderr(&forged));
    let level = home.path().join("island/level0.wad");
    let bytes = std::fs::read(&level).expect("written");
    std::fs::write(home.path().join("cut.wad"), &bytes[..bytes.len() / 3]).expect("writable");
    for (args, code, words) in [
        (
            &["island/level0.wad", "a.glb", "--class", "tie/8"][..],
            2,
            "there is no tie 8; the level's are 1200, 1201, 1202",
        ),
        (
            &["island/level0.wad", "a.glb", "--class", "tie"],
            2,
            "tie, shrub or moby",
        ),
        (
            &["island/level0.wad", "folder", "--class", "tie/1200"],
            2,
            ".glb",
        ),
        (&["demo", "a.glb", "--unlit"], 2, "Going Commando"),
        (&["cut.wad", "a.glb"], 4, "cut.wad"),
        (&["island/level0.wad", "none/a.glb"], 3, "none"),
    ] {
        let output = program(home.path())
            .arg("export")
            .args(args)
            .output()
            .expect("it runs");
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(words), "{args:?}: {error}");
        assert!(!home.path().join("a.glb").exists());
    }
}
