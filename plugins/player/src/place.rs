//! The camera that a level is seen through: it exists from the start and is put where a level begins.

use bevy::prelude::*;
use wonderwheel_world_streaming::prelude::{CurrentLevel, GameCamera, LoadLevel};

use crate::FreeCamera;

/// Where a person wants to begin, instead of the level's own start.
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

/// Whether the level that is loading has had its camera placed.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CameraPlaced(bool);

/// There is always one camera, so that nobody has to ask whether there is.
pub(crate) fn add_camera(app: &mut App) {
    app.init_resource::<CameraPlaced>();
    app.world_mut().spawn((
        Name::new("game camera"),
        GameCamera::default(),
        FreeCamera::default(),
    ));
}

/// Puts the camera at the level's start as soon as the start is known: the preload reads what lies around it.
pub(crate) fn place_camera(
    mut loads: MessageReader<LoadLevel>,
    level: Res<CurrentLevel>,
    wanted: Option<Res<StartPlace>>,
    mut placed: ResMut<CameraPlaced>,
    mut cameras: Query<&mut GameCamera, With<FreeCamera>>,
) {
    if loads.read().count() > 0 {
        placed.0 = false;
    }
    if placed.0 || !(level.is_loading() || level.is_ready()) {
        return;
    }
    if let Some((position, yaw)) = level.start {
        placed.0 = true;
        for mut camera in &mut cameras {
            camera.position = position;
            camera.yaw = yaw;
            camera.pitch = 0.0;
            if let Some(wanted) = &wanted {
                wanted.place(&mut camera);
            }
        }
    }
}
