//! The asset loaders: a level's container, and its members as loose files.

use std::io;
use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_commando::level::Level;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_world_streaming::prelude::FailureKind;

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

/// Why a file is no asset.
#[derive(Debug, thiserror::Error)]
pub enum CommandoAssetError {
    /// It could not be read.
    #[error("{file}: {source}")]
    Io {
        /// Its name.
        file: String,
        /// What happened.
        source: io::Error,
    },
    /// It is not what its name says.
    #[error("{file}: {source}")]
    Format {
        /// Its name.
        file: String,
        /// Where and why.
        source: FormatError,
    },
    /// Its name says no member.
    #[error("{file}: no member of a level is named like this; `level0.sky.bin` is one")]
    Unknown {
        /// Its name.
        file: String,
    },
}

impl CommandoAssetError {
    /// What kind of trouble it is.
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::Io { .. } => FailureKind::Io,
            Self::Format { source, .. } => Self::kind_of(source),
            Self::Unknown { .. } => FailureKind::Unsupported,
        }
    }

    /// What kind of trouble a reader's error is.
    pub fn kind_of(error: &FormatError) -> FailureKind {
        match error {
            FormatError::Malformed { .. } => FailureKind::Malformed,
            FormatError::Unsupported { .. } => FailureKind::Unsupported,
            FormatError::Limit { .. } => FailureKind::Limit,
        }
    }
}

async fn read(
    reader: &mut dyn Reader,
    context: &LoadContext<'_>,
) -> Result<(String, Vec<u8>), CommandoAssetError> {
    let file = context.path().path().to_string_lossy().into_owned();
    let mut bytes = Vec::new();
    match reader.read_to_end(&mut bytes).await {
        Ok(_) => Ok((file, bytes)),
        Err(source) => Err(CommandoAssetError::Io { file, source }),
    }
}

/// Loads `LEVEL<n>.WAD`.
#[derive(TypePath, Default)]
pub struct LevelFileLoader;

impl AssetLoader for LevelFileLoader {
    type Asset = LevelFile;
    type Settings = ();
    type Error = CommandoAssetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<LevelFile, CommandoAssetError> {
        let (file, bytes) = read(reader, context).await?;
        // Opened here, so that a broken file fails as an asset and the last good one stays.
        match Level::read_lenient(&bytes).map(|(level, _)| level.header.id) {
            Ok(id) => Ok(LevelFile {
                bytes: bytes.into(),
                id,
            }),
            Err(source) => Err(CommandoAssetError::Format { file, source }),
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
    type Error = CommandoAssetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<LooseMember, CommandoAssetError> {
        let (file, bytes) = read(reader, context).await?;
        let Some((_, kind)) = MemberKind::of(&file) else {
            return Err(CommandoAssetError::Unknown { file });
        };
        match kind.check(&bytes) {
            Ok(()) => Ok(LooseMember(bytes.into())),
            Err(source) => Err(CommandoAssetError::Format { file, source }),
        }
    }
}
