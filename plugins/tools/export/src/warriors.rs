//! A level of The Warriors as a scene.
//!
//! ```text
//! scene "level2"                       scene "collision"            scene "paths"
//!   level2s                              a primitive a material       a node an area: outline, holes
//!     level2s/0, level2s/1, ...          and kind of triangle         a node of all route edges
//!   level2d
//!     level2d/0, ...
//!   background
//!     background/skyline, .../sky, .../clouds
//!   glow
//!   objects
//!     objects/dyn_crate, ...
//! ```
//!
//! Every file is read, turned into arrays and dropped before the next one. What is missing or broken costs only itself: there
//! is a [`Note`] of it, and a sector that it was to be keeps its node.

mod background;
mod collision;
mod files;
mod level;
mod look;
mod mesh;
mod objects;
mod part;
mod paths;
mod source;
mod world;

pub use crate::exporter::{Counts, Exported};
pub use crate::note::Note;
pub use crate::options::LevelOptions;
pub use files::LevelFiles;
pub use level::export_level;
