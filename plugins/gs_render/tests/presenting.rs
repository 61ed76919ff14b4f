//! The frame on the presenting camera: every byte arrives as it left the GS, letter-boxed.

use bevy::math::{UVec2, Vec3};
use bevy::prelude::*;
use wonderwheel_gs_render::headless;
use wonderwheel_gs_render::prelude::*;

use crate::stage::{self, Stage, one_quad, wall};

/// An app that shows the frame in an image of this size.
fn app_of(test: &str, size: UVec2) -> Option<App> {
    let [width, height] = size.to_array();
    stage::app(test, Present::Image { width, height })
}

#[test]
fn bytes_reach_the_screen_unchanged_between_black_bars() {
    let size = UVec2::new(1024, 576);
    let Some(mut app) = app_of("presenting", size) else {
        return;
    };
    app.world_mut().resource_mut::<GsSettings>().smooth = false;
    let mut stage = Stage::new(&mut app);
    // A wall near enough to be free of fog, over all of the picture.
    stage.show(one_quad(
        None,
        wall(2.0, [-3.0, 3.0, 3.0, -3.0], [20, 30, 45, 255], 1.0),
    ));
    let frame = stage.picture();
    let expected = frame.pixel(320, 224).expect("inside");
    // Prelight 20, 30, 45 at 255/128 and 255 = no fog, which costs a last bit: 39, 59, 89 less one.
    assert_eq!(expected, [38, 58, 88, 255]);

    let shown = headless::presented_picture(&mut app).expect("a picture");
    // 4:3 of 576 lines is 768 columns, from 128 to 896.
    assert_eq!(shown.pixel(127, 288), Some([0, 0, 0, 255]));
    assert_eq!(shown.pixel(896, 288), Some([0, 0, 0, 255]));
    for x in [128, 512, 895] {
        assert_eq!(shown.pixel(x, 288), Some(expected), "column {x}");
    }
}

#[test]
fn line_blending_mixes_each_line_with_the_one_below() {
    let size = UVec2::new(640, 480);
    let Some(mut app) = app_of("line blending", size) else {
        return;
    };
    app.world_mut().resource_mut::<GsSettings>().smooth = false;
    // Upper half black, lower half (200, 200, 200), both by tints alone: the frame's own clear colour and a wall.
    app.world_mut().resource_mut::<GsScene>().fog.colour = [0; 3];
    let mut stage = Stage::new(&mut app);
    stage.show(one_quad(
        None,
        wall(2.0, [-3.0, 0.0, 3.0, -3.0], [255, 255, 255, 255], 1.0),
    ));
    let frame = stage.picture();
    assert_eq!(
        (frame.pixel(320, 223), frame.pixel(320, 224)),
        (Some([0, 0, 0, 255]), Some([254, 254, 254, 255]))
    );

    app.world_mut().resource_mut::<GsSettings>().line_blend = true;
    let shown = headless::presented_picture(&mut app).expect("a picture");
    let column: Vec<u8> = (0..480)
        .map(|y| shown.pixel(320, y).expect("inside")[0])
        .collect();
    let between = column
        .iter()
        .filter(|value| (120..=135).contains(*value))
        .count();
    assert!(
        (1..=2).contains(&between),
        "one line of 448 is one or two of 480: {between}"
    );
    assert!(
        column
            .iter()
            .all(|value| *value < 2 || *value > 252 || (120..=135).contains(value))
    );
}

#[test]
fn a_pause_dims_the_frame_and_lines_lie_over_the_levels_tint() {
    let Some(mut app) = stage::app("tints", Present::None) else {
        return;
    };
    app.world_mut().resource_mut::<GsScene>().fog.colour = [100; 3];
    app.world_mut().resource_mut::<GsScene>().overlay = Some(Tint {
        colour: [7, 20, 30],
        alpha: 21,
    });
    app.add_systems(Update, |mut lines: ResMut<DebugLines>| {
        lines.line(
            Vec3::new(-5.0, 0.0, 10.0),
            Vec3::new(5.0, 0.0, 10.0),
            [255, 0, 0, 255],
            Depth::OnTop,
        );
    });
    let picture = headless::complete_picture(&mut app, 60).expect("a complete picture");
    // dst + (((c - dst) * As) >> 7) = 84, 86, 88 by the GS's floor; a GPU rounds.
    let tinted = picture.pixel(320, 100).expect("inside");
    for (drawn, exact) in tinted.iter().zip([84, 86, 88]) {
        assert!(drawn.abs_diff(exact) <= 1, "{tinted:?}");
    }
    let has_line =
        |picture: &Picture| (220..228).any(|y| picture.pixel(320, y) == Some([255, 0, 0, 255]));
    assert!(has_line(&picture), "the line is not tinted");

    app.world_mut().resource_mut::<FrameDim>().0 = 0.5;
    let dimmed = headless::complete_picture(&mut app, 60).expect("a complete picture");
    let half = dimmed.pixel(320, 100).expect("inside");
    assert!(half[0].abs_diff(tinted[0] / 2) <= 1, "{half:?}");
    assert!(!has_line(&dimmed), "the pause dims lines too");
}

#[test]
fn the_internal_scale_draws_a_larger_frame_of_the_same_picture() {
    let Some(mut app) = stage::app("internal scale", Present::None) else {
        return;
    };
    let mut stage = Stage::new(&mut app);
    stage.show(one_quad(
        None,
        wall(10.0, [-2.0, 2.0, 2.0, -2.0], [80, 90, 100, 255], 1.0),
    ));
    let small = stage.picture();
    stage
        .app
        .world_mut()
        .resource_mut::<GsSettings>()
        .internal_scale = 2;
    let large = stage.picture();
    assert_eq!((large.width, large.height), (1280, 896));
    for (x, y) in [(320, 224), (225, 100), (10, 10), (219, 224)] {
        assert_eq!(large.pixel(x * 2, y * 2), small.pixel(x, y), "{x}, {y}");
    }
}

/// What it should show: the frame's clear colour in a 4:3 rectangle in the middle of the area, black everywhere else.
#[test]
fn a_frame_with_an_area_is_shown_inside_it_only() {
    let size = UVec2::new(400, 300);
    let Some(mut app) = app_of("the area", size) else {
        return;
    };
    app.world_mut().resource_mut::<GsScene>().fog.colour = [100, 80, 60];
    // 200 x 90 from (20, 30): 120 x 90 from (60, 30).
    app.world_mut().resource_mut::<PresentArea>().0 = Some(Rect::new(20.0, 30.0, 220.0, 120.0));
    let shown = headless::presented_picture(&mut app).expect("a picture");
    for y in 0..size.y {
        for x in 0..size.x {
            let inside = (60..180).contains(&x) && (30..120).contains(&y);
            let expected = if inside { [100, 80, 60] } else { [0; 3] };
            let pixel = shown.pixel(x, y).expect("inside");
            assert_eq!(pixel[..3], expected, "{x}, {y}");
        }
    }
}
