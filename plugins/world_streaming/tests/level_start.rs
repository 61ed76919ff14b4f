//! Levels that load, levels that cannot, and levels that go.

use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

use bevy::prelude::*;
use wonderwheel_game_files::{GameFileError, GameFiles};
use wonderwheel_level_assets::prelude::*;
use wonderwheel_ps2::fault::FaultKind;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::pack::Pack;
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

use crate::app::*;
use crate::fixture::{self, Files};

const S: WorldSlot = WorldSlot::Scenery;
const D: WorldSlot = WorldSlot::Detail;

fn scenery() -> GridCity {
    GridCity::new(S, 6, 6)
}

fn detail() -> GridCity {
    GridCity::new(D, 4, 4)
}

fn files() -> Files {
    fixture::level_files("test", &scenery(), &detail())
}

#[test]
fn a_level_is_charged_in_order_and_preloaded_around_its_start() {
    let app = play(files(), faithful(), "Test");
    let level = get::<CurrentLevel>(&app);
    assert_eq!((level.name.as_str(), level.progress), ("test", 1.0));
    assert_eq!(warnings(&app), [""; 0]);
    let owners: Vec<Owner> = get::<SectorBudget>(&app)
        .by_owner()
        .into_iter()
        .map(|(owner, _)| owner)
        .collect();
    assert_eq!(
        owners[..5],
        [
            Owner::GlobalData,
            Owner::GenericResources,
            Owner::LevelFile,
            Owner::World(S),
            Owner::World(D)
        ]
    );
    check_invariants(&app, fixed_charges(2));
    // Part 1 is the boxes 0 and 1 (x 0..40, z 0..20, 12 m high); the start is 10 m above their middle, looking along z.
    assert_eq!(level.start, Some((Vec3::new(20.0, 22.0, 10.0), 0.0)));
    let eye = [Vec3::new(20.0, 22.0, 10.0)];
    for slot in [S, D] {
        let world = tables(&app, slot);
        for part in 1..=world.part_count() {
            if world.part_distance_sq(part, &eye) <= 115.0 * 115.0 {
                assert_eq!(
                    world.part_state(part),
                    PartState::Resident,
                    "{slot:?} part {part} is within the radius"
                );
            }
        }
    }
}

#[test]
fn the_preload_loads_one_part_past_its_radius() {
    // A row of 30 boxes of 20 m: box k starts 20 k m from the camera's face of box 0.
    let row = GridCity::row(S, 30);
    let app = play(fixture::city_files("row", &row), faithful(), "row");
    let eye = [get::<CurrentLevel>(&app).start.expect("known").0];
    let world = tables(&app, S);
    let beyond: Vec<u32> = (1..=30)
        .filter(|&part| world.part_state(part) == PartState::Resident)
        .filter(|&part| world.part_distance_sq(part, &eye).sqrt() > 115.0)
        .collect();
    assert_eq!(beyond.len(), 1, "{beyond:?}");
    let missing = (1..=30).filter(|&part| world.part_state(part) != PartState::Resident);
    assert!(
        missing.into_iter().all(|part| part > beyond[0]),
        "nearest first"
    );
}

#[test]
fn a_camera_that_is_placed_elsewhere_has_its_surroundings_preloaded_instead_of_the_starts() {
    let row = GridCity::row(S, 60);
    let mut app = app(fixture::city_files("row", &row), faithful());
    let position = row.center(45) + Vec3::Y * 5.0;
    app.insert_resource(StartPlace {
        position,
        yaw: None,
        pitch: 0.0,
    });
    assert_eq!(load(&mut app, "row"), LevelPhase::Ready);
    // No frame was made yet. Source: spec/level-start.md 5.
    let start = get::<CurrentLevel>(&app).start.expect("known").0;
    let world = tables(&app, S);
    let is_near = |part: u32, eye: Vec3| world.part_distance_sq(part, &[eye]) <= 115.0 * 115.0;
    for part in (1..=60).filter(|part| is_near(*part, position)) {
        assert_eq!(world.part_state(part), PartState::Resident, "part {part}");
    }
    for part in (1..=60).filter(|part| is_near(*part, start)) {
        // The first step of play may have asked for one, around the camera of the test.
        assert_ne!(world.part_state(part), PartState::Resident, "part {part}");
    }
}

#[test]
fn a_pack_takes_its_room_and_uploads_nothing() {
    let dictionary = TextureDictionary::default().write();
    let resource =
        |name_hash, ty, bytes| Resource::new(name_hash, [Chunk::new(ty, name_hash, bytes)]);
    let pack = Pack {
        resources: vec![
            resource(7, ChunkType::AnimData, vec![0; 10_000]),
            resource(8, ChunkType::RenderwareTextureDic, dictionary),
        ],
    };
    let mut files = files();
    let mut app_without = app(files.clone(), faithful());
    load(&mut app_without, "test");
    files.insert("test_1.pak".into(), pack.write());
    let mut app = play(files, faithful(), "test");
    let of_pack = |(owner, _): &(Owner, u64)| matches!(owner, Owner::Resource(_));
    let charges = get::<SectorBudget>(&app).by_owner();
    let charges: Vec<_> = charges.into_iter().filter(of_pack).collect();
    // 10,000 bytes are ten blocks of 1,024; an empty dictionary has less than 64.
    assert_eq!(charges[0], (Owner::Resource(7), 10_240));
    assert!(charges[1].0 == Owner::Resource(8) && charges[1].1 <= 64);
    let textures = |app: &App| app.world().resource::<Assets<GsTexture>>().len();
    assert_eq!(textures(&app), textures(&app_without));
    app.world_mut().write_message(UnloadLevel);
    update(&mut app);
    update(&mut app);
    assert_eq!(get::<SectorBudget>(&app).used(), 0);
}

#[test]
fn a_level_of_the_game_has_its_known_fog_and_start_where_its_settings_do_not_name_them() {
    let mut files = fixture::level_files("level80", &scenery(), &detail());
    let app_of = |files: &Files| play(files.clone(), faithful(), "level80");
    // Source: spec/level-settings.md 1 and 4: (17, 12, 15); (-181.4, 94.3, 5.7) at 0 degrees. Cameras look 1.4 m above
    // the feet: spec/camera-player.md 4.1. The level is faced along game +y, RenderWare -z.
    let app = app_of(&files);
    let level = get::<CurrentLevel>(&app);
    assert_eq!(level.settings.fog_bytes(), [17, 12, 15]);
    let (position, yaw) = level.start.expect("known");
    assert!(
        position.distance(Vec3::new(-181.4, 7.1, -94.3)) < 1e-3,
        "{position}"
    );
    assert!((yaw.abs() - std::f32::consts::PI).abs() < 1e-5, "{yaw}");

    let text = "(fog: (1.0, 0.0, 0.0))";
    files.insert("level80.settings.ron".into(), text.into());
    let app = app_of(&files);
    let level = get::<CurrentLevel>(&app);
    assert_eq!(level.settings.fog_bytes(), [255, 0, 0]);
    assert_eq!(level.start, Some((position, yaw)));
}

#[test]
fn a_level_of_one_world_without_level_file_or_manifest_loads_with_measured_sizes() {
    let mut files = fixture::city_files("objarena", &scenery());
    files.remove("objarena_sec.mem");
    let mut app = play(files, faithful(), "objarena");
    assert!(get::<CurrentLevel>(&app).level.is_none());
    assert!(get::<Worlds>(&app).get(D).is_none());
    // Small files are charged with the floors: 716,800 for the world, 262,144 a part. Source: seed 000 "Manifest".
    assert_eq!(tables(&app, S).part_size(1).heap_bytes, 262_144);
    let world = get::<SectorBudget>(&app)
        .by_owner()
        .into_iter()
        .find(|(owner, _)| *owner == Owner::World(S));
    assert_eq!(world, Some((Owner::World(S), 716_800)));
    updates(&mut app, 60);
    check_invariants(&app, 642_048 + 2_126_848 + 262_144 + 716_800);
    assert_eq!(get::<StreamingStats>(&app).resident_sectors, 36);
}

#[test]
fn one_world_of_a_level_can_be_loaded_by_its_own_name() {
    let app = play(files(), faithful(), "testd");
    assert_eq!(
        tables(&app, S).name(),
        "testd",
        "a single world is the scenery"
    );
}

#[test]
fn a_budget_smaller_than_the_scenery_world_fails_and_charges_nothing() {
    let settings = with_budget(fixed_charges(1) - 1);
    let mut app = app(files(), settings);
    let failure = failure(&mut app, "test");
    assert_eq!(failure.kind, FaultKind::Limit);
    assert!(
        failure.file == "tests_sec.wld" && failure.words.contains("needs 100352 bytes"),
        "{failure}"
    );
    assert_eq!(get::<SectorBudget>(&app).used(), 0);
    assert!(get::<Worlds>(&app).is_empty());
    assert_eq!(get::<CurrentLevel>(&app).name, "test");

    settings_mut(&mut app).budget = BudgetSize::Original;
    assert_eq!(
        load(&mut app, "test"),
        LevelPhase::Ready,
        "and it can be tried again"
    );
}

/// Resources that hold charges, and what they were asked to make room for.
#[derive(Default)]
struct HoldingResources {
    charges: Vec<Charge>,
    asked: Arc<Mutex<Vec<RoomFor>>>,
}

impl CompetingStreamer for HoldingResources {
    fn nearest_wanted(&mut self, _: &[Vec3]) -> Option<f32> {
        None
    }

    fn start(&mut self, _: &[Vec3], _: &SectorBudget) -> bool {
        false
    }

    fn farthest(&mut self, _: &[Vec3]) -> Option<f32> {
        None
    }

    fn free_farthest(&mut self, _: &[Vec3]) -> bool {
        false
    }

    fn make_room(&mut self, bytes: u64, purpose: RoomFor, budget: &SectorBudget) -> bool {
        self.asked.lock().expect("not poisoned").push(purpose);
        while !budget.fits(bytes) && self.charges.pop().is_some() {}
        budget.fits(bytes)
    }
}

/// An app in which the resources hold so many charges of 60,416 bytes, with room for the level without them.
fn app_with_resources(charges: usize) -> (App, Arc<Mutex<Vec<RoomFor>>>) {
    let settings = StreamingSettings {
        budget: BudgetSize::Bytes(fixed_charges(2)),
        preload: false,
        ..faithful()
    };
    let mut app = app(files(), settings);
    let mut holding = HoldingResources::default();
    for _ in 0..charges {
        let charge = get::<SectorBudget>(&app).charge(Owner::Other, 60_000);
        holding.charges.extend(charge);
    }
    let asked = holding.asked.clone();
    let mut others = app.world_mut().resource_mut::<CompetingStreamers>();
    others.resources = Some(Box::new(holding));
    (app, asked)
}

#[test]
fn a_world_asks_the_resources_for_room_before_it_is_charged() {
    // Of 3,231,744 bytes 3,031,040 are fixed and 120,832 held: 79,872 are free, and a world takes 100,352.
    let (mut app, asked) = app_with_resources(2);
    assert_eq!(load(&mut app, "test"), LevelPhase::Ready);
    assert!(get::<Worlds>(&app).get(S).is_some() && get::<Worlds>(&app).get(D).is_some());
    assert_eq!(get::<SectorBudget>(&app).used(), fixed_charges(2));
    assert_eq!(
        asked.lock().expect("not poisoned")[..2],
        [RoomFor::World; 2]
    );
}

#[test]
fn resources_that_are_in_use_make_no_room_for_a_world() {
    let (mut app, asked) = app_with_resources(0);
    let held = get::<SectorBudget>(&app).charge(Owner::Other, 120_000);
    let failure = failure(&mut app, "test");
    assert_eq!(failure.kind, FaultKind::Limit);
    assert_eq!(*asked.lock().expect("not poisoned"), [RoomFor::World]);
    let held = held.expect("there was room");
    assert_eq!(get::<SectorBudget>(&app).used(), held.bytes());
}

#[test]
fn a_detail_world_that_does_not_fit_is_left_out() {
    let settings = with_budget(fixed_charges(1) + 90_000);
    let app = play(files(), settings, "test");
    assert!(get::<Worlds>(&app).get(D).is_none());
    assert!(
        warnings(&app)[0].contains("testd_sec.wld"),
        "{:?}",
        warnings(&app)
    );
}

#[test]
fn a_level_that_does_not_exist_fails_with_the_names_that_were_looked_for() {
    let mut app = app(files(), faithful());
    let failure = failure(&mut app, "level2");
    assert_eq!(failure.kind, FaultKind::Io);
    assert_eq!(
        failure.to_string(),
        "neither level2s_sec.wld nor level2_sec.wld exists in memory"
    );
}

/// What a level brings: entities first, then assets, names of textures, charges and bytes.
fn counts(app: &mut App) -> [usize; 9] {
    let world = app.world_mut();
    let entities = world.query::<Entity>().iter(world).count();
    [
        entities,
        world.resource::<Assets<WorldAsset>>().len(),
        world.resource::<Assets<ManifestAsset>>().len(),
        world.resource::<Assets<PartAsset>>().len(),
        world.resource::<Assets<SceneryMesh>>().len(),
        world.resource::<Assets<GsTexture>>().len(),
        world.resource::<TextureRegistry>().len(),
        world.resource::<SectorBudget>().by_owner().len(),
        world.resource::<SectorBudget>().used() as usize,
    ]
}

#[test]
fn unloading_gives_every_byte_entity_and_texture_back() {
    let mut app = app(files(), faithful());
    update(&mut app);
    let before = counts(&mut app);
    for _ in 0..3 {
        load(&mut app, "test");
        for step in 0..20 {
            place(&mut app, scenery().center(step), 0.0);
            update(&mut app);
        }
        assert!(!get::<TextureRegistry>(&app).is_empty());
        app.world_mut().write_message(UnloadLevel);
        updates(&mut app, 4);
        assert_eq!(get::<CurrentLevel>(&app).phase, LevelPhase::None);
        assert!(get::<DrawList>(&app).is_empty());
        assert_eq!(counts(&mut app), before);
    }
}

#[test]
fn loading_a_level_while_another_is_there_replaces_it() {
    let mut files = files();
    files.extend(fixture::city_files("other", &GridCity::new(S, 3, 3)));
    let mut app = app(files, faithful());
    load(&mut app, "test");
    assert_eq!(load(&mut app, "other"), LevelPhase::Ready);
    assert_eq!(tables(&app, S).sector_count(), 9);
    assert!(get::<Worlds>(&app).get(D).is_none());
    check_invariants(&app, fixed_charges(1));
}

#[test]
fn the_levels_settings_give_budget_far_clip_and_start() {
    let mut files = files();
    let text = "(far: 90.0, budget: Some(9000000), start: Some((position: (30.0, -50.0, 2.0), heading: 90.0)))";
    files.insert("test.settings.ron".into(), text.into());
    let mut app = app(files, StreamingSettings::default());
    load(&mut app, "test");
    assert_eq!(get::<SectorBudget>(&app).capacity(), 9_000_000);
    assert_eq!(get::<DrawDistance>(&app).current, 90.0);
    let (position, yaw) = get::<CurrentLevel>(&app).start.expect("given");
    assert_eq!(position, Vec3::new(30.0, 2.0, 50.0));
    // Heading 90 degrees faces game -x, which is RenderWare -x: yaw -90 degrees.
    assert!((yaw + std::f32::consts::FRAC_PI_2).abs() < 1e-5, "{yaw}");
    let mut cameras = app.world_mut().query::<&GameCamera>();
    assert_eq!(
        cameras.single(app.world()).expect("one camera").lens.far,
        90.0
    );
}

#[test]
fn a_changed_budget_counts_at_once() {
    let mut app = app(files(), StreamingSettings::default());
    load(&mut app, "test");
    updates(&mut app, 40);
    assert_eq!(get::<StreamingStats>(&app).resident_parts, 26);
    place(
        &mut app,
        Vec3::new(-500.0, 0.0, -500.0),
        std::f32::consts::PI,
    );
    settings_mut(&mut app).budget = BudgetSize::Bytes(fixed_charges(2) + 5 * 40_960);
    updates(&mut app, 30);
    assert_eq!(get::<StreamingStats>(&app).resident_parts, 5);
    check_invariants(&app, fixed_charges(2));
}

#[test]
fn a_level_loads_the_same_without_lockstep() {
    let mut app = free_running_app(
        wonderwheel_game_files::MemoryFiles::new(files()),
        StreamingSettings::default(),
    );
    app.world_mut().write_message(LoadLevel {
        name: "test".into(),
    });
    update_until(&mut app, "the level", |app| {
        get::<CurrentLevel>(app).is_ready()
    });
    check_invariants(&app, fixed_charges(2));
    update_until(&mut app, "all parts", |app| {
        get::<StreamingStats>(app).resident_parts == 26
    });
    check_invariants(&app, fixed_charges(2));
}

/// Files that note on which threads they were asked for.
struct WatchedFiles {
    files: wonderwheel_game_files::MemoryFiles,
    threads: Arc<Mutex<Vec<ThreadId>>>,
}

impl GameFiles for WatchedFiles {
    fn size(&self, name: &str) -> Option<u64> {
        let mut threads = self.threads.lock().expect("not poisoned");
        threads.push(std::thread::current().id());
        self.files.size(name)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.files.read(name)
    }

    fn names(&self) -> Vec<String> {
        self.files.names()
    }

    fn describe(&self) -> String {
        self.files.describe()
    }
}

#[test]
fn no_file_is_looked_for_on_the_thread_that_makes_the_frames() {
    let threads = Arc::<Mutex<Vec<ThreadId>>>::default();
    let watched = WatchedFiles {
        files: wonderwheel_game_files::MemoryFiles::new(files()),
        threads: threads.clone(),
    };
    let mut app = app_over(watched, faithful());
    assert_eq!(load(&mut app, "test"), LevelPhase::Ready);
    let threads = threads.lock().expect("not poisoned");
    assert!(!threads.is_empty() && !threads.contains(&std::thread::current().id()));
}

#[test]
fn a_thousand_loads_and_unloads_leave_nothing_behind() {
    let city = |slot| GridCity::new(slot, 2, 1);
    let mut app = app(
        fixture::level_files("test", &city(S), &city(D)),
        StreamingSettings::default(),
    );
    update(&mut app);
    let empty = counts(&mut app);
    assert_eq!(empty[1..], [0; 8]);
    let mut loaded_first = None;
    for cycle in 0..1_000 {
        assert_eq!(load(&mut app, "test"), LevelPhase::Ready);
        let loaded = counts(&mut app);
        // Two worlds, two manifests, a part, two sectors and a texture each; fixed charges, worlds and parts.
        assert_eq!(loaded[1..8], [2, 2, 2, 4, 4, 3, 7], "cycle {cycle}");
        assert_eq!(*loaded_first.get_or_insert(loaded), loaded, "cycle {cycle}");
        app.world_mut().write_message(UnloadLevel);
        updates(&mut app, 3);
        assert_eq!(counts(&mut app), empty, "cycle {cycle}");
    }
}
