//! A folder of loose files on disk.

use std::fs;
use std::path::PathBuf;

#[cfg(target_os = "linux")]
use wonderwheel_game_files::WhyPassed;
use wonderwheel_game_files::prelude::*;
use wonderwheel_ps2::fault::FaultKind::{Io, Limit, Unsupported, WrongDisc};
use wonderwheel_warriors::names::wad_hash;

use crate::disc::{refused, says};

/// A folder whose name has spaces, a letter outside ASCII and one outside the basic plane.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("my gåme 🎡 files");
    fs::create_dir(&folder).unwrap();
    (temp, folder)
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_asked_for_is_told_with_the_reason() {
    use std::os::unix::ffi::OsStrExt;
    let (_temp, path) = folder();
    let files = path.join("EE_FILES");
    for folder in ["EE_FILES", "EE_FILES/deeper", "unnamed"] {
        fs::create_dir(path.join(folder)).unwrap();
    }
    for file in [
        "EE_FILES/A.lua",
        "EE_FILES/a.lua",
        "unnamed/0badcafe.pak",
        "unnamed/0badcafe.res",
        "unnamed/notes.md",
    ] {
        fs::write(path.join(file), [1]).unwrap();
    }
    std::os::unix::fs::symlink(path.join("gone"), files.join("b.lua")).unwrap();
    fs::write(files.join(std::ffi::OsStr::from_bytes(b"\xFF.lua")), [1]).unwrap();
    let folder = FolderFiles::open(&path).unwrap();
    assert_eq!(folder.names(), ["0badcafe.pak", "a.lua"]);
    let passed = folder.passed_over();
    let why = |end: &str| {
        let mut passed = passed.iter();
        passed
            .find(|passed| passed.path.ends_with(end))
            .map(|passed| &passed.why)
    };
    assert_eq!(why("A.lua"), Some(&WhyPassed::OtherCase));
    assert_eq!(why("deeper"), Some(&WhyPassed::Folder));
    assert_eq!(why("0badcafe.res"), Some(&WhyPassed::SameHash));
    assert_eq!(why("notes.md"), Some(&WhyPassed::NoHash));
    assert!(matches!(why("b.lua"), Some(WhyPassed::Unreadable(_))));
    assert!(passed.iter().any(|passed| passed.why == WhyPassed::NoText));
    assert_eq!(passed.len(), 6);
}

#[test]
fn folder_and_memory_answer_alike() {
    let (_temp, path) = folder();
    fs::write(path.join("LEVEL2S_SEC.WLD"), [1, 2, 3, 4]).unwrap();
    fs::write(path.join("demo.lev"), []).unwrap();
    fs::create_dir(path.join("backup")).unwrap();
    fs::write(path.join("backup").join("inner.lev"), [9]).unwrap();
    let folder = FolderFiles::open(&path).unwrap();
    let memory = MemoryFiles::default()
        .with("level2s_sec.wld", vec![1, 2, 3, 4])
        .with("demo.lev", vec![]);
    assert_eq!(folder.names(), ["demo.lev", "level2s_sec.wld"]);
    assert_eq!(folder.names(), memory.names());
    for name in [
        "level2s_sec.wld",
        "Level2S_sec.WLD",
        "demo.lev",
        "inner.lev",
        "backup/inner.lev",
        "backup",
        "../demo.lev",
        "",
        "missing",
    ] {
        let answers = |files: &dyn GameFiles| {
            let ranges = [(0, 2), (2, 2), (3, 2), (u64::MAX, 1), (4, 0)];
            let ranges = ranges.map(|(offset, length)| files.read_range(name, offset, length).ok());
            (
                files.exists(name),
                files.size(name),
                files.read(name).ok(),
                ranges,
            )
        };
        assert_eq!(answers(&folder), answers(&memory), "{name:?}");
    }
}

#[test]
fn a_folder_in_the_place_of_a_file_is_there_and_cannot_be_read() {
    let (_temp, path) = folder();
    fs::create_dir(path.join("Demos_MS1.sec")).unwrap();
    let files = FolderFiles::open(&path).unwrap();
    assert!(files.exists("demos_ms1.sec"));
    assert_eq!(files.size("demos_ms1.sec"), None);
    assert_eq!(files.names(), [""; 0]);
    let error = files.read("demos_ms1.sec").unwrap_err().to_string();
    says(&error, &["this is no regular file"]);
}

#[test]
fn the_folders_of_a_disc_are_found_in_any_letter_case() {
    let (_temp, path) = folder();
    fs::create_dir(path.join("EE_Files")).unwrap();
    fs::create_dir(path.join("Unnamed")).unwrap();
    fs::write(path.join("EE_Files").join("demo.lev"), [1]).unwrap();
    let hashed = format!("{:08x}.wld", wad_hash("demos_sec.wld"));
    fs::write(path.join("Unnamed").join(hashed), [2]).unwrap();
    let files = FolderFiles::open(&path).unwrap();
    assert_eq!(files.root(), path.join("EE_Files"));
    assert_eq!(files.names().len(), 2);
    assert_eq!(files.read("demos_sec.wld").unwrap(), [2]);
}

#[cfg(target_os = "linux")] // Where two names may differ only in case.
#[test]
fn the_exact_name_wins_over_another_case() {
    let (_temp, path) = folder();
    fs::write(path.join("A.SEC"), [1]).unwrap();
    fs::write(path.join("a.sec"), [2]).unwrap();
    fs::write(path.join("B.SEC"), [3]).unwrap();
    fs::write(path.join("B.sec"), [4]).unwrap();
    let files = FolderFiles::open(&path).unwrap();
    assert_eq!(files.read("A.sec").unwrap(), [2]);
    let first = files.read("b.sec").unwrap();
    assert_eq!(first, [3], "else the first in byte order");
    assert_eq!(files.names(), ["a.sec", "b.sec"]);
}

#[test]
fn an_extracted_disc_is_read_from_its_sub_folders() {
    let (_temp, path) = folder();
    fs::create_dir(path.join("ee_files")).unwrap();
    fs::create_dir(path.join("unnamed")).unwrap();
    fs::write(path.join("ee_files").join("demo.lev"), [1]).unwrap();
    let listed = format!("{:08x}.wld", wad_hash("demos_sec.wld"));
    fs::write(path.join("unnamed").join(&listed), [2]).unwrap();
    let files = FolderFiles::open(&path).unwrap();
    assert_eq!(files.read("demo.lev").unwrap(), [1]);
    let found = files.read("DEMOS_SEC.wld").unwrap();
    assert_eq!(found, [2], "found by the hash of its name");
    let names = files.names();
    assert_eq!(names, [&*listed, "demo.lev"], "in the order of names");
    assert_eq!(files.read(&listed.to_uppercase()).unwrap(), [2]);
}

#[test]
fn a_file_whose_own_name_no_file_system_takes_is_found_by_the_index_beside_it() {
    let (_temp, path) = folder();
    fs::create_dir(path.join("ee_files")).unwrap();
    fs::write(path.join("ee_files/what_.lua"), [1]).unwrap();
    fs::write(path.join("ee_files/a.lua"), [2]).unwrap();
    let row = |name: &str, path: &str| format!("0\t{:08x}\t0\t1\tlua\t{path}\t-\n", wad_hash(name));
    let index = [
        row("what?.lua", "ee_files/what_.lua"),
        row("a.lua", "ee_files/a.lua"),
        // What leads elsewhere, or nowhere, leads to nothing.
        row("secret", "ee_files/../../secret"),
        row("gone?.lua", "ee_files/gone_.lua"),
        "nonsense\n".to_owned(),
    ];
    fs::write(path.join("index.tsv"), index.concat()).unwrap();
    let files = FolderFiles::open(&path).unwrap();
    assert_eq!(files.read("what?.lua").unwrap(), [1]);
    assert_eq!(files.read_range("WHAT?.lua", 0, 1).unwrap(), [1]);
    assert_eq!(files.read("what_.lua").unwrap(), [1]);
    for name in ["secret", "gone?.lua"] {
        assert!(!files.exists(name), "{name}");
    }
}

#[test]
fn files_that_come_and_go_after_opening_are_seen() {
    let (_temp, path) = folder();
    let files = FolderFiles::open(&path).unwrap();
    assert!(!files.exists("late.sec"));
    fs::write(path.join("LATE.SEC"), [1]).unwrap();
    assert_eq!(files.size("late.sec"), Some(1));
    assert_eq!(files.names(), ["late.sec"]);
    fs::remove_file(path.join("LATE.SEC")).unwrap();
    assert!(!files.exists("late.sec"));
}

#[test]
fn what_cannot_be_opened_says_why_and_what_to_do() {
    let (_temp, path) = folder();
    refused(FolderFiles::open(path.join("nowhere")), Io, &["nowhere"]);

    let image = path.join("game.iso");
    fs::write(&image, [0; 16]).unwrap();
    refused(
        FolderFiles::open(&image),
        Unsupported,
        &["need no extraction"],
    );

    fs::write(path.join("SYSTEM.CNF"), "BOOT2 = cdrom0:\\SLUS_000.00;1").unwrap();
    // It lists what is there.
    refused(FolderFiles::open(&path), WrongDisc, &["game.iso"]);

    fs::write(path.join("WARRIORS.DIR"), [0; 16]).unwrap();
    refused(FolderFiles::open(&path), Unsupported, &[]);
}

#[test]
fn an_enormous_file_is_refused_before_it_is_read() {
    let (_temp, path) = folder();
    let huge = fs::File::create(path.join("huge.pak")).unwrap();
    huge.set_len((256 << 20) + 1).unwrap(); // Sparse: no disk space is taken.
    let files = FolderFiles::open(&path).unwrap();
    let error = refused(files.read("huge.pak"), Limit, &[]);
    let size = (256 << 20) + 1;
    assert!(matches!(error, GameFileError::Limit { found, .. } if found == size));
    assert_eq!(files.read_range("huge.pak", 256 << 20, 1).unwrap(), [0]);
}

#[test]
fn wrappers_pass_on_what_a_folder_passes_over() {
    use std::task::{Context, Waker};

    use wonderwheel_game_files::gate::GatedFiles;
    use wonderwheel_game_files::recording::Recording;

    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("deeper")).unwrap();
    fs::write(home.path().join("a.lev"), [1]).unwrap();
    let folder = || SharedFiles::new(FolderFiles::open(home.path()).unwrap());
    let passed = folder().passed_over();
    assert_eq!(passed.len(), 1);
    let over = tempfile::tempdir().unwrap();
    let (gated, _gate) = GatedFiles::new(folder());
    let wrapped = [
        SharedFiles::new(folder()),
        SharedFiles::new(SwitchedFiles::new(folder())),
        SharedFiles::new(Recording::new(folder()).0),
        SharedFiles::new(gated),
        SharedFiles::new(OverlayFiles::open(over.path(), folder()).unwrap()),
    ];
    for files in &wrapped {
        assert_eq!(files.passed_over(), passed, "{}", files.describe());
        assert!(files.disk_path("a.lev").is_some() && !files.watch_roots().is_empty());
    }
    // What holds reads back holds them back through others too.
    let (gated, _gate) = GatedFiles::new(folder());
    let recorded = Recording::new(gated).0;
    let mut context = Context::from_waker(Waker::noop());
    assert!(recorded.poll_ready("a.lev", &mut context).is_pending());
}
