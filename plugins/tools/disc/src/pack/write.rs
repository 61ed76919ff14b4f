//! An archive written into a folder or into an image.

use std::fs;
use std::io::{self, BufWriter, Read};
use std::path::{Path, PathBuf};

use wonderwheel_game_files::archive::{ARCHIVE_NAME, INDEX_NAME, NAMES_NAME};
use wonderwheel_game_files::iso::{self, NewIsoFile};

use super::archive::Archive;
use crate::extract::WriteRefusal;
use crate::extract::folder::{UnfinishedFile, folder_of, remove_unfinished, write_whole};

/// The boot text of an image. Source: spec/archives.md 1.3.
const SYSTEM_CNF: &[u8] = b"BOOT2 = cdrom0:\\SLUS_212.15;1\r\nVER = 1.00\r\nVMODE = NTSC\r\n";
/// What stands in the place of the program that it names.
const PROGRAM: &[u8] =
    b"Packed by Wonderwheel. There is no program here, and no console starts this disc.\r\n";

/// Where an archive is written.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// A name that ends in .iso is an image, any other a folder.
    pub out: &'a Path,
    /// Gets the bytes of the archive that are done.
    pub progress: &'a dyn Fn(u64),
    /// Whether to end: asked between two reads.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// Whether a path names an image.
fn is_image(out: &Path) -> bool {
    let end = out.extension();
    end.is_some_and(|end| end.eq_ignore_ascii_case("iso"))
}

/// The files that [`write()`] writes.
pub fn written_files(out: &Path) -> Vec<PathBuf> {
    if is_image(out) {
        return vec![out.to_owned()];
    }
    let names = [INDEX_NAME, ARCHIVE_NAME, NAMES_NAME];
    names.map(|name| out.join(name)).into()
}

/// Writes an archive with its index and its names. Nothing stays of one that is not finished.
///
/// # Errors
/// The system's refusal; `ConnectionAborted` when it was stopped.
pub fn write(archive: &Archive, target: Target<'_>) -> Result<(), WriteRefusal> {
    if is_image(target.out) {
        write_image(archive, target)
    } else {
        write_folder(archive, target)
    }
}

fn write_image(archive: &Archive, target: Target<'_>) -> Result<(), WriteRefusal> {
    let out = target.out;
    let (failed, folder) = (WriteRefusal::of(out), folder_of(out));
    fs::create_dir_all(folder).map_err(&failed)?;
    let (index, names) = (archive.index.write(), archive.names());
    let content = ReportingRead {
        content: archive.stream(),
        target,
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
    let file = UnfinishedFile::begin(folder, "image").map_err(&failed)?;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    iso::write(&mut file, "WARRIORS", files).map_err(&failed)?;
    let file = file.into_inner();
    let file = file.map_err(|error| failed(error.into_error()))?;
    file.finish(out).map_err(failed)
}

fn write_folder(archive: &Archive, target: Target<'_>) -> Result<(), WriteRefusal> {
    let out = target.out;
    fs::create_dir_all(out).map_err(WriteRefusal::of(out))?;
    remove_unfinished(out);
    let path = out.join(ARCHIVE_NAME);
    let of_archive = WriteRefusal::of(&path);
    let file = UnfinishedFile::begin(out, ARCHIVE_NAME).map_err(&of_archive)?;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    let mut content = ReportingRead {
        content: archive.stream(),
        target,
    };
    io::copy(&mut content, &mut file).map_err(&of_archive)?;
    let file = file.into_inner();
    let file = file.map_err(|error| of_archive(error.into_error()))?;
    // An index without its archive would open as something else: it is taken away first and comes last.
    let index = out.join(INDEX_NAME);
    if index.exists() {
        fs::remove_file(&index).map_err(WriteRefusal::of(&index))?;
    }
    file.finish(&path).map_err(of_archive)?;
    write_whole(out, NAMES_NAME, archive.names().as_bytes())?;
    write_whole(out, INDEX_NAME, &archive.index.write())
}

/// Reports what is read, and ends with an error once it is to stop.
struct ReportingRead<'a, R> {
    content: R,
    target: Target<'a>,
}

impl<R: Read> Read for ReportingRead<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.target.is_stopped)() {
            // Not `Interrupted`: that one is tried again.
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        let count = self.content.read(buffer)?;
        (self.target.progress)(count as u64);
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
        let target = Target {
            out: Path::new("a"),
            progress: &|bytes| seen.set(seen.get() + bytes),
            is_stopped: &|| is_stopped.get(),
        };
        let read = |out: &mut Vec<u8>| {
            let content = &b"abc"[..];
            io::copy(&mut ReportingRead { content, target }, out)
        };
        let mut out = Vec::new();
        read(&mut out).unwrap();
        assert_eq!((out.as_slice(), seen.get()), (&b"abc"[..], 3));
        is_stopped.set(true);
        assert!(read(&mut out).is_err());
    }
}
