//! `<world>_sec.mem`: what a world and its parts cost.

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::Within;
use wonderwheel_warriors::manifest::Manifest;

use crate::error::LevelAssetError;
use crate::load::SourceFile;

/// A manifest. Source: seed 000, "Manifest".
#[derive(Asset, TypePath, Debug, Clone, PartialEq)]
pub struct ManifestAsset(pub Manifest);

/// Loads `.mem` files.
#[derive(TypePath, Default)]
pub struct ManifestLoader;

impl AssetLoader for ManifestLoader {
    type Asset = ManifestAsset;
    type Settings = ();
    type Error = LevelAssetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<ManifestAsset, LevelAssetError> {
        let file = SourceFile::read(reader, context).await?;
        Ok(ManifestAsset(
            Manifest::read(&file.bytes).within(|| file.name)?,
        ))
    }

    fn extensions(&self) -> &[&str] {
        &["mem"]
    }
}
