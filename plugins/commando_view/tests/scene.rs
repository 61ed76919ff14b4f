//! What the forge wrote is what the scene holds.

use wonderwheel_commando::tfrag::{Lod, TfragBlock};
use wonderwheel_commando_view::scene::pictures::PictureOwner;

use crate::demo;

#[test]
fn nothing_of_the_demo_is_lost() {
    let (scene, level) = (demo::scene(), demo::level());
    assert_eq!(scene.faults, []);
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

#[test]
fn a_chunks_terrain_lies_behind_the_cores_and_is_drawn_where_the_camera_is_in_it() {
    use wonderwheel_commando::gameplay::{BlockKind, Gameplay};
    use wonderwheel_commando::level::{Level, NewChunk};
    use wonderwheel_commando_view::CommandoSettings;
    use wonderwheel_commando_view::choose::Chosen;
    use wonderwheel_commando_view::members::LooseMembers;
    use wonderwheel_commando_view::scene::LevelScene;

    let Some(wonderwheel_forge::Recipe::Commando(recipe)) =
        wonderwheel_forge::Recipe::builtin("commando_demo")
    else {
        panic!("built in");
    };
    let mut new = wonderwheel_forge::commando::level(&recipe, &mut |_| {}).expect("a good recipe");
    let chunk = NewChunk {
        tfrags: new.tfrags.clone(),
        collision: new.collision.clone(),
        sound_bank: Vec::new(),
    };
    // Chunk 0 repeats the core's; chunk 1 begins at x = 150.
    new.chunks = vec![chunk.clone(), chunk];
    let gameplay = Gameplay::read(&new.gameplay.write().expect("it was read")).expect("itself");
    let mut settings = gameplay.settings().expect("sound").expect("there");
    let mut plane = *settings.chunk_planes.first().expect("one of zeros");
    plane.plane_count = 1;
    plane.point = [150.0, 0.0, 0.0];
    plane.normal = [1.0, 0.0, 0.0];
    settings.chunk_planes = vec![plane];
    let blocks = gameplay.blocks.iter().flat_map(|block| {
        let bytes = block.bytes.clone();
        block.kinds.iter().map(move |kind| (*kind, bytes.clone()))
    });
    let blocks = blocks.map(|(kind, bytes)| match kind {
        BlockKind::LevelSettings => (kind, settings.write()),
        _ => (kind, bytes),
    });
    new.gameplay = Gameplay::lay_out(blocks).expect("not larger");
    let file = new.write().expect("it fits");
    let level = Level::read(&file).expect("just written");
    let scene = LevelScene::build(&level, &LooseMembers::default());
    assert_eq!(scene.faults, []);
    let alone = demo::scene();
    let of = |chunk| {
        scene
            .terrain
            .patches
            .iter()
            .filter(|patch| patch.chunk == chunk)
            .count()
    };
    assert_eq!(
        [of(0), of(1), of(2)],
        [alone.terrain.patches.len(), alone.terrain.patches.len(), 0]
    );
    assert_eq!(
        scene.terrain.positions.len(),
        alone.terrain.positions.len() * 2
    );
    assert_eq!(scene.lighting.terrain.len(), scene.terrain.positions.len());
    // The second block's indices lie behind the first's.
    let (first, second) = scene.terrain.indices.split_at(alone.terrain.indices.len());
    assert_eq!(first, alone.terrain.indices);
    let shift = alone.terrain.infos.len() as u32;
    assert!(
        second
            .iter()
            .zip(first)
            .all(|(behind, before)| *behind == before + shift)
    );

    let mut chosen = Chosen::default();
    let mut settings = CommandoSettings {
        occlusion: false,
        ..CommandoSettings::default()
    };
    let (west, east) = ([140.0, 60.0, 95.0], [160.0, 60.0, 95.0]);
    let mut drawn = |from: [f32; 3], settings: &CommandoSettings| {
        chosen.choose(&scene, &demo::eye(from, [158.0, 160.0, 40.0]), settings);
        (chosen.chunk, chosen.terrain.drawn)
    };
    let (here, there) = (drawn(west, &settings), drawn(east, &settings));
    assert_eq!((here.0, there.0), (0, 1));
    settings.all_chunks = true;
    assert_eq!(drawn(east, &settings).1, there.1 * 2);
}
