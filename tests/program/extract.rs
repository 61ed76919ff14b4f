//! `extract`: what is written, what is not, and how it is reported.

use std::{fs, path::Path, process::Output};

use super::{
    disc::{NAMELESS, archive, game, image, tree, write_image},
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

#[test]
fn an_extraction_says_what_it_did_in_words_and_in_json() {
    let home = folder();
    let disc = write_image(home.path());
    let out = home.path().join("out 🎡/new");
    let output = extract(home.path(), &disc, &out, &["--verify", "--jobs", "3"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        line(&text, "12 files").contains("read back and compared"),
        "{text}"
    );
    let again = extract(home.path(), &disc, &out, &["--json"]);
    assert!(again.status.success(), "{}", stderr(&again));
    let value: serde_json::Value = serde_json::from_str(&stdout(&again)).expect("it is JSON");
    assert_eq!(value["written"]["files"], 0);
    assert_eq!(value["kept"]["files"], 12);
    assert_eq!(value["failures"], serde_json::json!([]));
    let quiet = extract(home.path(), &disc, &out, &["--quiet"]);
    assert_eq!(stdout(&quiet) + &stderr(&quiet), "");
}

#[test]
fn a_list_of_names_is_read_and_a_broken_image_is_a_finding() {
    let home = folder();
    let disc = write_image(home.path());
    let out = home.path().join("out");
    fs::write(home.path().join("names ü.txt"), NAMELESS).expect("there is room");
    let output = extract(home.path(), &disc, &out, &["--names", "names ü.txt"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(out.join("ee_files").join(NAMELESS).exists());
    let missing = extract(home.path(), &disc, &out, &["--names", "no such file"]);
    assert_eq!(missing.status.code(), Some(3), "{}", stderr(&missing));
    let mut files = game();
    files.remove("walk_idle.anm");
    let (index, archive) = archive(&files);
    let whole = image(&index, &archive);
    // The archive is the last file, and its last two sectors are sound.msb, all of it.
    let cut = home.path().join("cut.iso");
    fs::write(&cut, &whole[..whole.len() - 4096 + 100]).expect("there is room");
    let output = extract(home.path(), &cut, &home.path().join("out 2"), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let error = stderr(&output);
    assert!(line(&error, "ee_files/sound.msb: ").contains("WARRIORS.DIR"));
    let summary = stdout(&output);
    assert!(summary.contains("1 file cannot be used"), "{summary}");
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
    refused(&mine.join("letter.txt"), "this is a file; name a folder");
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
    assert!(output.status.success(), "{}", stderr(&output));
    let error = stderr(&output);
    let said = line(&error, "ee_files/level2_objs.txt: ");
    assert!(
        said.contains("differs from the disc's from byte 0x0 on"),
        "{said}"
    );
    let said = stdout(&output);
    assert!(said.contains("1 kept that differ; --overwrite"), "{said}");
    assert_eq!(fs::read(&changed).expect("it is there"), b"1\r\n");
    let output = extract(home.path(), &disc, &out, &["--overwrite"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_ne!(fs::read(&changed).expect("it is there"), b"1\r\n");
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
fn a_run_that_is_asked_to_end_ends_tidy_and_can_go_on() {
    for signal in ["INT", "TERM", "HUP"] {
        ends_tidy(signal);
    }
}

#[cfg(unix)]
fn ends_tidy(signal: &str) {
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
        .args(["-c", "kill -s \"$0\" \"$1\"", signal, &id])
        .status()
        .expect("sh is there");
    assert!(signalled.success());
    let output = child.wait_with_output().expect("it ends");
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(130), "{signal}: {error}");
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
