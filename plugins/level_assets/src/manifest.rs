//! `<world>_sec.mem`: what a world and its parts cost.

use bevy::asset::{Asset, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::fault::Fault;
use wonderwheel_warriors::manifest::Manifest;

use crate::load::{FileAsset, SourceFile};

/// A manifest. Source: seed 000, "Manifest".
#[derive(Asset, TypePath, Debug, Clone, PartialEq)]
pub struct ManifestAsset(pub Manifest);

/// Loads `.mem` files.
impl FileAsset for ManifestAsset {
    const ENDINGS: &'static [&'static str] = &["mem"];

    fn from_file(file: &SourceFile, _: &mut LoadContext<'_>) -> Result<Self, Fault> {
        let manifest = Manifest::read(&file.bytes).map_err(|error| file.fault(&error))?;
        Ok(ManifestAsset(manifest))
    }
}
