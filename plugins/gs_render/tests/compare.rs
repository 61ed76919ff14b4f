//! One scene drawn twice, by the shaders and by the CPU reference of the GS. The spec's tolerance: 2 of 255 on 99.5 % of
//! the pixels. Source: spec/gs-pipeline.md 14.

use bevy::math::Vec3;
use wonderwheel_gs_render::lights::LightSelection;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_ps2::gs::Light;
use wonderwheel_ps2::raster::Frame;

use crate::reference::{ReferenceMesh, draw};
use crate::stage::{self, Stage};

const NIGHT: f32 = 0.226_863;

fn night() -> (LightSelection, [Light; 1]) {
    (
        LightSelection::ambient(Vec3::splat(NIGHT)),
        [Light::Ambient { colour: [NIGHT; 3] }],
    )
}

/// Draws the same meshes on the GPU and on the CPU and compares. `None` without a GPU.
pub fn compare(
    test: &str,
    meshes: Vec<(Layer, SceneryMesh, Option<u8>)>,
    textures: &[(&str, GsTexture)],
) -> Option<(Picture, Frame)> {
    compare_within(2, test, meshes, textures)
}

/// As [`compare`], with a tolerance of the test's choice.
pub fn compare_within(
    tolerance: u8,
    test: &str,
    meshes: Vec<(Layer, SceneryMesh, Option<u8>)>,
    textures: &[(&str, GsTexture)],
) -> Option<(Picture, Frame)> {
    let mut app = stage::app(test, Present::None)?;
    app.world_mut().resource_mut::<GsSettings>().prelight_scale = PrelightScale::Full;
    let (selection, lights) = night();
    let mut stage = Stage::new(&mut app);
    for (name, texture) in textures {
        stage.texture(name, texture.clone());
    }
    for (layer, mesh, fade) in &meshes {
        let index = stage.place(*layer, mesh.clone(), Vec3::ZERO, selection);
        stage.app.world_mut().resource_mut::<GsScene>().meshes[index].fade = *fade;
    }
    let picture = stage.picture();
    let reference_meshes: Vec<_> = meshes
        .iter()
        .map(|(layer, mesh, fade)| ReferenceMesh {
            layer: *layer,
            mesh,
            origin: Vec3::ZERO,
            fade: *fade,
            lights: &lights,
        })
        .collect();
    let textures: Vec<_> = textures
        .iter()
        .map(|(name, texture)| (*name, texture))
        .collect();
    let reference = draw(&reference_meshes, &textures, PrelightScale::Full.factor());
    keep_all(test, &picture, &reference);
    let (broken, largest) = difference(&picture, &reference, tolerance);
    assert!(
        broken <= 0.005,
        "{test}: {:.2} % of the pixels differ, by up to {largest}",
        broken * 100.0
    );
    assert!(
        picture.count_unlike(stage::FOG.colour) > 1_000,
        "{test}: almost nothing was drawn"
    );
    Some((picture, reference))
}

/// Keeps what was drawn, what is expected, and five times the difference.
fn keep_all(test: &str, picture: &Picture, reference: &Frame) {
    let rgba = reference
        .colours()
        .iter()
        .flat_map(|[r, g, b, _]| [*r, *g, *b, 255])
        .collect();
    let expected = Picture {
        rgba,
        ..picture.clone()
    };
    let apart = |(i, (a, b)): (usize, (&u8, &u8))| {
        if i % 4 == 3 {
            255
        } else {
            a.abs_diff(*b).saturating_mul(5)
        }
    };
    let rgba = picture
        .rgba
        .iter()
        .zip(&expected.rgba)
        .enumerate()
        .map(apart)
        .collect();
    let difference = Picture {
        rgba,
        ..picture.clone()
    };
    stage::keep(picture, test);
    stage::keep(&expected, &format!("{test}-expected"));
    stage::keep(&difference, &format!("{test}-difference"));
}

/// The share of pixels that differ by more than `tolerance` in some channel, and the largest difference.
fn difference(picture: &Picture, reference: &Frame, tolerance: u8) -> (f64, u8) {
    assert_eq!(
        (picture.width, picture.height),
        (reference.width(), reference.height())
    );
    let mut broken = 0_usize;
    let mut largest = 0;
    for (drawn, expected) in picture.rgba.chunks(4).zip(reference.colours()) {
        let off = (0..3)
            .map(|channel| drawn[channel].abs_diff(expected[channel]))
            .max()
            .unwrap_or(0);
        largest = largest.max(off);
        broken += usize::from(off > tolerance);
    }
    (broken as f64 / reference.colours().len() as f64, largest)
}
