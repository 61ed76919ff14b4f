//! `<level>.settings.ron`: what the original's scripts set while a level loads.
//!
//! No data file of the game holds fog, ambient light, lamps or the start point; compiled scripts set them. This text
//! file gives the same values, in the scripts' own units and in game axes (z up). What it does not name comes from the
//! table of [`built_in`] settings. Source: spec/level-settings.md 1-2, spec/lighting.md 3.

mod built_in;
mod loader;
mod outline;
mod read;
mod values;

pub use built_in::built_in;
pub use outline::outline;
pub use read::{read, settings_fault};
pub use values::{LevelSettings, LightKind, LightSettings, StartPoint};
