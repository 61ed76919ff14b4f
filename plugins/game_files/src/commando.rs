//! Levels of Ratchet & Clank: Going Commando, wherever a person has them. Source:
//! spec/commando-container.md 2, 3.
//!
//! ```text
//! image with LEVEL<n>.WAD in its file system                      \
//! image whose file system has none: the table at sector 1001       }- level<n>.wad, audio<n>.wad, scene<n>.wad, ...
//! folder with LEVEL<n>.WAD files                                  /
//! one file that begins as a level does                            -- that file
//! ```
//!
//! [`commando_levels`] lists the levels of a store, whichever of them it came from.

mod contents;
mod level;
mod opening;

pub use level::{CommandoLevel, commando_level, commando_levels};
pub(crate) use opening::{of_folder, of_image, of_medium, of_single, starts_as_level};
