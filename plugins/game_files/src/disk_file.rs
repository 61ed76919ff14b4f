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
        if self.size > MAX_FILE_BYTES {
            return Err(GameFileError::Limit {
                path: self.shown,
                max: MAX_FILE_BYTES,
                found: self.size,
                advice: advice.to_owned(),
            });
        }
        let mut bytes = Vec::with_capacity(usize::try_from(self.size).unwrap_or_default());
        self.file
            .take(MAX_FILE_BYTES)
            .read_to_end(&mut bytes)
            .map_err(|error| GameFileError::io(self.shown, "read", error))?;
        Ok(bytes)
    }

    /// So many bytes from an offset on.
    pub fn read_range(mut self, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        let end = offset.checked_add(length as u64);
        if end.is_none_or(|end| end > self.size) {
            let (shown, size) = (self.shown, self.size);
            return Err(GameFileError::beyond_end(
                shown,
                offset,
                length as u64,
                size,
            ));
        }
        let mut bytes = vec![0; length];
        self.file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| self.file.read_exact(&mut bytes))
            .map_err(|error| GameFileError::io(self.shown, "read", error))?;
        Ok(bytes)
    }
}
