//! What every loader does first.

use bevy::asset::LoadContext;
use bevy::asset::io::Reader;
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
