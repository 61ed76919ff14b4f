//! Where the cameras stand in a step, and the level's far clip, which is theirs.

use bevy::ecs::change_detection::DetectChanges;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Local, Query, Res, ResMut};
use bevy::math::Vec3;

use crate::core::clock::STEPS_PER_SECOND;
use crate::core::settings::StreamingSettings;
use crate::level::current::CurrentLevel;
use crate::view::camera::GameCamera;
use crate::view::viewports::{ViewportOrder, Viewports};

/// Where the cameras stand in this step and where they are going. Reused from step to step.
#[derive(Resource, Debug, Default)]
pub(crate) struct Eyes {
    pub(crate) now: Vec<Vec3>,
    /// The same, and ahead of each moving one.
    pub(crate) searched: Vec<Vec3>,
    pub(crate) lowest_far: f32,
    before: Vec<Vec3>,
    order: ViewportOrder,
}

/// A camera that moved farther than this in one step was placed elsewhere, metres.
const TELEPORT: f32 = 20.0;

/// Gathers the cameras of a step.
pub(crate) fn gather_eyes(
    mut eyes: ResMut<Eyes>,
    settings: Res<StreamingSettings>,
    viewports: Viewports,
) {
    let eyes = &mut *eyes;
    std::mem::swap(&mut eyes.now, &mut eyes.before);
    eyes.now.clear();
    eyes.searched.clear();
    eyes.lowest_far = f32::MAX;
    for camera in viewports.in_order(&mut eyes.order) {
        eyes.now.push(camera.position);
        eyes.lowest_far = eyes.lowest_far.min(camera.lens.far);
    }
    eyes.searched.extend_from_slice(&eyes.now);
    let look_ahead = settings.look_ahead();
    if look_ahead > 0.0 && eyes.before.len() == eyes.now.len() {
        for (&now, &before) in eyes.now.iter().zip(&eyes.before) {
            let moved = now - before;
            if moved != Vec3::ZERO && moved.length() < TELEPORT {
                eyes.searched
                    .push(now + moved * (look_ahead * STEPS_PER_SECOND as f32));
            }
        }
    }
}

/// The level's far clip is the cameras' own far clip: given to every camera when it changes and to new cameras.
pub(crate) fn give_cameras_the_levels_far_clip(
    level: Res<CurrentLevel>,
    mut last: Local<Option<f32>>,
    mut cameras: Query<&mut GameCamera>,
) {
    if level.name.is_empty() {
        return;
    }
    let far = level.settings.far;
    let changed = *last != Some(far);
    *last = Some(far);
    for mut camera in &mut cameras {
        if (changed || camera.is_added()) && camera.lens.far != far {
            camera.lens.far = far;
        }
    }
}
