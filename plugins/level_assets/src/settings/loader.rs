//! The loader of settings files.

use bevy::asset::LoadContext;
use wonderwheel_ps2::fault::Fault;

use super::read::{read, settings_fault};
use super::values::LevelSettings;
use crate::load::{FileAsset, SourceFile};

/// Loads `.settings.ron` files.
impl FileAsset for LevelSettings {
    const ENDINGS: &'static [&'static str] = &["settings.ron"];

    fn from_file(file: &SourceFile, _: &mut LoadContext<'_>) -> Result<Self, Fault> {
        read(&file.bytes).map_err(|error| settings_fault(&file.name, &error))
    }
}
