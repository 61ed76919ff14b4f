//! Machines that can do no more than WebGPU asks for.

use bevy::render::settings::{WgpuSettings, WgpuSettingsPriority};
use wonderwheel_gs_render::prelude::*;

use crate::stage::{self, Stage, nearest, one_quad, wall};

#[test]
fn the_limits_of_webgpu_are_enough() {
    let settings = WgpuSettings {
        priority: WgpuSettingsPriority::WebGPU,
        ..WgpuSettings::default()
    };
    let Some(renderer) = stage::renderer_with("webgpu limits", &settings) else {
        return;
    };
    let mut app = stage::app_on(
        renderer,
        Present::Image {
            width: 320,
            height: 240,
        },
        None,
    );
    let mut stage = Stage::new(&mut app);
    stage.texture(
        "bars",
        nearest(2, 1, vec![[200, 100, 50, 128], [10, 20, 30, 0x20]]),
    );
    stage.show(one_quad(
        Some("bars"),
        wall(2.0, [-3.0, 3.0, 3.0, -3.0], [255; 4], 1.0),
    ));
    let picture = stage.picture();
    assert_eq!(
        picture.pixel(100, 224),
        Some([199, 99, 49, 255]),
        "a bar, less the last bit that fog costs"
    );
}
