//! Shaders on disk: a good edit changes the picture, a broken one does not.

use crate::stage::{self, MeshBuilder, Stage, material, wall};
use bevy::app::App;
use bevy::math::Vec3;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wonderwheel_gs_render::lights::LightSelection;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_gs_render::{ShaderFaults, headless};

const GS_WGSL: &str = include_str!("../../../assets/shaders/gs.wgsl");

/// An assets folder of its own, gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder =
            std::env::temp_dir().join(format!("wonderwheel gs shaders é {}", std::process::id()));
        std::fs::create_dir_all(folder.join("shaders")).expect("a writable temporary folder");
        Self(folder)
    }

    fn write(&self, text: &str) {
        std::fs::write(self.0.join("shaders/gs.wgsl"), text).expect("a writable temporary folder");
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Draws until `done`, or for ten seconds.
fn draw_until(app: &mut App, mut done: impl FnMut(&mut App) -> bool) -> bool {
    let end = Instant::now() + Duration::from_secs(10);
    while Instant::now() < end {
        headless::step(app).expect("a frame");
        if done(app) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

fn middle(app: &mut App) -> [u8; 4] {
    let picture = headless::next_picture(app).expect("a picture");
    picture.pixel(320, 224).expect("inside")
}

#[test]
fn a_changed_shader_is_taken_over_and_a_broken_one_is_not() {
    let folder = Folder::new();
    folder.write(GS_WGSL);
    let Some(mut app) = stage::app_with_assets("reload", Present::None, Some(folder.path())) else {
        return;
    };
    let mut stage = Stage::new(&mut app);
    let mut builder = MeshBuilder::default();
    builder.material(material(None));
    builder.quad(wall(2.0, [-3.0, 3.0, 3.0, -3.0], [20, 30, 45, 255], 1.0));
    stage.place(
        Layer::Scenery,
        builder.finish(),
        Vec3::ZERO,
        LightSelection::default(),
    );
    let before = stage.picture().pixel(320, 224).expect("inside");

    // Red and blue change places.
    let swapped = GS_WGSL.replace(
        "vec4<f32>(colour.rgb / 255.0",
        "vec4<f32>(colour.bgr / 255.0",
    );
    assert_ne!(swapped, GS_WGSL);
    folder.write(&swapped);
    let [red, green, blue, alpha] = before;
    let after = [blue, green, red, alpha];
    assert!(
        draw_until(&mut app, |app| middle(app) == after),
        "the edit reaches the picture"
    );

    folder.write(&swapped.replace("fn blended", "fn blended("));
    assert!(
        draw_until(&mut app, |app| !app
            .world()
            .resource::<ShaderFaults>()
            .0
            .is_empty()),
        "the fault is told"
    );
    assert_eq!(middle(&mut app), after, "the last good picture stays");

    folder.write(GS_WGSL);
    assert!(
        draw_until(&mut app, |app| middle(app) == before),
        "and a good file is taken over again"
    );
    assert!(app.world().resource::<ShaderFaults>().0.is_empty());
}
