//! The level formats of Ratchet & Clank 2 (Going Commando).
//!
//! Nothing here opens a file or knows an engine. Every reader takes untrusted bytes: a fault is a
//! [`FormatError`](wonderwheel_ps2::error::FormatError) with its offset, never a panic. What is unknown is kept as raw bytes and
//! written back unchanged.
//!
//! | Module | What it holds | Source |
//! | --- | --- | --- |
//! | [`bounds`] | bounding spheres and the spaces they are stored in | spec/commando-assets.md 4 |
//! | [`collision`] | the world's collision: cells, faces, hero groups; rays and nearest points | spec/commando-assets.md 3 |
//! | [`occlusion`] | what is seen from where | spec/commando-assets.md 5 |
//! | [`sky`] | shells around the camera and their textures | spec/commando-assets.md 2 |
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
pub mod occlusion;
mod places;
pub mod sky;
