//! The level file.

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::native_data::ChainOptions;
use wonderwheel_renderware::world::{AtomicSector, World};
use wonderwheel_warriors::level_file::{LevelFile, LevelHashes, LevelModel};
use wonderwheel_warriors::occluder::Occluder;
use wonderwheel_warriors::path_data::PathData;
use wonderwheel_warriors::subtitles::Subtitles;

use crate::error::Result;
use crate::kit::background::Model;
use crate::kit::encode::atomic;
use crate::kit::encode::solid::Solid;
use crate::kit::mesh::Piece;
use crate::kit::mesh::pack::pack_floats;
use crate::kit::paint::{Painting, dictionary};

/// What stands behind a level, written: any number of levels can have it.
#[derive(Debug)]
pub struct LevelBackground {
    skyline: LevelModel,
    sky: LevelModel,
    clouds: LevelModel,
    glow_dictionary: TextureDictionary,
    glow_textures: Vec<(&'static str, Painting)>,
}

/// What is a level's own.
#[derive(Debug)]
pub struct LevelContent<'a> {
    /// Level name.
    pub name: &'a str,
    /// Walls that hide what is behind them.
    pub occluders: Vec<Occluder>,
    /// Halos of the lamps, world positions.
    pub glow: &'a Piece,
    /// Where people walk.
    pub path_data: &'a PathData,
    /// What can be walked on and bumped into.
    pub solid: &'a Solid,
    /// What is said.
    pub subtitles: &'a Subtitles,
}

impl LevelBackground {
    /// Of skyline, sky and clouds, lit, and the halos' textures.
    ///
    /// # Errors
    /// A vertex out of reach, or a painting that the format does not allow.
    pub fn new(
        [skyline, sky, clouds]: [&Model; 3],
        glow_textures: Vec<(&'static str, Painting)>,
    ) -> Result<Self> {
        let halos = glow_textures.iter().map(|(n, p)| ((*n).to_owned(), p));
        Ok(Self {
            skyline: model(skyline)?,
            sky: model(sky)?,
            clouds: model(clouds)?,
            glow_dictionary: dictionary(halos)?,
            glow_textures,
        })
    }

    /// `<level>.lev` before this background.
    ///
    /// # Errors
    /// A value that the formats cannot hold.
    pub fn level_file(&self, level: LevelContent<'_>) -> Result<LevelFile> {
        Ok(LevelFile {
            occluders: level.occluders,
            skyline: self.skyline.clone(),
            sky: self.sky.clone(),
            clouds: self.clouds.clone(),
            glow_dictionary: self.glow_dictionary.clone(),
            glow_world: glow_world(&self.glow_textures, level.glow),
            path_data: level.path_data.write(),
            collision: level.solid.chunks()?,
            header: LevelFile::HEADER,
            subtitles: level.subtitles.write(),
            hashes: LevelHashes::of(level.name),
            unread: Default::default(),
        })
    }
}

/// A background model with its texture.
fn model(model: &Model) -> Result<LevelModel> {
    Ok(LevelModel {
        dictionary: dictionary([(model.name.to_owned(), &model.painting)])?,
        clump: atomic::background(model)?,
    })
}

/// One sector, one material a halo texture, float vertices in world coordinates. Source: spec/renderware.md 9.4.
fn glow_world(textures: &[(&'static str, Painting)], glow: &Piece) -> World {
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
