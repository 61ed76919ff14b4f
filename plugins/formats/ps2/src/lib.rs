//! The PlayStation 2's own data: DMA chains, VIF codes, GS textures and pixel arithmetic.
//!
//! | Module | What it holds | Source |
//! | --- | --- | --- |
//! | [`dma`] | source-chain tags and the walk over a chain | spec/ps2-geometry.md 1 |
//! | [`vif`] | VIF codes and the stream of them in a chain | spec/ps2-geometry.md 2 |
//! | [`swizzle`] | PSMT8 and PSMT4 texel order, both ways | spec/renderware.md 4.4 |
//! | [`clut`] | palettes: CSM1 order, expansion to RGBA | spec/renderware.md 4.5 |
//! | [`upload`] | the packets that carry texels into GS memory | spec/renderware.md 4.3 |
//! | [`mip`] | K, L and MXL: the mip level from view depth | spec/gs-pipeline.md 8.2 |
//! | [`gs`] | the pixel pipeline in the GS's integers | spec/gs-pipeline.md 3, 4, 6, 8, 12 |
//! | [`ee_float`] | the EE's floating point on raw words | spec/commando-lighting.md 1 |
//! | [`raster`] | a small exact rasteriser, the oracle for a GPU's picture | spec/gs-pipeline.md 14 |
//!
//! [`cursor`], [`limits`] and [`kept`] are what the readers of all format crates stand on; [`finding`] and [`outline`] are
//! how they describe a file to people, [`fault`] what is wrong with one; [`steps`] counts their work. [`kind`] is a row of the
//! tables that say which files there are, [`content`] what such a row recognises a file by, [`law`] what its fuzz target holds.
//!
//! Nothing here opens a file or knows an engine. Every reader takes untrusted bytes: a fault is a
//! [`FormatError`](error::FormatError) with its offset, never a panic.
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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod array;
pub mod clut;
pub mod content;
pub mod cursor;
pub mod dma;
pub mod ee_float;
pub mod error;
pub mod fault;
pub mod finding;
pub mod gs;
pub mod kept;
pub mod kind;
pub mod law;
pub mod limits;
pub mod mip;
pub mod outline;
pub mod plural;
pub mod raster;
pub mod steps;
pub mod swizzle;
pub mod system;
pub mod upload;
pub mod vif;
