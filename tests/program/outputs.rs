//! What a command does with what is in its way, and without anybody who reads what it says.

use std::{
    fs,
    path::Path,
    process::{Output, Stdio},
};

use super::{folder, forged_demo, program, stderr, stdout};

fn run(home: &Path, args: &[&str]) -> Output {
    let mut program = program(home);
    program.args(args).arg("--data").arg(forged_demo());
    program.output().expect("it runs")
}

/// A small export: one texture of the demo.
const TEXTURES: [&str; 5] = ["export", "demo", "mods", "--only", "brick_red"];

#[test]
fn a_painting_is_kept_and_counted_unless_it_is_to_be_overwritten() {
    let home = folder();
    let output = run(home.path(), &TEXTURES);
    assert!(output.status.success(), "{}", stderr(&output));
    let picture = home
        .path()
        .join("mods/textures/demos_sec.wld/brick_red.png");
    let original = fs::read(&picture).expect("it was written");
    fs::write(&picture, "my painting").expect("writable");
    let output = run(home.path(), &TEXTURES);
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(said.contains("1 kept; --overwrite replaces"), "{said}");
    assert_eq!(fs::read(&picture).expect("it is there"), b"my painting");
    let overwrite = [&TEXTURES[..], &["--overwrite"]].concat();
    let output = run(home.path(), &overwrite);
    assert!(!stdout(&output).contains("kept"), "{}", stdout(&output));
    assert_eq!(fs::read(&picture).expect("it is there"), original);
}

#[test]
fn a_single_target_that_is_there_ends_the_command_before_its_work() {
    let home = folder();
    let mine = home.path().join("a.glb");
    fs::write(&mine, "mine").expect("writable");
    for (target, code, words) in [
        ("a.glb", 2, "is there already; --overwrite replaces it"),
        ("no/such/x.glb", 3, "make it first"),
        ("a.obj", 2, ".obj is not written"),
        ("a.png", 2, "or a folder: a.png/"),
    ] {
        let output = run(home.path(), &["export", "demo", target]);
        assert_eq!(output.status.code(), Some(code), "{target}");
        let error = stderr(&output);
        assert!(error.contains(words), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert_eq!(stdout(&output), "");
    }
    assert_eq!(fs::read(&mine).expect("it is there"), b"mine");
    for args in [["pack", "x", "x.zip"], ["forge", "g.wad", "--seed=1"]] {
        let output = program(home.path()).args(args).output().expect("it runs");
        assert_eq!(
            output.status.code(),
            Some(2),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).contains("or a folder"),
            "{}",
            stderr(&output)
        );
    }
    assert_eq!(fs::read_dir(home.path()).expect("it is there").count(), 1);
}

#[cfg(unix)]
#[test]
fn a_link_is_written_through_and_stays_one() {
    let home = folder();
    fs::create_dir(home.path().join("far")).expect("writable");
    fs::write(home.path().join("far/b.glb"), "old").expect("writable");
    let link = home.path().join("b.glb");
    std::os::unix::fs::symlink("far/b.glb", &link).expect("writable");
    let output = run(
        home.path(),
        &[
            "export",
            "demo",
            "b.glb",
            "--overwrite",
            "--only",
            "background/*",
        ],
    );
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(link.is_symlink());
    let written = fs::read(home.path().join("far/b.glb")).expect("it is there");
    assert_eq!(&written[..4], b"glTF");
}

#[test]
fn a_file_of_a_level_stands_for_it_and_the_demo_needs_no_disc() {
    let home = folder();
    let file = |name: &str| forged_demo().join("ee_files").join(name);
    for (number, file) in [file("demos_sec.wld"), file("demo.lev")].iter().enumerate() {
        let out = format!("{number}.glb");
        let mut program = program(home.path());
        let args = ["--only", "background/*", "--scene", "level"];
        program.arg("export").arg(file).arg(&out).args(args);
        let output = program.output().expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(home.path().join(out).is_file());
    }
    // Two discs lie here, and neither is asked for.
    for name in ["a.iso", "b.iso"] {
        let image = home.path().join(name);
        let mut program = program(home.path());
        let packed = program.arg("pack").arg(forged_demo()).arg(image).output();
        assert!(packed.expect("it runs").status.success());
    }
    let args = ["export", "demo", "x.glb", "--only", "background/*"];
    let output = program(home.path()).args(args).output().expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_need_not_be_text() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let home = folder();
    let forged = program(home.path())
        .args(["forge", "island", "--recipe", "commando_demo"])
        .output();
    assert!(forged.expect("it runs").status.success());
    let odd = home.path().join(OsStr::from_bytes(b"lev\xffel.wad"));
    fs::rename(home.path().join("island/level0.wad"), &odd).expect("writable");
    for args in [
        &["view", "--no-render", "--frames", "2"][..],
        &["info"],
        &["export", "x.glb", "--only", "sky"],
    ] {
        let mut program = program(home.path());
        program.arg(args[0]).arg(&odd).args(&args[1..]);
        let output = program.output().expect("it runs");
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn an_overlay_says_what_it_took_and_hides_nothing() {
    let home = folder();
    let output = run(home.path(), &TEXTURES);
    assert!(output.status.success(), "{}", stderr(&output));
    let view = |overlay: &str| {
        let mut program = program(home.path());
        program.args([
            "view",
            "demo",
            "--no-render",
            "--frames",
            "3",
            "--overlay",
            overlay,
        ]);
        let output = program.arg("--data").arg(forged_demo()).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        (
            super::line(&stdout(&output), "run ").to_owned(),
            stderr(&output),
        )
    };
    let (good, said) = view("mods");
    assert!(said.contains("overlay mods: 0 files, "), "{said}");
    assert!(!said.contains("0 pictures"), "{said}");
    // One folder too deep: the folders of pictures have names of files, and hide none.
    let (same, said) = view("mods/textures");
    assert_eq!(same, good);
    assert!(said.contains("mods meant?"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn work_and_exit_code_do_not_depend_on_a_reader() {
    let home = folder();
    let full = || fs::OpenOptions::new().write(true).open("/dev/full");
    let binary = assert_cmd::cargo::cargo_bin("wonderwheel");
    for (number, is_gone) in [(1, true), (2, true), (1, false), (2, false)] {
        let out = format!("mods{number}{is_gone}");
        let mut command = std::process::Command::new(&binary);
        command.args(["export", "demos_sec.wld", &out, "--only", "brick_red"]);
        command.env("HOME", home.path()).current_dir(home.path());
        command.arg("--data").arg(forged_demo());
        // A pipe whose reader has gone, or a device that is always full.
        let sink = || {
            if is_gone {
                let (reader, writer) = std::io::pipe().expect("a pipe");
                drop(reader);
                Stdio::from(writer)
            } else {
                Stdio::from(full().expect("it is there"))
            }
        };
        command.stdout(Stdio::null()).stderr(Stdio::null());
        match number {
            1 => command.stdout(sink()),
            _ => command.stderr(sink()),
        };
        let status = command.status().expect("it runs");
        assert_eq!(status.code(), Some(0), "{out}");
        let picture = home
            .path()
            .join(out)
            .join("textures/demos_sec.wld/brick_red.png");
        assert!(picture.is_file());
    }
}
