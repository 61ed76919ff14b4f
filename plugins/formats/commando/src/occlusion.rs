//! Occlusion: what can be seen from where, worked out when the level was made.
//!
//! Space is cut into cells of 4 units. A grid (a tree of z, y and x nodes) gives the camera's cell a mask of 1,024 bits, and each
//! patch, tie and moby has one of those bits ([`ObjectBits`]). Where there is no mask, everything is drawn.
//!
//! ```
//! use wonderwheel_commando::occlusion::{Mask, OcclusionGrid};
//!
//! let mut mask = Mask::HIDDEN;
//! mask.show(7);
//! let grid = OcclusionGrid::build([([3, 0, 12], mask)])?;
//! let seen = grid.mask_at([13.5, 2.0, 50.0]).expect("a camera in the cell");
//! assert!(seen.sees(7) && !seen.sees(8));
//! assert_eq!(OcclusionGrid::read(&grid.write()?)?, grid);
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```
//!
//! Source: spec/commando-assets.md 5.

mod bits;
mod grid;
mod mapping;
mod mask;
mod octants;
mod outline;
mod validate;

pub use bits::{LevelObjects, ObjectBits};
pub use grid::{CELL_UNITS, OcclusionGrid, Octant};
pub use mapping::{Mapping, OcclusionMappings};
pub use mask::Mask;
pub use octants::OctantMasks;
pub use outline::{outline, outline_mappings};
