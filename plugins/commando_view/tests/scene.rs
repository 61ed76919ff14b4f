//! What the forge wrote is what the scene holds.

use wonderwheel_commando::occlusion::{Mask, OcclusionMappings};
use wonderwheel_commando::tfrag::{Lod, TfragBlock};
use wonderwheel_commando_view::CommandoSettings;
use wonderwheel_commando_view::choose::{FrameChoice, mask_at};
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::pictures::PictureOwner;
use wonderwheel_commando_view::scene::terrain::TerrainPatch;

use crate::demo;

#[test]
fn nothing_of_the_demo_is_lost() {
    let (scene, level) = (demo::scene(), demo::level());
    assert_eq!(scene.faults, []);
    let chunks = level.chunks[1..].iter().flatten();
    let chunks = chunks.map(|chunk| chunk.decompress_tfrags().expect("the forge wrote it"));
    let blocks: Vec<TfragBlock> = std::iter::once(level.tfrags().to_vec())
        .chain(chunks)
        .map(|bytes| TfragBlock::read(&bytes).expect("the forge wrote it"))
        .collect();
    assert_eq!(blocks.len(), 3);
    let sum = |of: &dyn Fn(&TfragBlock) -> usize| blocks.iter().map(of).sum::<usize>();
    let terrain = &scene.terrain;
    assert_eq!(terrain.patches.len(), sum(&TfragBlock::len));
    assert_eq!(
        terrain.positions.len(),
        sum(&|block| block.positions().len())
    );
    for lod in Lod::ALL {
        let triangles: usize = terrain
            .patches
            .iter()
            .map(|patch| patch.triangles[lod.index()])
            .sum();
        assert_eq!(
            triangles,
            sum(&|block| block.triangle_count(lod)),
            "{lod:?}"
        );
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

/// The corners of a patch's finest triangles in the world.
fn points(scene: &LevelScene, patch: &TerrainPatch) -> Vec<[f32; 3]> {
    let terrain = &scene.terrain;
    let runs = terrain.runs[patch.runs[0].clone()].iter();
    let indices = runs.flat_map(|run| run.indices.clone());
    let info = |at: u32| terrain.infos[terrain.indices[at as usize] as usize];
    indices
        .map(|at| terrain.positions[info(at).position as usize].point)
        .collect()
}

#[test]
fn a_chunks_terrain_lies_behind_the_cores_and_is_drawn_where_the_camera_is_in_it() {
    let scene = demo::scene();
    let patches = &scene.terrain.patches;
    assert!(patches.is_sorted_by_key(|patch| patch.chunk));
    // What a chunk repeats of the core has the same corners, each by its own indices.
    let (core, chunks): (Vec<_>, Vec<_>) = patches.iter().partition(|patch| patch.chunk == 0);
    let mut repeated = 0;
    for patch in chunks {
        let same = core.iter().find(|core| core.raw_sphere == patch.raw_sphere);
        if let Some(same) = same {
            assert_eq!(points(scene, same), points(scene, patch));
            repeated += 1;
        }
    }
    assert!(repeated > core.len() / 2);
    assert_eq!(scene.lighting.terrain.len(), scene.terrain.positions.len());

    let mut chosen = FrameChoice::default();
    for (chunk, from) in [
        (0, [160.0, 90.0, 60.0]),
        (1, [160.0, 238.0, 50.0]),
        (2, [238.0, 160.0, 50.0]),
    ] {
        let eye = demo::eye(from, [160.0, 160.0, 40.0]);
        let mut settings = CommandoSettings::default();
        chosen.choose(scene, &eye, &settings);
        assert_eq!(chosen.chunk, chunk);
        let own = patches.iter().filter(|patch| patch.chunk == chunk).count() as u32;
        let drawn = chosen.terrain.drawn;
        assert!(drawn > 0 && drawn < own, "chunk {chunk}");
        settings.all_chunks = true;
        chosen.choose(scene, &eye, &settings);
        assert!(chosen.terrain.drawn > drawn, "chunk {chunk}");
    }
}

#[test]
fn what_the_chunks_have_is_hidden_by_its_own_records() {
    let scene = demo::scene();
    let mut chosen = FrameChoice::default();
    for (chunk, from) in [(1, [160.0, 236.0, 47.5]), (2, [236.0, 160.0, 47.5])] {
        let eye = demo::eye(from, [160.0, 160.0, 46.0]);
        chosen.choose(scene, &eye, &CommandoSettings::default());
        assert!(chosen.in_grid && chosen.chunk == chunk);
        let mask = mask_at(scene, &eye).expect("in the grid");
        let in_sight = |patch: &&TerrainPatch| patch.chunk == chunk && eye.sees(&patch.sphere);
        let in_sight = scene.terrain.patches.iter().filter(in_sight);
        let hidden = in_sight.filter(|patch| !mask.sees(patch.bit)).count();
        assert!(hidden > 0);
        assert_eq!(chosen.terrain.hidden as usize, hidden, "chunk {chunk}");
    }
}

#[test]
fn records_of_other_terrain_show_all_of_it_and_hide_the_rest_as_before() {
    let (level, sound) = (demo::level(), demo::scene());
    let mut mappings = OcclusionMappings::read(level.mappings_in_force()).expect("sound");
    mappings.tfrags[3].id += 1;
    let name = "level0.occlusion_mappings.bin";
    let loose = demo::loose(name, mappings.write().expect("it fits"));
    let stale = LevelScene::build(&level, &loose);
    let mut faults = stale.faults.iter();
    assert!(faults.any(|fault| fault.words.contains("out of date")));
    assert_eq!(stale.instances, sound.instances);
    let bits = stale.terrain.patches.iter().map(|patch| patch.bit);
    assert!(bits.into_iter().all(|bit| bit == Mask::ALWAYS));
    assert!(
        sound
            .terrain
            .patches
            .iter()
            .all(|patch| patch.bit != Mask::ALWAYS)
    );
}

#[test]
fn textures_of_the_sky_end_at_their_borders() {
    let scene = demo::scene();
    let runs = scene.sky.runs.iter();
    let materials = runs.map(|run| &scene.materials.list[run.material as usize]);
    let textures = materials.filter_map(|material| material.texture);
    let textures: Vec<_> = textures.map(|at| &scene.materials.textures[at]).collect();
    assert!(!textures.is_empty() && textures.iter().all(|texture| texture.clamp == [true; 2]));
}
