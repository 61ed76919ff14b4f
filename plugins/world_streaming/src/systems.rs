//! The systems of a step and of a frame, a file for each stage.

pub(crate) mod collect;
pub(crate) mod decide;
pub(crate) mod draw_distance;
pub(crate) mod eyes;
pub(crate) mod preload;
pub(crate) mod visibility;
pub(crate) mod wait;
