//! Loading and unloading a level: its files, its charges in order, its tables, its preload.
//!
//! Source: spec/level-start.md 4-5; spec/memory.md 1, 9; spec/archives.md 10.2; 0x00410648, 0x00410a50.

use bevy::asset::{Asset, AssetServer, Assets, Handle, LoadState};
use bevy::ecs::message::MessageReader;
use bevy::ecs::system::{Commands, Res, ResMut, SystemParam};
use bevy::log::{debug, info, warn};
use bevy::math::Vec3;
use bevy::tasks::{IoTaskPool, block_on};
use bevy::time::{Real, Time};
use wonderwheel_game_files::SharedFiles;
use wonderwheel_level_assets::settings::built_in;
use wonderwheel_level_assets::{
    LevelAsset, LevelFaults, LevelSettings, ManifestAsset, PackAsset, StartPoint, WorldAsset,
    load_fault,
};
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::budget::{
    Charge, GENERIC_RESOURCE_BYTES, GLOBAL_DATA_BYTES, Owner, SectorBudget, charged_bytes,
    level_pool_bytes,
};
use crate::core::clock::StreamClock;
use crate::core::competing::{CompetingStreamers, RoomFor};
use crate::core::decision_log::DecisionLog;
use crate::core::preload;
use crate::core::run_hash::RunHash;
use crate::core::settings::StreamingSettings;
use crate::core::slots::world_word;
use crate::core::stats::StreamingStats;
use crate::core::tables::WorldTables;
use crate::core::worlds::Worlds;
use crate::level::current::{CurrentLevel, LevelPhase, LoadLevel, UnloadLevel, start_of};
use crate::level::files::{LevelFiles, WorldFiles};
use crate::level::load_state::{LevelLoad, SETTLING_FRAMES, WORLDS_SHARE};
use crate::level::lockstep::Lockstep;
use crate::level::mirror::MirrorIndex;
use crate::level::pack_charges::charge_pack;
use crate::level::preload_run::PreloadRun;
use crate::level::residency::{FailedSectors, Residency};
use crate::level::start_place::StartPlace;
use crate::level::survey::{FIRST_SECTION, Survey, survey};
use crate::level::textures::{TextureOwner, TextureRegistry};
use crate::level::world_shape::{shape_of, sizes_of};
use crate::view::draw_distance::DrawDistance;
use crate::view::draw_list::DrawList;

/// Everything that belongs to the loaded level.
#[derive(SystemParam)]
pub(crate) struct LevelState<'w, 's> {
    pub(crate) current: ResMut<'w, CurrentLevel>,
    faults: ResMut<'w, LevelFaults>,
    load: ResMut<'w, LevelLoad>,
    worlds: ResMut<'w, Worlds>,
    residency: ResMut<'w, Residency>,
    textures: ResMut<'w, TextureRegistry>,
    failed: ResMut<'w, FailedSectors>,
    draw_list: ResMut<'w, DrawList>,
    mirror: ResMut<'w, MirrorIndex>,
    stats: ResMut<'w, StreamingStats>,
    log: ResMut<'w, DecisionLog>,
    hash: ResMut<'w, RunHash>,
    clock: ResMut<'w, StreamClock>,
    draw_distance: ResMut<'w, DrawDistance>,
    budget: Res<'w, SectorBudget>,
    others: ResMut<'w, CompetingStreamers>,
    settings: Res<'w, StreamingSettings>,
    place: Option<Res<'w, StartPlace>>,
    commands: Commands<'w, 's>,
}

impl LevelState<'_, '_> {
    /// Gives everything back.
    fn unload(&mut self) {
        self.worlds.clear();
        self.residency.clear();
        self.textures.clear();
        self.failed.sectors.clear();
        self.faults.clear();
        self.draw_list.clear();
        self.mirror.despawn(&mut self.commands);
        *self.load = LevelLoad::default();
        *self.current = CurrentLevel::default();
        *self.draw_distance = DrawDistance::default();
    }

    /// The fault is passed on in the phase; what shows or reports it may log it.
    fn fail(&mut self, fault: Fault) {
        let name = self.current.name.clone();
        self.unload();
        debug!("level {name} cannot be loaded: {fault}");
        self.current.name = name;
        self.current.phase = LevelPhase::Failed(fault);
    }

    /// Starts to look for a level's files.
    fn begin(&mut self, name: &str, files: Option<&SharedFiles>) {
        self.unload();
        *self.stats = StreamingStats::default();
        *self.log = DecisionLog::default();
        *self.hash = RunHash::new();
        *self.clock = StreamClock::default();
        let name = name.to_ascii_lowercase();
        self.current.name.clone_from(&name);
        let Some(files) = files else {
            let words = "no game files are known; add GameFilesPlugin";
            self.fail(Fault::of_file("", FaultKind::Io, words));
            return;
        };
        let files = files.clone();
        let work = async move { survey(&name, &*files) };
        self.load.survey = Some(IoTaskPool::get().spawn(work));
        self.current.phase = LevelPhase::Worlds;
    }

    /// Starts to read the files that there are.
    fn read(&mut self, survey: Survey, server: &AssetServer) {
        let name = self.current.name.clone();
        if survey.worlds.is_empty() {
            let words = format!(
                "neither {} nor {} exists in {}",
                names::world_stream(&format!("{name}s")),
                names::world_stream(&name),
                survey.store
            );
            self.fail(Fault::of_file("", FaultKind::Io, words));
            return;
        }
        self.faults.set_notes(survey.notes(&name));
        let at_once = self.settings.rules().reads_in_flight;
        let mut files = LevelFiles::new(&name, survey, at_once);
        files.ask_for_more(server);
        self.load.files = Some(files);
    }

    /// Charges `bytes` for `what`, of a file where it is that of one; or says why not.
    fn charge(&self, owner: Owner, bytes: u64, file: &str, what: &str) -> Result<Charge, Fault> {
        self.budget.charge(owner, bytes).ok_or_else(|| {
            let words = format!(
                "{what} needs {} bytes, and {} of the budget's {} are free; choose a larger budget",
                charged_bytes(bytes),
                self.budget.largest_free(),
                self.budget.capacity()
            );
            Fault::of_file(file, FaultKind::Limit, words)
        })
    }
}

/// Carries out [`LoadLevel`] and [`UnloadLevel`].
pub(crate) fn run_commands(
    mut loads: MessageReader<LoadLevel>,
    mut unloads: MessageReader<UnloadLevel>,
    mut level: LevelState,
    files: Option<Res<SharedFiles>>,
) {
    if unloads.read().count() > 0 {
        level.unload();
    }
    if let Some(LoadLevel { name }) = loads.read().last() {
        level.begin(name, files.as_deref());
    }
}

/// Once it is known which files there are: they are read. Lockstep waits for that.
pub(crate) fn take_survey(
    mut level: LevelState,
    server: Res<AssetServer>,
    lockstep: Res<Lockstep>,
) {
    let Some(task) = level.load.survey.take() else {
        return;
    };
    if lockstep.0 || task.is_finished() {
        level.read(block_on(task), &server);
        // A run in lockstep reports them itself.
        if !lockstep.0 {
            for note in level.faults.notes() {
                info!("{note}");
            }
        }
    } else {
        level.load.survey = Some(task);
    }
}

/// What was read of a level.
#[derive(SystemParam)]
pub(crate) struct LevelAssetStores<'w> {
    worlds: Res<'w, Assets<WorldAsset>>,
    manifests: Res<'w, Assets<ManifestAsset>>,
    packs: Res<'w, Assets<PackAsset>>,
    levels: Res<'w, Assets<LevelAsset>>,
    settings: Res<'w, Assets<LevelSettings>>,
}

/// Once all files of a level are read: charges, tables, entities, and on to the preload.
pub(crate) fn take_level_files(
    mut level: LevelState,
    stores: LevelAssetStores,
    server: Res<AssetServer>,
    lockstep: Res<Lockstep>,
    time: Res<Time<Real>>,
) {
    level.load.settling = level.load.settling.saturating_sub(1);
    level.load.ask_for_more(&server);
    let Some(reading) = &level.load.files else {
        return;
    };
    let (ended, all) = reading.count_settled(&server);
    if ended < all {
        level.current.progress = WORLDS_SHARE * ended as f32 / all as f32;
        return;
    }
    let Some(reading) = level.load.files.take() else {
        return;
    };
    let now_ms = time.elapsed().as_millis() as u64;
    level.load.settling = SETTLING_FRAMES;
    let deadline = if lockstep.0 {
        None
    } else {
        Some(now_ms + preload::budget_ms(&level.current.name))
    };
    if let Err(fault) = take_files(&mut level, reading, &stores, &server, deadline) {
        level.fail(fault);
    }
}

fn take_files(
    level: &mut LevelState,
    mut reading: LevelFiles,
    stores: &LevelAssetStores,
    server: &AssetServer,
    deadline_ms: Option<u64>,
) -> Result<(), Fault> {
    let level_file_bytes = take_settings(level, &reading, stores, server);
    let pack = take_pack(level, &reading, stores, server);
    let budget_bytes = level.settings.budget.bytes(level.current.settings.budget);
    level
        .budget
        .resize(budget_bytes, level.settings.budget_model);
    level.budget.reset_peak();
    let level_pool = level_pool_bytes(level_file_bytes);
    let mut resident = Vec::with_capacity(3);
    for (owner, bytes, what) in [
        (Owner::GlobalData, GLOBAL_DATA_BYTES, "the global data"),
        (
            Owner::GenericResources,
            GENERIC_RESOURCE_BYTES,
            "the generic resources",
        ),
        (Owner::LevelFile, level_pool, "the level file"),
    ] {
        resident.push(level.charge(owner, bytes, "", what)?);
    }
    level.load.charges.extend(resident);

    // What can be used is used; a level without any world is none.
    let mut lost = Vec::new();
    for world in std::mem::take(&mut reading.worlds) {
        match take_world(level, world, stores, server) {
            Ok(()) => {}
            Err(WorldLoss::NoRoom(WorldSlot::Scenery, fault)) => return Err(fault),
            Err(WorldLoss::NoRoom(slot, fault) | WorldLoss::Unusable(slot, fault)) => {
                lost.push((slot, fault));
            }
        }
    }
    if level.worlds.is_empty() {
        // Each was lost, as there was at least one.
        let first = lost.into_iter().next();
        return first.map_or(Ok(()), |(_, fault)| Err(fault));
    }
    for (slot, fault) in lost {
        warn!("the {} world is left out: {fault}", world_word(slot));
        level.faults.note(fault);
    }
    if let Some(pack) = pack {
        level.load.pack_charges = charge_pack(&level.budget, pack);
    }
    let named = reading.settings.as_ref();
    let named = named.and_then(|handle| stores.settings.get(handle)?.start);
    level.current.start = named
        .as_ref()
        .map(start_of)
        .or_else(|| start_of_player(level.current.settings.start.as_ref()))
        .or_else(|| start_above_part_1(&level.worlds, level.settings.start_height));
    let radius = level.current.settings.far;
    *level.draw_distance = DrawDistance {
        current: radius,
        pending: crate::core::distance::NOTHING_MISSING,
    };
    level.worlds.reset_visibility();
    let start = level.current.start.map(|(position, _)| position);
    let place = level.place.as_ref().map(|place| place.position);
    let eye = place.or(start).unwrap_or_default();
    level.load.preload = Some(if level.settings.preload {
        PreloadRun::new(&level.worlds, eye, radius, deadline_ms)
    } else {
        PreloadRun::skipped()
    });
    level.current.phase = LevelPhase::Preload;
    level.current.progress = WORLDS_SHARE;
    Ok(())
}

/// The level file and the settings; a level does without either. Bytes of the level file: 0 for one that could not be
/// loaded, whatever its size, for only the pool's minimum is there then.
fn take_settings(
    level: &mut LevelState,
    reading: &LevelFiles,
    stores: &LevelAssetStores,
    server: &AssetServer,
) -> u64 {
    let mut level_file_bytes = 0;
    let mut named = None;
    if let Some(handle) = &reading.settings {
        let file = || names::settings(&level.current.name);
        named = read_or_note(&mut level.faults, &stores.settings, server, handle, file);
        level.current.settings_asset = Some(handle.clone());
    }
    level.current.settings = settings_of(&level.current.name, named);
    if let Some(handle) = &reading.level {
        let file = || names::level_file(&level.current.name);
        if let Some(file) = read_or_note(&mut level.faults, &stores.levels, server, handle, file) {
            level_file_bytes = file.byte_size;
            level.faults.extend(file.faults.iter().cloned());
        }
        level.current.level = Some(handle.clone());
    }
    level_file_bytes
}

/// What holds for a level: what its file names, and what is known of it. Source: spec/level-settings.md 2.
pub(crate) fn settings_of(level: &str, file: Option<&LevelSettings>) -> LevelSettings {
    file.cloned().unwrap_or_default().over(&built_in(level))
}

/// The pack of the first section: nothing of it is drawn yet, but it takes its room.
fn take_pack<'a>(
    level: &mut LevelState,
    reading: &LevelFiles,
    stores: &'a LevelAssetStores,
    server: &AssetServer,
) -> Option<&'a PackAsset> {
    let handle = reading.pack.as_ref()?;
    let file = || names::section_pack(&level.current.name, FIRST_SECTION);
    let pack = read_or_note(&mut level.faults, &stores.packs, server, handle, file);
    if let Some(pack) = pack {
        level.faults.extend(pack.faults.iter().cloned());
    }
    level.current.pack = Some(handle.clone());
    pack
}

/// Why a level does without one of its worlds.
enum WorldLoss {
    /// It does not fit the budget. Without room for its scenery the original loads no level.
    /// Source: spec/memory.md 6 and 10.2, test 2.
    NoRoom(WorldSlot, Fault),
    /// Its file cannot be used.
    Unusable(WorldSlot, Fault),
}

/// Charges a world and makes its tables and entities.
fn take_world(
    level: &mut LevelState,
    reading: WorldFiles,
    stores: &LevelAssetStores,
    server: &AssetServer,
) -> Result<(), WorldLoss> {
    let WorldFiles {
        found,
        world: handle,
        manifest,
    } = reading;
    let (slot, name) = (found.slot, found.name.as_str());
    let stream_file = names::world_stream(name);
    // Every file was asked for before any is taken.
    let handle = handle.unwrap_or_default();
    let Some(asset) = stores.worlds.get(&handle) else {
        let fault = failure(server, &handle, &stream_file);
        level.load.lost.push((handle, stream_file));
        return Err(WorldLoss::Unusable(slot, fault));
    };
    let manifest_file = names::manifest(name);
    let read_manifest = manifest.as_ref().and_then(|manifest| {
        let found = stores.manifests.get(manifest);
        if found.is_none() {
            let mut fault = failure(server, manifest, &manifest_file);
            fault.words.push_str("; sizes are measured instead");
            level.faults.note(fault);
        }
        found.map(|found| &found.0)
    });
    let sizes = sizes_of(read_manifest, name, asset, &found.part_bytes);
    let bytes = u64::from(sizes.world_heap_bytes);
    // What does not fit then is refused by the charge. Source: spec/memory.md 6.
    level.others.make_room(bytes, RoomFor::World, &level.budget);
    let charge = level
        .charge(Owner::World(slot), bytes, &stream_file, "the world")
        .map_err(|fault| WorldLoss::NoRoom(slot, fault))?;
    let tables = match WorldTables::new(shape_of(slot, name, asset, &sizes)) {
        Ok(tables) => tables,
        Err(error) => {
            let fault = Fault::of_file(&*stream_file, FaultKind::Malformed, error.to_string());
            level.load.lost.push((handle, stream_file));
            return Err(WorldLoss::Unusable(slot, fault));
        }
    };
    let faults = world_faults(asset, &tables);
    level.faults.extend(faults.chain(sizes.findings));
    level.residency.insert_world(&tables, handle, charge);
    level
        .textures
        .register(TextureOwner::World(slot), &asset.textures);
    level.mirror.spawn(&tables, &mut level.commands);
    level.worlds.insert(tables);
    level
        .load
        .manifests
        .extend(manifest.map(|manifest| (slot, manifest)));
    level.load.part_bytes.push((slot, found.part_bytes));
    Ok(())
}

/// What is wrong with a world's file: by itself, and where its sectors and parts do not fit together.
pub(crate) fn world_faults<'a>(
    asset: &'a WorldAsset,
    tables: &'a WorldTables,
) -> impl Iterator<Item = Fault> + 'a {
    asset.faults.iter().chain(tables.faults()).cloned()
}

/// Height above the player's feet that cameras look at, metres. Source: spec/camera-player.md 4.1.
const LOOK_HEIGHT: f32 = 1.4;

/// Where the player is known to start: the table has his feet, and a camera stands higher.
fn start_of_player(feet: Option<&StartPoint>) -> Option<(Vec3, f32)> {
    let (position, yaw) = start_of(feet?);
    Some((position + Vec3::Y * LOOK_HEIGHT, yaw))
}

/// Above the middle of part 1 of the first world, looking along +z. Source: spec/camera-player.md 3.
fn start_above_part_1(worlds: &Worlds, height: f32) -> Option<(Vec3, f32)> {
    let bounds = worlds.iter().next()?.part_bounds(1)?;
    let (low, high) = (Vec3::from(bounds.min), Vec3::from(bounds.max));
    let middle = (low + high) * 0.5;
    Some((Vec3::new(middle.x, high.y + height, middle.z), 0.0))
}

/// What was read of a file of the level; why not is noted.
fn read_or_note<'a, A: Asset>(
    faults: &mut LevelFaults,
    assets: &'a Assets<A>,
    server: &AssetServer,
    handle: &Handle<A>,
    file: impl FnOnce() -> String,
) -> Option<&'a A> {
    let read = assets.get(handle);
    if read.is_none() {
        faults.note(failure(server, handle, &file()));
    }
    read
}

/// Why a file of the level could not be used.
fn failure<A: Asset>(server: &AssetServer, handle: &Handle<A>, file: &str) -> Fault {
    match server.load_state(handle) {
        LoadState::Failed(error) => load_fault(file, &error),
        _ => Fault::of_file(file, FaultKind::Io, "is not there any more"),
    }
}

/// A changed budget setting counts at once.
pub(crate) fn apply_budget_settings(
    settings: Res<StreamingSettings>,
    level: Res<CurrentLevel>,
    budget: Res<SectorBudget>,
) {
    if matches!(level.phase, LevelPhase::Preload | LevelPhase::Ready) {
        budget.resize(
            settings.budget.bytes(level.settings.budget),
            settings.budget_model,
        );
    }
}
