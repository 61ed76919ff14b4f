//! `pack`: loose files back into an archive.

use std::{fs, path::Path, process::Output};

use wonderwheel_warriors::archive::{ArchiveEntry, ArchiveIndex};

use super::{
    disc::{archive, game, image, tree, write_image},
    folder, forged_demo, line, program, stderr, stdout,
};

fn run(home: &Path, command: &str, paths: [&Path; 2], args: &[&str]) -> Output {
    program(home)
        .arg(command)
        .args(paths)
        .args(args)
        .output()
        .expect("it runs")
}

#[track_caller]
fn done(output: &Output) {
    assert!(output.status.success(), "{}", stderr(output));
}

#[test]
fn an_unchanged_extraction_gives_the_archive_that_it_was_extracted_from() {
    let home = folder();
    let (index, archive) = archive(&game());
    let disc = write_image(home.path());
    let [loose, packed] = ["loose ü", "packed ツ"].map(|name| home.path().join(name));
    done(&run(home.path(), "extract", [&disc, &loose], &["-q"]));
    let output = run(home.path(), "pack", [&loose, &packed], &[]);
    done(&output);
    assert!(stdout(&output).contains("12 files"), "{}", stdout(&output));
    let files = tree(&packed);
    assert_eq!(files["WARRIORS.DIR"], index);
    assert!(files["WARRIORS.WAD"] == archive);
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["NAMES.TXT", "WARRIORS.DIR", "WARRIORS.WAD"]);

    // The same through an image.
    let image = home.path().join("again 🎡.ISO");
    done(&run(home.path(), "pack", [&loose, &image], &["--quiet"]));
    let [again, packed] = ["loose 2", "packed 2"].map(|name| home.path().join(name));
    done(&run(
        home.path(),
        "extract",
        [&image, &again],
        &["-q", "--verify"],
    ));
    done(&run(home.path(), "pack", [&again, &packed], &["-q"]));
    assert_eq!(tree(&packed)["WARRIORS.DIR"], index);
    assert!(tree(&packed)["WARRIORS.WAD"] == archive);
}

#[test]
fn an_archive_with_two_files_of_one_hash_comes_back_whole() {
    let home = folder();
    let entry = |offset, size, name_hash| ArchiveEntry {
        offset,
        size,
        name_hash,
    };
    // A hash three times, and an empty file.
    let index = ArchiveIndex {
        padding: [0; 12],
        entries: vec![
            entry(0, 3, 7),
            entry(2048, 5, 7),
            entry(4096, 0, 9),
            entry(4096, 6, 7),
        ],
    };
    let mut bytes = vec![0; 3 * 2048];
    for (at, size) in [(0, 3), (2048, 5), (4096, 6)] {
        bytes[at..at + size].fill(size as u8);
    }
    let disc = home.path().join("twice.iso");
    fs::write(&disc, image(&index.write(), &bytes)).expect("there is room");
    let [loose, packed] = ["loose", "packed"].map(|name| home.path().join(name));
    done(&run(home.path(), "extract", [&disc, &loose], &["-q"]));
    let files = tree(&loose);
    assert_eq!(files["unnamed/00000007.bin"], [3; 3]);
    assert_eq!(files["unnamed/00000007~2.bin"], [5; 5]);
    assert_eq!(files["unnamed/00000007~3.bin"], [6; 6]);
    done(&run(home.path(), "pack", [&loose, &packed], &["-q"]));
    assert_eq!(tree(&packed)["WARRIORS.DIR"], index.write());
    assert!(tree(&packed)["WARRIORS.WAD"] == bytes);
}

#[test]
fn a_changed_and_an_added_file_are_in_the_packed_disc() {
    use wonderwheel_game_files::{GameFiles, open};
    let home = folder();
    let disc = write_image(home.path());
    let [loose, packed] = ["loose", "packed"].map(|name| home.path().join(name));
    done(&run(home.path(), "extract", [&disc, &loose], &["-q"]));
    fs::write(loose.join("ee_files/global.lua"), "changed").expect("there is room");
    fs::write(loose.join("ee_files/level3.lev"), "new").expect("there is room");
    done(&run(home.path(), "pack", [&loose, &packed], &["-q"]));
    let files = open(&packed).expect("it is a disc folder").files;
    assert_eq!(
        files.read("global.lua").ok().as_deref(),
        Some(&b"changed"[..])
    );
    assert_eq!(files.read("level3.lev").ok().as_deref(), Some(&b"new"[..]));
    assert_eq!(files.names().len(), 13);

    fs::remove_file(loose.join("ee_files/level2.lev")).expect("it is there");
    let output = run(home.path(), "pack", [&loose, &packed], &["--overwrite"]);
    assert_eq!(output.status.code(), Some(3));
    let error = stderr(&output);
    assert!(
        error.contains("ee_files/level2.lev and 0 more files of index.tsv"),
        "{error}"
    );
}

#[test]
fn a_forged_level_runs_from_its_own_disc_image() {
    let home = folder();
    let image = home.path().join("demo disc.iso");
    done(&run(home.path(), "pack", [forged_demo(), &image], &[]));
    let view = |data: &Path| {
        let output = program(home.path())
            .args(["view", "demo", "--no-render", "--frames", "30", "--data"])
            .arg(data)
            .output()
            .expect("it runs");
        done(&output);
        line(&stdout(&output), "run ").to_owned()
    };
    assert_eq!(view(&image), view(forged_demo()));
}

#[test]
fn names_that_a_person_gives_find_levels_that_nothing_else_gives_away() {
    let home = folder();
    let packed = home.path().join("packed å");
    done(&run(home.path(), "pack", [forged_demo(), &packed], &[]));
    let names = home.path().join("my names.txt");
    fs::rename(packed.join("NAMES.TXT"), &names).expect("it was written");
    let view = |names: Option<&Path>| {
        let mut command = program(home.path());
        command.args(["view", "demo", "--no-render", "--frames", "3", "--data"]);
        command.arg(&packed);
        if let Some(names) = names {
            command.arg("--names").arg(names);
        }
        command.output().expect("it runs")
    };
    let without = view(None);
    assert_eq!(without.status.code(), Some(3));
    assert!(
        stderr(&without).contains("no level is here"),
        "{}",
        stderr(&without)
    );
    done(&view(Some(&names)));
}

#[test]
fn what_is_there_is_replaced_only_when_asked() {
    let home = folder();
    let image = home.path().join("a.iso");
    fs::write(&image, "mine").expect("there is room");
    let output = run(home.path(), "pack", [forged_demo(), &image], &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--overwrite"));
    assert_eq!(fs::read(&image).expect("it is there"), b"mine");
    done(&run(
        home.path(),
        "pack",
        [forged_demo(), &image],
        &["--overwrite"],
    ));
    let packed = home.path().join("packed");
    done(&run(home.path(), "pack", [forged_demo(), &packed], &[]));
    let output = run(home.path(), "pack", [forged_demo(), &packed], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let before = tree(&packed);
    done(&run(
        home.path(),
        "pack",
        [forged_demo(), &packed],
        &["--overwrite"],
    ));
    assert_eq!(tree(&packed), before, "the same files give the same bytes");
}

#[test]
fn what_cannot_be_packed_is_said_in_one_line() {
    let home = folder();
    let disc = write_image(home.path());
    let bad_index = home.path().join("bad");
    fs::create_dir_all(bad_index.join("ee_files")).expect("it is new");
    fs::write(bad_index.join("ee_files/a.lev"), "").expect("there is room");
    let leads_away = "0\t00000000\t0\t0\tlua\tee_files/../../secret\t-\n";
    fs::write(bad_index.join("index.tsv"), leads_away).expect("there is room");
    let empty = home.path().join("empty");
    fs::create_dir(&empty).expect("it is new");
    fs::write(empty.join("letter.txt"), "dear").expect("there is room");
    let repository = home.path().join("repository");
    fs::create_dir_all(repository.join(".jj")).expect("it is new");
    let out = home.path().join("out");
    for (from, to, code, words) in [
        (&*disc, &*out, 5, "image"),
        (Path::new("no such folder"), &out, 3, "no such folder"),
        (&bad_index, &out, 4, "line 1"),
        (&empty, &out, 3, "no file of the game is here"),
        (
            forged_demo(),
            &repository.join("a.iso"),
            2,
            "version control",
        ),
    ] {
        let output = run(home.path(), "pack", [from, to], &[]);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.contains(words), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert!(!out.exists() && !repository.join("a.iso").exists());
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_of_an_archive() {
    let home = folder();
    let loose = home.path().join("loose");
    fs::create_dir(&loose).expect("it is new");
    fs::write(loose.join("a.lev"), vec![7; 4 << 20]).expect("there is room");
    let binary = assert_cmd::cargo::cargo_bin("wonderwheel");
    let script = "trap '' XFSZ; ulimit -f 2048; exec \"$0\" pack \"$1\" \"$2\"";
    for out in ["packed", "packed.iso"] {
        let out = home.path().join(out);
        let output = std::process::Command::new("sh")
            .args(["-c", script])
            .args([&binary, &loose, &out])
            .output()
            .expect("sh is there");
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{error}");
        assert!(error.contains("the disk is full"), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let left: Vec<_> = tree(home.path()).into_keys().collect();
    assert_eq!(left, ["loose/a.lev"]);
}
