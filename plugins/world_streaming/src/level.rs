//! The level that is loaded: its files, how they are found, read and read again, what is resident of it, and the entities
//! that mirror its tables.

pub mod current;
pub mod entities;
pub mod lockstep;
pub mod residency;
pub mod start_place;
pub mod textures;

pub(crate) mod arrivals;
pub(crate) mod files;
pub(crate) mod load;
pub(crate) mod load_state;
pub(crate) mod mirror;
pub(crate) mod pack_charges;
pub(crate) mod preload_run;
pub(crate) mod reload;
pub(crate) mod reload_parts;
pub(crate) mod survey;
pub(crate) mod world_shape;
