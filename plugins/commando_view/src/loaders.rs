//! The asset loaders: a level's container, and its members as loose files.

use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_commando::level::Level;
use wonderwheel_ps2::fault::{Fault, FaultKind};

use crate::members::MemberKind;

/// A level's file that has been opened once: its container, its directory and its geometry are sound.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct LevelFile {
    /// The file.
    pub bytes: Arc<[u8]>,
    /// The level's number.
    pub id: i32,
}

/// A member of a level as a file of its own, which can be read.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct LooseMember(pub Arc<[u8]>);

async fn read(
    reader: &mut dyn Reader,
    context: &LoadContext<'_>,
) -> Result<(String, Vec<u8>), Fault> {
    let file = context.path().path().to_string_lossy().into_owned();
    let mut bytes = Vec::new();
    match reader.read_to_end(&mut bytes).await {
        Ok(_) => Ok((file, bytes)),
        Err(source) => Err(Fault::of_file(file, FaultKind::Io, source.to_string())),
    }
}

/// Loads `LEVEL<n>.WAD`.
#[derive(TypePath, Default)]
pub struct LevelFileLoader;

impl AssetLoader for LevelFileLoader {
    type Asset = LevelFile;
    type Settings = ();
    type Error = Fault;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<LevelFile, Fault> {
        let (file, bytes) = read(reader, context).await?;
        // Opened here, so that a broken file fails as an asset and the last good one stays.
        match Level::read_lenient(&bytes).map(|(level, _)| level.header.id) {
            Ok(id) => Ok(LevelFile {
                bytes: bytes.into(),
                id,
            }),
            Err(error) => Err(Fault::of_error(file, &error)),
        }
    }

    fn extensions(&self) -> &[&str] {
        &["wad"]
    }
}

/// Loads `level0.sky.bin` and the others; the name says which member it is.
#[derive(TypePath, Default)]
pub struct LooseMemberLoader;

impl AssetLoader for LooseMemberLoader {
    type Asset = LooseMember;
    type Settings = ();
    type Error = Fault;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<LooseMember, Fault> {
        let (file, bytes) = read(reader, context).await?;
        let Some((_, kind)) = MemberKind::of(&file) else {
            let words = "no member of a level is named like this; `level0.sky.bin` is one";
            return Err(Fault::of_file(file, FaultKind::Unsupported, words));
        };
        match kind.check(&bytes) {
            Ok(()) => Ok(LooseMember(bytes.into())),
            Err(error) => Err(Fault::of_error(file, &error)),
        }
    }
}
