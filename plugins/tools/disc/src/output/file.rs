//! A single file as a target.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::refusal::{OutputError, WriteRefusal};
use super::unfinished::{UnfinishedFile, sweep};

/// Links that are followed before they count as a circle, as on Linux.
const MOST_LINKS: usize = 40;
/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 18;

/// A file that can be written: it was looked at, and the place beside it was tried.
#[derive(Debug)]
pub struct FileTarget {
    /// Where the bytes go: behind every link.
    place: PathBuf,
    file: UnfinishedFile,
}

impl FileTarget {
    /// Looks at the place of a file before the work starts. A link is written through.
    ///
    /// # Errors
    /// Every [`OutputError`] but `IsFile`; `Taken` only unless `overwrite` is set.
    pub fn begin(path: &Path, overwrite: bool) -> Result<Self, OutputError> {
        let shown = || path.to_owned();
        // Also behind links that only the system can follow, as `/dev/stdout` is one.
        if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            return Err(OutputError::NoRegularFile { path: shown() });
        }
        let place = behind_links(path).map_err(WriteRefusal::of(path))?;
        let ends_in_separator = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        match fs::symlink_metadata(&place) {
            Ok(data) if data.is_dir() => return Err(OutputError::IsFolder { path: shown() }),
            Ok(data) if !data.is_file() => {
                return Err(OutputError::NoRegularFile { path: shown() });
            }
            Ok(_) if !overwrite => return Err(OutputError::Taken { path: shown() }),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // Below a file there is nothing; the folder is looked at next.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {}
            Err(error) => return Err(WriteRefusal::of(path)(error).into()),
        }
        if ends_in_separator || place.file_name().is_none() {
            return Err(OutputError::IsFolder { path: shown() });
        }
        let folder = folder_of(&place);
        if !folder.is_dir() {
            let folder = folder.to_owned();
            return Err(OutputError::NoFolder {
                path: shown(),
                folder,
            });
        }
        sweep(folder);
        let file = UnfinishedFile::begin(folder).map_err(WriteRefusal::of(path))?;
        Ok(Self { place, file })
    }

    /// Writes it through a buffer; it has its name only when it is whole.
    ///
    /// # Errors
    /// The refusal of `write` or of the system. What was there before is there still then.
    pub fn write(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteRefusal> {
        let Self { place, file } = self;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        let written = write(&mut out)
            .and_then(|()| out.into_inner().map_err(io::IntoInnerError::into_error))
            .and_then(|file| file.finish(&place));
        written.map_err(WriteRefusal::of(&place))
    }
}

/// Writes a file of the program's own, in place of what is there: settings, caches, an index. Its folder is made.
///
/// # Errors
/// As [`FileTarget::begin`] and [`FileTarget::write`].
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(WriteRefusal::of(folder))?;
    FileTarget::begin(path, true)?.write(|out| out.write_all(bytes))?;
    Ok(())
}

/// The folder that a path lies in; the current one for a bare name.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// What is at a path, links not followed.
pub(crate) fn there(path: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::symlink_metadata(path) {
        Ok(data) => Ok(Some(data)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Where a path leads, whether or not something is there.
pub(super) fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            // Relative to the folder that the link lies in; an absolute one stands for itself.
            Ok(target) => place = folder_of(&place).join(target),
            Err(_) => return Ok(place),
        }
    }
    Err(io::ErrorKind::TooManyLinks.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(path: &Path, overwrite: bool) -> String {
        FileTarget::begin(path, overwrite).unwrap_err().to_string()
    }

    #[test]
    fn a_place_that_cannot_be_written_is_known_before_the_work() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        fs::write(at("mine.glb"), "mine").unwrap();
        for (path, overwrite, wanted) in [
            ("", false, "this is a folder; name a file in it"),
            ("new/", false, "this is a folder; name a file in it"),
            ("no/such/x.glb", false, "make it first"),
            ("mine.glb/x.glb", false, "make it first"),
            (
                "mine.glb",
                false,
                "is there already; --overwrite replaces it",
            ),
        ] {
            let words = words(&at(path), overwrite);
            assert!(words.ends_with(wanted), "{path}: {words}");
        }
        assert_eq!(fs::read(at("mine.glb")).unwrap(), b"mine");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_and_a_circle_of_links_are_no_targets() {
        let words = words(Path::new("/dev/null"), true);
        assert!(words.ends_with("device or a pipe; name a file"), "{words}");
        let home = tempfile::tempdir().unwrap();
        let circle = home.path().join("circle");
        std::os::unix::fs::symlink(&circle, &circle).unwrap();
        assert!(FileTarget::begin(&circle, true).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_written_through_also_where_they_lead_to_nothing_yet() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/old"), "old").unwrap();
        for (link, target) in [("old", "far/old"), ("new", "far/new")] {
            std::os::unix::fs::symlink(target, at(link)).unwrap();
            let file = FileTarget::begin(&at(link), true).unwrap();
            file.write(|out| out.write_all(b"whole")).unwrap();
            assert!(at(link).is_symlink());
            assert_eq!(fs::read(at(target)).unwrap(), b"whole");
        }
        assert!(words(&at("old"), false).contains("--overwrite"));
        assert_eq!(fs::read_dir(at("far")).unwrap().count(), 2);
    }

    #[test]
    fn a_write_that_fails_leaves_the_file_before_and_nothing_beside_it() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("å ツ 🎡.png");
        replace(&path, b"whole").unwrap();
        let failed = FileTarget::begin(&path, true).unwrap().write(|out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more room"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_of_the_programs_own_is_replaced_and_its_folder_made() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a/b/settings.txt");
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
