//! Scenes, levels and textures, read back by other readers than their writer.

mod level;
mod scene;
mod structure;
mod support;
mod textures;
