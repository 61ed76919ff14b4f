//! What the cameras see is marked.

use bevy::asset::Assets;
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::system::{Local, Res, ResMut};
use bevy::math::Vec3;
use wonderwheel_level_assets::LevelAsset;

use crate::core::settings::StreamingSettings;
use crate::core::slots::SLOTS;
use crate::core::worlds::Worlds;
use crate::level::current::CurrentLevel;
use crate::view::draw_distance::DrawDistance;
use crate::view::occlusion::Occlusion;
use crate::view::viewports::{ViewportOrder, Viewports};
use crate::view::visibility::{View, find_visible};

/// Room that the visibility pass uses from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct VisibilityScratch {
    order: ViewportOrder,
    occlusion: Occlusion,
    first_lists: [Vec<u32>; 2],
}

/// The visibility pass of every viewport.
pub(crate) fn find_visible_sectors(
    mut worlds: ResMut<Worlds>,
    settings: Res<StreamingSettings>,
    level: Res<CurrentLevel>,
    levels: Res<Assets<LevelAsset>>,
    draw_distance: Res<DrawDistance>,
    viewports: Viewports,
    mut scratch: Local<VisibilityScratch>,
) {
    // The marks are no change of state that a reader of the resource waits for.
    let worlds = worlds.bypass_change_detection();
    let VisibilityScratch {
        order,
        occlusion,
        first_lists,
    } = &mut *scratch;
    let occluders = level
        .level
        .as_ref()
        .filter(|_| settings.occluders)
        .and_then(|handle| levels.get(handle))
        .map_or(&[][..], |level| &level.occluders);
    let rules = settings.rules();
    let cameras = viewports.in_order(order);
    let count = cameras.len();
    if count == 0 {
        worlds.reset_visibility();
        return;
    }
    let mut pvs_eye = Vec3::ZERO;
    for (at, camera) in cameras.enumerate() {
        if at == 0 {
            pvs_eye = camera.position;
        }
        let frustum = camera.frustum(draw_distance.current);
        occlusion.set_up(occluders, camera.position, &frustum);
        let view = View {
            first: at == 0,
            pvs_eye,
            ..View::of(camera, &frustum, occlusion)
        };
        for slot in SLOTS {
            find_visible(worlds, slot, &view, &rules);
        }
        // The draw list is the first viewport's; the others only add their marks.
        if at == 0 && count > 1 {
            swap_lists(worlds, first_lists);
        }
    }
    if count > 1 {
        swap_lists(worlds, first_lists);
    }
}

fn swap_lists(worlds: &mut Worlds, lists: &mut [Vec<u32>; 2]) {
    for (slot, list) in SLOTS.into_iter().zip(lists) {
        if let Some(world) = worlds.get_mut(slot) {
            std::mem::swap(&mut world.collected, list);
        }
    }
}
