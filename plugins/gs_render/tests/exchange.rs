//! Meshes and textures that change while they are drawn.

use bevy::asset::uuid::Uuid;
use bevy::asset::{AssetId, Assets};
use wonderwheel_gs_render::headless;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_gs_render::scene::MaterialTextures;
use wonderwheel_level_assets::prelude::*;

use crate::stage::{self, Stage, nearest, one_quad, wall};

fn one_wall(name: &str, width: f32) -> SceneryMesh {
    let corners = wall(2.0, [-width, 3.0, width, -3.0], [255; 4], 1.0);
    one_quad(Some(name), corners)
}

#[test]
fn a_texture_and_a_mesh_that_are_loaded_again_are_drawn_as_they_are_now() {
    let Some(mut app) = stage::app("exchange", Present::None) else {
        return;
    };
    let mut stage = Stage::new(&mut app);
    stage.texture("plain", nearest(1, 1, vec![[200, 100, 50, 128]]));
    stage.show(one_wall("plain", 3.0));
    assert_eq!(stage.picture().pixel(20, 224), Some([199, 99, 49, 255]));

    let texture = stage.textures[0].1.clone();
    let mut textures = stage.app.world_mut().resource_mut::<Assets<GsTexture>>();
    textures
        .insert(&texture, nearest(1, 1, vec![[20, 30, 240, 128]]))
        .expect("a live handle");
    assert_eq!(stage.picture().pixel(20, 224), Some([19, 29, 239, 255]));

    let mesh = stage.handles[0].clone();
    let mut meshes = stage.app.world_mut().resource_mut::<Assets<SceneryMesh>>();
    meshes
        .insert(&mesh, one_wall("plain", 0.5))
        .expect("a live handle");
    let picture = stage.picture();
    assert_eq!(picture.pixel(320, 224), Some([19, 29, 239, 255]));
    assert_eq!(
        picture.pixel(20, 224),
        Some([12, 12, 5, 255]),
        "the wall has become narrow"
    );
}

#[test]
fn the_cpu_keeps_no_copy_of_what_the_gpu_has() {
    let Some(mut app) = stage::app("no copies", Present::None) else {
        return;
    };
    let mut stage = Stage::new(&mut app);
    stage.texture("plain", nearest(1, 1, vec![[200, 100, 50, 128]]));
    stage.show(one_wall("plain", 3.0));
    stage.picture();
    let world = stage.app.world();
    let mesh = world
        .resource::<Assets<SceneryMesh>>()
        .get(&stage.handles[0])
        .expect("it is there");
    assert_eq!(
        (mesh.byte_size(), mesh.triangle_count, mesh.draws.len()),
        (0, 2, 1)
    );
    let texture = world
        .resource::<Assets<GsTexture>>()
        .get(&stage.textures[0].1)
        .expect("it is there");
    assert_eq!((texture.byte_size(), texture.width), (0, 1));
}

#[test]
fn a_picture_is_not_ready_while_a_texture_is_missing() {
    let Some(mut app) = stage::app("not ready", Present::None) else {
        return;
    };
    let mut stage = Stage::new(&mut app);
    stage.texture("plain", nearest(1, 1, vec![[200, 100, 50, 128]]));
    let index = stage.show(one_wall("plain", 3.0));
    stage.picture();
    // A texture that was never loaded.
    let unknown = AssetId::<GsTexture>::Uuid {
        uuid: Uuid::from_u128(1),
    };
    let textures = [MaterialTextures {
        base: Some(unknown),
        second: None,
    }];
    stage.app.world_mut().resource_mut::<GsScene>().meshes[index].textures = textures.into();
    let fault = headless::complete_picture(stage.app, 5).expect_err("it never gets complete");
    assert!(fault.contains("textures_pending: 1"), "{fault}");
}
