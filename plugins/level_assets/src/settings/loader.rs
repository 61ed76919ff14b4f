//! The loader of settings files.

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::fault::Fault;

use super::read::{read, settings_fault};
use super::values::LevelSettings;
use crate::load::SourceFile;

/// Loads `.settings.ron` files.
#[derive(TypePath, Default)]
pub struct LevelSettingsLoader;

impl AssetLoader for LevelSettingsLoader {
    type Asset = LevelSettings;
    type Settings = ();
    type Error = Fault;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<LevelSettings, Fault> {
        let file = SourceFile::read(reader, context).await?;
        read(&file.bytes).map_err(|error| settings_fault(&file.name, &error))
    }

    fn extensions(&self) -> &[&str] {
        &["settings.ron"]
    }
}
