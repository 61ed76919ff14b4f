//! `pack`: loose files back into an archive.

use std::{fs, path::Path, process::Output};

use super::{
    disc::{archive, game, tree, write_image},
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
fn an_extraction_is_packed_into_a_folder_and_into_an_image() {
    let home = folder();
    let (index, archive) = archive(&game());
    let disc = write_image(home.path());
    let [loose, packed] = ["loose ü", "packed ツ"].map(|name| home.path().join(name));
    done(&run(home.path(), "extract", [&disc, &loose], &["-q"]));
    let output = run(home.path(), "pack", [&loose, &packed], &[]);
    done(&output);
    assert!(stdout(&output).contains("12 files"), "{}", stdout(&output));
    assert_eq!(tree(&packed)["WARRIORS.DIR"], index);
    assert!(tree(&packed)["WARRIORS.WAD"] == archive);
    let image = home.path().join("again 🎡.ISO");
    done(&run(home.path(), "pack", [&loose, &image], &["--quiet"]));
    done(&run(
        home.path(),
        "extract",
        [&image, &home.path().join("loose 2")],
        &["-q", "--verify"],
    ));
    fs::remove_file(loose.join("ee_files/level2.lev")).expect("it is there");
    let output = run(home.path(), "pack", [&loose, &packed], &["--overwrite"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
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
