//! The level formats of Ratchet & Clank 2 (Going Commando).
//!
//! | Module | What it holds | Source |
//! | --- | --- | --- |
//! | [`range`], [`gaps`] | sectors and bytes; what stands between things | spec/commando-container.md 1 |
//! | [`disc`] | the table of contents, names of the disc's files | spec/commando-container.md 2 |
//! | [`level`] | a level's file, its data extent, chunks, overlay; all of it opened, a new one made | spec/commando-container.md 3, 5, 8 to 10 |
//! | [`core`] | the directory: classes, textures, regions of the core data | spec/commando-container.md 6, 7, 9.2 |
//! | [`texture`] | palettes and mip levels over two buffers, both ways | spec/commando-assets.md 1 |
//! | [`gameplay`] | settings, instances of ties, shrubs and mobys | spec/commando-assets.md 9 |
//! | [`sound_bank`] | how a sound bank is known | spec/commando-container.md 3.1 |
//! | [`lz`] | WAD LZ: the compression of the large members, both ways | spec/commando-container.md 4 |
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

pub mod core;
pub mod disc;
pub mod gameplay;
pub mod gaps;
pub mod level;
pub mod lz;
pub mod range;
pub mod sound_bank;
pub mod texture;
