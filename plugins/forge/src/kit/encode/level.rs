//! The level file.

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::native_data::ChainOptions;
use wonderwheel_renderware::world::{AtomicSector, World};
use wonderwheel_warriors::level_file::{LevelFile, LevelHashes, LevelModel};

use crate::demo_city::scene::Scene;
use crate::error::Result;
use crate::kit::background::Model;
use crate::kit::encode::{atomic, captions};
use crate::kit::mesh::Piece;
use crate::kit::mesh::pack::pack_floats;
use crate::textures::{Painting, dictionary};

/// The bytes of `<level>.lev`.
///
/// # Errors
/// A value that the formats cannot hold.
pub fn level_file(name: &str, scene: &Scene) -> Result<Vec<u8>> {
    let subtitles = captions::of_level(name)?;
    let level = LevelFile {
        occluders: scene.occluders.clone(),
        skyline: model(&scene.skyline)?,
        sky: model(&scene.sky)?,
        clouds: model(&scene.clouds)?,
        glow_dictionary: glow_dictionary(&scene.glow_textures)?,
        glow_world: glow_world(&scene.glow_textures, &scene.glow),
        path_data: scene.path_data.write(),
        collision: scene.solid.chunks()?,
        header: LevelFile::HEADER,
        subtitles: subtitles.write(),
        hashes: LevelHashes::of(name),
        unread: Default::default(),
    };
    Ok(level.write())
}

/// A background model with its texture.
///
/// # Errors
/// A vertex out of reach.
pub fn model(model: &Model) -> Result<LevelModel> {
    Ok(LevelModel {
        dictionary: dictionary([(model.name.to_owned(), &model.painting)])?,
        clump: atomic::background(model)?,
    })
}

/// The halos' textures.
///
/// # Errors
/// A painting that the format does not allow.
pub fn glow_dictionary(textures: &[(&'static str, Painting)]) -> Result<TextureDictionary> {
    dictionary(textures.iter().map(|(n, p)| ((*n).to_owned(), p)))
}

/// One sector, one material a halo texture, float vertices in world coordinates. Source: spec/renderware.md 9.4.
pub fn glow_world(textures: &[(&'static str, Painting)], glow: &Piece) -> World {
    let mut materials = Vec::new();
    let mut meshes = Vec::new();
    for (name, painting) in textures {
        let shown = glow
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
