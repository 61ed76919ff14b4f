//! Fronts: rows of windows, shop fronts, cornices.

mod cornice;
mod entrance;
mod masonry;
mod shop_fronts;
mod storeys;
mod upright_sign;

use crate::kit::mesh::Surface;

pub use cornice::cornice;
pub use entrance::{entrance, lamp_beside_door};
pub use masonry::{blind, foot_shade};
pub use shop_fronts::shops;
pub use storeys::{flat_storey, storeys};
pub use upright_sign::upright_sign;

const STONE: Surface = Surface::of("stone");
const DOORS: Surface = Surface::of("doors");

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
