//! `info`, `list`, `names`, `completions`: what a disc is and holds.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use serde_json::Value;

use super::{
    disc::{NAMELESS, archive, game, image, nameless, write_disc_folder, write_image},
    folder, line, program, stderr, stdout,
};

fn run(home: &Path, args: &[&str], path: &Path) -> Output {
    program(home)
        .args(args)
        .arg(path)
        .output()
        .expect("it runs")
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", stderr(output));
    serde_json::from_str(&stdout(output)).expect("it is JSON")
}

#[test]
fn info_tells_whose_disc_it_is_and_what_it_holds() {
    let home = folder();
    let disc = write_image(home.path());
    let output = run(home.path(), &["info"], &disc);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        line(&text, "The Warriors").contains("[unverified]"),
        "{text}"
    );
    assert!(line(&text, "serial").ends_with("SLUS-21215"));
    assert!(line(&text, "entries").ends_with("12"));
    assert!(line(&text, "names").ends_with("7 known, 5 not"), "{text}");
    assert!(line(&text, "1 level:").ends_with("level2"), "{text}");
    let scenes = text.lines().find(|line| line.ends_with(" scene"));
    assert!(
        scenes.is_some_and(|line| line.trim_start().starts_with("3 ")),
        "{text}"
    );

    let value = json(&run(home.path(), &["info", "--json"], &disc));
    assert_eq!(value["serial"], "SLUS-21215");
    assert_eq!(value["medium"], "ISO image");
    assert_eq!(value["kinds"]["lua"]["files"], 3);
    assert_eq!(value["named"], 7);
    let (index, _) = archive(&game());
    assert_eq!(
        value["index_crc32"],
        format!("{:08x}", crc32fast::hash(&index))
    );
    assert_eq!(value["index_bytes"], index.len());
    assert_eq!(value["verified"], false);
}

#[test]
fn info_of_a_damaged_disc_is_a_finding_and_of_no_disc_an_error() {
    let home = folder();
    let (index, archive) = archive(&game());
    let whole = image(&index, &archive);
    let cut = home.path().join("cut.iso");
    fs::write(&cut, &whole[..whole.len() - 3000]).expect("there is room");
    let output = run(home.path(), &["info"], &cut);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("finding: "), "{}", stdout(&output));
    assert!(
        stdout(&output).contains("cut short at byte"),
        "{}",
        stdout(&output)
    );
    fs::write(home.path().join("noise.iso"), vec![1; 50_000]).expect("there is room");
    let output = run(home.path(), &["info"], Path::new("noise.iso"));
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
}

/// The game in every form that a person can name.
fn forms(home: &Path) -> Vec<(&'static str, PathBuf)> {
    let disc = write_image(home);
    let loose = home.join("loose å");
    let output = program(home)
        .args(["extract", "-q"])
        .args([&disc, &loose])
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    let flat = home.join("flat 🎡");
    fs::create_dir(&flat).expect("it is new");
    for folder in ["ee_files", "unnamed"] {
        for entry in fs::read_dir(loose.join(folder)).expect("it was extracted") {
            let path = entry.expect("it can be read").path();
            let name = path.file_name().expect("it has a name");
            fs::copy(&path, flat.join(name)).expect("there is room");
        }
    }
    vec![
        ("image", disc),
        ("disc folder", write_disc_folder(home)),
        ("loose", loose),
        ("flat", flat),
    ]
}

#[test]
fn every_form_of_a_game_is_listed_alike() {
    let home = folder();
    for (form, path) in forms(home.path()) {
        let value = json(&run(home.path(), &["list", "--json"], &path));
        assert_eq!(value["levels"], serde_json::json!(["level2"]), "{form}");
        let files = value["files"].as_array().expect("a list");
        assert_eq!(files.len(), 12, "{form}");
        let find = |name: &str| {
            let mut found = files.iter().filter(|file| file["name"] == name);
            let found = found.next();
            found.unwrap_or_else(|| panic!("{form}: {name} is not in {value:#}"))
        };
        let level = find("level2.lev");
        assert_eq!(
            (&level["kind"], &level["named"]),
            (&"level".into(), &true.into()),
            "{form}"
        );
        assert_eq!(level["size"], 80);
        assert_eq!(
            level["offset"].is_number(),
            path.to_string_lossy().contains("disc"),
            "{form}"
        );
        let legal = find("863681355");
        // Source: spec/archives.md 3.3.
        assert_eq!(
            (&legal["kind"], &legal["hash"]),
            (&"textures".into(), &"82e87aaa".into()),
            "{form}"
        );
        let scene = find(&nameless());
        assert_eq!(
            (&scene["kind"], &scene["named"]),
            (&"scene".into(), &false.into()),
            "{form}"
        );

        let output = run(
            home.path(),
            &["list", "--long", "--kind", "scene", "--only", "*.scn"],
            &path,
        );
        assert!(output.status.success(), "{form}: {}", stderr(&output));
        let text = stdout(&output);
        let rows = text.lines().filter(|line| line.contains(" scene ")).count();
        assert_eq!(rows, 3, "{form}: {text}");
        assert!(text.ends_with(" bytes in 3 files\n"), "{form}: {text}");
    }
    let wrong = run(home.path(), &["list", "--kind", "picture"], Path::new("."));
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn without_data_the_demo_is_listed() {
    let home = folder();
    let output = program(home.path())
        .args(["list", "--json", "--kind", "level"])
        .output()
        .expect("it runs");
    let value = json(&output);
    assert_eq!(value["files"][0]["name"], "demo.lev");
}

#[test]
fn names_are_recovered_from_the_discs_own_files() {
    let home = folder();
    let disc = write_image(home.path());
    let output = run(home.path(), &["names"], &disc);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    for name in [
        "level2_fight.lua",
        "l1_c1.scn",
        "l1_c1aa.scn",
        "walk_idle.anm",
        "level2.lev",
    ] {
        assert!(
            text.lines().any(|line| line.ends_with(&format!(" {name}"))),
            "{name}: {text}"
        );
    }
    assert!(
        text.lines()
            .any(|line| line == "resource 337abb4b legal_screen"),
        "{text}"
    );
    assert!(!text.contains(NAMELESS));
    let said = stderr(&output);
    assert!(
        said.contains("1 file stays without a name: 1 scene"),
        "{said}"
    );

    // Into a file, for the other commands.
    let names = home.path().join("names ツ.txt");
    let output = program(home.path())
        .args(["names", "--quiet", "--out"])
        .args([&names, &disc])
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stdout(&output) + &stderr(&output), "");
    assert_eq!(fs::read_to_string(&names).expect("it was written"), text);
    let output = program(home.path())
        .args(["list", "--names"])
        .args([&names, &disc])
        .output()
        .expect("it runs");
    let list = stdout(&output);
    assert!(list.contains(" level2_fight.lua"), "{list}");
    assert!(list.contains(&nameless()), "{list}");
    let value = json(
        &program(home.path())
            .args(["info", "--json", "--names"])
            .args([&names, &disc])
            .output()
            .expect("it runs"),
    );
    assert_eq!(value["named"], 11);
}

#[test]
fn a_list_of_names_that_holds_none_is_refused() {
    let home = folder();
    let disc = write_image(home.path());
    fs::write(home.path().join("empty.txt"), "# nothing\n").expect("there is room");
    let output = program(home.path())
        .args(["list", "--names", "empty.txt"])
        .arg(&disc)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).contains("empty.txt"));
}

#[test]
fn completions_are_printed_for_a_shell() {
    let home = folder();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(home.path(), &["completions"], Path::new(shell));
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stdout(&output).contains("extract"), "{shell}");
    }
    let output = run(home.path(), &["completions"], Path::new("cmd"));
    assert_eq!(output.status.code(), Some(2));
}
