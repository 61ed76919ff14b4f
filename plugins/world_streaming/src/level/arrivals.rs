//! Parts that arrive, or turn out to be missing or broken.

use std::sync::Arc;

use bevy::asset::{AssetServer, Assets, Handle, LoadState};
use bevy::ecs::message::MessageWriter;
use bevy::ecs::system::{Res, ResMut, SystemParam};
use wonderwheel_level_assets::{LevelFaults, PartAsset, load_fault};
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::clock::StreamClock;
use crate::core::run_hash::RunHash;
use crate::core::stats::StreamingStats;
use crate::core::worlds::Worlds;
use crate::level::residency::{
    BrokenPart, FailedSectors, PartEvent, PendingPart, Residency, brings, missing_sector_fault,
};
use crate::level::textures::{TextureOwner, TextureRegistry};
use crate::view::fade;

/// What an arriving part changes.
#[derive(SystemParam)]
pub(crate) struct Arrivals<'w> {
    pub(crate) worlds: ResMut<'w, Worlds>,
    pub(crate) residency: ResMut<'w, Residency>,
    pub(crate) textures: ResMut<'w, TextureRegistry>,
    pub(crate) failed: ResMut<'w, FailedSectors>,
    pub(crate) faults: ResMut<'w, LevelFaults>,
    pub(crate) stats: ResMut<'w, StreamingStats>,
    pub(crate) parts: Res<'w, Assets<PartAsset>>,
    pub(crate) events: MessageWriter<'w, PartEvent>,
    hash: ResMut<'w, RunHash>,
    clock: Res<'w, StreamClock>,
}

/// Takes every part whose read has ended.
pub(crate) fn take_parts(mut arrivals: Arrivals, server: Res<AssetServer>) {
    if arrivals.residency.pending.is_empty() {
        return;
    }
    let mut at = 0;
    while let Some(pending) = arrivals.residency.pending.get(at) {
        match server.load_state(&pending.asset) {
            LoadState::Loaded => {
                let pending = arrivals.residency.pending.remove(at);
                arrivals.take(pending);
            }
            LoadState::Failed(error) => {
                let pending = arrivals.residency.pending.remove(at);
                arrivals.fail(pending, |file| load_fault(file, &error));
            }
            LoadState::NotLoaded | LoadState::Loading => at += 1,
        }
    }
}

impl Arrivals<'_> {
    /// A part is there: atomics into the sectors, textures into the lookup, a second of fading in.
    /// Source: seed 000 "Part file"; 0x004110c0.
    fn take(&mut self, pending: PendingPart) {
        let (slot, part) = (pending.slot, pending.part);
        let Some(asset) = self.parts.get(&pending.asset) else {
            self.fail(pending, |file| {
                Fault::of_file(file, FaultKind::Io, "was dropped while it was read")
            });
            return;
        };
        let Some(tables) = self.worlds.get_mut(slot) else {
            return;
        };
        tables.note_file_size(part, asset.byte_size);
        let fade_end_ms = fade::end_ms(&self.clock);
        tables.arrive(part, |sector| brings(asset, sector), fade_end_ms);
        let faults = self.residency.take_meshes(tables, part, asset);
        self.textures
            .register(TextureOwner::Part(slot, part), &asset.textures);
        self.stats.arrivals += 1;
        self.stats.bytes_read += asset.byte_size;
        self.hash.arrival(slot, part, true);
        let sectors = asset.sectors.len() as u32;
        self.events.write(PartEvent::Arrived {
            slot,
            part,
            file_bytes: asset.byte_size,
            sectors,
        });
        let asset = pending.asset.clone();
        self.residency.keep(pending);
        self.list_faults(slot, part, &asset, faults);
    }

    /// Brings faults and failed boxes of a part up to date with its asset.
    pub(crate) fn list_faults(
        &mut self,
        slot: WorldSlot,
        part: u32,
        asset: &Handle<PartAsset>,
        faults: Vec<Fault>,
    ) {
        let (Some(tables), Some(asset)) = (self.worlds.get(slot), self.parts.get(asset)) else {
            return;
        };
        let file = names::part(tables.name(), part);
        let faults = asset.faults.iter().cloned().chain(faults);
        self.faults.read(&file, faults);
        self.failed.list(tables, part, |sector| {
            missing_sector_fault(&file, asset, sector).into()
        });
    }

    /// A part cannot be read: its boxes are listed and it is not asked for again.
    fn fail(&mut self, pending: PendingPart, fault_of: impl Fn(&str) -> Fault) {
        let (slot, part) = (pending.slot, pending.part);
        let Some(tables) = self.worlds.get_mut(slot) else {
            return;
        };
        tables.fail(part);
        let fault = Arc::new(fault_of(&names::part(tables.name(), part)));
        self.failed.list(tables, part, |_| fault.clone());
        let fault = Arc::unwrap_or_clone(fault);
        self.faults.note(fault.clone());
        self.stats.failed += 1;
        self.hash.arrival(slot, part, false);
        self.residency.broken.push(BrokenPart {
            slot,
            part,
            asset: pending.asset,
        });
        self.events.write(PartEvent::Failed { slot, part, fault });
    }
}
