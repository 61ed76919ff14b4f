//! Whole pictures of hand-built scenes against the CPU reference.

use bevy::math::Vec3;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_renderware::texture::Addressing;

use crate::compare::{compare, compare_within};
use crate::stage::{Corner, MeshBuilder, material, named, nearest, wall};

const GREY: [u8; 4] = [60, 60, 60, 255];

fn one(material: DrawMaterial, quads: impl IntoIterator<Item = [Corner; 4]>) -> SceneryMesh {
    let mut builder = MeshBuilder::default();
    builder.material(material);
    for quad in quads {
        builder.quad(quad);
    }
    builder.finish()
}

/// A wall without a texture.
fn plain(depth: f32, rect: [f32; 4], colour: [u8; 4]) -> SceneryMesh {
    one(material(None), [wall(depth, rect, colour, 1.0)])
}

/// A wall without a texture, seen from behind.
fn turned(depth: f32, rect: [f32; 4], colour: [u8; 4]) -> SceneryMesh {
    let [a, b, c, d] = wall(depth, rect, colour, 1.0);
    one(material(None), [[a, d, c, b]])
}

/// A smooth pattern: no texel differs from its neighbour by more than a few steps, as filtering is compared loosely.
fn smooth(side: u32, alpha: u8) -> Vec<u8> {
    let wave = |x: u32| 128.0 + 100.0 * (x as f32 / side as f32 * std::f32::consts::TAU).sin();
    (0..side * side)
        .flat_map(|i| {
            let (x, y) = (i % side, i / side);
            [wave(x) as u8, wave(y) as u8, wave(x + y) as u8, alpha]
        })
        .collect()
}

fn trilinear(side: u32, levels: u32, alpha: u8) -> GsTexture {
    GsTexture {
        width: side,
        height: side,
        levels: (0..levels)
            .map(|level| smooth(side >> level, alpha))
            .collect(),
        mip_word: 0x0FC0,
        filter: 6,
        wrap_u: Addressing::Wrap,
        wrap_v: Addressing::Wrap,
        min_alpha: alpha,
    }
}

/// A street: ground, two house fronts and a wall at the end, with colours that differ from corner to corner.
///
/// Its long edges run along the view and leave the picture on two sides: what drivers clip most carelessly.
fn street(texture: Option<&str>) -> SceneryMesh {
    let corner = |x: f32, y: f32, z: f32, u: f32, v: f32, colour: [u8; 4]| Corner {
        position: Vec3::new(x, y, z),
        uv: [[u, v]; 2],
        colour,
        normal: [0, 127, 0],
    };
    let dark = [20, 30, 40, 255];
    let bright = [200, 120, 90, 255];
    let ground = [
        corner(6.0, -1.5, 110.0, 0.0, 0.0, dark),
        corner(6.0, -1.5, 1.0, 0.0, 7.0, bright),
        corner(-6.0, -1.5, 1.0, 1.0, 7.0, dark),
        corner(-6.0, -1.5, 110.0, 1.0, 0.0, bright),
    ];
    let left = [
        corner(6.0, 7.0, 1.0, 0.0, 0.0, bright),
        corner(6.0, -1.5, 1.0, 0.0, 1.0, dark),
        corner(6.0, -1.5, 100.0, 7.0, 1.0, bright),
        corner(6.0, 7.0, 100.0, 7.0, 0.0, dark),
    ];
    let right = [
        corner(-6.0, 7.0, 100.0, 0.0, 0.0, dark),
        corner(-6.0, -1.5, 100.0, 0.0, 1.0, bright),
        corner(-6.0, -1.5, 1.0, 7.0, 1.0, dark),
        corner(-6.0, 7.0, 1.0, 7.0, 0.0, bright),
    ];
    let end = wall(100.0, [-6.0, 7.0, 6.0, -1.5], GREY, 1.0);
    one(material(texture), [ground, left, right, end])
}

#[test]
fn a_street_of_vertex_colours_with_fog_matches_the_reference() {
    compare(
        "street-untextured",
        vec![(Layer::Scenery, street(None), None)],
        &[],
    );
}

#[test]
fn a_street_with_mip_levels_by_depth_matches_the_reference() {
    let textures = [("wave", trilinear(64, 4, 128))];
    compare(
        "street-trilinear",
        vec![(Layer::Scenery, street(Some("wave")), None)],
        &textures,
    );
}

#[test]
fn what_a_fence_lets_through_does_not_hide_what_is_drawn_later_behind_it() {
    // Bars of full alpha, gaps of 0x20: below the test, but not invisible.
    let bars = nearest(2, 1, vec![[180, 180, 190, 128], [90, 90, 90, 0x20]]);
    let far = plain(40.0, [-30.0, 20.0, 30.0, -20.0], GREY);
    let fence = one(
        material(Some("bars")),
        [wall(5.0, [-2.0, 1.5, 2.0, -1.5], [255; 4], 4.0)],
    );
    let behind = plain(10.0, [-3.0, 1.0, 3.0, -1.0], [250, 40, 30, 255]);
    let meshes = vec![
        (Layer::Scenery, far, None),
        (Layer::Scenery, fence, None),
        (Layer::Detail, behind, None),
    ];
    let Some((picture, _)) = compare("fence", meshes, &[("bars", bars)]) else {
        return;
    };
    // Metres to pixels at depth 5: 640 / (2 * 0.6371 * 5) = 100 a metre. The fence is 4 m wide and its 8 stripes half a
    // metre each: the first gap spans -1.5 to -1.0 m, x 170 to 220.
    let gap = picture.pixel(195, 224).expect("inside");
    assert!(
        gap[0] > 2 * gap[1],
        "the red wall shows through the gap: {gap:?}"
    );
    let bar = picture.pixel(145, 224).expect("inside");
    assert!(bar[0].abs_diff(bar[1]) < 5, "the bar hides it: {bar:?}");
}

#[test]
fn a_dual_texture_covers_its_base_exactly_and_writes_depth_in_its_holes() {
    let hole = nearest(2, 1, vec![[150, 140, 130, 128], [10, 10, 10, 0x20]]);
    let stain = trilinear(16, 1, 60);
    let dual = DrawMaterial {
        dual: Some(DualLayer {
            texture: named("stain"),
            source_blend: 5,
            destination_blend: 6,
        }),
        ..material(Some("hole"))
    };
    let front = one(dual, [wall(8.0, [-4.0, 2.0, 4.0, -2.0], [255; 4], 2.0)]);
    let behind = plain(12.0, [-6.0, 1.5, 6.0, -1.5], [40, 250, 30, 255]);
    let meshes = vec![(Layer::Scenery, front, None), (Layer::Detail, behind, None)];
    let Some((picture, _)) = compare("dual", meshes, &[("hole", hole), ("stain", stain)]) else {
        return;
    };
    let in_hole = picture.pixel(380, 224).expect("inside");
    assert!(
        in_hole[1] < 150,
        "the second pass wrote depth where the base failed its test: {in_hole:?}"
    );
}

#[test]
fn every_dual_blend_matches_the_reference() {
    let base = trilinear(32, 1, 128);
    let stain = trilinear(16, 1, 70);
    let mut builder = MeshBuilder::default();
    for (i, (source, destination)) in [
        (5, 6),
        (2, 2),
        (5, 2),
        (2, 1),
        (1, 2),
        (5, 1),
        (6, 1),
        (1, 5),
        (2, 5),
        (6, 5),
        (1, 6),
        (2, 6),
        (3, 4),
    ]
    .into_iter()
    .enumerate()
    {
        builder.material(DrawMaterial {
            dual: Some(DualLayer {
                texture: named("stain"),
                source_blend: source,
                destination_blend: destination,
            }),
            ..material(Some("base"))
        });
        let left = -6.0 + i as f32 * 0.9;
        builder.quad(wall(
            10.0,
            [left, 3.0, left + 0.8, -3.0],
            [200, 180, 160, 255],
            1.0,
        ));
    }
    compare(
        "blends",
        vec![(Layer::Scenery, builder.finish(), None)],
        &[("base", base), ("stain", stain)],
    );
}

#[test]
fn a_fading_wall_writes_no_depth_in_its_first_half() {
    let textures = [("wave", trilinear(64, 1, 128))];
    for (fade, name) in [(100, "fade-first-half"), (200, "fade-second-half")] {
        let front = one(
            material(Some("wave")),
            [wall(8.0, [-4.0, 2.0, 4.0, -2.0], [255; 4], 1.0)],
        );
        let behind = plain(12.0, [-6.0, 1.5, 6.0, -1.5], [255, 40, 30, 255]);
        let meshes = vec![
            (Layer::Scenery, front, Some(fade)),
            (Layer::Detail, behind, None),
        ];
        let Some((picture, _)) = compare(name, meshes, &textures) else {
            return;
        };
        let middle = picture.pixel(320, 224).expect("inside");
        // Untextured and white-lit: the wall behind, where it is seen, is bright red and nothing else.
        assert_eq!(
            middle[0] > 200 && middle[1] < 110,
            fade == 100,
            "{name}: {middle:?}"
        );
    }
}

#[test]
fn the_background_lies_behind_everything_and_back_faces_only_of_the_world_are_left_out() {
    let sky = turned(3.0, [-3.0, 3.0, 3.0, -3.0], [30, 40, 90, 255]);
    let skyline = turned(60.0, [-40.0, 10.0, 40.0, -30.0], [90, 70, 60, 255]);
    let world = plain(100.0, [-30.0, 6.0, 30.0, -40.0], [60, 90, 60, 255]);
    let unseen = turned(2.0, [-1.0, 1.0, 1.0, -1.0], [255; 4]);
    let meshes = vec![
        (Layer::Sky, sky, None),
        (Layer::Skyline, skyline, None),
        (Layer::Scenery, world, None),
        (Layer::Scenery, unseen, None),
    ];
    let Some((picture, _)) = compare("background", meshes, &[]) else {
        return;
    };
    let [top, band, bottom] = [20, 195, 300].map(|y| picture.pixel(320, y).expect("inside"));
    assert!(top[2] > top[0], "sky: {top:?}");
    assert!(band[0] > band[2], "skyline above the wall: {band:?}");
    assert!(
        bottom[1] > bottom[0],
        "the world covers the nearer skyline: {bottom:?}"
    );
}

#[test]
fn vertex_colours_run_linearly_over_the_screen() {
    let corner = |x: f32, y: f32, z: f32, colour: [u8; 4]| Corner {
        position: Vec3::new(x, y, z),
        uv: [[0.0; 2]; 2],
        colour,
        normal: [0, 0, 127],
    };
    // The left edge at 2 m, the right one at 20 m, both wholly on the screen.
    let (near, far) = ([0, 0, 0, 255], [200, 200, 200, 255]);
    let slanted = [
        corner(1.0, 0.8, 2.0, near),
        corner(1.0, -0.8, 2.0, near),
        corner(-10.0, -8.0, 20.0, far),
        corner(-10.0, 8.0, 20.0, far),
    ];
    let Some((picture, _)) = compare(
        "screen-linear",
        vec![(Layer::Scenery, one(material(None), [slanted]), None)],
        &[],
    ) else {
        return;
    };
    // Edges at NDC -0.785 and 0.785: the middle of the screen is half way, 57 of ambient and half of 200 over it.
    let middle = picture.pixel(320, 224).expect("inside");
    assert!(middle[0].abs_diff(157) <= 2, "{middle:?}");
}

/// Where a triangle crosses the near plane its vertex colours are not defined on the screen: the original cuts them in
/// space, the shader holds the part behind the camera at the near plane. Close, and never out of range.
#[test]
fn ground_that_passes_under_the_camera_looks_like_the_reference() {
    let corner = |x: f32, z: f32, colour: [u8; 4]| Corner {
        position: Vec3::new(x, -1.5, z),
        uv: [[x / 4.0, z / 4.0]; 2],
        colour,
        normal: [0, 127, 0],
    };
    let ground = [
        corner(8.0, 40.0, [20, 30, 40, 255]),
        corner(8.0, -20.0, [200, 120, 90, 255]),
        corner(-8.0, -20.0, [90, 160, 60, 255]),
        corner(-8.0, 40.0, [60, 60, 60, 255]),
    ];
    let mesh = one(material(Some("wave")), [ground]);
    let textures = [("wave", trilinear(64, 4, 128))];
    let meshes = vec![(Layer::Scenery, mesh, None)];
    compare_within(16, "under-the-camera", meshes, &textures);
}
