//! What is seen from where. Generous: something is hidden only where the ground hides all of it, with room to spare.

use glam::{Vec2, Vec3};
use wonderwheel_commando::gameplay::MobyInstance;
use wonderwheel_commando::occlusion::{
    CELL_UNITS, Mapping, Mask, OcclusionGrid, OcclusionMappings,
};
use wonderwheel_commando::tfrag::TfragBlock;

use super::islets::{ISLETS, Islet};
use super::land::{self, CORNER, Land, PATCH_CELLS, PATCH_SIDE, SIDE};
use super::plan::Plan;
use super::terrain;
use crate::error::Result;
use crate::kit::parallel;

/// Cells of the grid share what they see by so many in x and y.
const GROUP: usize = 3;
/// Heights of cells that have masks: below them and above, everything is drawn.
const HEIGHTS: std::ops::Range<u16> = 10..16;
/// How much lower the ground is taken to be where it hides something, world units.
const SPARE: f32 = 1.5;
/// How long the steps along a view are, world units.
const STEP: f32 = 2.0;

/// Grid and mappings of a level.
#[derive(Debug, Clone)]
pub struct Occlusion {
    /// The grid.
    pub grid: OcclusionGrid,
    /// The bit of each object.
    pub mappings: OcclusionMappings,
}

/// Works out what is seen. Each patch of the core, islet, tie and mapped moby has a bit of its own; what chunks repeat of the core has the
/// core's. `mobys` are the plan's mobys as they are placed, `blocks` the terrain of the core and of the chunks.
///
/// # Errors
/// None for a land of this size.
pub fn build(
    land: &Land,
    plan: &Plan,
    mobys: &[MobyInstance],
    blocks: &[TfragBlock],
) -> Result<Occlusion> {
    let squares = terrain::squares(land);
    let mapped = mobys.iter().filter(|moby| moby.has_mapping());
    let things = plan
        .ties
        .iter()
        .map(|tie| tie.at)
        .chain(mapped.clone().map(|moby| Vec3::from(moby.position)));
    let mut objects: Vec<Vec<Vec3>> = squares
        .iter()
        .map(|square| patch_points(land, *square))
        .collect();
    // The water.
    objects.push(around(land::POND.extend(land::WATER), 14.0, 1.0));
    objects.extend(ISLETS.iter().map(Islet::points));
    objects.extend(things.map(|at| around(at - CORNER.extend(0.0), 4.0, 10.0)));
    let views: Vec<(usize, usize, u16)> = HEIGHTS
        .flat_map(|z| groups().into_iter().map(move |[x, y]| (x, y, z)))
        .collect();
    let masks = parallel::map(&views, |view| mask(land, &objects, *view));
    let mut cells = Vec::new();
    for ((x, y, z), mask) in views.iter().zip(masks) {
        for i in 0..GROUP * GROUP {
            let cell = |at: usize, inner: usize, corner: f32| {
                (corner / CELL_UNITS) as u16 + (at * GROUP + inner) as u16
            };
            let place = [
                cell(*x, i % GROUP, CORNER.x),
                cell(*y, i / GROUP, CORNER.y),
                *z,
            ];
            cells.push((place, mask));
        }
    }
    // The bits in the order of the objects.
    let first_islet = squares.len() + 1;
    let first_tie = first_islet + ISLETS.len();
    let first_moby = first_tie + plan.ties.len();
    let mut tfrag_bits: Vec<usize> = (0..first_islet).collect();
    for (i, islet) in ISLETS.iter().enumerate() {
        tfrag_bits.push(first_islet + i);
        tfrag_bits.extend((0..squares.len()).filter(|&square| islet.repeats(squares[square])));
    }
    let mapping = |bit: usize, id: i32| Mapping {
        bit: bit as i32,
        id,
    };
    let triangles = blocks.iter().flat_map(TfragBlock::patches);
    let triangles = triangles.map(|(_, patch)| i32::from(patch.header.triangle_count));
    let mut of_mobys: Vec<Mapping> = mapped
        .enumerate()
        .map(|(i, moby)| mapping(first_moby + i, moby.uid))
        .collect();
    // They are found by their numbers: any order will do.
    of_mobys.reverse();
    Ok(Occlusion {
        grid: OcclusionGrid::build(cells)?,
        mappings: OcclusionMappings {
            tfrags: tfrag_bits
                .into_iter()
                .zip(triangles)
                .map(|(bit, id)| mapping(bit, id))
                .collect(),
            ties: (0..plan.ties.len())
                .map(|i| mapping(first_tie + i, i as i32))
                .collect(),
            mobys: of_mobys,
            ..OcclusionMappings::default()
        },
    })
}

/// The groups of cells that have masks: over the island and over the islets.
fn groups() -> Vec<[usize; 2]> {
    let side = CELL_UNITS * GROUP as f32;
    let columns = (SIDE / side).ceil() as usize;
    let mut groups: Vec<[usize; 2]> = (0..columns * columns)
        .map(|i| [i % columns, i / columns])
        .collect();
    for Islet { middle, .. } in ISLETS {
        let [low, high] = [-PATCH_SIDE / 2.0, PATCH_SIDE / 2.0].map(|step| (middle + step) / side);
        for y in low.y as usize..=high.y as usize {
            groups.extend((low.x as usize..=high.x as usize).map(|x| [x, y]));
        }
    }
    groups
}

/// Points of a patch, a little above it, in map coordinates.
fn patch_points(land: &Land, [x, y]: [usize; 2]) -> Vec<Vec3> {
    let corner = Vec2::new(x as f32, y as f32) * PATCH_SIDE;
    let step = PATCH_SIDE / (PATCH_CELLS as f32 / 2.0);
    (0..25)
        .map(|i| corner + Vec2::new((i % 5) as f32, (i / 5) as f32) * step)
        .map(|at| at.extend(land.height(at) + SPARE))
        .collect()
}

fn around(at: Vec3, radius: f32, height: f32) -> Vec<Vec3> {
    [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
        .map(|(x, y)| at + Vec3::new(x * radius, y * radius, height))
        .into()
}

/// What is seen from anywhere in a group of cells: from its middle and corners, at its top.
fn mask(land: &Land, objects: &[Vec<Vec3>], (x, y, z): (usize, usize, u16)) -> Mask {
    let side = CELL_UNITS * GROUP as f32;
    let low = Vec2::new(x as f32, y as f32) * side;
    let top = f32::from(z + 1) * CELL_UNITS;
    let eyes: Vec<Vec3> = [(0.5, 0.5), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
        .iter()
        .map(|(u, v)| low + Vec2::new(*u, *v) * side)
        // A camera is above the ground, and a little more than that.
        .map(|at| at.extend(top.max(land.height(at) + SPARE)))
        .collect();
    let mut mask = Mask::HIDDEN;
    for (bit, points) in objects.iter().enumerate() {
        let sees = |eye: &Vec3| points.iter().any(|point| is_clear(land, *eye, *point));
        if eyes.iter().any(sees) {
            mask.show(bit as u32);
        }
    }
    mask
}

/// Whether nothing of the ground is between two points of the map.
fn is_clear(land: &Land, eye: Vec3, point: Vec3) -> bool {
    let way = point - eye;
    let steps = (way.truncate().length() / STEP) as usize;
    (1..steps).all(|step| {
        let at = eye + way * (step as f32 / steps as f32);
        land.height(at.truncate()) - SPARE < at.z
    })
}
