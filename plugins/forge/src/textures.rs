//! Every picture of the city, painted by code. A painter makes a canvas from a seed; the same seed gives the same picture.

pub mod brick;
pub mod catalogue;
pub mod cloth;
pub mod decals;
pub mod foliage;
pub mod glow;
pub mod ground;
pub mod metal;
pub mod plaster;
pub mod poster;
pub mod shops;
pub mod signs;
pub mod sky;
pub mod vehicles;
pub mod windows;
pub mod wood;
