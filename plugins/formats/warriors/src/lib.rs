//! The Warriors' level files: names and their hashes, manifests, world streams, parts, chunk containers, level files
//! and packs.
#![forbid(unsafe_code)]

pub mod chunk;
pub mod level_file;
pub mod manifest;
pub mod names;
pub mod occluder;
pub mod pack;
pub mod part;
pub mod world_stream;
