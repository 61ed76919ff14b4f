//! Another place to begin a level at than its own start.

use bevy::ecs::resource::Resource;
use bevy::math::Vec3;

use crate::view::camera::GameCamera;

/// Where a person wants to begin. Inserted before a level is loaded, so that the preload reads what lies around it.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct StartPlace {
    /// Metres, y up.
    pub position: Vec3,
    /// Radians: 0 looks along +z and grows towards +x. None keeps the level's.
    pub yaw: Option<f32>,
    /// Radians, upwards.
    pub pitch: f32,
}

impl StartPlace {
    /// Puts a camera that stands at a level's start there.
    pub fn place(&self, camera: &mut GameCamera) {
        camera.position = self.position;
        camera.yaw = self.yaw.unwrap_or(camera.yaw);
        camera.pitch = self.pitch;
    }
}
