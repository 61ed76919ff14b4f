//! The level file of a shaped level.

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_warriors::level_file::{LevelFile, LevelHashes, LevelModel};
use wonderwheel_warriors::occluder::Occluder;

use super::tiles::{self, Tile};
use crate::demo_city::street_lamp::Standing;
use crate::error::Result;
use crate::kit::background::{Model, glow, sky};
use crate::kit::encode::{captions, level};
use crate::kit::light::bake::Lighting;
use crate::kit::light::occlusion::Occlusion;
use crate::kit::mesh::Piece;
use crate::kit::paint::{Canvas, mix, noise, rgb};
use crate::textures::{Painting, glow as halo};

use glam::Vec3;

/// Lamps of a level at most: a glow world has 324 triangles at most, and a halo takes two. Source: spec/renderware.md 9.4.
const MOST_LAMPS: usize = 80;
/// Occluders of a level at most.
const MOST_OCCLUDERS: usize = 10;

/// What stands behind every shaped level: painted once, written into each.
#[derive(Debug)]
pub struct Backdrop {
    skyline: LevelModel,
    sky: LevelModel,
    clouds: LevelModel,
    glow_dictionary: TextureDictionary,
    glow_textures: Vec<(&'static str, Painting)>,
    lighting: Lighting,
}

impl Backdrop {
    /// Paints sky, clouds, skyline and halos.
    ///
    /// # Errors
    /// None that a seed could bring about.
    pub fn new(seed: u64) -> Result<Self> {
        let lighting = Lighting::new(Vec::new(), Occlusion::new(Vec::new()));
        let model = |mut model: Model| {
            lighting.bake(std::slice::from_mut(&mut model.piece));
            level::model(&model)
        };
        let halo = |canvas| Painting::pal8(canvas).levels(1).clamped();
        let glow_textures = vec![
            (glow::SODIUM, halo(halo::sodium())),
            (glow::WHITE, halo(halo::white())),
        ];
        Ok(Self {
            skyline: model(Model {
                name: "skyline_plain",
                ..sky::band_of_clouds(wisps(seed as u32 ^ 1))
            })?,
            sky: model(sky::dome_under(dusk()))?,
            clouds: model(sky::band_of_clouds(wisps(seed as u32)))?,
            glow_dictionary: level::glow_dictionary(&glow_textures)?,
            glow_textures,
            lighting,
        })
    }

    /// `<level>.lev` over these tiles.
    ///
    /// # Errors
    /// More tiles than collision mesh or path data hold.
    pub fn level_file(&self, name: &str, tiles: &[Tile]) -> Result<LevelFile> {
        Ok(LevelFile {
            occluders: occluders(tiles),
            skyline: self.skyline.clone(),
            sky: self.sky.clone(),
            clouds: self.clouds.clone(),
            glow_dictionary: self.glow_dictionary.clone(),
            glow_world: level::glow_world(&self.glow_textures, &self.halos(tiles)),
            path_data: tiles::path_data(tiles)?.write(),
            collision: tiles::solid(tiles).chunks()?,
            header: LevelFile::HEADER,
            subtitles: captions::of_level(name)?.write(),
            hashes: LevelHashes::of(name),
            unread: Default::default(),
        })
    }

    /// A sodium and a white lamp on every third tile.
    fn halos(&self, tiles: &[Tile]) -> Piece {
        let lamps: Vec<Standing> = tiles
            .iter()
            .step_by(3)
            .flat_map(|tile| {
                [(Vec3::Z, -4.0), (Vec3::ZERO, 4.0)].map(|(arm, x)| Standing {
                    foot: tile.origin + Vec3::X * x,
                    arm,
                })
            })
            .take(MOST_LAMPS)
            .collect();
        let mut piece = glow::build(&lamps);
        self.lighting.bake(std::slice::from_mut(&mut piece));
        piece
    }
}

/// A small sky, as shapes need no beauty: from the horizon's glow up into the dark.
fn dusk() -> Painting {
    let mut canvas = Canvas::new(16, 64, [0.0; 3]);
    canvas.each(|_, v, texel| {
        let colour = mix(rgb(14, 16, 40), rgb(150, 84, 60), v * v);
        *texel = [colour[0], colour[1], colour[2], 1.0];
    });
    Painting::pal8(canvas).levels(1)
}

/// Thin clouds.
fn wisps(seed: u32) -> Painting {
    let mut canvas = Canvas::clear(64, 32, rgb(70, 60, 78));
    canvas.each(|u, v, texel| {
        texel[3] = 0.4 * noise::layered(u, v, (4, 4), 2, seed);
    });
    Painting::pal8(canvas).levels(1)
}

/// The front walls of the first houses.
fn occluders(tiles: &[Tile]) -> Vec<Occluder> {
    let houses = tiles.iter().filter_map(|tile| tile.house);
    houses
        .take(MOST_OCCLUDERS)
        .map(|[low, high]| {
            // Game axes.
            Occluder::wall([low.x, -high.z, low.y], [high.x, -high.z, low.y])
        })
        .collect()
}
