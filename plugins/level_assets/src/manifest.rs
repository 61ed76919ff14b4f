//! `<world>_sec.mem`: what a world and its parts cost.

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::fault::Fault;
use wonderwheel_warriors::manifest::Manifest;

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
    type Error = Fault;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<ManifestAsset, Fault> {
        let file = SourceFile::read(reader, context).await?;
        let manifest = Manifest::read(&file.bytes).map_err(|error| file.fault(&error))?;
        Ok(ManifestAsset(manifest))
    }

    fn extensions(&self) -> &[&str] {
        &["mem"]
    }
}
