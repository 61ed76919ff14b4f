//! `pack`: loose files back into an archive or an image.

use std::{
    fs,
    io::{self, BufWriter},
    path::{Path, PathBuf},
};

use indicatif::ProgressBar;
use wonderwheel_game_files::{
    archive::{ARCHIVE_NAME, INDEX_NAME, NAMES_NAME},
    iso::{self, NewIsoFile},
};

use crate::{
    commands::extract::refuse_repository,
    extract::folder::{Unfinished, remove_unfinished, write_whole},
    failure::{Code, Failure},
    interrupt::WorkRuns,
    pack::{Archive, PackError, members},
    progress,
    report::{counted, line},
};

/// The boot text of an image. Source: spec/archives.md 1.3.
const SYSTEM_CNF: &[u8] = b"BOOT2 = cdrom0:\\SLUS_212.15;1\r\nVER = 1.00\r\nVMODE = NTSC\r\n";
/// What stands in the place of the program that it names.
const PROGRAM: &[u8] =
    b"Packed by Wonderwheel. There is no program here, and no console starts this disc.\r\n";

/// What is packed.
#[derive(clap::Args, Clone, Debug)]
pub struct PackOptions {
    /// The folder of loose files: with ee_files and unnamed in it, or flat
    pub folder: PathBuf,
    /// Where to: a name that ends in .iso becomes an image, any other a folder with WARRIORS.DIR and WARRIORS.WAD
    pub out: PathBuf,
    /// Replace what is there
    #[arg(long)]
    pub overwrite: bool,
    /// Say nothing but what went wrong
    #[arg(short, long)]
    pub quiet: bool,
}

/// Packs, and prints what was done.
pub fn pack(options: &PackOptions) -> Result<Code, Failure> {
    let out = &options.out;
    refuse_repository(out)?;
    let is_image = out
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("iso"));
    let written: Vec<PathBuf> = match is_image {
        true => vec![out.clone()],
        false => [INDEX_NAME, ARCHIVE_NAME, NAMES_NAME]
            .map(|name| out.join(name))
            .into(),
    };
    let there = written.iter().find(|path| path.exists());
    if let Some(there) = there.filter(|_| !options.overwrite) {
        let message = format!(
            "{}: is there already; --overwrite replaces it",
            there.display()
        );
        return Err(Failure::new(Code::Usage, message));
    }
    let archive = Archive::of(members(&options.folder)?)?;
    let bar = match options.quiet {
        true => ProgressBar::hidden(),
        false => progress::bytes(archive.size),
    };
    let runs = WorkRuns::begin();
    let done = match is_image {
        true => write_image(out, &archive, &bar),
        false => write_folder(out, &archive, &bar),
    };
    drop(runs);
    bar.finish_and_clear();
    done.map_err(|(path, error)| told(&path, &error))?;
    if !options.quiet {
        line(format!(
            "{}: {}, {:.1} MB",
            out.display(),
            counted(archive.members.len(), "file"),
            archive.size as f64 / 1e6
        ));
    }
    Ok(Code::Done)
}

/// What went wrong, and where.
type Failed = (PathBuf, io::Error);

fn write_image(out: &Path, archive: &Archive, bar: &ProgressBar) -> Result<(), Failed> {
    let failed = |error| (out.to_owned(), error);
    let folder = match out.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let index = archive.index.write();
    let names = archive.names();
    let content = Stoppable(bar.wrap_read(archive.stream()));
    let mut files = vec![
        NewIsoFile::bytes("SYSTEM.CNF", SYSTEM_CNF),
        NewIsoFile::bytes("SLUS_212.15", PROGRAM),
        NewIsoFile::bytes(INDEX_NAME, &index),
        NewIsoFile::stream(ARCHIVE_NAME, archive.size, content),
    ];
    if !names.is_empty() {
        files.push(NewIsoFile::bytes(NAMES_NAME, names.as_bytes()));
    }
    let file = Unfinished::begin(folder, "image").map_err(failed)?;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    iso::write(&mut file, "WARRIORS", files).map_err(failed)?;
    let file = file
        .into_inner()
        .map_err(|error| failed(error.into_error()))?;
    file.finish(out).map_err(failed)
}

fn write_folder(out: &Path, archive: &Archive, bar: &ProgressBar) -> Result<(), Failed> {
    let failed = |error| (out.to_owned(), error);
    fs::create_dir_all(out).map_err(failed)?;
    remove_unfinished(out);
    let path = out.join(ARCHIVE_NAME);
    let of_archive = |error| (path.clone(), error);
    let file = Unfinished::begin(out, ARCHIVE_NAME).map_err(of_archive)?;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    let mut content = Stoppable(bar.wrap_read(archive.stream()));
    io::copy(&mut content, &mut file).map_err(of_archive)?;
    let file = file
        .into_inner()
        .map_err(|error| of_archive(error.into_error()))?;
    // An index without its archive would open as something else: it is taken away first and comes last.
    let index = out.join(INDEX_NAME);
    if index.exists() {
        fs::remove_file(&index).map_err(|error| (index.clone(), error))?;
    }
    file.finish(&path).map_err(of_archive)?;
    for (name, bytes) in [
        (NAMES_NAME, archive.names().into_bytes()),
        (INDEX_NAME, archive.index.write()),
    ] {
        write_whole(out, name, &bytes).map_err(|error| (out.join(name), error))?;
    }
    Ok(())
}

/// Ends with an error once the person wants an end.
struct Stoppable<R>(R);

impl<R: io::Read> io::Read for Stoppable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match WorkRuns::is_stopped() {
            // Not `Interrupted`: that one is tried again.
            true => Err(io::ErrorKind::ConnectionAborted.into()),
            false => self.0.read(buffer),
        }
    }
}

fn told(path: &Path, error: &io::Error) -> Failure {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    if WorkRuns::is_stopped() {
        return WorkRuns::stopped("nothing was written");
    }
    match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => {
            let words = "the disk is full, and nothing of it was kept; make room, then run the same command again";
            Failure::new(Code::Io, format!("{}: {words}", path.display()))
        }
        _ => Failure::io(path, error),
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Self {
        let code = match error {
            PackError::Folder(error) => return error.into(),
            PackError::Io { .. } | PackError::Missing { .. } | PackError::Empty { .. } => Code::Io,
            PackError::Index { .. } | PackError::SameHash { .. } => Code::Malformed,
            PackError::TooLarge { .. } => Code::Limit,
        };
        Self::new(code, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_in_one_sentence() {
        let failure = told(Path::new("a/b"), &io::ErrorKind::StorageFull.into());
        assert_eq!(failure.code, Code::Io);
        assert!(failure.message.starts_with("a/b: the disk is full"));
    }

    #[test]
    fn a_stream_goes_on_while_nobody_stops_it() {
        let mut out = Vec::new();
        io::copy(&mut Stoppable(&b"abc"[..]), &mut out).unwrap();
        assert_eq!(out, b"abc");
    }
}
