//! Targets of Going Commando's formats.

mod containers;
mod models;
mod scenery;
mod streams;
mod tables;

pub use containers::*;
pub use models::*;
pub use scenery::*;
pub use streams::*;
pub use tables::*;

use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::Outline;

use crate::law;

use tables::expanded;

/// A tree lies inside, whatever the bytes are.
fn shown(bytes: &[u8], outline: fn(&[u8], Limits) -> Outline) {
    law::shows_inside(&outline(bytes, Limits::DEFAULT), bytes.len() as u64);
}

/// What rules say about a value is nobody's concern here; saying it must do no harm.
fn validated(validate: impl FnOnce(&mut Findings)) {
    validate(&mut Findings::new());
}
