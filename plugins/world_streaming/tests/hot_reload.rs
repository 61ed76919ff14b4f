//! Files that change on disk while the level runs.

use std::fs;

use bevy::prelude::*;
use tempfile::TempDir;
use wonderwheel_game_files::FolderFiles;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

use crate::app::*;
use crate::fixture;

const S: WorldSlot = WorldSlot::Scenery;

fn city() -> GridCity {
    GridCity::new(S, 4, 2)
}

fn put(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder.path().join(name), bytes).expect("a temporary folder is writable");
}

fn put_all(folder: &TempDir, files: fixture::Files) {
    for (name, bytes) in files {
        put(folder, &name, bytes);
    }
}

/// An app over a folder of these files that has loaded the level `city`.
fn over(files: fixture::Files) -> (TempDir, App) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    put_all(&folder, files);
    let files = FolderFiles::open(folder.path()).expect("the folder exists");
    let mut app = app_over(files, StreamingSettings::default());
    load(&mut app, "city");
    (folder, app)
}

/// The same with a level that is sound and completely loaded.
fn running() -> (TempDir, App) {
    let (folder, mut app) = over(fixture::city_files("city", &city()));
    updates(&mut app, 20);
    assert_eq!(get::<StreamingStats>(&app).resident_sectors, 8);
    (folder, app)
}

fn until_a_warning(app: &mut App) {
    update_until(app, "the warning", |app| !warnings(app).is_empty());
}

fn find_warning(app: &App, start: &str) -> Option<String> {
    let mut warnings = warnings(app).into_iter();
    warnings.find(|warning| warning.starts_with(start))
}

fn part_with(number: u32, texture: &str, sectors: &[u32]) -> Vec<u8> {
    let atomics = sectors.iter().map(|&sector_index| PartAtomic {
        sector_index,
        atomic: fixture::quad(),
    });
    let name = format!("city_ms{number}.sec");
    Part::new(&name, fixture::dictionary(texture), atomics.collect()).write()
}

#[test]
fn a_changed_part_is_exchanged_under_its_sectors_and_a_broken_one_stays() {
    let (folder, mut app) = running();
    let file = "city_ms2.sec";
    let mesh = get::<Residency>(&app).mesh(S, 2).cloned();
    assert!(get::<TextureRegistry>(&app).find("part2").is_some());

    put(&folder, file, part_with(2, "fresh", &[2]));
    update_until(&mut app, "the new texture", |app| {
        get::<TextureRegistry>(app).find("fresh").is_some()
    });
    assert!(get::<TextureRegistry>(&app).find("part2").is_none());
    assert_eq!(
        get::<Residency>(&app).mesh(S, 2).cloned(),
        mesh,
        "the same handle with new contents"
    );
    assert_eq!(
        tables(&app, S).sector_state(3),
        SectorState::Failed,
        "it brings sector 3 no more"
    );
    assert_eq!(get::<FailedSectors>(&app).sectors.len(), 1);
    check_invariants(&app, fixed_charges(1));

    let of_the_manifest =
        |app: &App| find_warning(app, "city_sec.mem: the manifest states").is_some();
    update_until(&mut app, "the other size", of_the_manifest);

    put(&folder, file, b"broken");
    let of_the_part = |app: &App| find_warning(app, "city_ms2.sec/part/");
    update_until(&mut app, "the warning", |app| of_the_part(app).is_some());
    let warning = of_the_part(&app).expect("it is there");
    assert!(
        warning.ends_with("(the last good version stays)"),
        "{warning}"
    );
    assert!(get::<TextureRegistry>(&app).find("fresh").is_some());
    assert_eq!(get::<Residency>(&app).mesh(S, 2).cloned(), mesh);

    put(&folder, file, part_with(2, "mended", &[2, 3]));
    update_until(&mut app, "the mended part", |app| {
        get::<TextureRegistry>(app).find("mended").is_some()
    });
    assert_eq!(of_the_part(&app), None);
    update_until(&mut app, "the stated size", |app| !of_the_manifest(app));
    assert_eq!(tables(&app, S).sector_state(3), SectorState::Loaded);
    assert!(get::<FailedSectors>(&app).sectors.is_empty());
    assert_eq!(get::<StreamingStats>(&app).reloads, 2);
    check_invariants(&app, fixed_charges(1));
}

#[test]
fn a_part_that_could_not_be_read_is_asked_for_again_when_its_file_changes() {
    let mut files = fixture::city_files("city", &city());
    files.insert("city_ms1.sec".into(), b"broken".to_vec());
    let (folder, mut app) = over(files);
    assert_eq!(tables(&app, S).part_state(1), PartState::Failed);
    put(&folder, "city_ms1.sec", part_with(1, "part1", &[0, 1]));
    update_until(&mut app, "the part", |app| {
        tables(app, S).part_state(1) == PartState::Resident
    });
    assert!(get::<FailedSectors>(&app).sectors.is_empty());
    check_invariants(&app, fixed_charges(1));
}

#[test]
fn a_deleted_file_of_a_resident_part_is_a_fault_and_its_last_version_stays() {
    let (folder, mut app) = running();
    let file = folder.path().join("city_ms2.sec");
    let part = fs::read(&file).expect("it was written");
    fs::remove_file(&file).expect("writable");
    until_a_warning(&mut app);
    assert_eq!(
        warnings(&app),
        ["city_ms2.sec: there is no such file (the last good version stays)"]
    );
    assert_eq!(tables(&app, S).part_state(2), PartState::Resident);
    fs::write(&file, part).expect("writable");
    update_until(&mut app, "the copy", |app| warnings(app).is_empty());
    check_invariants(&app, fixed_charges(1));
}

#[test]
fn a_changed_world_moves_its_boxes_and_keeps_what_is_loaded() {
    let (folder, mut app) = running();
    let taller = GridCity {
        height: 40.0,
        ..city()
    };
    let files = fixture::city_files("city", &taller);
    put(&folder, "city_sec.wld", &files["city_sec.wld"]);
    update_until(&mut app, "taller boxes", |app| {
        tables(app, S).sector_bounds(0).max[1] == 40.0
    });
    update(&mut app);
    assert_eq!(tables(&app, S).count_sectors(SectorState::Loaded), 8);
    let mut boxes = app.world_mut().query::<(&Sector, &SectorBounds)>();
    let mut boxes = boxes.iter(app.world());
    assert!(boxes.all(|(_, bounds)| bounds.0.max[1] == 40.0));
    check_invariants(&app, fixed_charges(1));

    put(&folder, "city_sec.wld", b"broken");
    until_a_warning(&mut app);
    assert!(warnings(&app)[0].starts_with("city_sec.wld/"));
    assert_eq!(tables(&app, S).sector_count(), 8);
}

#[test]
fn a_world_with_other_sectors_loads_the_level_again() {
    let (folder, mut app) = running();
    let larger = GridCity::new(S, 6, 2);
    let mut files = fixture::city_files("city", &larger);
    let world = files.remove("city_sec.wld").expect("made above");
    put_all(&folder, files);
    put(&folder, "city_sec.wld", world);
    update_until(&mut app, "the larger world", |app| {
        get::<CurrentLevel>(app).is_ready() && tables(app, S).sector_count() == 12
    });
    update_until(&mut app, "its parts", |app| {
        get::<StreamingStats>(app).resident_sectors == 12
    });
    check_invariants(&app, fixed_charges(1));
}

#[test]
fn a_world_that_was_left_out_comes_when_its_file_is_mended() {
    let detail = GridCity::new(WorldSlot::Detail, 2, 2);
    let mut files = fixture::level_files("city", &city(), &detail);
    let scenery = files.insert("citys_sec.wld".into(), b"broken".to_vec());
    let (folder, mut app) = over(files);
    assert!(get::<Worlds>(&app).get(S).is_none());
    let scenery = scenery.expect("it was made");
    put(&folder, "citys_sec.wld", scenery);
    update_until(&mut app, "the scenery", |app| {
        get::<CurrentLevel>(app).is_ready() && get::<Worlds>(app).get(S).is_some()
    });
    assert_eq!(warnings(&app), [""; 0]);
}

#[test]
fn changed_settings_count_at_once_and_broken_ones_do_not() {
    let (folder, mut app) = running();
    let file = "city.settings.ron";
    // The level has no settings when it is loaded, so it is loaded again with some.
    put(&folder, file, "(far: 100.0)");
    load(&mut app, "city");
    assert_eq!(get::<CurrentLevel>(&app).settings.far, 100.0);
    put(&folder, file, "(far: 80.0, budget: Some(9000000))");
    update_until(&mut app, "the new far clip", |app| {
        get::<CurrentLevel>(app).settings.far == 80.0
    });
    update(&mut app);
    assert_eq!(get::<SectorBudget>(&app).capacity(), 9_000_000);
    put(&folder, file, "(far: ");
    until_a_warning(&mut app);
    assert_eq!(get::<CurrentLevel>(&app).settings.far, 80.0);
}

#[test]
fn a_changed_manifest_changes_what_later_parts_are_charged_with() {
    let (folder, mut app) = running();
    let lighter = GridCity {
        heap_bytes: 30_000,
        ..city()
    };
    let files = fixture::city_files("city", &lighter);
    put(&folder, "city_sec.mem", &files["city_sec.mem"]);
    update_until(&mut app, "the new sizes", |app| {
        tables(app, S).part_size(1).heap_bytes == 30_000
    });
    let charged = get::<SectorBudget>(&app).by_owner();
    assert!(
        charged.contains(&(Owner::Part(S, 1), 40_960)),
        "what is charged stays charged"
    );
    assert_eq!(app.world().resource::<Assets<PartAsset>>().len(), 4);
}
