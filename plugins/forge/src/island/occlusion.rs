//! What is seen from where. Generous: something is hidden only where the ground hides all of it, with room to spare.

use glam::{Vec2, Vec3};
use wonderwheel_commando::occlusion::{
    CELL_UNITS, Mapping, Mask, OcclusionGrid, OcclusionMappings,
};

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

/// Works out what is seen. Each patch, tie and moby has a bit of its own. `uids` are those of the plan's mobys.
///
/// # Errors
/// None for a land of this size.
pub fn build(land: &Land, plan: &Plan, uids: &[i32]) -> Result<Occlusion> {
    let squares = terrain::squares(land);
    let things = plan
        .ties
        .iter()
        .map(|tie| tie.at)
        .chain(plan.mobys.iter().map(|moby| moby.at));
    let mut objects: Vec<Vec<Vec3>> = squares
        .iter()
        .map(|square| patch_points(land, *square))
        .collect();
    // The water.
    objects.push(around(land::POND.extend(land::WATER), 14.0, 1.0));
    objects.extend(things.map(|at| around(at - CORNER.extend(0.0), 4.0, 10.0)));
    let columns = (SIDE / (CELL_UNITS * GROUP as f32)).ceil() as usize;
    let views: Vec<(usize, usize, u16)> = HEIGHTS
        .flat_map(|z| (0..columns * columns).map(move |i| (i % columns, i / columns, z)))
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
    let patches = squares.len() + 1;
    let mapping = |bit: usize, id: i32| Mapping {
        bit: bit as i32,
        id,
    };
    let ties = plan.ties.len();
    Ok(Occlusion {
        grid: OcclusionGrid::build(cells)?,
        mappings: OcclusionMappings {
            tfrags: (0..patches).map(|i| mapping(i, i as i32)).collect(),
            ties: (0..ties).map(|i| mapping(patches + i, i as i32)).collect(),
            mobys: uids
                .iter()
                .enumerate()
                .map(|(i, uid)| mapping(patches + ties + i, *uid))
                .collect(),
            ..OcclusionMappings::default()
        },
    })
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
