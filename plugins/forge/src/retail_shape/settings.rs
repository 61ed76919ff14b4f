//! What a shaped level says of itself, and where its camera starts.

use super::tile::{TILE, columns_and_rows};
use crate::retail_shape::table::RetailLevel;

/// Metres above the ground from which a level camera sees it from 17 metres on, over the hills of 5 metres.
const START_HEIGHT: f32 = 8.0;
/// How far the start stands before the first row of tiles.
const START_BACK: f32 = 14.0;

/// Where the camera starts, game axes: it looks south over the first row of tiles, which is always a full one. A camera
/// that looks level does not see what it stands over, so it stands before the tiles.
fn start(level: &RetailLevel) -> [f32; 3] {
    let [_, rows] = columns_and_rows(level.scenery.sectors);
    let half_depth = rows as f32 * TILE * 0.5;
    [0.0, half_depth + START_BACK, START_HEIGHT]
}

/// `<level>.settings.ron` of a shaped level.
pub fn settings(level: &RetailLevel) -> String {
    let [x, y, z] = start(level);
    format!(
        "// Made by the forge with the counts and sizes of {:?}. Game axes: z up, metres.\n(\n    fog: (0.05, 0.05, 0.02),\n    \
         fog_start: 0.5,\n    far: 115.0,\n    start: Some((position: ({x:?}, {y:?}, {z:?}), heading: 180.0)),\n)\n",
        level.name
    )
}
