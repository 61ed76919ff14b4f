//! The asset source `game` in an app without a window.

use std::fs;
use std::time::Duration;

use bevy::asset::LoadState;
use bevy::prelude::*;
use wonderwheel_game_files::gate::GatedFiles;
use wonderwheel_game_files::prelude::*;
use wonderwheel_game_files::recording::Recording;

use crate::app::{Bytes, app, bytes, update_until};

#[test]
fn a_file_loads_by_its_flat_name_whatever_its_case() {
    let (files, log) = Recording::new(MemoryFiles::default().with("Odd #1 å🎡.SEC", vec![7, 8]));
    let mut app = app(files);
    let handle = app
        .world()
        .resource::<AssetServer>()
        .load(asset_path("ODD #1 å🎡.sec"));
    update_until(&mut app, "the file", |app| bytes(app, &handle).is_some());
    assert_eq!(bytes(&app, &handle).unwrap(), [7, 8]);
    assert_eq!(
        log.names(),
        ["odd #1 å🎡.sec"],
        "read once, and no side file asked for"
    );
}

#[test]
fn a_missing_file_fails_and_names_itself() {
    let mut app = app(MemoryFiles::default());
    let handle = app
        .world()
        .resource::<AssetServer>()
        .load::<Bytes>(asset_path("none.sec"));
    let mut state = LoadState::Loading;
    update_until(&mut app, "the failure", |app| {
        state = app.world().resource::<AssetServer>().load_state(&handle);
        state.is_failed()
    });
    let LoadState::Failed(error) = state else {
        unreachable!()
    };
    assert!(error.to_string().contains("none.sec"), "{error}");
}

#[test]
fn a_gate_holds_one_read_back_and_lets_another_pass() {
    let store = MemoryFiles::default().with("a", vec![1]).with("b", vec![2]);
    let (files, gate) = GatedFiles::new(store);
    let mut app = app(files);
    let server = app.world().resource::<AssetServer>().clone();
    let (a, b) = (
        server.load::<Bytes>(asset_path("a")),
        server.load::<Bytes>(asset_path("b")),
    );
    update_until(&mut app, "both at the gate", |_| {
        gate.waiting() == ["a", "b"]
    });
    gate.let_one_pass("b");
    update_until(&mut app, "b", |app| bytes(app, &b).is_some());
    assert!(bytes(&app, &a).is_none());
    gate.open();
    update_until(&mut app, "a", |app| bytes(app, &a).is_some());
}

/// Whether the file was asked for again after it went away.
fn failed_again(app: &App, handle: &Handle<Bytes>) -> bool {
    let state = app.world().resource::<AssetServer>().load_state(handle);
    state.is_failed()
}

#[test]
fn a_folder_that_is_removed_and_copied_back_is_watched_on() {
    let temp = tempfile::tempdir().unwrap();
    let data = temp.path().join("data");
    let folder = data.join("EE_Files");
    let make = |contents: &[u8]| {
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.sec"), contents).unwrap();
    };
    make(&[1]);
    let mut app = app(FolderFiles::open(&data).unwrap());
    let handle = app
        .world()
        .resource::<AssetServer>()
        .load::<Bytes>(asset_path("a.sec"));
    update_until(&mut app, "the file", |app| bytes(app, &handle).is_some());
    for round in 2..4 {
        fs::remove_dir_all(&data).unwrap();
        make(&[round]);
        update_until(&mut app, "the copy", |app| {
            bytes(app, &handle).unwrap() == [round]
        });
        fs::write(folder.join("a.sec"), [round, round]).unwrap();
        update_until(&mut app, "a change in the copy", |app| {
            bytes(app, &handle).unwrap() == [round, round]
        });
    }
    // Away for longer than it takes to notice.
    fs::remove_dir_all(&data).unwrap();
    update_until(&mut app, "the failure", |app| failed_again(app, &handle));
    std::thread::sleep(Duration::from_millis(1200));
    make(&[9]);
    update_until(&mut app, "the late copy", |app| {
        bytes(app, &handle).unwrap() == [9]
    });
}

#[test]
fn a_removed_file_is_told_as_a_failed_load_and_its_last_version_stays() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("a.sec");
    fs::write(&file, [1]).unwrap();
    let mut app = app(FolderFiles::open(temp.path()).unwrap());
    let handle = app
        .world()
        .resource::<AssetServer>()
        .load::<Bytes>(asset_path("a.sec"));
    update_until(&mut app, "the file", |app| bytes(app, &handle).is_some());
    fs::remove_file(&file).unwrap();
    update_until(&mut app, "the failure", |app| failed_again(app, &handle));
    assert_eq!(bytes(&app, &handle).unwrap(), [1]);
}

#[test]
fn a_file_changed_on_disk_is_modified_under_its_lower_case_name() {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("my gåme 🎡 files");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("DEMOS_MS1.SEC");
    fs::write(&file, [1]).unwrap();
    let mut app = app(FolderFiles::open(&folder).unwrap());
    let handle = app
        .world()
        .resource::<AssetServer>()
        .load("game://demos_ms1.sec");
    update_until(&mut app, "the file", |app| bytes(app, &handle).is_some());

    fs::write(&file, [2, 2]).unwrap();
    update_until(&mut app, "the change", |app| {
        bytes(app, &handle).unwrap() == [2, 2]
    });

    // As editors save: a new file, renamed over the old one.
    fs::write(folder.join("new~"), [3, 3, 3]).unwrap();
    fs::rename(folder.join("new~"), &file).unwrap();
    update_until(&mut app, "the replacement", |app| {
        bytes(app, &handle).unwrap() == [3, 3, 3]
    });
}
