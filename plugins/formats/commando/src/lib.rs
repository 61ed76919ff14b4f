//! The level formats of Ratchet & Clank 2 (Going Commando).
//!
//! | Module | What it holds | Source |
//! | --- | --- | --- |
//! | [`model`] | what the three kinds of models share: materials, strips, packed positions | spec/commando-assets.md 6-8 |
//! | [`moby`] | everything that moves: packets, skeleton, bind pose, sequences kept raw | spec/commando-assets.md 8 |
//! | [`shrub`] | plants: packets, normals, billboard, fade | spec/commando-assets.md 7 |
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

pub mod moby;
pub mod model;
pub mod shrub;
pub mod tie;
