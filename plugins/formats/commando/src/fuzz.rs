//! Fuzz targets of whole files: what any bytes must leave whole.

mod blocks;
mod containers;
mod models;
mod tables;

use wonderwheel_ps2::law;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::Outline;

pub use blocks::{collision, occlusion, occlusion_mappings, sky, tfrag};
pub use containers::{chunk, contents, data, level, stream_size, wad};
pub use models::{moby, shrub, tie};
pub use tables::{core_index, expanded, gameplay};

/// A tree lies inside, whatever the bytes are.
fn shown(bytes: &[u8], outline: fn(&[u8], Limits) -> Outline) {
    law::shows_inside(&outline(bytes, Limits::DEFAULT), bytes.len() as u64);
}
