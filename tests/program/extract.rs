//! `extract`: what is written, what is not, and how it is told.

use std::{fs, path::Path, process::Output};

use super::{
    disc::{NAMELESS, archive, game, image, nameless, tree, write_disc_folder, write_image},
    folder, forged_demo, line, program, stderr, stdout,
};

fn extract(home: &Path, disc: &Path, out: &Path, args: &[&str]) -> Output {
    program(home)
        .arg("extract")
        .args([disc, out])
        .args(args)
        .output()
        .expect("it runs")
}

/// Where a file of the game is extracted to when nobody gives its name.
fn path_of(name: &str) -> String {
    use wonderwheel_warriors::{classify::FileKind, names::wad_hash};
    let known = [
        "global.lua",
        "level2.lev",
        "level2_objs.txt",
        "level2main.lua",
        "scene_list.cnk",
        "sound.msb",
    ];
    if known.contains(&name) || name.bytes().all(|b| b.is_ascii_digit()) {
        return format!("ee_files/{name}");
    }
    let kind = FileKind::from_name(name).expect("its name says it");
    format!("unnamed/{:08x}.{}", wad_hash(name), kind.row().extension)
}

#[test]
fn a_disc_is_extracted_to_the_documented_layout_and_a_second_run_keeps_it() {
    let home = folder();
    let disc = write_image(home.path());
    let out = home.path().join("out 🎡/new");
    let output = extract(home.path(), &disc, &out, &["--verify"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        line(&text, "12 files").contains("read back and compared"),
        "{text}"
    );
    assert!(
        text.contains(" lua") && text.contains(" textures"),
        "{text}"
    );

    let files = tree(&out);
    for (name, bytes) in game() {
        assert_eq!(files.get(&path_of(&name)), Some(&bytes), "{name}");
    }
    assert_eq!(files.len(), game().len() + 2, "{:?}", files.keys());
    let source = String::from_utf8(files["source.txt"].clone()).expect("it is text");
    // SHA-1 of "abc". Source: FIPS 180-2.
    let program = "executable a9993e364706816aba3e25717850c26c9cd0d89d SLUS_212.15";
    assert_eq!(source.lines().nth(1), Some(program));
    let index = String::from_utf8(files["index.tsv"].clone()).expect("it is text");
    assert_eq!(index.lines().count(), 12);
    let legal = index.lines().next().expect("it has lines");
    // Decimal names come first. Hashes: spec/archives.md 3.3.
    assert_eq!(
        legal,
        "0\t82e87aaa\t0\t5040\ttextures\tee_files/863681355\tlegal_screen"
    );
    assert!(
        index.contains("\tlevel\tee_files/level2.lev\t-\n"),
        "{index}"
    );

    let again = extract(home.path(), &disc, &out, &["--json"]);
    assert!(again.status.success(), "{}", stderr(&again));
    let value: serde_json::Value = serde_json::from_str(&stdout(&again)).expect("it is JSON");
    assert_eq!(value["written"]["files"], 0);
    assert_eq!(value["kept"]["files"], 12);
    assert_eq!(value["failures"], serde_json::json!([]));
    assert_eq!(tree(&out), files);
}

#[test]
fn folder_and_image_give_the_same_files_for_any_number_of_jobs() {
    let home = folder();
    let run = |disc: &Path, out: &str, jobs: &str| {
        let out = home.path().join(out);
        let output = extract(home.path(), disc, &out, &["--jobs", jobs, "--quiet"]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stdout(&output) + &stderr(&output), "");
        tree(&out)
    };
    let image = write_image(home.path());
    let one = run(&image, "one", "1");
    assert_eq!(run(&image, "eight", "8"), one);
    let mut of_folder = run(&write_disc_folder(home.path()), "folder", "3");
    assert_eq!(
        of_folder
            .remove("source.txt")
            .map(|text| text.len() < one["source.txt"].len()),
        Some(true),
        "it has no program to name"
    );
    assert!(of_folder.iter().all(|(name, bytes)| one[name] == *bytes));
}

#[test]
fn patterns_and_kinds_choose_files_and_a_later_run_adds_the_rest() {
    let home = folder();
    let disc = write_image(home.path());
    let out = home.path().join("out");
    let output = extract(
        home.path(),
        &disc,
        &out,
        &["--only", "LEVEL2*", "--only", "legal_*"],
    );
    assert!(output.status.success(), "{}", stderr(&output));
    let names: Vec<String> = tree(&out).into_keys().collect();
    assert_eq!(
        names,
        [
            "ee_files/863681355",
            "ee_files/level2.lev",
            "ee_files/level2_objs.txt",
            "ee_files/level2main.lua",
            "index.tsv",
            "source.txt"
        ]
    );
    let output = extract(home.path(), &disc, &out, &["--kind", "scene"]);
    assert!(line(&stdout(&output), "3 files").contains("written"));
    let output = extract(home.path(), &disc, &out, &[]);
    assert!(line(&stdout(&output), "7 files").contains("already"));
    let nothing = extract(home.path(), &disc, &out, &["--only", "*.xyz"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(stderr(&nothing).contains("none of its 12 files"));
    let wrong = extract(home.path(), &disc, &out, &["--only", "["]);
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
}

#[test]
fn names_that_a_person_gives_move_files_to_their_place() {
    let home = folder();
    let disc = write_image(home.path());
    let out = home.path().join("out");
    assert!(
        extract(home.path(), &disc, &out, &["--quiet"])
            .status
            .success()
    );
    assert!(out.join("unnamed").join(nameless()).exists());
    fs::write(home.path().join("names ü.txt"), NAMELESS).expect("there is room");
    let output = extract(home.path(), &disc, &out, &["--names", "names ü.txt"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        line(&stdout(&output), "12 files").contains("1 of them under a name"),
        "{}",
        stdout(&output)
    );
    assert!(out.join("ee_files").join(NAMELESS).exists());
    assert!(!out.join("unnamed").join(nameless()).exists());
    let missing = extract(home.path(), &disc, &out, &["--names", "no such file"]);
    assert_eq!(missing.status.code(), Some(3), "{}", stderr(&missing));
}

#[test]
fn a_truncated_image_gives_what_is_whole_and_names_the_rest() {
    let home = folder();
    let mut files = game();
    files.remove("walk_idle.anm");
    let (index, archive) = archive(&files);
    let whole = image(&index, &archive);
    // The archive is the last file, and its last two sectors are sound.msb, all of it.
    let cut = whole.len() - 4096 + 100;
    let disc = home.path().join("cut.iso");
    fs::write(&disc, &whole[..cut]).expect("there is room");
    let out = home.path().join("out");
    let output = extract(home.path(), &disc, &out, &[]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let error = stderr(&output);
    let told = line(&error, "ee_files/sound.msb: ");
    assert!(told.contains("entry 10 of WARRIORS.DIR"), "{told}");
    assert!(
        told.contains("so that 100 of its bytes are there"),
        "{told}"
    );
    let files = tree(&out);
    assert_eq!(files.len(), 10 + 2);
    assert!(!files.contains_key("ee_files/sound.msb"));
    assert!(stdout(&output).contains("1 file cannot be used"));
    // With the whole image the same folder is completed.
    fs::write(&disc, &whole).expect("there is room");
    assert!(extract(home.path(), &disc, &out, &[]).status.success());
    assert_eq!(tree(&out).len(), 11 + 2);
}

#[test]
fn what_somebody_else_wrote_is_left_alone() {
    let home = folder();
    let disc = write_image(home.path());
    let refused = |out: &Path, words: &str| {
        let output = extract(home.path(), &disc, out, &[]);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(words), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    };
    let mine = home.path().join("mine");
    fs::create_dir(&mine).expect("it is new");
    fs::write(mine.join("letter.txt"), "dear").expect("there is room");
    refused(&mine, "no disc was extracted to it before");
    refused(&mine.join("letter.txt"), "no folder");
    let repository = home.path().join("repository");
    fs::create_dir_all(repository.join(".git")).expect("it is new");
    refused(&repository.join("data/new"), "version control");
    assert_eq!(tree(&home.path().join("mine")).len(), 1);
    assert!(!repository.join("data").exists());

    // The files of another disc.
    let mut other = game();
    other.remove("global.lua");
    let (index, archive) = archive(&other);
    let other = home.path().join("other.iso");
    fs::write(&other, image(&index, &archive)).expect("there is room");
    let out = home.path().join("out");
    assert!(extract(home.path(), &other, &out, &["-q"]).status.success());
    refused(&out, "another disc");

    // A file that was changed after the extraction.
    let out = home.path().join("out 2");
    assert!(extract(home.path(), &disc, &out, &["-q"]).status.success());
    let changed = out.join("ee_files/level2_objs.txt");
    fs::write(&changed, "1\r\n").expect("there is room");
    let output = extract(home.path(), &disc, &out, &[]);
    assert_eq!(output.status.code(), Some(1));
    let error = stderr(&output);
    let told = line(&error, "ee_files/level2_objs.txt: ");
    assert!(
        told.contains("differs from the disc's from byte 0x0 on"),
        "{told}"
    );
    assert_eq!(fs::read(&changed).expect("it is there"), b"1\r\n");
}

#[test]
fn loose_files_and_wrong_discs_are_not_extracted() {
    let home = folder();
    let out = home.path().join("out");
    let output = extract(home.path(), forged_demo(), &out, &[]);
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    assert!(stderr(&output).contains("loose files already"));
    let output = extract(home.path(), Path::new("no such disc"), &out, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(!out.exists());
}

#[test]
fn names_that_no_file_system_takes_are_changed_and_found_again() {
    use wonderwheel_game_files::{GameFiles, open};
    let home = folder();
    let mut files = game();
    let odd = ["con.lua", "what?.lua", "é.lua", "what*.lua"];
    for (number, name) in odd.into_iter().enumerate() {
        files.insert(name.into(), vec![number as u8; 10]);
    }
    let (index, archive) = archive(&files);
    let disc = home.path().join("odd.iso");
    fs::write(&disc, image(&index, &archive)).expect("there is room");
    fs::write(home.path().join("names.txt"), odd.join("\n")).expect("there is room");
    let out = home.path().join("out");
    let output = extract(home.path(), &disc, &out, &["--names", "names.txt"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let written = tree(&out);
    for name in ["_con.lua", "what_.lua", "what_~2.lua"] {
        assert!(written.contains_key(&format!("ee_files/{name}")), "{name}");
    }
    let opened = open(&out).expect("it is a folder of loose files");
    for (number, name) in odd.into_iter().enumerate() {
        assert_eq!(
            opened.files.read(name).ok(),
            Some(vec![number as u8; 10]),
            "{name}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_in_one_sentence_and_leaves_no_half_file() {
    let home = folder();
    let mut files = game();
    files.insert("load_00.msb".into(), vec![9; 3 << 20]);
    let (index, archive) = archive(&files);
    let disc = home.path().join("large.iso");
    fs::write(&disc, image(&index, &archive)).expect("there is room");
    let out = home.path().join("out");
    let binary = assert_cmd::cargo::cargo_bin("wonderwheel");
    // No file may be larger than 1 MiB: the system refuses as it does when a disk is full.
    let script = "trap '' XFSZ; ulimit -f 2048; exec \"$0\" extract \"$1\" \"$2\" --jobs 1";
    let output = std::process::Command::new("sh")
        .args(["-c", script])
        .args([&binary, &disc, &out])
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .output()
        .expect("sh is there");
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{error}");
    let last = error.lines().last().expect("it says why");
    assert!(
        last.contains("load_00.msb: the disk is full after"),
        "{error}"
    );
    assert!(last.contains("make room for"), "{error}");
    let written = tree(&out);
    for (path, bytes) in &written {
        let name = path.rsplit('/').next().expect("it has a name");
        if path.starts_with("ee_files/") {
            assert_eq!(Some(bytes), files.get(name), "{path}");
        }
        assert!(!name.starts_with('.'), "{path}");
    }
    assert!(!written.contains_key("ee_files/load_00.msb"));
    // With room the same command goes on.
    let output = extract(home.path(), &disc, &out, &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(tree(&out).len(), 13 + 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_tidy_and_can_go_on() {
    use std::{process::Stdio, time::Duration};
    use wonderwheel_warriors::archive::{ArchiveLayout, NewFile};

    let home = folder();
    // 1 GiB of nothing: the image has holes in it, the files would not.
    let files: Vec<_> = (0..64)
        .map(|number| NewFile::unnamed(number, 16 << 20))
        .collect();
    let layout = ArchiveLayout::in_order(files).expect("they fit");
    let disc = home.path().join("disc");
    fs::create_dir(&disc).expect("it is new");
    fs::write(disc.join("WARRIORS.DIR"), layout.index().write()).expect("there is room");
    let archive = fs::File::create(disc.join("WARRIORS.WAD")).expect("the folder is there");
    archive
        .set_len(layout.archive_size())
        .expect("a file may have holes");
    let out = home.path().join("out");
    let binary = assert_cmd::cargo::cargo_bin("wonderwheel");
    let child = std::process::Command::new(binary)
        .arg("extract")
        .args([&disc, &out])
        .arg("--quiet")
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let has_begun = || fs::read_dir(out.join("unnamed")).is_ok_and(|files| files.count() > 0);
    for _ in 0..3_000 {
        if has_begun() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(has_begun(), "nothing was written in half a minute");
    let id = child.id().to_string();
    let signalled = std::process::Command::new("sh")
        .args(["-c", "kill -INT \"$0\"", &id])
        .status()
        .expect("sh is there");
    assert!(signalled.success());
    let output = child.wait_with_output().expect("it ends");
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("run the same command again"), "{error}");
    for (path, bytes) in fs::read_dir(&out).expect("it is there").map(|entry| {
        let entry = entry.expect("it can be read");
        (entry.file_name(), entry.metadata().expect("it can be read"))
    }) {
        assert!(
            !path.to_string_lossy().starts_with('.'),
            "{path:?} {bytes:?}"
        );
    }
    for entry in fs::read_dir(out.join("unnamed")).expect("it is there") {
        let data = entry
            .expect("it can be read")
            .metadata()
            .expect("it can be read");
        assert_eq!(data.len(), 16 << 20);
    }
}
