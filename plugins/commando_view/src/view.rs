//! Each frame: the eye, what is chosen, and what the frame around it needs to know.

use std::time::Instant;

use bevy::prelude::*;
use wonderwheel_gs_render::prelude::{GsScene, GsView};
use wonderwheel_gs_render::scene::Fog;
use wonderwheel_world_streaming::prelude::{GameCamera, StartPlace, Viewports};

use crate::axes::to_world;
use crate::choose::eye::FAR_CLIP;
use crate::choose::{Eye, FrameChoice};
use crate::level::ShownLevel;
use crate::settings::CommandoSettings;

/// What the frame shows of the level, and how long choosing took.
#[derive(Resource, Debug, Default)]
pub struct CommandoFrame {
    /// The eye; none without a level.
    pub eye: Option<Eye>,
    /// The same for the drawing side.
    pub view: Option<GsView>,
    /// What is drawn.
    pub chosen: FrameChoice,
    /// Milliseconds.
    pub choose_ms: f32,
}

/// Puts the camera where a visit begins when a level appears for the first time.
pub(crate) fn place_camera(
    shown: Res<ShownLevel>,
    wanted: Option<Res<StartPlace>>,
    mut placed: Local<String>,
    mut cameras: Query<&mut GameCamera>,
) {
    let Some(scene) = shown.scene.as_ref() else {
        placed.clear();
        return;
    };
    if *placed == shown.name {
        return;
    }
    placed.clone_from(&shown.name);
    let environment = &scene.environment;
    let (sin, cos) = environment.heading.sin_cos();
    let forward = to_world(Vec3::new(cos, sin, 0.0));
    for mut camera in &mut cameras {
        camera.position = to_world(environment.start);
        // Yaw 0 looks along +z and grows towards +x.
        camera.yaw = forward.x.atan2(forward.z);
        camera.pitch = 0.0;
        if let Some(wanted) = &wanted {
            wanted.place(&mut camera);
        }
    }
}

/// Chooses what is drawn, and fills the frame's scene: view, clear colour, nothing else.
pub(crate) fn look(
    shown: Res<ShownLevel>,
    settings: Res<CommandoSettings>,
    viewports: Viewports,
    mut frame: ResMut<CommandoFrame>,
    mut scene: ResMut<GsScene>,
) {
    let (Some(level), Some(camera)) = (shown.scene.as_ref(), viewports.first()) else {
        if frame.eye.is_some() {
            *frame = CommandoFrame::default();
        }
        return;
    };
    let start = Instant::now();
    let eye = Eye::of(camera);
    frame.chosen.choose(level, &eye, &settings);
    frame.choose_ms = start.elapsed().as_secs_f32() * 1000.0;
    let view = GsView {
        position: camera.position,
        forward: camera.forward(),
        up: camera.up(),
        lens: camera.lens,
        far: FAR_CLIP,
        skyline_near: camera.lens.near,
    };
    (frame.eye, frame.view) = (Some(eye), Some(view));
    *scene = GsScene {
        view: Some(view),
        fog: Fog {
            colour: level.environment.background,
            start: level.environment.fog.near,
        },
        ..default()
    };
}
