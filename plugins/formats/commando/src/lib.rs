//! The level formats of Ratchet & Clank 2 (Going Commando).
//!
//! | Module | What it holds | Source |
//! | --- | --- | --- |
//! | [`axes`] | from z up to y up | |
//! | [`bounds`] | bounding spheres and the spaces they are stored in | spec/commando-assets.md 4 |
//! | [`collision`] | the world's collision: cells, faces, hero groups; rays and nearest points | spec/commando-assets.md 3 |
//! | [`core`] | the directory: classes, textures, regions of the core data | spec/commando-container.md 6, 7, 9.2 |
//! | [`disc`] | the table of contents, names of the disc's files | spec/commando-container.md 2 |
//! | [`gameplay`] | settings, instances of ties, shrubs and mobys | spec/commando-assets.md 9 |
//! | [`kinds`] | the table of all kinds of file: names, recognition, trees, rules, fuzz targets ([`fuzz`]) | |
//! | [`level`] | a level's file, its data extent, chunks, overlay; all of it opened, a new one made | spec/commando-container.md 3, 5, 8 to 10 |
//! | [`lighting`] | vertex colours from light records, bit for bit | spec/commando-lighting.md |
//! | [`lz`] | WAD LZ: the compression of the large members, both ways | spec/commando-container.md 4 |
//! | [`moby`] | everything that moves: packets, skeleton, bind pose, sequences kept raw | spec/commando-assets.md 8 |
//! | [`model`] | what the three kinds of models share: materials, strips, packed positions | spec/commando-assets.md 6-8 |
//! | [`occlusion`] | what is seen from where | spec/commando-assets.md 5 |
//! | [`pieces`] | a level taken apart, as far as it can be read | |
//! | [`range`] | sectors and bytes | spec/commando-container.md 1 |
//! | [`record`] | values of a fixed size as files store them | |
//! | [`shrub`] | plants: packets, normals, billboard, fade | spec/commando-assets.md 7 |
//! | [`sky`] | shells around the camera and their textures | spec/commando-assets.md 2 |
//! | [`sound_bank`] | how a sound bank is known | spec/commando-container.md 3.1 |
//! | [`texture`] | palettes and mip levels over two buffers, both ways | spec/commando-assets.md 1 |
//! | [`tfrag`] | terrain patches, their levels of detail and builders | spec/commando-tfrag.md |
//! | [`tie`] | buildings and rocks: three levels of detail that morph | spec/commando-assets.md 6 |
//!
//! Nothing here opens a file or knows an engine. Every reader takes untrusted bytes: a fault is a
//! [`FormatError`](wonderwheel_ps2::error::FormatError) with its offset, never a panic. What is unknown is kept as raw bytes and
//! written back unchanged. Rules that files can break and still be read are reported as findings, and those that a sound
//! writer breaks as remarks.
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

pub mod axes;
pub mod bounds;
mod cell_tree;
pub mod collision;
pub mod core;
pub mod disc;
pub mod fuzz;
pub mod gameplay;
pub mod gaps;
mod inside;
pub mod kinds;
mod lanes;
mod lenient;
pub mod level;
pub mod lighting;
pub mod lz;
pub mod moby;
pub mod model;
pub mod occlusion;
pub mod pieces;
mod places;
pub mod range;
pub mod record;
pub mod shrub;
pub mod sky;
pub mod sound_bank;
pub mod texture;
pub mod tfrag;
pub mod tie;
