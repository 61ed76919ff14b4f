//! RenderWare 3.7 streams as The Warriors uses them on the PlayStation 2: texture dictionaries, clumps, standalone
//! atomics, worlds, and the plugins inside them.
#![forbid(unsafe_code)]

pub mod atomic;
pub mod bin_mesh;
pub mod clump;
pub mod dictionary;
pub mod geometry;
pub mod material;
pub mod native_data;
pub mod section;
pub mod texture;
pub mod world;
