//! Seeds of Going Commando's targets.

mod bytes_of;
mod containers;
mod models;
mod scenery;

pub use containers::*;
pub use models::*;
pub use scenery::*;
