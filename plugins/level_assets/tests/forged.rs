//! A whole forged level through every loader.

use std::collections::BTreeMap;

use bevy::prelude::*;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::{GameFiles, MemoryFiles};
use wonderwheel_level_assets::prelude::*;
use wonderwheel_warriors::names;
use wonderwheel_warriors::object_list::ObjectList;

use crate::app::{app, asset, load, value};

fn forged(recipe: &str) -> (String, MemoryFiles) {
    let recipe = Recipe::builtin(recipe).unwrap();
    let game = forge(&recipe, &mut |_| ()).unwrap_or_else(|error| panic!("{error}"));
    (game.level, MemoryFiles::new(game.files))
}

#[test]
fn every_file_of_the_demo_loads_without_a_fault_and_brings_each_sector_once() {
    check_level("demo", true);
}

#[test]
fn every_file_of_a_level_in_retail_shape_loads_without_a_fault() {
    check_level("retail_shape:level72", false);
}

fn check_level(recipe: &str, has_level_file: bool) {
    let (level, files) = forged(recipe);
    let worlds = names::worlds_of(&level, |name| files.exists(name));
    assert_eq!(worlds.len(), 2);
    let mut app = app(files.clone());
    let mut unread = files.names();
    let mut take = |name: String| {
        unread.retain(|unread| *unread != name);
        name
    };

    assert_eq!(files.exists(&names::level_file(&level)), has_level_file);
    if has_level_file {
        let loaded = value::<LevelAsset>(&mut app, &take(names::level_file(&level)));
        assert_eq!(loaded.faults, []);
        assert!(loaded.sky.is_some() && loaded.clouds.is_some() && loaded.skyline.is_some());
    }
    let objects = format!("{level}_objs.txt");
    if files.exists(&objects) {
        // No loader's: the objects are read by what places them.
        let bytes = files.read(&take(objects)).unwrap();
        assert!(!ObjectList::read(&bytes).unwrap().objects.is_empty());
    }
    let settings = value::<LevelSettings>(&mut app, &take(names::settings(&level)));
    assert!(settings.start.is_some());

    for (_, name) in worlds {
        let world = value::<WorldAsset>(&mut app, &take(names::world_stream(&name)));
        let manifest = value::<ManifestAsset>(&mut app, &take(names::manifest(&name))).0;
        assert_eq!(world.faults, []);
        assert_eq!(manifest.parts.len(), world.part_count as usize);
        let mut brought = BTreeMap::new();
        for (part_number, sizes) in (1..).zip(&manifest.parts) {
            let part = value::<PartAsset>(&mut app, &take(names::part(&name, part_number)));
            assert_eq!(part.faults, []);
            assert_eq!(part.byte_size, u64::from(sizes.file_size));
            for sector in &part.sectors {
                assert_eq!(
                    brought.insert(sector.index, part_number),
                    None,
                    "sector {}",
                    sector.index
                );
            }
        }
        let wanted = world
            .leaves
            .iter()
            .filter_map(|leaf| Some((leaf.sector?, leaf.part)));
        assert_eq!(brought, wanted.collect::<BTreeMap<_, _>>(), "world {name}");
    }
    for name in unread {
        if name.ends_with(".pak") {
            assert_eq!(value::<PackAsset>(&mut app, &name).faults, []);
        } else {
            load::<LoadingPicture>(&mut app, &name).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
fn draws_cover_the_index_list_and_stay_inside_the_vertices() {
    let (level, files) = forged("demo");
    let mut app = app(files);
    let part = value::<PartAsset>(&mut app, &names::part(&format!("{level}s"), 1));
    let meshes = app.world().resource::<Assets<SceneryMesh>>();
    for sector in &part.sectors {
        let mesh = meshes.get(&sector.mesh).unwrap();
        let mut next = 0;
        for draw in &mesh.draws {
            assert_eq!(draw.first_index, next);
            assert_eq!(draw.index_count % 3, 0);
            assert!((draw.material as usize) < mesh.materials.len());
            next += draw.index_count;
        }
        assert_eq!(next as usize, mesh.indices.len());
        assert_eq!(mesh.triangle_count * 3, next);
        assert!(
            mesh.indices
                .iter()
                .all(|&index| (index as usize) < mesh.vertices.len())
        );
    }
}

/// Bytes that a part takes when it is loaded. There is one copy of them: the drawing side moves vertices, indices and texels
/// out of the assets when it hands them to the GPU (and may write narrower indices there).
fn loaded_bytes(app: &App, part: &PartAsset) -> u64 {
    let meshes = app.world().resource::<Assets<SceneryMesh>>();
    let textures = app.world().resource::<Assets<GsTexture>>();
    let meshes = part.sectors.iter().filter_map(|s| meshes.get(&s.mesh));
    let textures = part
        .textures
        .iter()
        .filter_map(|t| textures.get(&t.texture));
    meshes.map(SceneryMesh::byte_size).sum::<u64>()
        + textures.map(GsTexture::byte_size).sum::<u64>()
}

#[test]
fn a_part_in_retail_shape_takes_at_most_three_times_its_file() {
    let (level, files) = forged("retail_shape:level72");
    let mut app = app(files.clone());
    for (_, world) in names::worlds_of(&level, |name| files.exists(name)) {
        let count = value::<WorldAsset>(&mut app, &names::world_stream(&world)).part_count;
        for number in 1..=count {
            let name = names::part(&world, number);
            let part = load::<PartAsset>(&mut app, &name).unwrap_or_else(|e| panic!("{e}"));
            let part = asset(&app, &part);
            let ratio = loaded_bytes(&app, part) as f64 / part.byte_size as f64;
            assert!((1.0..=3.0).contains(&ratio), "{name}: {ratio:.2}");
        }
    }
}
