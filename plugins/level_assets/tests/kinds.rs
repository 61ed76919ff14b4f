//! Every other kind of file.

use bevy::math::{Mat4, Vec3};
use bevy::prelude::*;
use wonderwheel_game_files::MemoryFiles;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_renderware::world::Node;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::pack::Pack;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;
use wonderwheel_warriors::world_stream::WorldStream;
use wonderwheel_warriors::{names, picture};

use crate::app::{app, asset, lines, load, value};
use crate::fixture;

/// An app with one file, and what it is loaded as.
fn only<A: Asset + Clone>(name: &str, bytes: Vec<u8>) -> (App, A) {
    let mut app = app(MemoryFiles::default().with(name, bytes));
    let asset = value::<A>(&mut app, name);
    (app, asset)
}

fn world(stream: &WorldStream) -> (App, WorldAsset) {
    only("demos_sec.wld", stream.write())
}

#[test]
fn a_manifest_loads() {
    let manifest = Manifest::measured(1_000_000, &[300_000, 10]);
    let (_, asset) = only::<ManifestAsset>("demos_sec.mem", manifest.write());
    assert_eq!(asset.0, manifest);
}

#[test]
fn a_world_brings_its_leaves_and_textures() {
    let (app, world) = world(&fixture::world_stream());
    assert_eq!(world.part_count, 2);
    assert_eq!(world.root, Node::Plane(0));
    assert_eq!(world.planes.len(), 2);
    let leaves = world
        .leaves
        .iter()
        .map(|leaf| (leaf.sector, leaf.part, leaf.origin));
    assert_eq!(
        leaves.collect::<Vec<_>>(),
        [
            (Some(1), 2, Vec3::new(4.0, 4.0, 0.5)),
            (None, 0, Vec3::ZERO),
            (Some(0), 1, Vec3::new(20.0, 4.0, 0.5)),
        ]
    );
    assert_eq!(
        (world.bounds.min, world.bounds.max),
        ([0.0, 0.0, -4.0], [24.0, 8.0, 4.0])
    );
    assert_eq!(world.leaves[1].bounds.min, [8.0, 0.0, -4.0]);
    assert!(!world.has_pvs);
    assert_eq!(world.textures[0].name, "road");
    assert_eq!(asset(&app, &world.textures[0].texture).height, 4);
}

#[test]
fn a_sector_of_a_part_that_does_not_exist_costs_only_itself() {
    let mut stream = fixture::world_stream();
    stream.part_count = 1;
    let (_, world) = world(&stream);
    let sectors = world.leaves.iter().map(|leaf| leaf.sector);
    assert_eq!(sectors.collect::<Vec<_>>(), [None, None, Some(0)]);
    assert_eq!(
        lines(&world.faults),
        ["demos_sec.wld/world: sector 1 names part 2, and the parts are 1 to 1"]
    );
}

#[test]
fn a_sector_with_triangles_of_its_own_is_left_out_and_named() {
    let mut stream = fixture::world_stream();
    stream.world.sectors[0].triangle_count = 2;
    let (_, world) = world(&stream);
    assert_eq!(world.leaves[0].sector, None);
    assert_eq!(
        lines(&world.faults),
        ["demos_sec.wld/world: leaf 0 holds triangles of its own"]
    );
}

#[test]
fn a_world_without_any_sector_that_can_be_used_is_refused() {
    let mut stream = fixture::world_stream();
    for sector in &mut stream.world.sectors {
        sector.vertex_count = 3;
    }
    let mut app = app(MemoryFiles::default().with("demos_sec.wld", stream.write()));
    let error = load::<WorldAsset>(&mut app, "demos_sec.wld").unwrap_err();
    assert!(
        error.contains("demos_sec.wld/world at 0x0: expected a sector that can be used"),
        "{error}"
    );
}

#[test]
fn a_level_brings_background_glow_and_occluders() {
    let (app, level) = only::<LevelAsset>("demo.lev", fixture::level_file().write());
    assert_eq!(level.faults, []);
    assert_eq!(level.occluders.len(), 1);
    for (model, label) in [
        (&level.sky, "sky"),
        (&level.clouds, "clouds"),
        (&level.skyline, "skyline"),
    ] {
        let model = model.as_ref().unwrap();
        assert_eq!(asset(&app, &model.mesh).triangle_count, 3);
        assert_eq!(model.model_from_mesh, Mat4::IDENTITY);
        let path = model.texture.as_ref().unwrap().path().unwrap().to_string();
        let first = ["dusk", "cumulus", "towers"]
            .iter()
            .any(|name| path == format!("game://demo.lev#{label}/texture/{name}"));
        assert!(first, "the dictionary's first texture: {path}");
    }
    let glow = level.glow.unwrap();
    assert!(matches!(
        asset(&app, &glow.mesh).vertices,
        MeshVertices::Float(_)
    ));
    assert_eq!(glow.textures[0].name, "propglow01");
}

#[test]
fn a_model_that_does_not_decode_costs_only_itself() {
    let mut level = fixture::level_file();
    let geometry = &mut level.clouds.clump.geometries[0];
    geometry.bin_mesh.meshes[0].vertex_count = 4; // Its chain has 3.
    let (_, level) = only::<LevelAsset>("demo.lev", level.write());
    assert!(level.clouds.is_none() && level.sky.is_some());
    let fault = level.faults[0].to_string();
    assert!(
        fault.starts_with("demo.lev/clouds/clump/geometry/mesh[0]/chain"),
        "{fault}"
    );
}

#[test]
fn a_pack_lists_its_resources_and_brings_no_textures() {
    let dictionary = fixture::dictionary(&["Crate"]).write();
    let padded = dictionary.len().next_multiple_of(16);
    let resource =
        |name_hash, ty, bytes| Resource::new(name_hash, [Chunk::new(ty, name_hash, bytes)]);
    let pack = Pack {
        resources: vec![
            resource(0x1234_ABCD, ChunkType::RenderwareTextureDic, dictionary),
            resource(7, ChunkType::AnimData, vec![0; 80]),
        ],
    };
    let (app, pack) = only::<PackAsset>("demo_1.pak", pack.write());
    assert_eq!(pack.faults, []);
    assert_eq!(pack.resources[0].name_hash, 0x1234_ABCD);
    assert_eq!(pack.resources[0].chunks, [(0x2A, padded)]);
    assert_eq!(pack.resources[1].chunks, [(0x02, 80)]);
    assert_eq!(pack.resources[1].byte_size(), 80);
    assert!(app.world().resource::<Assets<GsTexture>>().is_empty());
}

#[test]
fn settings_load_by_their_double_extension() {
    let text = "(fog: (1.0, 0.5, 0.0), far: 75.0)";
    let (_, settings) = only::<LevelSettings>("demo.settings.ron", text.into());
    assert_eq!(settings.fog_bytes(), [255, 127, 0]);
    assert_eq!(settings.far, 75.0);
}

#[test]
fn a_loading_picture_loads_from_its_decimal_name() {
    let name = names::loading_picture("demo", 0);
    let mut dictionary = fixture::dictionary(&["ls"]);
    dictionary.textures[0] = fixture::texture("ls", |i| if i == 0 { 64 } else { 128 });
    let bytes = picture::write("demo_ls_0", &dictionary, &SpriteSheet::loading_picture());
    let (app, picture) = only::<LoadingPicture>(&name, bytes);
    // Source: spec/chunks.md 5.8.
    let half = 1.0 / 2048.0;
    assert_eq!(picture.uv, [half, half, 1.0 - half, 0.75 - half]);
    let image = asset(&app, &picture.image);
    assert_eq!((image.width(), image.height()), (16, 4));
    let texels = image.data.as_ref().unwrap();
    // Alpha 64 of 128 is 127 of 255, rounded down. Source: spec/renderware.md 4.5.
    assert_eq!(texels[..8], [0, 0, 255, 127, 1, 2, 254, 255]);
}
