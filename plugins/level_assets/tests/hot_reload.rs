//! Files that change on disk while the app runs.

use std::fs;
use std::path::PathBuf;

use bevy::asset::AssetLoadFailedEvent;
use bevy::prelude::*;
use wonderwheel_game_files::FolderFiles;
use wonderwheel_level_assets::prelude::*;

use crate::app::{app, asset, load, update_until};
use crate::fixture;

const PART: &str = "demos_ms1.sec";

/// A folder whose name has spaces, a letter outside ASCII and one outside the basic plane.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("my gåme 🎡 files");
    fs::create_dir(&folder).unwrap();
    (temp, folder)
}

/// Updates until a message says that `handle` was modified.
fn wait_for_change<A: Asset>(app: &mut App, what: &str, handle: &Handle<A>) {
    let id = handle.id();
    update_until(app, what, |app| {
        let mut events = app.world_mut().resource_mut::<Messages<AssetEvent<A>>>();
        events
            .drain()
            .any(|event| event == AssetEvent::Modified { id })
    });
}

#[test]
fn a_changed_part_is_modified_and_a_broken_one_keeps_its_last_good_version() {
    let (_temp, folder) = folder();
    let file = folder.join("DEMOS_MS1.SEC");
    let write = |atomics| fs::write(&file, fixture::part_of(PART, atomics).write()).unwrap();
    write(vec![(4, fixture::quad())]);
    let mut app = app(FolderFiles::open(&folder).unwrap());
    let handle = load::<PartAsset>(&mut app, PART).unwrap();
    let mesh = asset(&app, &handle).sectors[0].mesh.clone();
    assert_eq!(asset(&app, &mesh).triangle_count, 2);

    write(vec![(4, fixture::two_meshes()), (5, fixture::quad())]);
    wait_for_change(&mut app, "the change", &handle);
    let part = asset(&app, &handle);
    assert_eq!(part.sectors.len(), 2);
    assert_eq!(
        part.sectors[0].mesh, mesh,
        "the same label is the same handle"
    );
    assert_eq!(asset(&app, &mesh).triangle_count, 3);

    fs::write(&file, b"broken").unwrap();
    let mut error = None;
    update_until(&mut app, "the failure", |app| {
        let mut failures = app
            .world_mut()
            .resource_mut::<Messages<AssetLoadFailedEvent<PartAsset>>>();
        error = failures.drain().find(|failure| failure.id == handle.id());
        error.is_some()
    });
    let error = error.unwrap().error.to_string();
    assert!(error.contains("demos_ms1.sec/part/header at 0x"), "{error}");
    assert_eq!(asset(&app, &handle).sectors.len(), 2);
    assert_eq!(asset(&app, &mesh).triangle_count, 3);

    write(vec![(4, fixture::quad())]);
    wait_for_change(&mut app, "the repair", &handle);
    assert_eq!(asset(&app, &mesh).triangle_count, 2);
}

#[test]
fn changed_worlds_textures_and_settings_are_modified() {
    let (_temp, folder) = folder();
    let mut stream = fixture::world_stream();
    fs::write(folder.join("demos_sec.wld"), stream.write()).unwrap();
    fs::write(folder.join("demo.settings.ron"), "(far: 75.0)").unwrap();
    let mut app = app(FolderFiles::open(&folder).unwrap());
    let world = load::<WorldAsset>(&mut app, "demos_sec.wld").unwrap();
    let settings = load::<LevelSettings>(&mut app, "demo.settings.ron").unwrap();
    let road = asset(&app, &world).textures[0].texture.clone();
    assert_eq!(asset(&app, &road).min_alpha, 128);

    stream.dictionary.textures[0] = fixture::texture("Road", |_| 64);
    fs::write(folder.join("demos_sec.wld"), stream.write()).unwrap();
    fs::write(folder.join("demo.settings.ron"), "(far: 90.0)").unwrap();
    wait_for_change(&mut app, "the texture", &road);
    assert_eq!(asset(&app, &road).min_alpha, 64);
    wait_for_change(&mut app, "the settings", &settings);
    assert_eq!(asset(&app, &settings).far, 90.0);
}
