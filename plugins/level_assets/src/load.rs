//! The one loader: every file is read whole, and becomes an asset of its kind.

use std::marker::PhantomData;

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::fault::{Fault, FaultKind};

/// A file on its way to become an asset.
pub(crate) struct SourceFile {
    /// Its name, without folders.
    pub name: String,
    /// All its bytes.
    pub bytes: Vec<u8>,
}

impl SourceFile {
    /// Reads the whole file.
    pub async fn read(reader: &mut dyn Reader, context: &LoadContext<'_>) -> Result<Self, Fault> {
        let path = context.path().path();
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        match reader.read_to_end(&mut bytes).await {
            Ok(_) => Ok(Self { name, bytes }),
            Err(error) => {
                let words = format!("cannot be read: {error}");
                Err(Fault::of_file(name, FaultKind::Io, words))
            }
        }
    }

    /// A reader's error in it.
    pub fn fault(&self, error: &FormatError) -> Fault {
        Fault::of_error(&self.name, error)
    }

    /// Size on disk.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// A kind of file that becomes an asset.
pub(crate) trait FileAsset: Asset + Sized {
    /// How the names of such files end, without a dot in front; none where the asset's type must be named.
    const ENDINGS: &'static [&'static str];

    /// Decodes a file, and adds its labelled parts.
    fn from_file(file: &SourceFile, context: &mut LoadContext<'_>) -> Result<Self, Fault>;
}

/// Loads files of one kind.
#[derive(TypePath)]
pub(crate) struct FileLoader<A: FileAsset>(PhantomData<fn() -> A>);

impl<A: FileAsset> Default for FileLoader<A> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<A: FileAsset> AssetLoader for FileLoader<A> {
    type Asset = A;
    type Settings = ();
    type Error = Fault;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<A, Fault> {
        let file = SourceFile::read(reader, context).await?;
        A::from_file(&file, context)
    }

    fn extensions(&self) -> &[&str] {
        A::ENDINGS
    }
}
