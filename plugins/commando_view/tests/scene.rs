//! What the forge wrote is what the scene holds.

use wonderwheel_commando::tfrag::{Lod, TfragBlock};
use wonderwheel_commando_view::scene::pictures::PictureOwner;

use crate::demo;

#[test]
fn nothing_of_the_demo_is_lost() {
    let (scene, level) = (demo::scene(), demo::level());
    assert_eq!(scene.faults, Vec::<String>::new());
    let block = TfragBlock::read(level.tfrags()).expect("the forge wrote it");
    let terrain = &scene.terrain;
    assert_eq!(terrain.patches.len(), block.len());
    assert_eq!(terrain.positions.len(), block.positions().len());
    for lod in Lod::ALL {
        let triangles: usize = terrain
            .patches
            .iter()
            .map(|patch| patch.triangles[lod.index()])
            .sum();
        assert_eq!(triangles, block.triangle_count(lod), "{lod:?}");
    }
    let gameplay = &level.gameplay;
    let placed = &scene.instances;
    assert_eq!(
        placed.ties.len(),
        gameplay.tie_instances().expect("there").len()
    );
    assert_eq!(
        placed.shrubs.len(),
        gameplay.shrub_instances().expect("there").len()
    );
    assert_eq!(
        placed.mobys.len(),
        gameplay.moby_instances().expect("there").len()
    );
    let sum = placed.ties.len() + placed.shrubs.len() + placed.mobys.len();
    assert_eq!(placed.records.len(), sum);
    for owner in PictureOwner::ALL {
        assert!(
            scene.pictures.iter().any(|picture| picture.owner == owner),
            "{owner:?}"
        );
    }
    assert!(!scene.sky.runs.is_empty() && !scene.collision.vertices.is_empty());
    assert!(scene.occlusion.is_some());
}

#[test]
fn every_index_names_something() {
    let scene = demo::scene();
    let below =
        |indices: &[u32], count: usize| indices.iter().all(|index| (*index as usize) < count);
    let terrain = &scene.terrain;
    assert!(below(&terrain.indices, terrain.infos.len()));
    for info in &terrain.infos {
        let places = [info.position, info.first, info.second];
        assert!(below(&places, terrain.positions.len()));
        assert!((info.replacement as usize) < terrain.infos.len());
    }
    assert!(below(&scene.models.indices, scene.models.vertices.len()));
    assert!(below(&scene.sky.indices, scene.sky.vertices.len()));
    let materials = scene.materials.list.len() as u32;
    let runs = terrain.runs.iter().chain(&scene.sky.runs);
    assert!(runs.clone().count() > 0);
    runs.for_each(|run| assert!(run.material < materials));
    for sampled in &scene.materials.textures {
        assert!(sampled.picture < scene.pictures.len());
    }
    // Every instance has its colours: those of its class's normals and one more.
    let colours = scene.lighting.len() as u32;
    for record in &scene.instances.records {
        assert!(record.colours < colours && record.billboard_colour < colours);
    }
}

#[test]
fn the_textures_of_terrain_have_four_levels_and_those_of_the_sky_one() {
    let scene = demo::scene();
    for picture in &scene.pictures {
        for (level, texels) in picture.levels.iter().enumerate() {
            let texel_count = (picture.width >> level) * (picture.height >> level);
            assert_eq!(
                texels.len() as u32,
                texel_count * 4,
                "{:?} {}",
                picture.owner,
                picture.index
            );
        }
        match picture.owner {
            PictureOwner::Terrain => assert_eq!(picture.levels.len(), 4),
            PictureOwner::Sky => assert_eq!(picture.levels.len(), 1),
            _ => assert!(!picture.levels.is_empty()),
        }
    }
}
