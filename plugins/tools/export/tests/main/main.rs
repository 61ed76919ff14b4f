//! Scenes, levels and textures, read back by other readers than their writer.

mod bounds;
mod commando;
mod level;
mod scene;
mod small_level;
mod structure;
mod support;
mod textures;
