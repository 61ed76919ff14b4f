//! Hot reload: a file that changes on disk takes the place of what was loaded from it, without a restart. A file that
//! turns bad keeps its last good version on screen and says so in the level's warnings.
//!
//! Meshes and textures keep their handles when their file is read again, so whoever draws them sees the change by
//! itself; what is brought up to date here is which sectors and names there are.

use std::sync::Arc;

use bevy::asset::{Asset, AssetEvent, AssetId, AssetLoadFailedEvent, Assets, Handle};
use bevy::ecs::message::{MessageReader, MessageWriter};
use bevy::ecs::system::{Res, ResMut, SystemParam};
use bevy::log::{info, warn};
use wonderwheel_game_files::SharedFiles;
use wonderwheel_level_assets::{
    LevelAsset, LevelSettings, ManifestAsset, PackAsset, PartAsset, WorldAsset,
};
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::slots::SLOTS;
use crate::core::worlds::Worlds;
use crate::level::arrivals::Arrivals;
use crate::level::current::{CurrentLevel, LoadLevel};
use crate::level::load::LevelLoad;
use crate::level::residency::{PartEvent, Residency, brings, load_error_text};
use crate::level::survey::{FIRST_SECTION, part_bytes};
use crate::level::textures::{TextureOwner, TextureRegistry};
use crate::level::world_shape::{WorldSizes, shape_of, sizes_of};

/// Parts: a resident one is exchanged, a broken one may be asked for again.
pub(crate) fn reload_parts(
    mut events: MessageReader<AssetEvent<PartAsset>>,
    mut failures: MessageReader<AssetLoadFailedEvent<PartAsset>>,
    mut arrivals: Arrivals,
) {
    for event in events.read() {
        let (AssetEvent::Modified { id } | AssetEvent::Added { id }) = *event else {
            continue;
        };
        if let Some(at) = arrivals
            .residency
            .broken
            .iter()
            .position(|broken| broken.asset.id() == id)
        {
            let broken = arrivals.residency.broken.remove(at);
            mend(&mut arrivals, broken.slot, broken.part);
        } else if matches!(event, AssetEvent::Modified { .. }) {
            exchange(&mut arrivals, id);
        }
    }
    for AssetLoadFailedEvent { id, error, .. } in failures.read() {
        let Some((slot, part)) = arrivals.residency.part_of_asset(*id) else {
            continue;
        };
        let Some(tables) = arrivals.worlds.get(slot) else {
            continue;
        };
        let file = names::part(tables.name(), part);
        keep_last_good(&mut arrivals.current, &file, &load_error_text(error));
    }
}

fn exchange(arrivals: &mut Arrivals, id: AssetId<PartAsset>) {
    let Some((slot, part)) = arrivals.residency.part_of_asset(id) else {
        return;
    };
    let (Some(handle), Some(asset)) = (
        arrivals.residency.part(slot, part).cloned(),
        arrivals.parts.get(id),
    ) else {
        return;
    };
    let Some(tables) = arrivals.worlds.get_mut(slot) else {
        return;
    };
    tables.replace(part, |sector| brings(asset, sector));
    tables.note_file_size(part, asset.byte_size);
    let faults = arrivals.residency.take_meshes(tables, part, asset);
    arrivals
        .textures
        .register(TextureOwner::Part(slot, part), &asset.textures);
    arrivals.stats.reloads += 1;
    info!("{} was read again", names::part(tables.name(), part));
    arrivals.list_faults(slot, part, &handle, faults);
    arrivals.events.write(PartEvent::Reloaded { slot, part });
}

fn mend(arrivals: &mut Arrivals, slot: WorldSlot, part: u32) {
    let Some(tables) = arrivals.worlds.get_mut(slot) else {
        return;
    };
    tables.retry(part);
    let file = names::part(tables.name(), part);
    info!("{file} can be read now");
    arrivals.current.clear_warnings(&file);
    arrivals.failed.forget(slot, part);
}

/// The tables that changed worlds and manifests are brought into.
#[derive(SystemParam)]
pub(crate) struct ReloadedTables<'w> {
    worlds: ResMut<'w, Worlds>,
    current: ResMut<'w, CurrentLevel>,
    residency: Res<'w, Residency>,
    load: Res<'w, LevelLoad>,
    assets: Res<'w, Assets<WorldAsset>>,
    manifests: Res<'w, Assets<ManifestAsset>>,
    files: Option<Res<'w, SharedFiles>>,
}

impl ReloadedTables<'_> {
    fn manifest(&self, slot: WorldSlot) -> Option<&Handle<ManifestAsset>> {
        self.load
            .manifests
            .iter()
            .find(|(of, _)| *of == slot)
            .map(|(_, manifest)| manifest)
    }

    /// A world's asset and the sizes that hold for it now.
    fn read_again(&self, slot: WorldSlot) -> Option<(String, &WorldAsset, WorldSizes)> {
        let asset = self.assets.get(self.residency.world_asset(slot)?)?;
        let name = self.worlds.get(slot)?.name().to_owned();
        let listed = self
            .manifest(slot)
            .and_then(|manifest| self.manifests.get(manifest));
        // Its parts may have changed as well, resident or not.
        let part_bytes = match &self.files {
            Some(files) => part_bytes(&name, &***files),
            None => {
                let mut known = self.load.part_bytes.iter();
                known.find(|(of, _)| *of == slot)?.1.clone()
            }
        };
        let sizes = sizes_of(
            listed.map(|manifest| &manifest.0),
            &name,
            asset,
            &part_bytes,
        );
        Some((name, asset, sizes))
    }
}

/// Worlds: the tables are brought up to date. A world with other sectors or parts loads the level anew.
pub(crate) fn reload_worlds(
    mut events: MessageReader<AssetEvent<WorldAsset>>,
    mut failures: MessageReader<AssetLoadFailedEvent<WorldAsset>>,
    mut loads: MessageWriter<LoadLevel>,
    mut textures: ResMut<TextureRegistry>,
    mut tables: ReloadedTables,
) {
    let settling = tables.load.is_settling();
    let changed = changes(&mut events, !settling);
    let failed = failed_loads(&mut failures, settling);
    if tables
        .load
        .lost
        .iter()
        .any(|lost| changed.contains(&lost.id()))
    {
        info!(
            "a world of {} can be read now; the level is loaded anew",
            tables.current.name
        );
        loads.write(LoadLevel {
            name: tables.current.name.clone(),
        });
        return;
    }
    for slot in SLOTS {
        let Some(id) = tables.residency.world_asset(slot).map(Handle::id) else {
            continue;
        };
        if !changed.contains(&id) && failed.iter().all(|(of, _)| *of != id) {
            continue;
        }
        let Some((name, asset, sizes)) = tables.read_again(slot) else {
            continue;
        };
        let file = names::world_stream(&name);
        if changed.contains(&id) {
            let (shape, faults) = (shape_of(slot, &name, asset, &sizes), asset.faults.clone());
            let reshaped = tables
                .worlds
                .get_mut(slot)
                .map(|world| world.reshape(shape));
            match reshaped {
                Some(Ok(true)) => {
                    if let Some(asset) = tables.assets.get(id) {
                        textures.register(TextureOwner::World(slot), &asset.textures);
                    }
                    tables.current.clear_warnings(&file);
                    for fault in faults {
                        tables.current.warn(fault);
                    }
                    info!("{file} was read again");
                }
                Some(Ok(false)) => {
                    info!("{file} has other sectors or parts now; the level is loaded anew");
                    loads.write(LoadLevel {
                        name: tables.current.name.clone(),
                    });
                }
                Some(Err(fault)) => keep_last_good(&mut tables.current, &file, &fault.to_string()),
                None => {}
            }
        }
        for (_, error) in failed.iter().filter(|(of, _)| *of == id) {
            keep_last_good(&mut tables.current, &file, error);
        }
    }
}

/// Manifests: later charges take the new sizes. Changed parts are held against theirs anew.
pub(crate) fn reload_manifests(
    mut events: MessageReader<AssetEvent<ManifestAsset>>,
    mut parts: MessageReader<AssetEvent<PartAsset>>,
    mut failures: MessageReader<AssetLoadFailedEvent<ManifestAsset>>,
    mut tables: ReloadedTables,
) {
    let settling = tables.load.is_settling();
    let changed = changes(&mut events, !settling);
    let failed = failed_loads(&mut failures, settling);
    let changed_parts = parts
        .read()
        .filter(|event| matches!(event, AssetEvent::Modified { .. }))
        .count();
    for slot in SLOTS {
        let Some(id) = tables.manifest(slot).map(Handle::id) else {
            continue;
        };
        let is_changed = changed.contains(&id);
        if !is_changed && changed_parts == 0 && failed.iter().all(|(of, _)| *of != id) {
            continue;
        }
        let Some((name, _, sizes)) = tables.read_again(slot) else {
            continue;
        };
        let file = names::manifest(&name);
        if (is_changed || changed_parts > 0)
            && let Some(world) = tables.worlds.get_mut(slot)
        {
            for (number, &size) in (1..).zip(&sizes.parts) {
                world.set_part_size(number, size);
            }
            tables.current.clear_warnings(&file);
            for finding in sizes.findings {
                tables.current.warn(finding);
            }
            if is_changed {
                info!("{file} was read again");
            }
        }
        for (_, error) in failed.iter().filter(|(of, _)| *of == id) {
            keep_last_good(&mut tables.current, &file, error);
        }
    }
}

/// Level file and settings.
pub(crate) fn reload_level(
    mut events: MessageReader<AssetEvent<LevelAsset>>,
    mut failures: MessageReader<AssetLoadFailedEvent<LevelAsset>>,
    mut current: ResMut<CurrentLevel>,
    load: Res<LevelLoad>,
    levels: Res<Assets<LevelAsset>>,
) {
    let settling = load.is_settling();
    let changed = changes(&mut events, !settling);
    let failed = failed_loads(&mut failures, settling);
    let Some(id) = current.level.as_ref().map(Handle::id) else {
        return;
    };
    let file = names::level_file(&current.name);
    if changed.contains(&id)
        && let Some(level) = levels.get(id)
    {
        current.clear_warnings(&file);
        for fault in &level.faults {
            current.warn(fault.clone());
        }
        info!("{file} was read again");
    }
    for (_, error) in failed.iter().filter(|(of, _)| *of == id) {
        keep_last_good(&mut current, &file, error);
    }
}

/// The pack: only its faults are told so far.
pub(crate) fn reload_pack(
    mut events: MessageReader<AssetEvent<PackAsset>>,
    mut failures: MessageReader<AssetLoadFailedEvent<PackAsset>>,
    mut current: ResMut<CurrentLevel>,
    load: Res<LevelLoad>,
    packs: Res<Assets<PackAsset>>,
) {
    let settling = load.is_settling();
    let changed = changes(&mut events, !settling);
    let failed = failed_loads(&mut failures, settling);
    let Some(id) = current.pack.as_ref().map(Handle::id) else {
        return;
    };
    let file = names::section_pack(&current.name, FIRST_SECTION);
    if changed.contains(&id)
        && let Some(pack) = packs.get(id)
    {
        current.clear_warnings(&file);
        for fault in &pack.faults {
            current.warn(fault.clone());
        }
        info!("{file} was read again");
    }
    for (_, error) in failed.iter().filter(|(of, _)| *of == id) {
        keep_last_good(&mut current, &file, error);
    }
}

/// Settings: the new ones count at once.
pub(crate) fn reload_settings(
    mut events: MessageReader<AssetEvent<LevelSettings>>,
    mut failures: MessageReader<AssetLoadFailedEvent<LevelSettings>>,
    mut current: ResMut<CurrentLevel>,
    load: Res<LevelLoad>,
    settings: Res<Assets<LevelSettings>>,
) {
    let settling = load.is_settling();
    let changed = changes(&mut events, !settling);
    let failed = failed_loads(&mut failures, settling);
    let Some(id) = current.settings_asset.as_ref().map(Handle::id) else {
        return;
    };
    let file = names::settings(&current.name);
    if changed.contains(&id)
        && let Some(new) = settings.get(id)
    {
        current.clear_warnings(&file);
        current.settings = new.clone();
        info!("{file} was read again");
    }
    for (_, error) in failed.iter().filter(|(of, _)| *of == id) {
        keep_last_good(&mut current, &file, error);
    }
}

/// Assets that were modified and, when `added`, those that are there for the first time: after a failed load.
fn changes<A: Asset>(events: &mut MessageReader<AssetEvent<A>>, added: bool) -> Vec<AssetId<A>> {
    let changed = events.read().filter_map(|event| match event {
        AssetEvent::Modified { id } => Some(*id),
        AssetEvent::Added { id } if added => Some(*id),
        _ => None,
    });
    changed.collect()
}

/// Loads that failed, unless they are those of the level start, which tells them itself.
fn failed_loads<A: Asset>(
    failures: &mut MessageReader<AssetLoadFailedEvent<A>>,
    settling: bool,
) -> Vec<(AssetId<A>, Arc<str>)> {
    let failed = failures
        .read()
        .map(|failure| (failure.id, load_error_text(&failure.error)));
    let failed: Vec<_> = failed.collect();
    if settling { Vec::new() } else { failed }
}

fn keep_last_good(current: &mut CurrentLevel, file: &str, error: &str) {
    let text = if error.starts_with(file) {
        error.to_owned()
    } else {
        format!("{file}: {error}")
    };
    let told = format!("{text} (the last good version stays)");
    // The system may tell of one change several times.
    if current.warnings.contains(&told) {
        return;
    }
    warn!("{text}; the last good version stays");
    current.clear_warnings(file);
    current.warn(told);
}
