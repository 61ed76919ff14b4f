//! The pages of a level of Ratchet & Clank 2, one file each, and the pieces that several of them use.
//!
//! | Page | File |
//! | --- | --- |
//! | what the level holds, and what the frame shows of it | `level` |
//! | classes of ties, shrubs, mobys | `classes` |
//! | textures with their mip levels | `textures` |
//! | patches, and what becomes of each | `patches` |
//! | the light bank, to be changed | `lights` |
//! | switches | `switches` |

pub mod classes;
pub mod level;
pub mod lights;
pub mod patches;
pub(crate) mod select;
pub(crate) mod switches;
pub mod textures;
pub mod tints;
mod words;
