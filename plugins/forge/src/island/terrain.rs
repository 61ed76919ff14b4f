//! The ground's patches, and those of the chunks. Each square has a picture of its own, so that grass, path and rock run into each
//! other without a seam.

use glam::{Vec2, Vec3};
use wonderwheel_commando::texture::Texture;
use wonderwheel_commando::tfrag::{AdGif, GridPatch, MeshVertex, PatchData, TfragBlock};

use super::islets::{ISLETS, Islet};
use super::land::{self, CELL, CELLS, CORNER, Land, PATCH_CELLS, PATCH_SIDE, PATCHES};
use super::light;
use super::pictures::{self, Ground};
use super::plan::Plan;
use crate::error::Result;
use crate::kit::parallel;

/// Raw units in a world unit.
const RAW: f32 = 1024.0;
/// 4,096ths of a texture in a cell.
const UV_STEP: usize = 4096 / PATCH_CELLS;
/// K of the ground's textures, sixteenths of a mip level: the second level from 28 units on.
const K: i16 = -150;
/// Cells of the water along a side, and their edge in world units.
const WATER_CELLS: usize = 8;
const WATER_CELL: f32 = 4.0;

/// The ground: patches and their textures.
#[derive(Debug, Clone)]
pub struct Terrain {
    /// The blocks: the core's, then those of the chunks.
    pub blocks: Vec<TfragBlock>,
    /// The textures that ad-gifs name.
    pub textures: Vec<Texture>,
}

/// Which squares of the grid have a patch, row by row.
pub fn squares(land: &Land) -> Vec<[usize; 2]> {
    (0..PATCHES * PATCHES)
        .map(|i| [i % PATCHES, i / PATCHES])
        .filter(|square| land.has_patch(*square))
        .collect()
}

/// Builds the ground. `texels` is a side of a patch's picture.
///
/// # Errors
/// None that a land of any seed gives.
pub fn build(
    land: &Land,
    plan: &Plan,
    lod_distance: f32,
    texels: usize,
    seed: u64,
) -> Result<Terrain> {
    let squares = squares(land);
    let ground = Ground::new(seed);
    let shades = plan.shades();
    let mut textures = parallel::map(&squares, |square| {
        let corner = Vec2::new(square[0] as f32, square[1] as f32) * PATCH_SIDE;
        let canvas = ground.paint(land, &shades, corner, texels);
        pictures::texture(&canvas, 1.0)
    });
    let ground = |square: &[usize; 2], texture: usize| ground_patch(land, *square, texture as i32);
    let of_squares = squares
        .iter()
        .enumerate()
        .map(|(i, square)| ground(square, i));
    let mut core: Vec<GridPatch> = of_squares.collect();
    // Last: it is blended with what it covers.
    core.push(water_patch(textures.len() as i32));
    textures.push(pictures::texture(&pictures::water(seed), 1.0));
    let chunk = |islet: &Islet| {
        let own = islet_patch(islet, (squares.len() / 2) as i32);
        let repeated = squares
            .iter()
            .enumerate()
            .filter(|(_, square)| islet.repeats(**square));
        std::iter::once(own)
            .chain(repeated.map(|(i, square)| ground(square, i)))
            .collect()
    };
    // The occlusion records of all blocks stand in one row.
    let mut number = 0..;
    let blocks = std::iter::once(core)
        .chain(ISLETS.iter().map(chunk))
        .map(|patches: Vec<_>| {
            let numbered = patches
                .into_iter()
                .zip(number.by_ref())
                .map(|(mut patch, number)| {
                    patch.occlusion_index = number;
                    patch.build()
                });
            let patches = numbered.collect::<wonderwheel_ps2::error::Result<Vec<PatchData>>>()?;
            Ok(TfragBlock::build(lod_distance, &patches)?)
        });
    Ok(Terrain {
        blocks: blocks.collect::<Result<_>>()?,
        textures,
    })
}

fn ground_patch(land: &Land, [x, y]: [usize; 2], texture: i32) -> GridPatch {
    let ad_gif = AdGif::new(texture, K, [true; 2]);
    GridPatch::from_fn([PATCH_CELLS; 2], vec![ad_gif], |[column, row]| {
        let corner = [x * PATCH_CELLS + column, y * PATCH_CELLS + row];
        MeshVertex {
            position: raw(world(land, corner)),
            uv: [column, row].map(|cell| (cell * UV_STEP) as i16),
            light: light::ground_record(land, corner),
        }
    })
}

/// An islet, lit evenly.
fn islet_patch(islet: &Islet, texture: i32) -> GridPatch {
    let ad_gif = AdGif::new(texture, K, [true; 2]);
    GridPatch::from_fn([PATCH_CELLS; 2], vec![ad_gif], |[column, row]| MeshVertex {
        position: raw(islet.corner([column, row])),
        uv: [column, row].map(|cell| (cell * UV_STEP) as i16),
        light: light::water_record(),
    })
}

fn water_patch(texture: i32) -> GridPatch {
    let ad_gif = AdGif::new(texture, K, [false; 2]);
    let half = WATER_CELLS as f32 / 2.0 * WATER_CELL;
    let low = land::POND + CORNER - half;
    GridPatch::from_fn([WATER_CELLS; 2], vec![ad_gif], |[column, row]| {
        let at = low + Vec2::new(column as f32, row as f32) * WATER_CELL;
        MeshVertex {
            position: raw(at.extend(land::WATER)),
            // A texture over two cells.
            uv: [column, row].map(|cell| (cell * 2048) as i16),
            light: light::water_record(),
        }
    })
}

/// Where a corner of cells is in the world.
pub fn world(land: &Land, corner: [usize; 2]) -> Vec3 {
    let at = Vec2::new(corner[0].min(CELLS) as f32, corner[1].min(CELLS) as f32) * CELL;
    (at + CORNER).extend(land.corner(corner))
}

fn raw(place: Vec3) -> [i32; 3] {
    place.to_array().map(|value| (value * RAW).round() as i32)
}
