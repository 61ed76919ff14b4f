//! The island of Going Commando that the forge writes.

use std::{
    path::{Path, PathBuf},
    sync::LazyLock,
};

use tempfile::TempDir;

use crate::program::{folder, program};

/// The level's file, forged once for all pictures.
static FORGED: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let home = folder();
    let out = home.path().join("island");
    let mut forge = program(home.path());
    forge.args(["forge", "--recipe", "commando_demo"]).arg(&out);
    forge.assert().success();
    (home, out)
});

/// Places, y up, with heading and pitch in degrees.
mod place {
    /// From the landing along the path to the arch.
    pub const LANDING: &str = "161,45.2,-106,-173.5,1.7";
    /// South of the island, high over it.
    pub const AIR: &str = "160,95,-60,-178.9,-28.8";
    /// Over the arch, 46 to 50 units before a row of three trees: their billboards take over between 46 and 54.
    pub const TREES: &str = "164,50,-124.5,178.8,-4.7";
    /// Over the sea of haze, far south.
    pub const FAR: &str = "160,150,40,-179,-30";
    /// The sun and the planet.
    pub const SKY: &str = "160,60,-100,160,15";
}

fn check(name: &str, place: &str, show: &str) {
    let inspected = (name == "island").then_some("island_overlay");
    super::check(name, inspected, |_, program| {
        program
            .args(["level0", "--frames", "2", "--at", place])
            .arg("--data")
            .arg(data());
        if !show.is_empty() {
            program.args(["--show", show]);
        }
    });
}

fn data() -> &'static Path {
    &FORGED.1
}

/// A path of trodden earth leads through a stone arch; crates, blue mobys and tufts beside it, a tree to the left, huts on hills
/// behind, a lake to the right, mesas and a ringed planet in the sky. Light comes from the left: the arch's right leg is dark.
#[test]
fn the_island_from_the_ground() {
    check("island", place::LANDING, "");
}

/// The same without light: the same shapes in the textures' own brightness, flat, the arch's legs alike.
#[test]
fn the_island_without_light() {
    check("island_unlit", place::LANDING, "unlit");
}

/// All of the island on its cliffs in the haze: lake, arch, huts, trees as billboards; the waterfall's veil to the right.
#[test]
fn the_island_from_the_air() {
    check("island_air", place::AIR, "");
}

/// Near: red at the feet (LOD 0 at rest), orange to the left and behind the arch (LOD 0, wandering), the cliff yellow-green (LOD 0,
/// collapsing), blue only at the farthest. Tufts and the near tree red, far trees magenta (billboards), the huts on the hill blue.
#[test]
fn levels_of_detail_near() {
    check("lod_near", place::LANDING, "lod-tint");
}

/// From high over the south: the cliffs before it light blue (LOD 1, collapsing), one strip of them green (LOD 1, wandering), the island
/// dark blue (LOD 2), all trees magenta. Levels change along patches.
#[test]
fn levels_of_detail_in_the_middle() {
    check("lod_middle", place::AIR, "lod-tint");
}

/// Far: everything dark blue, trees magenta where they are not gone.
#[test]
fn levels_of_detail_far() {
    check("lod_far", place::FAR, "lod-tint");
}

/// Behind the arch's back a row of trees: the second a mesh, the first and the third half mesh and half billboard, those behind
/// billboards. No tree is missing or twice as dense.
#[test]
fn billboards_fade_in() {
    check("billboards", place::TREES, "");
}

/// The same by level of detail: meshes red, billboards magenta, and both through each other in the first and the third tree.
#[test]
fn billboards_fade_in_by_colour() {
    check("billboards_lod", place::TREES, "lod-tint");
}

/// Shells alone: day sky over a pale horizon, clouds, mesas in two tones, the second sun, stars and the planet's ring at the edge.
#[test]
fn the_sky_alone() {
    check("sky", place::SKY, "no-terrain,no-ties,no-shrubs,no-mobys");
}

/// A net of triangles over what is solid: meadow green, the path of another type pale red, cliffs purple, huts dark. Of the arch and the
/// rocks only strips show, because what is solid of them lies inside what is seen; plants and mobys have none.
#[test]
fn the_collision_overlay() {
    check("collision", place::LANDING, "collision");
}
