//! The demo city, beside the pictures of the README.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use crate::program::own_demo;

/// Where a picture is taken.
#[derive(Default)]
struct View {
    /// The file's name in `assets/pictures`, without its ending.
    name: &'static str,
    /// Place (x, y up, z) and heading, degrees, if not where the demo begins.
    start: Option<([f32; 3], f32)>,
    /// What is played.
    script: &'static str,
    /// The frame that is shown.
    frame: u32,
}

#[test]
fn the_street_looks_as_in_the_readme() {
    check(&View {
        name: "street",
        frame: 60,
        ..View::default()
    });
}

/// A fast flight along Second Avenue: nearer than the draw distance houses still fade in, beyond it the skyline stands in.
#[test]
fn holes_close_behind_the_draw_distance() {
    check(&View {
        name: "mid_stream",
        start: Some(([150.0, 13.0, -45.0], 90.0)),
        script: "0 mouse press right\n1 mouse move 0 52\n3 mouse release right\n\
                 4 stick left 0 100\n4 press cross\n",
        frame: 42,
    });
}

/// Running dirt on bricks and wet patches on slabs: second layers of dual textures.
#[test]
fn stains_lie_on_walls_and_ground() {
    check(&View {
        name: "stains",
        start: Some(([25.5, 2.0, -42.0], 162.0)),
        script: "0 mouse press right\n1 mouse move 0 -35\n3 mouse release right\n",
        frame: 60,
    });
}

/// Cut-out alpha of the `d` world over walls of the `s` world.
#[test]
fn a_fence_stands_before_a_wall() {
    check(&View {
        name: "fence",
        start: Some(([-34.0, 1.6, -76.0], 150.0)),
        script: "0 mouse press right\n1 mouse move 0 -12\n3 mouse release right\n",
        frame: 60,
    });
}

fn check(view: &View) {
    let inspected = (view.name == "street").then_some("street_overlay");
    super::check(view.name, inspected, |home, program| {
        std::fs::write(home.join("script.txt"), view.script).expect("writable");
        program.args(["demo", "--input-script", "script.txt"]);
        program.args(["--frames", &view.frame.to_string()]);
        if let Some((place, heading)) = view.start {
            program.arg("--data").arg(moved_demo(home, place, heading));
        }
    });
}

/// The demo, beginning elsewhere.
fn moved_demo(home: &Path, [x, y, z]: [f32; 3], heading: f32) -> PathBuf {
    let data = home.join("own demo");
    if data.exists() {
        return data;
    }
    let data = own_demo(home);
    let settings = data.join("demo.settings.ron");
    let mut text = String::new();
    for line in std::fs::read_to_string(&settings)
        .expect("the forge wrote it")
        .lines()
    {
        if line.trim_start().starts_with("start:") {
            // Game axes: z up, y to the north.
            let _ = writeln!(
                text,
                "start: Some((position: ({x:?}, {:?}, {y:?}), heading: {heading:?})),",
                -z
            );
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    std::fs::write(&settings, text).expect("writable");
    data
}
