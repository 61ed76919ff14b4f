//! A forged level, streamed and drawn: from bytes to picture.

use bevy::log::LogPlugin;
use bevy::prelude::*;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::prelude::*;
use wonderwheel_gs_render::headless;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_world_streaming::prelude::*;

use crate::stage;

/// The demo level, loaded in lockstep, with a camera at its start.
fn demo(test: &str) -> Option<App> {
    let renderer = stage::renderer(test)?;
    let recipe = Recipe::builtin("demo").expect("the demo travels with the program");
    let game = forge(&recipe, &mut |_| {}).expect("the demo can be forged");
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(MemoryFiles::new(game.files)),
        watch: false,
    });
    app.add_plugins((
        headless::plugins(renderer).disable::<LogPlugin>(),
        LevelAssetsPlugin,
        WorldStreamingPlugin,
        GsRenderPlugin {
            present: Present::None,
        },
    ));
    wonderwheel_world_streaming::level::lockstep::enter(&mut app);
    headless::start(&mut app);
    app.world_mut()
        .write_message(LoadLevel { name: game.level });
    let mut frames = 0;
    while !app.world().resource::<CurrentLevel>().is_ready() {
        frames += 1;
        let level = app.world().resource::<CurrentLevel>();
        assert!(
            frames < 2_000,
            "the level never gets ready: {:?}",
            level.phase
        );
        assert!(
            !matches!(level.phase, LevelPhase::Failed(_)),
            "{:?}",
            level.phase
        );
        headless::step(&mut app).expect("a frame");
        if frames == 3 {
            app.world_mut().spawn(GameCamera::default());
        }
        place(&mut app, None, 0.0, 0.0);
    }
    Some(app)
}

/// Puts the camera to `position` (the level's start without one), turned by yaw and pitch.
fn place(app: &mut App, position: Option<Vec3>, yaw: f32, pitch: f32) {
    let start = app.world().resource::<CurrentLevel>().start;
    let (start, heading) = start.unwrap_or((Vec3::ZERO, 0.0));
    let mut cameras = app.world_mut().query::<&mut GameCamera>();
    for mut camera in cameras.iter_mut(app.world_mut()) {
        camera.position = position.unwrap_or(start + Vec3::Y * 1.7);
        camera.yaw = heading + yaw;
        camera.pitch = pitch;
    }
}

#[test]
fn the_demo_level_fills_the_picture_along_the_street_and_from_above() {
    let test = "demo";
    let Some(mut app) = demo(test) else { return };
    let faults = app.world().resource::<LevelFaults>().lines();
    assert!(faults.is_empty(), "{faults:?}");
    let level = app.world().resource::<CurrentLevel>();
    let fog = level.settings.fog_bytes();
    let (start, _) = level.start.expect("the demo has a start");
    for (name, height, yaw, pitch) in [("street", 1.7, 0.0, 0.0), ("above", 45.0, 0.6, -0.25)] {
        place(&mut app, Some(start + Vec3::Y * height), yaw, pitch);
        // A second for fades, and for the parts that come into view.
        for _ in 0..32 {
            headless::step(&mut app).expect("a frame");
        }
        let picture = headless::complete_picture(&mut app, 60).expect("a complete picture");
        stage::keep(&picture, &format!("{test}-{name}"));
        let drawn = picture.count_unlike(fog);
        let pixels = (picture.width * picture.height) as usize;
        assert!(
            drawn * 10 > pixels * 9,
            "{name}: {drawn} of {pixels} pixels are not background"
        );
        let stats = app.world().resource::<GsStats>();
        println!("{name}: {stats:?}");
        assert!(
            stats.sectors > 0 && stats.draw_calls > stats.sectors,
            "{name}: {stats:?}"
        );
    }
    let faults = app.world().resource::<LevelFaults>().lines();
    assert!(faults.is_empty(), "{faults:?}");
}
