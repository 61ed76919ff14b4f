//! Loads a part of the forged demo, as the streamed world does while the player walks.
//!
//! `cargo run -p wonderwheel_level_assets --example part`
//!
//! One sees the sectors that the part brings with their triangles and draws, its textures with their sizes, and what is
//! wrong with it (nothing).

use std::error::Error;

use bevy::asset::RecursiveDependencyLoadState;
use bevy::prelude::*;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::prelude::*;
use wonderwheel_level_assets::prelude::*;

const PART: &str = "demos_ms1.sec";

fn main() -> Result<AppExit, Box<dyn Error>> {
    let recipe = Recipe::builtin("demo").ok_or("the forge has no demo")?;
    let demo = forge(&recipe, &mut |_| {})?;
    Ok(App::new()
        .add_plugins(GameFilesPlugin {
            files: SharedFiles::new(MemoryFiles::new(demo.files)),
            watch: false,
        })
        .add_plugins((MinimalPlugins, AssetPlugin::default(), LevelAssetsPlugin))
        .add_systems(Update, show)
        .run())
}

fn show(
    server: Res<AssetServer>,
    parts: Res<Assets<PartAsset>>,
    meshes: Res<Assets<SceneryMesh>>,
    textures: Res<Assets<GsTexture>>,
    mut handle: Local<Option<Handle<PartAsset>>>,
    mut exit: MessageWriter<AppExit>,
) {
    let handle = handle.get_or_insert_with(|| server.load(asset_path(PART)));
    // Meshes and textures are assets of their own: labelled parts of the file.
    match server.recursive_dependency_load_state(&*handle) {
        RecursiveDependencyLoadState::Loaded => {}
        RecursiveDependencyLoadState::Failed(error) => {
            println!("{error}");
            exit.write(AppExit::error());
            return;
        }
        _ => return,
    }
    let Some(part) = parts.get(&*handle) else {
        return;
    };
    println!("{PART}: {} bytes", part.byte_size);
    for sector in &part.sectors {
        let draws = meshes.get(&sector.mesh).map_or(0, |mesh| mesh.draws.len());
        println!(
            "  sector {}: {} triangles in {draws} draws",
            sector.index, sector.triangles
        );
    }
    for NamedTexture { name, texture } in &part.textures {
        if let Some(texture) = textures.get(texture) {
            println!("  texture {name}: {} x {}", texture.width, texture.height);
        }
    }
    for fault in &part.faults {
        println!("  {fault}");
    }
    exit.write(AppExit::Success);
}
