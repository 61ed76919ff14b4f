//! The level file.

use wonderwheel_renderware::native_data::ChainOptions;
use wonderwheel_renderware::world::{AtomicSector, World};
use wonderwheel_warriors::level_file::{
    LevelFile, LevelHashes, LevelModel, empty_path_data, empty_subtitles,
};

use crate::background::Model;
use crate::city::plan::{X_RANGE, Z_RANGE};
use crate::encode::{atomic, collision};
use crate::error::Result;
use crate::mesh::pack::pack_floats;
use crate::scene::Scene;
use crate::textures::dictionary;

/// The bytes of `<level>.lev`.
///
/// # Errors
/// A value that the formats cannot hold.
pub fn level_file(name: &str, scene: &Scene) -> Result<Vec<u8>> {
    // Game axes: y runs north, RenderWare z south.
    let ground = collision::ground(
        [X_RANGE[0], -Z_RANGE[1] - 40.0],
        [X_RANGE[1], -Z_RANGE[0]],
        0.0,
    );
    let level = LevelFile {
        occluders: scene.occluders.clone(),
        skyline: model(&scene.skyline)?,
        sky: model(&scene.sky)?,
        clouds: model(&scene.clouds)?,
        glow_dictionary: dictionary(
            scene
                .glow_textures
                .iter()
                .map(|(n, p)| ((*n).to_owned(), p)),
        )?,
        glow_world: glow_world(scene),
        path_data: empty_path_data(),
        collision: ground,
        header: LevelFile::HEADER,
        subtitles: empty_subtitles(),
        hashes: LevelHashes::of(name),
        unread: Default::default(),
    };
    Ok(level.write())
}

fn model(model: &Model) -> Result<LevelModel> {
    Ok(LevelModel {
        dictionary: dictionary([(model.name.to_owned(), &model.painting)])?,
        clump: atomic::background(model)?,
    })
}

/// One sector, one material a halo texture, float vertices in world coordinates. Source: spec/renderware.md 9.4.
fn glow_world(scene: &Scene) -> World {
    let mut materials = Vec::new();
    let mut meshes = Vec::new();
    for (name, painting) in &scene.glow_textures {
        let shown = scene
            .glow
            .meshes
            .iter()
            .filter(|(s, _)| s.texture.is_some_and(|t| t.name == *name));
        let triangles: Vec<_> = shown
            .flat_map(|(_, triangles)| triangles)
            .copied()
            .collect();
        if !triangles.is_empty() {
            meshes.push((materials.len() as u32, pack_floats(&triangles)));
            materials.push(atomic::glow_material(name, painting));
        }
    }
    let sector = AtomicSector::of_float_strips(&meshes, &ChainOptions::for_default_layout());
    World::single(World::GLOW_FORMAT, materials, sector)
}
