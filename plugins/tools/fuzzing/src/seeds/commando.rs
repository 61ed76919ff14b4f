//! Seeds of Going Commando's targets.

mod containers;
mod models;
mod scenery;

pub use containers::*;
pub use models::*;
pub use scenery::*;

use wonderwheel_ps2::error::Result;

/// Bytes of a seed; none of one that cannot be made, which the tests notice.
fn made(seeds: impl IntoIterator<Item = Result<Vec<u8>>>) -> Vec<Vec<u8>> {
    seeds.into_iter().map(Result::unwrap_or_default).collect()
}
