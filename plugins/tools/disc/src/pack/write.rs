//! An archive written into a folder or into an image.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use wonderwheel_game_files::archive::{ARCHIVE_NAME, INDEX_NAME, NAMES_NAME};
use wonderwheel_game_files::iso::{self, NewIsoFile};

use super::archive::Archive;
use crate::output::{FileTarget, FolderTarget, OutputError, WriteRefusal, ending_of};

/// The boot text of an image. Source: spec/archives.md 1.3.
const SYSTEM_CNF: &[u8] = b"BOOT2 = cdrom0:\\SLUS_212.15;1\r\nVER = 1.00\r\nVMODE = NTSC\r\n";
/// What stands in the place of the program that it names.
const PROGRAM: &[u8] =
    b"Packed by Wonderwheel. There is no program here, and no console starts this disc.\r\n";

/// Who watches an archive being written.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Gets the bytes of the archive that are done.
    pub progress: &'a dyn Fn(u64),
    /// Whether to end: asked between two reads.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// A place for an archive that was looked at.
#[derive(Debug)]
pub enum PackTarget {
    /// A disc image.
    Image(FileTarget),
    /// A folder for the archive, its index and its names.
    Folder(FolderTarget),
}

impl PackTarget {
    /// Looks at `out` before the work starts: a name that ends in .iso is an image.
    ///
    /// # Errors
    /// As [`ending_of`], [`FileTarget::begin`] and [`FolderTarget::begin`]; `Taken` also when one of the folder's files is there.
    pub fn begin(out: &Path, overwrite: bool) -> Result<Self, OutputError> {
        if ending_of(out, &["iso"])?.is_some() {
            return FileTarget::begin(out, overwrite).map(Self::Image);
        }
        let names = [INDEX_NAME, ARCHIVE_NAME, NAMES_NAME];
        let mut files = names.iter().map(|name| out.join(name));
        match files.find(|file| !overwrite && file.symlink_metadata().is_ok()) {
            Some(path) => Err(OutputError::Taken { path }),
            None => FolderTarget::begin(out, true).map(Self::Folder),
        }
    }
}

/// Writes an archive with its index and its names. Nothing stays of one that is not finished.
///
/// # Errors
/// As [`FileTarget::begin`] and [`FolderTarget::begin`]; the system's refusal, `ConnectionAborted` when it was stopped.
pub fn write(archive: &Archive, place: PackTarget, watch: Watch<'_>) -> Result<(), OutputError> {
    match place {
        PackTarget::Image(file) => Ok(write_image(archive, file, watch)?),
        PackTarget::Folder(folder) => write_folder(archive, folder, watch),
    }
}

fn write_image(archive: &Archive, place: FileTarget, watch: Watch<'_>) -> Result<(), WriteRefusal> {
    let (index, names) = (archive.index.write(), archive.names());
    let content = ReportingRead {
        content: archive.stream(),
        watch,
    };
    let mut files = vec![
        NewIsoFile::bytes("SYSTEM.CNF", SYSTEM_CNF),
        NewIsoFile::bytes("SLUS_212.15", PROGRAM),
        NewIsoFile::bytes(INDEX_NAME, &index),
        NewIsoFile::stream(ARCHIVE_NAME, archive.size, content),
    ];
    if !names.is_empty() {
        files.push(NewIsoFile::bytes(NAMES_NAME, names.as_bytes()));
    }
    place.write(|mut out| iso::write(&mut out, "WARRIORS", files))
}

fn write_folder(
    archive: &Archive,
    mut folder: FolderTarget,
    watch: Watch<'_>,
) -> Result<(), OutputError> {
    let mut content = ReportingRead {
        content: archive.stream(),
        watch,
    };
    let index = folder.root().join(INDEX_NAME);
    folder.write(Path::new(ARCHIVE_NAME), |out| {
        io::copy(&mut content, out)?;
        // An index without its archive would open as something else: it is taken away first and comes last.
        match fs::remove_file(&index) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    })?;
    let (names, index) = (archive.names(), archive.index.write());
    for (name, bytes) in [(NAMES_NAME, names.as_bytes()), (INDEX_NAME, &index)] {
        folder.write(Path::new(name), |out| out.write_all(bytes))?;
    }
    Ok(())
}

/// Reports what is read, and ends with an error once it is to stop.
struct ReportingRead<'a, R> {
    content: R,
    watch: Watch<'a>,
}

impl<R: Read> Read for ReportingRead<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.watch.is_stopped)() {
            // Not `Interrupted`: that one is tried again.
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        let count = self.content.read(buffer)?;
        (self.watch.progress)(count as u64);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_stream_reports_its_bytes_and_ends_when_it_is_stopped() {
        let (seen, is_stopped) = (Cell::new(0), Cell::new(false));
        let watch = Watch {
            progress: &|bytes| seen.set(seen.get() + bytes),
            is_stopped: &|| is_stopped.get(),
        };
        let read = |out: &mut Vec<u8>| {
            let content = &b"abc"[..];
            io::copy(&mut ReportingRead { content, watch }, out)
        };
        let mut out = Vec::new();
        read(&mut out).unwrap();
        assert_eq!((out.as_slice(), seen.get()), (&b"abc"[..], 3));
        is_stopped.set(true);
        assert!(read(&mut out).is_err());
    }
}
