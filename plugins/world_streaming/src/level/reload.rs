//! Hot reload: a file that changes on disk takes the place of what was loaded from it, without a restart. A file that
//! turns bad keeps its last good version on screen and is a fault of the level.
//!
//! Meshes and textures keep their handles when their file is read again, so what draws them sees the change by itself;
//! what is brought up to date here is which sectors and names there are.

use bevy::asset::{Asset, AssetEvent, AssetId, AssetLoadFailedEvent, Assets, Handle};
use bevy::ecs::message::{MessageReader, MessageWriter};
use bevy::ecs::system::{Res, ResMut, SystemParam};
use bevy::log::{info, warn};
use wonderwheel_game_files::SharedFiles;
use wonderwheel_level_assets::{
    LevelAsset, LevelFaults, LevelSettings, ManifestAsset, PackAsset, WorldAsset, load_fault,
};
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::budget::SectorBudget;
use crate::core::slots::SLOTS;
use crate::core::worlds::Worlds;
use crate::level::current::{CurrentLevel, LoadLevel};
use crate::level::load::{settings_of, world_faults};
use crate::level::load_state::LevelLoad;
use crate::level::pack_charges::charge_pack;
use crate::level::residency::Residency;
use crate::level::survey::{FIRST_SECTION, part_bytes};
use crate::level::textures::{TextureOwner, TextureRegistry};
use crate::level::world_shape::{WorldSizes, shape_of, sizes_of};

/// What changed files of a level are brought into.
#[derive(SystemParam)]
pub(crate) struct LoadedLevel<'w> {
    pub(crate) worlds: ResMut<'w, Worlds>,
    current: ResMut<'w, CurrentLevel>,
    load: ResMut<'w, LevelLoad>,
    textures: ResMut<'w, TextureRegistry>,
    residency: Res<'w, Residency>,
    budget: Res<'w, SectorBudget>,
    assets: Res<'w, Assets<WorldAsset>>,
    manifests: Res<'w, Assets<ManifestAsset>>,
    files: Option<Res<'w, SharedFiles>>,
}

impl LoadedLevel<'_> {
    pub(crate) fn manifest(&self, slot: WorldSlot) -> Option<&Handle<ManifestAsset>> {
        let mut manifests = self.load.manifests.iter();
        manifests
            .find(|(of, _)| *of == slot)
            .map(|(_, manifest)| manifest)
    }

    /// The world of an asset, or of its manifest.
    fn slot_of(&self, is_its: impl Fn(&Self, WorldSlot) -> bool) -> Option<WorldSlot> {
        SLOTS.into_iter().find(|slot| is_its(self, *slot))
    }

    /// The sizes that hold for a world now. Its parts may have changed as well, resident or not.
    fn sizes(&self, slot: WorldSlot) -> Option<WorldSizes> {
        let asset = self.assets.get(self.residency.world_asset(slot)?)?;
        let name = self.worlds.get(slot)?.name();
        let listed = self
            .manifest(slot)
            .and_then(|manifest| self.manifests.get(manifest));
        let part_bytes = match &self.files {
            Some(files) => part_bytes(name, &***files),
            None => {
                let mut measured = self.load.part_bytes.iter();
                measured.find(|(of, _)| *of == slot)?.1.clone()
            }
        };
        let listed = listed.map(|manifest| &manifest.0);
        Some(sizes_of(listed, name, asset, &part_bytes))
    }

    /// Later charges take the sizes that a world's parts have now; where manifest and files disagree.
    pub(crate) fn measure_parts(&mut self, slot: WorldSlot) -> Vec<Fault> {
        let Some(sizes) = self.sizes(slot) else {
            return Vec::new();
        };
        if let Some(world) = self.worlds.get_mut(slot) {
            for (number, &size) in (1..).zip(&sizes.parts) {
                world.set_part_size(number, size);
            }
        }
        sizes.findings
    }
}

/// A file that a level uses.
pub(crate) struct FileInUse<A: Asset> {
    id: AssetId<A>,
    file: String,
    /// Whether the level does without it since its start.
    is_lost: bool,
}

/// What came of a new version of a file.
pub(crate) enum ReloadOutcome {
    /// It took the old one's place, and these are its faults.
    Taken(Vec<Fault>),
    /// It cannot be used; the old one stays.
    Refused(Fault),
    /// It can be used when the level is loaded again; what about it is new.
    NeedsStart(&'static str),
}

/// A kind of file that a level has one or two of.
pub(crate) trait LevelFileAsset: Asset + Sized {
    /// Those that the level uses or would use.
    fn in_use(level: &LoadedLevel) -> Vec<FileInUse<Self>>;

    /// Brings a new version into the level.
    fn take(&self, id: AssetId<Self>, level: &mut LoadedLevel) -> ReloadOutcome;
}

/// The one way in which a changed file comes into the level: a new version is taken, of one that cannot be read the last
/// good version stays.
pub(crate) fn reload<A: LevelFileAsset>(
    mut events: MessageReader<AssetEvent<A>>,
    mut failures: MessageReader<AssetLoadFailedEvent<A>>,
    mut loads: MessageWriter<LoadLevel>,
    mut faults: ResMut<LevelFaults>,
    own: Res<Assets<A>>,
    mut level: LoadedLevel,
) {
    // What comes in while the level starts is taken by the start. Later, an addition ends a failed load.
    let settling = level.load.is_settling();
    let changed: Vec<AssetId<A>> = events
        .read()
        .filter_map(|event| match event {
            AssetEvent::Modified { id } => Some(*id),
            AssetEvent::Added { id } if !settling => Some(*id),
            _ => None,
        })
        .collect();
    let failed: Vec<_> = failures.read().filter(|_| !settling).collect();
    if changed.is_empty() && failed.is_empty() {
        return;
    }
    for FileInUse { id, file, is_lost } in A::in_use(&level) {
        if let Some(asset) = own.get(id).filter(|_| changed.contains(&id)) {
            match asset.take(id, &mut level) {
                ReloadOutcome::Taken(new) => {
                    info!("{file} was read again");
                    faults.read(&file, new);
                }
                ReloadOutcome::Refused(fault) => keep_last_good(&mut faults, fault),
                ReloadOutcome::NeedsStart(what) => {
                    info!("{file} {what}; the level is loaded again");
                    loads.write(LoadLevel {
                        name: level.current.name.clone(),
                    });
                }
            }
        }
        for failure in failed.iter().filter(|failure| failure.id == id) {
            let fault = load_fault(&file, &failure.error);
            if own.contains(id) && !is_lost {
                keep_last_good(&mut faults, fault);
            } else {
                faults.read(&file, [fault]);
            }
        }
    }
}

/// Notes a fault of a file whose last good version stays.
pub(crate) fn keep_last_good(faults: &mut LevelFaults, fault: Fault) {
    // The system may report one change several times.
    let words = fault.to_string();
    if faults.keep_last_good(fault) {
        warn!("{words}; the last good version stays");
    }
}

/// The one file of a kind that a level has.
fn only<A: Asset>(handle: Option<&Handle<A>>, file: String) -> Vec<FileInUse<A>> {
    let file = handle.map(|handle| FileInUse {
        id: handle.id(),
        file,
        is_lost: false,
    });
    file.into_iter().collect()
}

impl LevelFileAsset for LevelAsset {
    fn in_use(level: &LoadedLevel) -> Vec<FileInUse<Self>> {
        let file = names::level_file(&level.current.name);
        only(level.current.level.as_ref(), file)
    }

    fn take(&self, _: AssetId<Self>, _: &mut LoadedLevel) -> ReloadOutcome {
        ReloadOutcome::Taken(self.faults.clone())
    }
}

impl LevelFileAsset for PackAsset {
    fn in_use(level: &LoadedLevel) -> Vec<FileInUse<Self>> {
        let file = names::section_pack(&level.current.name, FIRST_SECTION);
        only(level.current.pack.as_ref(), file)
    }

    fn take(&self, _: AssetId<Self>, level: &mut LoadedLevel) -> ReloadOutcome {
        // The old ones give their room back first.
        level.load.pack_charges.clear();
        level.load.pack_charges = charge_pack(&level.budget, self);
        ReloadOutcome::Taken(self.faults.clone())
    }
}

impl LevelFileAsset for LevelSettings {
    fn in_use(level: &LoadedLevel) -> Vec<FileInUse<Self>> {
        let file = names::settings(&level.current.name);
        only(level.current.settings_asset.as_ref(), file)
    }

    fn take(&self, _: AssetId<Self>, level: &mut LoadedLevel) -> ReloadOutcome {
        level.current.settings = settings_of(&level.current.name, Some(self));
        ReloadOutcome::Taken(Vec::new())
    }
}

impl LevelFileAsset for ManifestAsset {
    fn in_use(level: &LoadedLevel) -> Vec<FileInUse<Self>> {
        let manifests = level.load.manifests.iter();
        let file = |(slot, manifest): &(WorldSlot, Handle<Self>)| {
            Some(FileInUse {
                id: manifest.id(),
                file: names::manifest(level.worlds.get(*slot)?.name()),
                is_lost: false,
            })
        };
        manifests.filter_map(file).collect()
    }

    fn take(&self, id: AssetId<Self>, level: &mut LoadedLevel) -> ReloadOutcome {
        let is_its = |level: &LoadedLevel, slot| {
            let manifest = level.manifest(slot);
            manifest.is_some_and(|manifest| manifest.id() == id)
        };
        let slot = level.slot_of(is_its);
        ReloadOutcome::Taken(slot.map_or_else(Vec::new, |slot| level.measure_parts(slot)))
    }
}

impl LevelFileAsset for WorldAsset {
    fn in_use(level: &LoadedLevel) -> Vec<FileInUse<Self>> {
        let resident = SLOTS.into_iter().filter_map(|slot| {
            Some(FileInUse {
                id: level.residency.world_asset(slot)?.id(),
                file: names::world_stream(level.worlds.get(slot)?.name()),
                is_lost: false,
            })
        });
        let lost = level.load.lost.iter().map(|(handle, file)| FileInUse {
            id: handle.id(),
            file: file.clone(),
            is_lost: true,
        });
        resident.chain(lost).collect()
    }

    fn take(&self, id: AssetId<Self>, level: &mut LoadedLevel) -> ReloadOutcome {
        let is_its = |level: &LoadedLevel, slot| {
            let world = level.residency.world_asset(slot);
            world.is_some_and(|world| world.id() == id)
        };
        let Some(slot) = level.slot_of(is_its) else {
            return ReloadOutcome::NeedsStart("can be read now");
        };
        let sizes = level.sizes(slot);
        let (Some(sizes), Some(world)) = (sizes, level.worlds.get_mut(slot)) else {
            return ReloadOutcome::Taken(Vec::new());
        };
        let name = world.name().to_owned();
        match world.reshape(shape_of(slot, &name, self, &sizes)) {
            Ok(true) => {
                let faults = world_faults(self, world).collect();
                level
                    .textures
                    .register(TextureOwner::World(slot), &self.textures);
                ReloadOutcome::Taken(faults)
            }
            Ok(false) => ReloadOutcome::NeedsStart("has other sectors or parts now"),
            Err(error) => {
                let (file, words) = (names::world_stream(&name), error.to_string());
                ReloadOutcome::Refused(Fault::of_file(file, FaultKind::Malformed, words))
            }
        }
    }
}
