//! Fronts: rows of windows, shop fronts, cornices.

mod cornice;
mod entrance;
mod front;
mod openings;
mod shop_fronts;
mod storeys;
mod upright_sign;

pub use front::Front;
pub use openings::Openings;
