//! The app of these tests: no window, no renderer, and by default lockstep.

use bevy::prelude::*;
use wonderwheel_game_files::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_ps2::fault::Fault;
use wonderwheel_world_streaming::core::budget::charged_bytes;
use wonderwheel_world_streaming::level::lockstep;
use wonderwheel_world_streaming::prelude::*;

use crate::fixture::Files;

/// Every message that the plugin sent, in order.
#[derive(Resource, Default)]
pub struct Mailbox {
    pub decisions: Vec<StreamingDecision>,
    pub parts: Vec<PartEvent>,
}

/// An app over files in memory.
pub fn app(files: Files, settings: StreamingSettings) -> App {
    app_over(MemoryFiles::new(files), settings)
}

/// An app over any files, in lockstep.
pub fn app_over(files: impl GameFiles, settings: StreamingSettings) -> App {
    let mut app = free_running_app(files, settings);
    lockstep::enter(&mut app);
    app
}

/// An app that does not wait for reads.
pub fn free_running_app(files: impl GameFiles, settings: StreamingSettings) -> App {
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(files),
        watch: true,
    })
    .add_plugins((MinimalPlugins, AssetPlugin::default(), LevelAssetsPlugin))
    .insert_resource(settings)
    .add_plugins(WorldStreamingPlugin)
    .init_resource::<Mailbox>()
    .add_systems(Last, listen);
    app.world_mut().spawn(GameCamera::default());
    app.finish();
    app.cleanup();
    app
}

fn listen(
    mut sent: ResMut<Mailbox>,
    mut decisions: MessageReader<StreamingDecision>,
    mut parts: MessageReader<PartEvent>,
) {
    sent.decisions.extend(decisions.read());
    sent.parts.extend(parts.read().cloned());
}

/// The original's rules.
pub fn faithful() -> StreamingSettings {
    StreamingSettings {
        mode: StreamingMode::Faithful,
        ..default()
    }
}

/// The original's rules with a budget of so many bytes.
pub fn with_budget(bytes: u64) -> StreamingSettings {
    StreamingSettings {
        budget: BudgetSize::Bytes(bytes),
        ..faithful()
    }
}

/// Loads a level and updates until it is ready or failed.
pub fn load(app: &mut App, name: &str) -> LevelPhase {
    app.world_mut()
        .write_message(LoadLevel { name: name.into() });
    for _ in 0..10_000 {
        update(app);
        let level = app.world().resource::<CurrentLevel>();
        if !level.name.is_empty() && !level.is_loading() {
            return level.phase.clone();
        }
    }
    panic!("{name} never got ready");
}

/// An app over files in memory in which a level is ready.
pub fn play(files: Files, settings: StreamingSettings, name: &str) -> App {
    let mut app = app(files, settings);
    assert_eq!(load(&mut app, name), LevelPhase::Ready);
    app
}

/// Why a level cannot be loaded.
pub fn failure(app: &mut App, name: &str) -> Fault {
    match load(app, name) {
        LevelPhase::Failed(fault) => fault,
        phase => panic!("{name} loaded: {phase:?}"),
    }
}

/// So many updates.
pub fn updates(app: &mut App, count: u32) {
    (0..count).for_each(|_| update(app));
}

/// So many updates, each of which keeps the [invariants](check_invariants).
pub fn checked_updates(app: &mut App, count: u32, fixed: u64) {
    for _ in 0..count {
        update(app);
        check_invariants(app, fixed);
    }
}

/// The settings, to be changed.
pub fn settings_mut(app: &mut App) -> Mut<'_, StreamingSettings> {
    app.world_mut().resource_mut()
}

/// One update; the app must not want to end.
pub fn update(app: &mut App) {
    app.update();
    assert_eq!(app.should_exit(), None);
}

/// Updates until `done`, with real pauses for the file watcher and the I/O threads.
pub fn update_until(app: &mut App, what: &str, mut done: impl FnMut(&App) -> bool) {
    for _ in 0..5_000 {
        update(app);
        if done(app) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("waited for {what} in vain");
}

/// Moves the one camera.
pub fn place(app: &mut App, position: Vec3, yaw: f32) {
    let mut cameras = app.world_mut().query::<&mut GameCamera>();
    for mut camera in cameras.iter_mut(app.world_mut()) {
        camera.position = position;
        camera.yaw = yaw;
    }
}

/// A resource.
pub fn get<R: Resource>(app: &App) -> &R {
    app.world().resource::<R>()
}

/// Whether something is wrong with the level that begins so.
pub fn warns(app: &App, beginning: &str) -> bool {
    warnings(app).iter().any(|line| line.starts_with(beginning))
}

/// What is wrong with the level, a line each.
pub fn warnings(app: &App) -> Vec<String> {
    get::<LevelFaults>(app).lines()
}

/// The tables of a world.
pub fn tables(app: &App, slot: WorldSlot) -> &WorldTables {
    get::<Worlds>(app).get(slot).expect("the world is loaded")
}

/// Checks what must hold after every frame of a level whose fixed charges are `fixed` bytes.
/// Source: spec/world-addenda.md 7.
pub fn check_invariants(app: &App, fixed: u64) {
    let budget = get::<SectorBudget>(app);
    let residency = get::<Residency>(app);
    let (used, capacity) = (budget.used(), budget.capacity());
    assert!(used <= capacity, "{used} of {capacity} bytes");
    let mut expected = fixed;
    for world in get::<Worlds>(app).iter() {
        let slot = world.slot();
        for part in 1..=world.part_count() {
            let state = world.part_state(part);
            let is_there = matches!(state, PartState::Resident | PartState::Releasing);
            if is_there || state == PartState::Reading {
                expected += charged_bytes(u64::from(world.part_size(part).heap_bytes));
            }
            let has_asset = residency.part(slot, part).is_some();
            assert_eq!(has_asset, is_there, "part {part}");
            for &sector in world.part_sectors(part) {
                let sector_state = world.sector_state(sector);
                let loaded = matches!(
                    sector_state,
                    SectorState::Loaded | SectorState::ReleasePending
                );
                let has_mesh = residency.mesh(slot, sector).is_some();
                assert_eq!(has_mesh, loaded, "sector {sector} of part {part}");
                if state == PartState::Resident {
                    assert!(loaded || sector_state == SectorState::Failed);
                }
            }
        }
    }
    assert_eq!(used, expected, "used is not the sum of what is loaded");
    let list = get::<DrawList>(app);
    for drawn in list.scenery.iter().chain(&list.detail) {
        assert_eq!(residency.mesh(drawn.slot, drawn.sector), Some(&drawn.mesh));
    }
}

/// Bytes that a level of `worlds` test worlds is charged with before any part.
pub fn fixed_charges(worlds: u64) -> u64 {
    // spec/memory.md 10.1: global data, generic resources, the smallest level pool; then 100,000 bytes a world.
    642_048 + 2_126_848 + 262_144 + worlds * 100_352
}
