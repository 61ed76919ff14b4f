//! Loading and unloading a level: its files, its charges in order, its tables, its preload.
//!
//! Source: spec/level-start.md 4-5; spec/memory.md 1, 9; spec/archives.md 10.2; 0x00410648, 0x00410a50.

use bevy::asset::{AssetServer, Assets, Handle};
use bevy::ecs::message::MessageReader;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Commands, Res, ResMut, SystemParam};
use bevy::log::warn;
use bevy::math::Vec3;
use bevy::time::Time;
use wonderwheel_game_files::{GameFiles, SharedFiles, asset_path};
use wonderwheel_level_assets::{LevelAsset, LevelSettings, ManifestAsset, WorldAsset};
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::budget::{
    Charge, GENERIC_RESOURCE_BYTES, GLOBAL_DATA_BYTES, Owner, SectorBudget, charged_bytes,
    level_pool_bytes,
};
use crate::clock::StreamClock;
use crate::decision::{Worlds, world_word};
use crate::decision_log::DecisionLog;
use crate::draw_list::DrawList;
use crate::entities::MirrorIndex;
use crate::level::{CurrentLevel, LevelPhase, LoadLevel, UnloadLevel, start_of};
use crate::lockstep::{Lockstep, is_settled};
use crate::preload;
use crate::preload_run::PreloadRun;
use crate::residency::{FailedSectors, Residency, load_error_text};
use crate::run_hash::RunHash;
use crate::settings::StreamingSettings;
use crate::stats::StreamingStats;
use crate::step::DrawDistance;
use crate::tables::WorldTables;
use crate::textures::{TextureOwner, TextureRegistry};
use crate::world_shape::{shape_of, sizes_of};

/// Share of the progress bar that reading the worlds takes.
pub(crate) const WORLDS_SHARE: f32 = 0.25;

/// Messages about a load come in the frame in which its asset is taken (failures) and in the next (additions).
const SETTLING_FRAMES: u8 = 2;

/// What a level start is doing, and the charges that the level holds apart from its worlds.
#[derive(Resource, Debug, Default)]
pub(crate) struct LevelLoad {
    files: Option<LevelFiles>,
    pub(crate) preload: Option<PreloadRun>,
    charges: Vec<Charge>,
    /// Manifests of the resident worlds, so that a changed one is noticed.
    pub(crate) manifests: Vec<(WorldSlot, Handle<ManifestAsset>)>,
    /// Frames in which the asset server still tells of the files that were just taken.
    settling: u8,
}

/// The files of a level that are being read.
#[derive(Debug)]
struct LevelFiles {
    worlds: Vec<WorldFiles>,
    level: Option<Handle<LevelAsset>>,
    settings: Option<Handle<LevelSettings>>,
    level_file_bytes: u64,
}

#[derive(Debug)]
struct WorldFiles {
    slot: WorldSlot,
    name: String,
    world: Handle<WorldAsset>,
    manifest: Option<Handle<ManifestAsset>>,
}

impl LevelLoad {
    /// Whether additions and failures that are told now are those of the level start itself.
    pub(crate) fn is_settling(&self) -> bool {
        self.files.is_some() || self.settling > 0
    }

    /// Whether no file of the level is being read.
    pub(crate) fn is_settled(&self, server: &AssetServer) -> bool {
        self.files
            .as_ref()
            .is_none_or(|files| files.count_settled(server).0 == files.count_settled(server).1)
    }
}

impl LevelFiles {
    /// How many reads have ended, and how many there are.
    fn count_settled(&self, server: &AssetServer) -> (usize, usize) {
        let worlds = self
            .worlds
            .iter()
            .map(|world| is_settled(server, &world.world));
        let manifests = self
            .worlds
            .iter()
            .filter_map(|world| world.manifest.as_ref())
            .map(|handle| is_settled(server, handle));
        let level = self.level.iter().map(|handle| is_settled(server, handle));
        let settings = self
            .settings
            .iter()
            .map(|handle| is_settled(server, handle));
        worlds
            .chain(manifests)
            .chain(level)
            .chain(settings)
            .fold((0, 0), |(ended, all), settled| {
                (ended + usize::from(settled), all + 1)
            })
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

    fn fail(&mut self, reason: String) {
        let name = self.current.name.clone();
        self.unload();
        warn!("level {name} cannot be loaded: {reason}");
        self.current.name = name;
        self.current.phase = LevelPhase::Failed(reason);
    }

    /// Starts to read a level's files.
    fn begin(&mut self, name: &str, files: Option<&SharedFiles>, server: &AssetServer) {
        self.unload();
        *self.stats = StreamingStats::default();
        *self.log = DecisionLog::default();
        *self.hash = RunHash::new();
        *self.clock = StreamClock::default();
        let name = name.to_ascii_lowercase();
        self.current.name.clone_from(&name);
        let Some(files) = files else {
            self.fail("no game files are known; add GameFilesPlugin".into());
            return;
        };
        let found = names::worlds_of(&name, |file| files.exists(file));
        if found.is_empty() {
            let reason = format!(
                "neither {} nor {} exists in {}",
                names::world_stream(&format!("{name}s")),
                names::world_stream(&name),
                files.describe()
            );
            self.fail(reason);
            return;
        }
        let level_file = names::level_file(&name);
        let settings_file = names::settings(&name);
        let worlds = found.into_iter().map(|(slot, world)| {
            let manifest = names::manifest(&world);
            WorldFiles {
                slot,
                world: server.load(asset_path(&names::world_stream(&world))),
                manifest: files
                    .exists(&manifest)
                    .then(|| server.load(asset_path(&manifest))),
                name: world,
            }
        });
        self.load.files = Some(LevelFiles {
            worlds: worlds.collect(),
            level: files
                .exists(&level_file)
                .then(|| server.load(asset_path(&level_file))),
            settings: files
                .exists(&settings_file)
                .then(|| server.load(asset_path(&settings_file))),
            level_file_bytes: files.size(&level_file).unwrap_or(0),
        });
        self.current.phase = LevelPhase::Worlds;
    }

    /// Charges `bytes`, or says why not.
    fn charge(&self, owner: Owner, bytes: u64, what: &str) -> Result<Charge, String> {
        self.budget.charge(owner, bytes).ok_or_else(|| {
            format!(
                "{what} needs {} bytes, and {} of the budget's {} are free; choose a larger budget",
                charged_bytes(bytes),
                self.budget.largest_free(),
                self.budget.capacity()
            )
        })
    }
}

/// Carries out [`LoadLevel`] and [`UnloadLevel`].
pub(crate) fn run_commands(
    mut loads: MessageReader<LoadLevel>,
    mut unloads: MessageReader<UnloadLevel>,
    mut level: LevelState,
    files: Option<Res<SharedFiles>>,
    server: Res<AssetServer>,
) {
    if unloads.read().count() > 0 {
        level.unload();
    }
    if let Some(LoadLevel { name }) = loads.read().last() {
        level.begin(name, files.as_deref(), &server);
    }
}

/// What was read of a level.
#[derive(SystemParam)]
pub(crate) struct LevelAssetStores<'w> {
    worlds: Res<'w, Assets<WorldAsset>>,
    manifests: Res<'w, Assets<ManifestAsset>>,
    levels: Res<'w, Assets<LevelAsset>>,
    settings: Res<'w, Assets<LevelSettings>>,
}

/// Once all files of a level are read: charges, tables, entities, and on to the preload.
pub(crate) fn take_level_files(
    mut level: LevelState,
    stores: LevelAssetStores,
    server: Res<AssetServer>,
    files: Option<Res<SharedFiles>>,
    lockstep: Res<Lockstep>,
    time: Res<Time>,
) {
    level.load.settling = level.load.settling.saturating_sub(1);
    let Some(reading) = &level.load.files else {
        return;
    };
    let (ended, all) = reading.count_settled(&server);
    if ended < all {
        level.current.progress = WORLDS_SHARE * ended as f32 / all as f32;
        return;
    }
    let (Some(reading), Some(files)) = (level.load.files.take(), files) else {
        return;
    };
    let now_ms = time.elapsed().as_millis() as u64;
    level.load.settling = SETTLING_FRAMES;
    let deadline = if lockstep.0 {
        None
    } else {
        Some(now_ms + preload::budget_ms(&level.current.name))
    };
    if let Err(reason) = take_files(&mut level, reading, &stores, &server, &files, deadline) {
        level.fail(reason);
    }
}

fn take_files(
    level: &mut LevelState,
    reading: LevelFiles,
    stores: &LevelAssetStores,
    server: &AssetServer,
    files: &SharedFiles,
    deadline_ms: Option<u64>,
) -> Result<(), String> {
    take_settings(level, &reading, stores, server);
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
            level_pool_bytes(reading.level_file_bytes),
            "the level file",
        )?,
    ];
    level.load.charges.extend(resident);

    let only_one = reading.worlds.len() == 1;
    for world in reading.worlds {
        let needed = only_one || world.slot == WorldSlot::Scenery;
        match take_world(level, &world, stores, server, files) {
            Ok(()) => {}
            Err(reason) if needed => return Err(reason),
            Err(reason) => {
                warn!("the {} world is left out: {reason}", world_word(world.slot));
                level.current.warn(reason);
            }
        }
    }
    let start = level.current.settings.start.as_ref().map(start_of);
    level.current.start =
        start.or_else(|| start_above_part_1(&level.worlds, level.settings.start_height));
    let radius = level.current.settings.far;
    *level.draw_distance = DrawDistance {
        current: radius,
        pending: crate::distance::NOTHING_MISSING,
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

/// The level file and the settings; a level does without either.
fn take_settings(
    level: &mut LevelState,
    reading: &LevelFiles,
    stores: &LevelAssetStores,
    server: &AssetServer,
) {
    if let Some(handle) = &reading.settings {
        match stores.settings.get(handle) {
            Some(settings) => level.current.settings = settings.clone(),
            None => {
                let text = failure(server, handle, &names::settings(&level.current.name));
                level.current.warn(text);
            }
        }
        level.current.settings_asset = Some(handle.clone());
    }
    if let Some(handle) = &reading.level {
        match stores.levels.get(handle) {
            Some(file) => {
                for fault in &file.faults {
                    level.current.warn(fault.clone());
                }
            }
            None => {
                let text = failure(server, handle, &names::level_file(&level.current.name));
                level.current.warn(text);
            }
        }
        level.current.level = Some(handle.clone());
    }
}

/// Charges a world and makes its tables and entities.
fn take_world(
    level: &mut LevelState,
    reading: &WorldFiles,
    stores: &LevelAssetStores,
    server: &AssetServer,
    files: &SharedFiles,
) -> Result<(), String> {
    let WorldFiles {
        slot,
        name,
        world: handle,
        manifest,
    } = reading;
    let stream_file = names::world_stream(name);
    let Some(asset) = stores.worlds.get(handle) else {
        return Err(failure(server, handle, &stream_file));
    };
    let manifest_file = names::manifest(name);
    let read_manifest = manifest.as_ref().and_then(|manifest| {
        let found = stores.manifests.get(manifest);
        if found.is_none() {
            let text = failure(server, manifest, &manifest_file);
            level
                .current
                .warn(format!("{text}; sizes are measured instead"));
        }
        found.map(|found| &found.0)
    });
    if let Some(found) = read_manifest
        && found.parts.len() != asset.part_count as usize
    {
        level.current.warn(format!(
            "{manifest_file}: lists {} parts, the world has {}; the sizes of the others are measured",
            found.parts.len(),
            asset.part_count
        ));
    }
    let sizes = sizes_of(read_manifest, name, asset, files);
    let what = format!("the world {stream_file}");
    let charge = level.charge(Owner::World(*slot), u64::from(sizes.world_heap_size), &what)?;
    let tables = WorldTables::new(shape_of(*slot, name, asset, &sizes))
        .map_err(|fault| format!("{stream_file}: {fault}"))?;
    for fault in asset.faults.iter().cloned().chain(
        tables
            .faults()
            .iter()
            .map(|fault| format!("{stream_file}: {fault}")),
    ) {
        level.current.warn(fault);
    }
    level
        .residency
        .insert_world(&tables, handle.clone(), charge);
    level
        .textures
        .register(TextureOwner::World(*slot), &asset.textures);
    level.mirror.spawn(&tables, &mut level.commands);
    level.worlds.insert(tables);
    level
        .load
        .manifests
        .extend(manifest.iter().map(|manifest| (*slot, manifest.clone())));
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
fn failure<A: bevy::asset::Asset>(server: &AssetServer, handle: &Handle<A>, file: &str) -> String {
    match server.load_state(handle) {
        bevy::asset::LoadState::Failed(error) => {
            let text = load_error_text(&error);
            if text.starts_with(file) {
                text.to_string()
            } else {
                format!("{file}: {text}")
            }
        }
        _ => format!("{file}: is not there any more"),
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
