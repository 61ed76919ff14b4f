//! Loading and unloading a level: its files, its charges in order, its tables, its preload.
//!
//! Source: spec/level-start.md 4-5; spec/memory.md 1, 9; spec/archives.md 10.2; 0x00410648, 0x00410a50.

use std::collections::BTreeMap;

use bevy::asset::{AssetServer, Assets, Handle};
use bevy::ecs::message::MessageReader;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Commands, Res, ResMut, SystemParam};
use bevy::log::{debug, info, warn};
use bevy::math::Vec3;
use bevy::tasks::{IoTaskPool, Task, block_on};
use bevy::time::{Real, Time};
use wonderwheel_game_files::SharedFiles;
use wonderwheel_level_assets::{LevelAsset, LevelSettings, ManifestAsset, PackAsset, WorldAsset};
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
use crate::level::current::{
    CurrentLevel, FailureKind, LevelFailure, LevelPhase, LoadLevel, UnloadLevel, start_of,
};
use crate::level::files::{LevelFiles, WorldFiles};
use crate::level::lockstep::Lockstep;
use crate::level::mirror::MirrorIndex;
use crate::level::preload_run::PreloadRun;
use crate::level::residency::{FailedSectors, Residency, load_error_kind, load_error_text};
use crate::level::survey::{FIRST_SECTION, Survey, survey};
use crate::level::textures::{TextureOwner, TextureRegistry};
use crate::level::world_shape::{shape_of, sizes_of};
use crate::view::draw_distance::DrawDistance;
use crate::view::draw_list::DrawList;

/// Share of the progress bar that reading the worlds takes.
pub(crate) const WORLDS_SHARE: f32 = 0.25;

/// Messages about a load come in the frame in which its asset is taken (failures) and in the next (additions).
const SETTLING_FRAMES: u8 = 2;

/// What a level start is doing, and the charges that the level holds apart from its worlds.
#[derive(Resource, Debug, Default)]
pub(crate) struct LevelLoad {
    survey: Option<Task<Survey>>,
    files: Option<LevelFiles>,
    pub(crate) preload: Option<PreloadRun>,
    charges: Vec<Charge>,
    /// Manifests of the resident worlds, so that a changed one is noticed.
    pub(crate) manifests: Vec<(WorldSlot, Handle<ManifestAsset>)>,
    /// Bytes of the parts' files of the resident worlds, as they were at the level's start.
    pub(crate) part_bytes: Vec<(WorldSlot, BTreeMap<u32, u64>)>,
    /// Worlds that could not be used, so that a mended file is noticed.
    pub(crate) lost: Vec<Handle<WorldAsset>>,
    /// Frames in which the asset server still tells of the files that were just taken.
    settling: u8,
}

impl LevelLoad {
    /// Whether additions and failures that are told now are those of the level start itself.
    pub(crate) fn is_settling(&self) -> bool {
        self.survey.is_some() || self.files.is_some() || self.settling > 0
    }

    /// Whether no file of the level is being read, or waits for that.
    pub(crate) fn is_settled(&self, server: &AssetServer) -> bool {
        self.files.as_ref().is_none_or(|files| {
            let (ended, all) = files.count_settled(server);
            ended == all
        })
    }

    /// Asks for as many more of the level's files as may be in flight.
    pub(crate) fn ask_for_more(&mut self, server: &AssetServer) {
        if let Some(files) = &mut self.files {
            files.ask_for_more(server);
        }
    }
}

/// Everything that belongs to the loaded level.
#[derive(SystemParam)]
pub(crate) struct LevelState<'w, 's> {
    pub(crate) current: ResMut<'w, CurrentLevel>,
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
    commands: Commands<'w, 's>,
}

impl LevelState<'_, '_> {
    /// Gives everything back.
    fn unload(&mut self) {
        self.worlds.clear();
        self.residency.clear();
        self.textures.clear();
        self.failed.sectors.clear();
        self.draw_list.clear();
        self.mirror.despawn(&mut self.commands);
        *self.load = LevelLoad::default();
        *self.current = CurrentLevel::default();
        *self.draw_distance = DrawDistance::default();
    }

    /// The failure is passed on in the phase; whoever shows or reports it may log it.
    fn fail(&mut self, failure: LevelFailure) {
        let name = self.current.name.clone();
        self.unload();
        debug!("level {name} cannot be loaded: {failure}");
        self.current.name = name;
        self.current.phase = LevelPhase::Failed(failure);
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
            self.fail(LevelFailure::new(
                FailureKind::Io,
                "no game files are known; add GameFilesPlugin",
            ));
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
            let reason = format!(
                "neither {} nor {} exists in {}",
                names::world_stream(&format!("{name}s")),
                names::world_stream(&name),
                survey.store
            );
            self.fail(LevelFailure::new(FailureKind::Io, reason));
            return;
        }
        self.current.notes = survey.notes(&name);
        let at_once = self.settings.rules().reads_in_flight;
        let mut files = LevelFiles::new(&name, survey, at_once);
        files.ask_for_more(server);
        self.load.files = Some(files);
    }

    /// Charges `bytes`, or says why not.
    fn charge(&self, owner: Owner, bytes: u64, what: &str) -> Result<Charge, LevelFailure> {
        self.budget.charge(owner, bytes).ok_or_else(|| {
            let reason = format!(
                "{what} needs {} bytes, and {} of the budget's {} are free; choose a larger budget",
                charged_bytes(bytes),
                self.budget.largest_free(),
                self.budget.capacity()
            );
            LevelFailure::new(FailureKind::Limit, reason)
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
        // Whoever runs in lockstep tells them itself.
        if !lockstep.0 {
            for note in &level.current.notes {
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
    if let Err(failure) = take_files(&mut level, reading, &stores, &server, deadline) {
        level.fail(failure);
    }
}

fn take_files(
    level: &mut LevelState,
    reading: LevelFiles,
    stores: &LevelAssetStores,
    server: &AssetServer,
    deadline_ms: Option<u64>,
) -> Result<(), LevelFailure> {
    let level_file_bytes = take_settings(level, &reading, stores, server);
    take_pack(level, &reading, stores, server);
    let budget_bytes = level.settings.budget.bytes(level.current.settings.budget);
    level
        .budget
        .resize(budget_bytes, level.settings.budget_model);
    level.budget.reset_peak();
    let resident = [
        level.charge(Owner::GlobalData, GLOBAL_DATA_BYTES, "the global data")?,
        level.charge(
            Owner::GenericResources,
            GENERIC_RESOURCE_BYTES,
            "the generic resources",
        )?,
        level.charge(
            Owner::LevelFile,
            level_pool_bytes(level_file_bytes),
            "the level file",
        )?,
    ];
    level.load.charges.extend(resident);

    // What can be used is used; a level without any world is none.
    let mut lost = Vec::new();
    for world in reading.worlds {
        match take_world(level, world, stores, server) {
            Ok(()) => {}
            Err(WorldLoss::NoRoom(WorldSlot::Scenery, failure)) => return Err(failure),
            Err(WorldLoss::NoRoom(slot, failure) | WorldLoss::Unusable(slot, failure)) => {
                lost.push((slot, failure));
            }
        }
    }
    if level.worlds.is_empty() {
        // Each was lost, as there was at least one.
        return lost
            .into_iter()
            .next()
            .map_or(Ok(()), |(_, failure)| Err(failure));
    }
    for (slot, failure) in lost {
        warn!("the {} world is left out: {failure}", world_word(slot));
        level.current.warn(failure.message);
    }
    let start = level.current.settings.start.as_ref().map(start_of);
    level.current.start =
        start.or_else(|| start_above_part_1(&level.worlds, level.settings.start_height));
    let radius = level.current.settings.far;
    *level.draw_distance = DrawDistance {
        current: radius,
        pending: crate::core::distance::NOTHING_MISSING,
    };
    level.worlds.reset_visibility();
    let eye = level
        .current
        .start
        .map_or(Vec3::ZERO, |(position, _)| position);
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
    if let Some(handle) = &reading.settings {
        match stores.settings.get(handle) {
            Some(settings) => level.current.settings = settings.clone(),
            None => {
                let lost = failure(server, handle, &names::settings(&level.current.name));
                level.current.warn(lost.message);
            }
        }
        level.current.settings_asset = Some(handle.clone());
    }
    if let Some(handle) = &reading.level {
        match stores.levels.get(handle) {
            Some(file) => {
                level_file_bytes = file.byte_size;
                for fault in &file.faults {
                    level.current.warn(fault.clone());
                }
            }
            None => {
                let lost = failure(server, handle, &names::level_file(&level.current.name));
                level.current.warn(lost.message);
            }
        }
        level.current.level = Some(handle.clone());
    }
    level_file_bytes
}

/// The pack of the first section. Nothing of it is drawn yet, but a broken one is told.
fn take_pack(
    level: &mut LevelState,
    reading: &LevelFiles,
    stores: &LevelAssetStores,
    server: &AssetServer,
) {
    let Some(handle) = &reading.pack else { return };
    match stores.packs.get(handle) {
        Some(pack) => {
            for fault in &pack.faults {
                level.current.warn(fault.clone());
            }
        }
        None => {
            let file = names::section_pack(&level.current.name, FIRST_SECTION);
            let lost = failure(server, handle, &file);
            level.current.warn(lost.message);
        }
    }
    level.current.pack = Some(handle.clone());
}

/// Why a level does without one of its worlds.
enum WorldLoss {
    /// It does not fit the budget. Without room for its scenery the original loads no level.
    /// Source: spec/memory.md 6 and 10.2, test 2.
    NoRoom(WorldSlot, LevelFailure),
    /// Its file cannot be used.
    Unusable(WorldSlot, LevelFailure),
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
        let failure = failure(server, &handle, &stream_file);
        level.load.lost.push(handle);
        return Err(WorldLoss::Unusable(slot, failure));
    };
    let manifest_file = names::manifest(name);
    let read_manifest = manifest.as_ref().and_then(|manifest| {
        let found = stores.manifests.get(manifest);
        if found.is_none() {
            let lost = failure(server, manifest, &manifest_file);
            level
                .current
                .warn(format!("{lost}; sizes are measured instead"));
        }
        found.map(|found| &found.0)
    });
    let sizes = sizes_of(read_manifest, name, asset, &found.part_bytes);
    let what = format!("the world {stream_file}");
    let bytes = u64::from(sizes.world_heap_bytes);
    // What does not fit then is refused by the charge. Source: spec/memory.md 6.
    level.others.make_room(bytes, RoomFor::World, &level.budget);
    let charge = level
        .charge(Owner::World(slot), bytes, &what)
        .map_err(|failure| WorldLoss::NoRoom(slot, failure))?;
    let tables = match WorldTables::new(shape_of(slot, name, asset, &sizes)) {
        Ok(tables) => tables,
        Err(fault) => {
            let reason = format!("{stream_file}: {fault}");
            level.load.lost.push(handle);
            return Err(WorldLoss::Unusable(
                slot,
                LevelFailure::new(FailureKind::Malformed, reason),
            ));
        }
    };
    for fault in asset.faults.iter().cloned().chain(
        tables
            .faults()
            .iter()
            .map(|fault| format!("{stream_file}: {fault}")),
    ) {
        level.current.warn(fault);
    }
    for finding in sizes.findings {
        level.current.warn(finding);
    }
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

/// Above the middle of part 1 of the first world, looking along +z. Source: spec/camera-player.md 3.
fn start_above_part_1(worlds: &Worlds, height: f32) -> Option<(Vec3, f32)> {
    let bounds = worlds.iter().next()?.part_bounds(1)?;
    let (low, high) = (Vec3::from(bounds.min), Vec3::from(bounds.max));
    let middle = (low + high) * 0.5;
    Some((Vec3::new(middle.x, high.y + height, middle.z), 0.0))
}

/// Why a file of the level could not be used, beginning with its name.
fn failure<A: bevy::asset::Asset>(
    server: &AssetServer,
    handle: &Handle<A>,
    file: &str,
) -> LevelFailure {
    match server.load_state(handle) {
        bevy::asset::LoadState::Failed(error) => {
            let text = load_error_text(&error);
            let reason = if text.starts_with(file) {
                text.to_string()
            } else {
                format!("{file}: {text}")
            };
            LevelFailure::new(load_error_kind(&error), reason)
        }
        _ => LevelFailure::new(FailureKind::Io, format!("{file}: is not there any more")),
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
