//! Parts that arrive, or turn out to be missing or broken.

use std::sync::Arc;

use bevy::asset::{AssetServer, Assets, Handle, LoadState};
use bevy::ecs::message::MessageWriter;
use bevy::ecs::system::{Res, ResMut, SystemParam};
use wonderwheel_level_assets::PartAsset;
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::clock::StreamClock;
use crate::core::run_hash::RunHash;
use crate::core::stats::StreamingStats;
use crate::core::worlds::Worlds;
use crate::level::current::CurrentLevel;
use crate::level::residency::{
    BrokenPart, FailedSectors, PartEvent, PendingPart, Residency, brings, load_error_text,
    missing_sector_text,
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
    pub(crate) current: ResMut<'w, CurrentLevel>,
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
                arrivals.fail(pending, load_error_text(&error));
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
            self.fail(pending, "the part was dropped while it was read".into());
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

    /// Brings warnings and failed boxes of a part up to date with its asset.
    pub(crate) fn list_faults(
        &mut self,
        slot: WorldSlot,
        part: u32,
        asset: &Handle<PartAsset>,
        faults: Vec<String>,
    ) {
        let (Some(tables), Some(asset)) = (self.worlds.get(slot), self.parts.get(asset)) else {
            return;
        };
        self.current
            .clear_warnings(&names::part(tables.name(), part));
        for fault in asset.faults.iter().cloned().chain(faults) {
            self.current.warn(fault);
        }
        self.failed.list(tables, part, |sector| {
            missing_sector_text(&self.worlds, slot, part, asset, sector)
        });
    }

    /// A part cannot be read: its boxes are listed and it is not asked for again.
    fn fail(&mut self, pending: PendingPart, error: Arc<str>) {
        let (slot, part) = (pending.slot, pending.part);
        let Some(tables) = self.worlds.get_mut(slot) else {
            return;
        };
        tables.fail(part);
        let file = names::part(tables.name(), part);
        let error: Arc<str> = if error.starts_with(&file) {
            error
        } else {
            format!("{file}: {error}").into()
        };
        self.failed.list(tables, part, |_| error.clone());
        self.current.warn(error.to_string());
        self.stats.failed += 1;
        self.hash.arrival(slot, part, false);
        self.residency.broken.push(BrokenPart {
            slot,
            part,
            asset: pending.asset,
        });
        self.events.write(PartEvent::Failed { slot, part, error });
    }
}
