//! The level file of a shaped level.

use glam::Vec3;
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::occluder::Occluder;

use super::tile::Tile;
use super::tile_solid;
use crate::captions;
use crate::error::Result;
use crate::kit::background::{Model, glow, sky};
use crate::kit::encode::level::{LevelBackground, LevelContent};
use crate::kit::light::bake::Lighting;
use crate::kit::light::lamp_post::LampPost;
use crate::kit::light::occlusion::Occlusion;
use crate::kit::mesh::Piece;
use crate::kit::paint::{Canvas, Painting, mix, noise, rgb};
use crate::textures::glow::halos;

/// Lamps of a level at most: a glow world has 324 triangles at most, and a halo takes two. Source: spec/renderware.md 9.4.
const MOST_LAMPS: usize = 80;
/// Occluders of a level at most.
const MOST_OCCLUDERS: usize = 10;

/// What stands behind every shaped level: painted once, written into each.
#[derive(Debug)]
pub struct Backdrop {
    background: LevelBackground,
    lighting: Lighting,
}

impl Backdrop {
    /// Paints sky, clouds, skyline and halos.
    ///
    /// # Errors
    /// None that a seed could bring about.
    pub fn new(seed: u64) -> Result<Self> {
        let lighting = Lighting::new(Vec::new(), Occlusion::new(Vec::new()));
        let skyline = Model {
            name: "skyline_plain",
            ..sky::clouds(wisps(seed as u32 ^ 1))
        };
        let mut models = [skyline, sky::dome(dusk()), sky::clouds(wisps(seed as u32))];
        for model in &mut models {
            lighting.bake(std::slice::from_mut(&mut model.piece));
        }
        Ok(Self {
            background: LevelBackground::new(models.each_ref(), halos())?,
            lighting,
        })
    }

    /// `<level>.lev` over these tiles.
    ///
    /// # Errors
    /// More tiles than collision mesh or path data hold.
    pub fn level_file(&self, name: &str, tiles: &[Tile]) -> Result<LevelFile> {
        self.background.level_file(LevelContent {
            name,
            occluders: occluders(tiles),
            glow: &self.halos(tiles),
            path_data: &tile_solid::path_data(tiles)?,
            solid: &tile_solid::solid(tiles),
            subtitles: &captions::of_level(name)?,
        })
    }

    /// A sodium and a white lamp on every third tile.
    fn halos(&self, tiles: &[Tile]) -> Piece {
        let lamps: Vec<LampPost> = tiles
            .iter()
            .step_by(3)
            .flat_map(|tile| {
                [(Vec3::Z, -4.0), (Vec3::ZERO, 4.0)].map(|(arm, x)| LampPost {
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
    canvas.fill(|_, v| mix(rgb(14, 16, 40), rgb(150, 84, 60), v * v));
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
