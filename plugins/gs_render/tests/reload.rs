//! Shaders on disk: a good edit changes the picture, a broken one does not.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::app::App;
use wonderwheel_gs_render::kit::{GS_PIXEL, WgslFile};
use wonderwheel_gs_render::prelude::*;
use wonderwheel_gs_render::{GS_SHADER, ShaderFaults, headless};

use crate::stage::{self, Stage, one_quad, wall};

const GS: WgslFile = GS_SHADER.own;

/// An assets folder of its own, gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder =
            std::env::temp_dir().join(format!("wonderwheel gs shaders é {}", std::process::id()));
        std::fs::create_dir_all(folder.join("shaders")).expect("a writable temporary folder");
        Self(folder)
    }

    fn write(&self, file: WgslFile, text: &str) {
        std::fs::write(self.0.join(file.path), text).expect("a writable temporary folder");
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

fn faulty_files(app: &App) -> Vec<&str> {
    let faults = &app.world().resource::<ShaderFaults>().0;
    faults.iter().map(|(path, _)| path.as_str()).collect()
}

#[test]
fn a_changed_shader_is_taken_over_and_a_broken_one_is_not() {
    let folder = Folder::new();
    folder.write(GS, GS.embedded);
    folder.write(GS_PIXEL, GS_PIXEL.embedded);
    let Some(mut app) = stage::app_with_assets("reload", Present::None, Some(folder.path())) else {
        return;
    };
    let mut stage = Stage::new(&mut app);
    stage.show(one_quad(
        None,
        wall(2.0, [-3.0, 3.0, 3.0, -3.0], [20, 30, 45, 255], 1.0),
    ));
    let before = stage.picture().pixel(320, 224).expect("inside");

    // Red and blue change places, in the file that other shaders share.
    let swapped = GS_PIXEL.embedded.replace(
        "vec4<f32>(colour.rgb / 255.0",
        "vec4<f32>(colour.bgr / 255.0",
    );
    assert_ne!(swapped, GS_PIXEL.embedded);
    folder.write(GS_PIXEL, &swapped);
    let [red, green, blue, alpha] = before;
    let after = [blue, green, red, alpha];
    assert!(
        draw_until(&mut app, |app| middle(app) == after),
        "the edit reaches the picture"
    );

    folder.write(GS_PIXEL, &swapped.replace("fn blended", "fn blended("));
    assert!(
        draw_until(&mut app, |app| faulty_files(app) == [GS_PIXEL.path]),
        "the fault is shown"
    );
    assert_eq!(middle(&mut app), after, "the last good picture stays");

    folder.write(GS_PIXEL, GS_PIXEL.embedded);
    assert!(
        draw_until(&mut app, |app| middle(app) == before),
        "and a good file is taken over again"
    );
    assert!(faulty_files(&app).is_empty());

    // They change back, in the shader's own file, which is broken in between.
    folder.write(GS, "fn");
    assert!(draw_until(&mut app, |app| faulty_files(app) == [GS.path]));
    assert_eq!(middle(&mut app), before);
    let swapped = GS
        .embedded
        .replace("blended(shade(in)", "blended(shade(in).bgra");
    assert_ne!(swapped, GS.embedded);
    folder.write(GS, &swapped);
    assert!(draw_until(&mut app, |app| middle(app) == after));
    assert!(faulty_files(&app).is_empty());
}
