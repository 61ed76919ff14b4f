//! Missing and broken files: the game goes on without them and says so.

use bevy::prelude::*;
use wonderwheel_game_files::recording::Recording;
use wonderwheel_game_files::{FolderFiles, MemoryFiles};
use wonderwheel_level_assets::{LevelFaults, LevelNote};
use wonderwheel_ps2::fault::FaultKind;
use wonderwheel_renderware::world::AtomicSector;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::world_stream::WorldStream;
use wonderwheel_world_streaming::core::budget::charged_bytes;
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

use crate::app::*;
use crate::fixture::{self, Files};

const S: WorldSlot = WorldSlot::Scenery;
const D: WorldSlot = WorldSlot::Detail;

fn files() -> Files {
    fixture::level_files("test", &GridCity::new(S, 4, 4), &GridCity::new(D, 2, 2))
}

fn run(app: &mut App, frames: u32) {
    load(app, "test");
    checked_updates(app, frames, fixed_charges(2));
}

#[test]
fn a_missing_part_is_asked_for_once_and_its_boxes_are_listed() {
    for settings in [faithful(), StreamingSettings::default()] {
        let mut files = files();
        files.remove("tests_ms3.sec");
        let (files, log) = Recording::new(MemoryFiles::new(files));
        let mut app = app_over(files, settings);
        run(&mut app, 60);
        assert_eq!(log.count("tests_ms3.sec"), 1);
        assert_eq!(tables(&app, S).part_state(3), PartState::Failed);
        let failed = &get::<FailedSectors>(&app).sectors;
        let sectors: Vec<_> = failed.iter().map(|failed| failed.sector).collect();
        assert_eq!(sectors, [4, 5]);
        assert_eq!(failed[0].bounds, GridCity::new(S, 4, 4).bounds(4));
        let fault = failed[0].fault.to_string();
        assert!(fault.starts_with("tests_ms3.sec: "), "{fault}");
        let stats = get::<StreamingStats>(&app);
        assert_eq!(
            (stats.failed, stats.resident_parts),
            (1, 9),
            "everything else is there"
        );
        assert_eq!(get::<DrawDistance>(&app).pending, f32::MAX);
        let failures = get::<Mailbox>(&app)
            .parts
            .iter()
            .filter(|event| matches!(event, PartEvent::Failed { part: 3, .. }));
        assert_eq!(failures.count(), 1);
    }
}

#[test]
fn a_cut_part_names_file_path_and_offset() {
    let mut files = files();
    if let Some(bytes) = files.get_mut("testd_ms1.sec") {
        bytes.truncate(bytes.len() / 2);
    }
    let mut app = app(files, faithful());
    run(&mut app, 30);
    let failed = &get::<FailedSectors>(&app).sectors;
    assert_eq!(failed.len(), 2);
    let error = failed[0].fault.to_string();
    assert!(
        error.starts_with("testd_ms1.sec/part/") && error.contains(" at 0x"),
        "{error}"
    );
    assert!(warns(&app, "testd_ms1.sec/part/"));
}

#[test]
fn a_part_without_one_of_its_atomics_brings_the_others() {
    let mut files = files();
    let lacking = GridCity {
        sectors_per_part: 1,
        ..GridCity::new(S, 4, 4)
    };
    // Sector 0 alone; the world expects sectors 0 and 1 in part 1.
    files.insert(
        "tests_ms1.sec".into(),
        fixture::part_bytes("tests", &lacking, 1),
    );
    let mut app = app(files, faithful());
    run(&mut app, 30);
    assert_eq!(tables(&app, S).sector_state(0), SectorState::Loaded);
    assert_eq!(tables(&app, S).sector_state(1), SectorState::Failed);
    let failed = &get::<FailedSectors>(&app).sectors;
    assert_eq!((failed.len(), failed[0].sector), (1, 1));
    assert_eq!(
        failed[0].fault.to_string(),
        "tests_ms1.sec: has no atomic for sector 1"
    );
}

#[test]
fn an_atomic_of_another_parts_sector_is_refused_and_named() {
    let mut files = files();
    // Part 2's file holds part 1's sectors.
    files.insert(
        "tests_ms2.sec".into(),
        fixture::part_bytes("tests", &GridCity::new(S, 4, 4), 1),
    );
    let mut app = app(files, faithful());
    run(&mut app, 30);
    assert_eq!(
        tables(&app, S).sector_state(0),
        SectorState::Loaded,
        "from part 1"
    );
    assert_eq!(tables(&app, S).sector_state(2), SectorState::Failed);
    let fault = "tests_ms2.sec: brings sector 0, which belongs to part 1".to_owned();
    assert!(warnings(&app).contains(&fault), "{:?}", warnings(&app));
}

#[test]
fn a_broken_manifest_is_replaced_by_measured_sizes() {
    let mut files = files();
    files.insert("tests_sec.mem".into(), vec![1, 2, 3]);
    let app = play(files, faithful(), "test");
    assert_eq!(tables(&app, S).part_size(2).heap_bytes, 262_144);
    let warnings = warnings(&app);
    assert!(
        warnings[0].starts_with("tests_sec.mem/manifest"),
        "{warnings:?}"
    );
    assert!(
        warnings[0].ends_with("sizes are measured instead"),
        "{warnings:?}"
    );
}

#[test]
fn either_world_can_be_looked_at_when_the_other_is_broken_and_without_both_the_level_fails() {
    for (broken, left) in [("tests_sec.wld", D), ("testd_sec.wld", S)] {
        let mut files = files();
        files.insert(broken.into(), vec![0; 40]);
        let app = play(files, faithful(), "test");
        let warnings = warnings(&app);
        assert!(
            warnings.len() == 1 && warnings[0].starts_with(&format!("{broken}/")),
            "{warnings:?}"
        );
        let slots: Vec<_> = get::<Worlds>(&app).iter().map(WorldTables::slot).collect();
        assert_eq!(slots, [left]);
        assert!(get::<CurrentLevel>(&app).start.is_some());
        check_invariants(&app, fixed_charges(1));
    }
    let mut files = files();
    for world in ["tests_sec.wld", "testd_sec.wld"] {
        files.insert(world.into(), vec![0; 40]);
    }
    let mut app = app(files, faithful());
    let failure = failure(&mut app, "test");
    assert_eq!(failure.kind, FaultKind::Malformed);
    assert!(
        failure.to_string().starts_with("tests_sec.wld/"),
        "{failure}"
    );
    assert_eq!(get::<SectorBudget>(&app).used(), 0);
}

#[test]
fn one_bad_leaf_costs_its_sector_and_not_the_world() {
    let mut files = files();
    let mut stream = WorldStream::read(&files["tests_sec.wld"]).expect("it was written so");
    let of_sector_7 = |leaf: &&mut AtomicSector| leaf.streamed.is_some_and(|s| s.index == 7);
    let leaf = stream.world.sectors.iter_mut().find(of_sector_7);
    leaf.expect("sixteen sectors").triangle_count = 1;
    files.insert("tests_sec.wld".into(), stream.write());
    let mut app = app(files, faithful());
    run(&mut app, 60);
    assert_eq!(get::<StreamingStats>(&app).resident_sectors, 15 + 4);
    let warnings = warnings(&app);
    assert!(
        warnings
            .iter()
            .any(|warning| warning.starts_with("tests_sec.wld/world: leaf")
                && warning.ends_with("holds triangles of its own")),
        "{warnings:?}"
    );
}

#[test]
fn a_manifest_of_zeros_charges_the_real_sizes_and_is_one_fault() {
    let mut files = files();
    let mut manifest = Manifest::read(&files["tests_sec.mem"]).expect("it was written so");
    manifest.world_heap_size = 0;
    for part in &mut manifest.parts {
        part.heap_size = 0;
    }
    files.insert("tests_sec.mem".into(), manifest.write());
    let world_bytes = files["tests_sec.wld"].len() as u64;
    let part_bytes = files["tests_ms1.sec"].len() as u64;
    // Room for what is fixed, the world by its real size, and three parts by theirs.
    let fixed = fixed_charges(0) + charged_bytes(world_bytes);
    let settings = with_budget(fixed + 3 * charged_bytes(part_bytes));
    let mut app = play(files, settings, "tests");
    checked_updates(&mut app, 60, fixed);
    assert_eq!(get::<StreamingStats>(&app).resident_parts, 3);
    let warnings = warnings(&app);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].starts_with("tests_sec.mem: states heaps smaller")
            && warnings[0].contains("9 in all"),
        "{warnings:?}"
    );
}

#[test]
fn broken_settings_and_level_files_leave_defaults_and_a_fault() {
    let mut files = files();
    files.insert("test.settings.ron".into(), "(fog: nonsense)".into());
    files.insert("test.lev".into(), vec![7; 100]);
    let app = play(files, faithful(), "test");
    assert_eq!(get::<CurrentLevel>(&app).settings, Default::default());
    for file in ["test.settings.ron at ", "test.lev/"] {
        assert!(warns(&app, file), "{:?}", warnings(&app));
    }
}

#[test]
fn a_broken_pack_is_a_fault_and_the_level_goes_on() {
    let mut files = files();
    files.insert("test_1.pak".into(), vec![7; 100]);
    let app = play(files, faithful(), "test");
    let warnings = warnings(&app);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].starts_with("test_1.pak/pack") && warnings[0].contains(" at 0x"),
        "{warnings:?}"
    );
    check_invariants(&app, fixed_charges(2));
}

#[test]
fn a_level_file_that_is_too_large_is_a_fault_and_charged_with_nothing_of_its_size() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files() {
        std::fs::write(folder.path().join(name), bytes).expect("writable");
    }
    let file = std::fs::File::create(folder.path().join("test.lev")).expect("writable");
    file.set_len(300 << 20).expect("a file of holes");
    let files = FolderFiles::open(folder.path()).expect("it exists");
    let mut app = app_over(files, faithful());
    assert_eq!(load(&mut app, "test"), LevelPhase::Ready);
    let warnings = warnings(&app);
    assert_eq!(
        warnings,
        [
            "test.lev: size is 314572800 bytes, and the limit is 268435456; \
             this is not one of the game's files; replace or remove it"
        ]
    );
    check_invariants(&app, fixed_charges(2));
}

#[test]
fn what_a_level_does_without_is_noted_and_is_no_fault() {
    let app = play(files(), faithful(), "test");
    assert_eq!(warnings(&app), [""; 0]);
    let notes = get::<LevelFaults>(&app).notes();
    let missing = |note: &LevelNote| match note {
        LevelNote::Missing { file, .. } => file.clone(),
        LevelNote::Unused(_) => panic!("{note}"),
    };
    let noted: Vec<_> = notes.iter().map(missing).collect();
    assert_eq!(noted, ["test.lev", "test.settings.ron"]);
}
