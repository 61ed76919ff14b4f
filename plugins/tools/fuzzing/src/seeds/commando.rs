//! Seeds of Going Commando's targets.

mod bytes_of;
mod containers;
pub mod models;
pub mod scenery;

pub use containers::*;
pub use models::*;
pub use scenery::*;
