//! Fronts: rows of windows, shop fronts, cornices.

mod cornice;
mod entrance;
mod masonry;
mod openings;
mod shop_fronts;
mod storeys;
mod upright_sign;

pub use cornice::cornice;
pub use entrance::{entrance, lamp_beside_door};
pub use masonry::{blind, foot_shade};
pub use openings::Openings;
pub use shop_fronts::shops;
pub use storeys::{flat_storey, storeys};
pub use upright_sign::upright_sign;
