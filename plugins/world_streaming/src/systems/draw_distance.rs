//! The draw distance moves.

use bevy::ecs::system::{Res, ResMut};

use crate::core::run_hash::RunHash;
use crate::core::settings::StreamingSettings;
use crate::core::worlds::Worlds;
use crate::systems::eyes::Eyes;
use crate::view::draw_distance::{DrawDistance, DrawDistanceStep};

/// Moves the draw distance by one step.
pub(crate) fn move_draw_distance(
    mut draw_distance: ResMut<DrawDistance>,
    settings: Res<StreamingSettings>,
    worlds: Res<Worlds>,
    eyes: Res<Eyes>,
    mut hash: ResMut<RunHash>,
) {
    if eyes.now.is_empty() {
        return;
    }
    let mut pending = worlds.pending_distance(&eyes.now);
    if eyes.searched.len() > eyes.now.len() {
        // What was found from ahead need not be what is missing nearest to here.
        let rules = settings.rules();
        pending = pending.min(worlds.missing_distance(&eyes.now, draw_distance.current, &rules));
    }
    let step = DrawDistanceStep {
        viewports: eyes.now.len() as u32,
        ..DrawDistanceStep::at_30_hz(pending, eyes.lowest_far)
    };
    let current = match settings.fixed_draw_distance {
        Some(fixed) => fixed.max(1.0),
        None => step.advance(draw_distance.current),
    };
    *draw_distance = DrawDistance { current, pending };
    hash.exact(current);
}
