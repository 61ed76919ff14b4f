//! The level formats of Ratchet & Clank 2 (Going Commando).
//!
//! | Module | What it holds | Source |
//! | --- | --- | --- |
//! | [`bounds`] | bounding spheres and the spaces they are stored in | spec/commando-assets.md 4 |
//! | [`collision`] | the world's collision: cells, faces, hero groups; rays and nearest points | spec/commando-assets.md 3 |
//! | [`moby`] | everything that moves: packets, skeleton, bind pose, sequences kept raw | spec/commando-assets.md 8 |
//! | [`model`] | what the three kinds of models share: materials, strips, packed positions | spec/commando-assets.md 6-8 |
//! | [`occlusion`] | what is seen from where | spec/commando-assets.md 5 |
//! | [`shrub`] | plants: packets, normals, billboard, fade | spec/commando-assets.md 7 |
//! | [`sky`] | shells around the camera and their textures | spec/commando-assets.md 2 |
//! | [`tie`] | buildings and rocks: three levels of detail that morph | spec/commando-assets.md 6 |
//!
//! Nothing here opens a file or knows an engine. Every reader takes untrusted bytes: a fault is a
//! [`FormatError`](wonderwheel_ps2::error::FormatError) with its offset, never a panic. What is unknown is kept as raw bytes and
//! written back unchanged.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod bounds;
pub mod collision;
mod few;
pub mod moby;
pub mod model;
pub mod occlusion;
mod places;
pub mod shrub;
pub mod sky;
pub mod tie;
