//! Hot reload of parts: a resident one is exchanged, a broken one may be asked for again.

use bevy::asset::{AssetEvent, AssetId, AssetLoadFailedEvent};
use bevy::ecs::message::MessageReader;
use bevy::ecs::system::ResMut;
use bevy::log::info;
use wonderwheel_level_assets::{LevelFaults, PartAsset, load_fault};
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::slots::SLOTS;
use crate::level::arrivals::Arrivals;
use crate::level::reload::{LoadedLevel, keep_last_good};
use crate::level::residency::{PartEvent, brings};
use crate::level::textures::TextureOwner;

/// Exchanges what changed and mends what was broken.
pub(crate) fn reload_parts(
    mut events: MessageReader<AssetEvent<PartAsset>>,
    mut failures: MessageReader<AssetLoadFailedEvent<PartAsset>>,
    mut arrivals: Arrivals,
) {
    for event in events.read() {
        let (AssetEvent::Modified { id } | AssetEvent::Added { id }) = *event else {
            continue;
        };
        let mut broken = arrivals.residency.broken.iter();
        if let Some(at) = broken.position(|broken| broken.asset.id() == id) {
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
        keep_last_good(&mut arrivals.faults, load_fault(&file, error));
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
    arrivals.faults.read(&file, []);
    arrivals.failed.forget(slot, part);
}

/// Changed parts are held against the sizes that their manifest states.
pub(crate) fn measure_parts(
    mut parts: MessageReader<AssetEvent<PartAsset>>,
    mut faults: ResMut<LevelFaults>,
    mut level: LoadedLevel,
) {
    let mut changed = parts.read();
    if !changed.any(|event| matches!(event, AssetEvent::Modified { .. })) {
        return;
    }
    changed.for_each(drop);
    for slot in SLOTS {
        if level.manifest(slot).is_some()
            && let Some(name) = level.worlds.get(slot).map(|world| world.name().to_owned())
        {
            let findings = level.measure_parts(slot);
            faults.read(&names::manifest(&name), findings);
        }
    }
}
