//! Levels as glTF 2.0 and PNG, for other programs.
//!
//! ```
//! use std::collections::BTreeMap;
//! use wonderwheel_export::warriors::{self, LevelOptions};
//!
//! let files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
//! let exported = warriors::export_level(&files, "level2", &LevelOptions::default(), &mut |_| {});
//! assert!(exported.is_err(), "there is no level in no files");
//! ```
//!
//! | What | Module |
//! | --- | --- |
//! | a level of The Warriors as a `.glb` | [`warriors`] |
//! | the textures of any of its files as PNG | [`textures`] |
//! | a level or a class of Going Commando as a `.glb`, its textures as PNG | [`commando`] |
//! | scenes of nodes, meshes, materials, pictures and skins | [`scene`] |
//! | the file made of them, piece by piece | [`glb`] |
//! | colours and alpha from the Graphics Synthesizer's measure | [`colour`] |
//!
//! No engine, no I/O: bytes come through [`warriors::LevelFiles`] and go to any writer. The same input gives the same
//! bytes.
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

pub mod colour;
pub mod commando;
pub mod error;
mod exporter;
pub mod glb;
mod note;
mod options;
pub mod scene;
pub mod textures;
pub mod warriors;

pub use error::{ExportError, Result};
pub use exporter::{Counts, Exported};
pub use note::Note;
pub use options::LevelOptions;

/// What files name as the program that made them.
pub const GENERATOR: &str = concat!("wonderwheel ", env!("CARGO_PKG_VERSION"));

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
