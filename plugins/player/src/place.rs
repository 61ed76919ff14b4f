//! The camera that a level is seen through: it exists from the start and is put where a level begins.

use bevy::prelude::*;
use wonderwheel_world_streaming::prelude::{CurrentLevel, GameCamera, LoadLevel, StartPlace};

use crate::free_camera::FreeCamera;

/// Whether the level that is loading has had its camera placed.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CameraPlaced(bool);

/// There is always one camera: nothing has to ask whether there is.
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
