//! A file on disk that is open to be read: whole, within the limit, or a part of it.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use crate::error::GameFileError;
use crate::files::MAX_FILE_BYTES;

/// An open file.
pub(crate) struct DiskFile {
    file: File,
    size: u64,
    /// Its path, for messages.
    shown: String,
}

impl DiskFile {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        let shown = path.display().to_string();
        let failed = |error| GameFileError::io(&*shown, "read", error);
        let file = File::open(path).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        Ok(Self { file, size, shown })
    }

    /// All its bytes; `advice` is for a file that is too large.
    pub fn read(self, advice: &str) -> Result<Vec<u8>, GameFileError> {
        let length = GameFileError::check_size(|| self.shown.clone(), self.size, advice)?;
        let mut bytes = Vec::with_capacity(length);
        self.file
            .take(MAX_FILE_BYTES)
            .read_to_end(&mut bytes)
            .map_err(|error| GameFileError::io(self.shown, "read", error))?;
        Ok(bytes)
    }

    /// So many bytes from an offset on.
    pub fn read_range(mut self, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        GameFileError::check_range(|| self.shown.clone(), offset, length, self.size)?;
        let mut bytes = vec![0; length];
        self.file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| self.file.read_exact(&mut bytes))
            .map_err(|error| GameFileError::io(self.shown, "read", error))?;
        Ok(bytes)
    }
}
