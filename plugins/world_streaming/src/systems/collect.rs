//! What the visibility pass found becomes the list of what is drawn.

use bevy::ecs::system::{Res, ResMut};
use wonderwheel_warriors::names::WorldSlot;

use crate::core::clock::StreamClock;
use crate::core::stats::StreamingStats;
use crate::core::tables::{PartState, SectorState};
use crate::core::worlds::Worlds;
use crate::level::residency::Residency;
use crate::view::draw_list::{DrawList, DrawSector};
use crate::view::fade;

/// Fills the draw list, and counts what is there.
pub(crate) fn collect_draw_list(
    mut list: ResMut<DrawList>,
    mut stats: ResMut<StreamingStats>,
    worlds: Res<Worlds>,
    residency: Res<Residency>,
    clock: Res<StreamClock>,
) {
    collect(&mut list, &worlds, &residency, clock.ms());
    stats.visible_sectors = list.len() as u32;
    stats.resident_parts = worlds
        .iter()
        .map(|world| world.count_parts(PartState::Resident))
        .sum();
    stats.resident_sectors = worlds
        .iter()
        .map(|world| world.count_sectors(SectorState::Loaded))
        .sum();
    stats.most_resident_sectors = stats.most_resident_sectors.max(stats.resident_sectors);
}

/// Takes what the visibility pass collected.
fn collect(list: &mut DrawList, worlds: &Worlds, residency: &Residency, now_ms: u64) {
    list.clear();
    for (slot, sectors) in [
        (WorldSlot::Scenery, &mut list.scenery),
        (WorldSlot::Detail, &mut list.detail),
    ] {
        let Some(world) = worlds.get(slot) else {
            continue;
        };
        for &sector in world.collected() {
            let Some(mesh) = residency.mesh(slot, sector) else {
                continue;
            };
            sectors.push(DrawSector {
                slot,
                sector,
                mesh: mesh.clone(),
                origin: world.sector_origin(sector),
                alpha: fade::alpha(world.fade_end_ms(sector), now_ms),
                bounds: world.sector_bounds(sector),
            });
        }
    }
}
