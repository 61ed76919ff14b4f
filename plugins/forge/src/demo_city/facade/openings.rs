//! Windows and doors in a wall, and what frames them.

use crate::kit::mesh::Surface;

pub(super) const STONE: Surface = Surface::of("stone");
pub(super) const DOORS: Surface = Surface::of("doors");

/// Openings of one storey.
#[derive(Debug, Clone, Copy)]
pub struct Openings {
    /// Width of a bay, metres; rounded so that whole bays fit.
    pub bay: f32,
    /// Width and height of a window.
    pub size: [f32; 2],
    /// Height of the sill above the floor.
    pub sill: f32,
    /// How deep the glass lies behind the wall.
    pub depth: f32,
    /// Stone above and below.
    pub trims: bool,
    /// Share of windows with the light on.
    pub lit: f32,
}

/// The uv box of one of the four doors on their sheet.
pub(super) fn door_uv(number: u32) -> [f32; 4] {
    let left = number as f32 * 0.25;
    [left + 0.004, 0.0, left + 0.246, 1.0]
}
