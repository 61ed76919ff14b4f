//! Opens whatever a person names, by what is in it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wonderwheel_commando::disc::DiscFile;
use wonderwheel_commando::kinds::{CommandoKind, MemberName};
use wonderwheel_warriors::archive::{ENTRY_BYTES, HEADER_BYTES};
use wonderwheel_warriors::names::NameBook;

use crate::archive::{ARCHIVE_NAME, ArchiveFiles, INDEX_NAME, NAMES_NAME};
use crate::commando;
use crate::error::GameFileError;
use crate::files::SharedFiles;
use crate::folder::{FolderFiles, paths_in};
use crate::identity::{self, Archive, Identity, Medium, Title, boot_file, few, serial, wrong_disc};
use crate::iso::{self, IsoImage};
use crate::magic;
use crate::opened::OpenedFiles;
use crate::read_at::{Extent, ReadAt};

/// The file that names the boot file.
const SYSTEM_CNF: &str = "SYSTEM.CNF";
/// As much of it as is read.
const MAX_SYSTEM_CNF_BYTES: u64 = 4096;
/// As much of a file of names as is read: a hundred times what the disc's names take.
const MAX_NAMES_BYTES: u64 = 32 << 20;
/// The largest index that is read: a hundred times the disc's.
const MAX_INDEX_BYTES: u64 = HEADER_BYTES + ENTRY_BYTES * (1 << 20);

/// Many things are called `.bin`; an image of a disc has at least this many bytes.
pub const SMALLEST_IMAGE: u64 = 1 << 20;

/// How to open.
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    /// Go on with a disc that is not the supported one; it counts as unverified.
    pub force: bool,
    /// Names that a person gave, for files whose names cannot be generated.
    pub names: NameBook,
}

/// Opens a disc folder, an ISO image or a folder of loose files, whichever `path` is. See [`open_with`].
///
/// # Errors
/// As [`open_with`].
pub fn open(path: impl AsRef<Path>) -> Result<OpenedFiles, GameFileError> {
    open_with(path, &OpenOptions::default())
}

/// Opens what `path` names, by its content:
///
/// | What | Opened as |
/// | --- | --- |
/// | a folder with `ee_files` | loose files |
/// | a folder with `WARRIORS.DIR` and `WARRIORS.WAD`, any letter case, `;1` or not | archive |
/// | one of those two files | archive, as its folder |
/// | a file or drive that is an ISO 9660 image | archive inside, or the files of Going Commando's disc |
/// | an image without a file system, with Going Commando's table of contents | the levels that it leads to |
/// | a file that begins as a level of Going Commando does | that file alone |
/// | any other folder | loose files |
///
/// Beside an archive may lie a [`NAMES_NAME`] with names that cannot be generated.
///
/// # Errors
/// `Io` when something is missing or unreadable; `Malformed` for an image or an index that breaks its format; `Unsupported` for
/// a compressed or raw image and other things that are known; `Limit` for an index or a folder of absurd size; `WrongDisc` for
/// another game's disc, and for another release unless [`OpenOptions::force`] is set.
pub fn open_with(
    path: impl AsRef<Path>,
    options: &OpenOptions,
) -> Result<OpenedFiles, GameFileError> {
    let path = path.as_ref();
    let shown = path.display().to_string();
    let missing = "name an ISO image, a folder with WARRIORS.DIR and WARRIORS.WAD, or a folder of loose game files";
    let data = fs::metadata(path).map_err(|error| GameFileError::open(&shown, missing, error))?;
    // The program's working folder may change, the data's may not.
    let path = std::path::absolute(path).map_err(|e| GameFileError::io(&*shown, "open", e))?;
    if data.is_dir() {
        return open_folder(&path, &shown, options);
    }
    if let Some(folder) = folder_of_archive(&path) {
        return open_folder(folder, &folder.display().to_string(), options);
    }
    if !is_readable_kind(&data.file_type()) {
        return Err(GameFileError::Unsupported {
            path: shown,
            what: "a pipe or device",
            advice: "name an ISO image or a folder".into(),
        });
    }
    let file = File::open(&path).map_err(|error| GameFileError::io(&*shown, "open", error))?;
    if commando::starts_as_level(&file) {
        return commando::of_single(&path);
    }
    open_medium(Arc::new(file), &shown, options)
}

/// Opens an ISO image from any medium, such as bytes in memory. `shown` is what errors call it.
///
/// # Errors
/// As [`open_with`].
pub fn open_medium(
    medium: Arc<dyn ReadAt>,
    shown: &str,
    options: &OpenOptions,
) -> Result<OpenedFiles, GameFileError> {
    let failed = |error| GameFileError::io(shown, "read", error);
    let size = medium.size().map_err(failed)?;
    let mut head = [0; magic::HEAD_BYTES];
    let count = usize::try_from(size).map_or(head.len(), |size| size.min(head.len()));
    let head = head.get_mut(..count).unwrap_or_default();
    medium.read_exact_at(0, head).map_err(failed)?;
    if let Some(foreign) = magic::foreign(head) {
        return Err(GameFileError::Unsupported {
            path: shown.into(),
            what: foreign.what,
            advice: foreign.advice.into(),
        });
    }
    if !has_descriptor(&*medium, size).map_err(failed)? {
        if let Some(opened) = commando::of_medium(&medium, shown)? {
            return Ok(opened);
        }
        return Err(GameFileError::Malformed {
            path: shown.into(),
            offset: iso::FIRST_DESCRIPTOR * iso::SECTOR,
            expected: "an ISO 9660 image (CD001 in sector 16)".into(),
            found: match size {
                0 => "an empty file".into(),
                size => format!("another kind of file, of {size} bytes"),
            },
            advice: "name a plain .iso with sectors of 2,048 bytes, or a folder".into(),
        });
    }
    let image = IsoImage::open(medium.clone(), shown)?;
    let root: Vec<_> = image.root_names().collect();
    let text = |name, limit| read_start(&image.extent(image.find(name)?), limit);
    let system_cnf = text(SYSTEM_CNF, MAX_SYSTEM_CNF_BYTES);
    let boot = system_cnf.as_deref().and_then(boot_file);
    let (index, archive) = match (image.find(INDEX_NAME), image.find(ARCHIVE_NAME)) {
        (Some(index), Some(archive)) => (image.extent(index), image.extent(archive)),
        (None, None) => {
            let error = wrong_disc(shown, boot.as_deref(), &root);
            return commando::of_image(&image, &medium, shown, boot)?.ok_or(error);
        }
        (index, _) => return Err(half_an_archive(shown, index.is_some(), &root)),
    };
    let program = boot.as_deref().and_then(|boot| image.find(boot));
    let disc = Disc {
        medium: Medium::IsoImage,
        shown,
        program: program.map(|entry| image.extent(entry)),
        boot,
        names: text(NAMES_NAME, MAX_NAMES_BYTES),
        warnings: image.warnings().to_vec(),
    };
    disc.open(&index, archive, options)
}

/// Whether any of an image's marks stands in sector 16.
fn has_descriptor(medium: &dyn ReadAt, size: u64) -> io::Result<bool> {
    let at = iso::FIRST_DESCRIPTOR * iso::SECTOR;
    let mut bytes = [0; 6];
    if size < at + iso::SECTOR {
        return Ok(false);
    }
    medium.read_exact_at(at, &mut bytes)?;
    Ok(bytes.get(1..) == Some(iso::SIGNATURE))
}

/// A regular file, or a drive with a disc in it.
fn is_readable_kind(kind: &fs::FileType) -> bool {
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_block_device(kind) {
        return true;
    }
    kind.is_file()
}

/// The folder of a path that names one of the archive's two files.
fn folder_of_archive(path: &Path) -> Option<&Path> {
    let name = disc_name(path.file_name()?.to_str()?);
    let mut both = [INDEX_NAME, ARCHIVE_NAME].iter();
    let is_one = both.any(|known| name.eq_ignore_ascii_case(known));
    path.parent().filter(|_| is_one)
}

/// A name without the version that some copies keep.
fn disc_name(name: &str) -> &str {
    name.split(';').next().unwrap_or(name)
}

fn open_folder(
    path: &Path,
    shown: &str,
    options: &OpenOptions,
) -> Result<OpenedFiles, GameFileError> {
    let folder = DiscFolder::list(path).map_err(|e| GameFileError::io(shown, "list", e))?;
    if folder.has_loose_files {
        return open_loose(path);
    }
    let text = |name, limit| {
        let file = File::open(folder.find(name)?).ok()?;
        read_start(&Extent::whole(file).ok()?, limit)
    };
    let boot = || boot_file(&text(SYSTEM_CNF, MAX_SYSTEM_CNF_BYTES)?);
    let names: Vec<_> = folder.files.iter().map(|(name, _)| name.as_str()).collect();
    let (index, archive) = match (folder.find(INDEX_NAME), folder.find(ARCHIVE_NAME)) {
        (Some(index), Some(archive)) => (index, archive),
        (None, None) => {
            if folder.find(SYSTEM_CNF).is_some() {
                let boot = boot();
                let error = wrong_disc(shown, boot.as_deref(), &names);
                let opened = FolderFiles::open_unjudged(path).map(|files| loose(files, boot))?;
                let is_commando = opened.identity.title.is_going_commando();
                return if is_commando { Ok(opened) } else { Err(error) };
            }
            if let Some(error) = folder.only_images(shown) {
                return Err(error);
            }
            return open_loose(path);
        }
        (index, _) => return Err(half_an_archive(shown, index.is_some(), &names)),
    };
    let boot = boot();
    let program = boot.as_deref().and_then(|boot| folder.find(boot));
    let disc = Disc {
        medium: Medium::DiscFolder,
        shown,
        program: program.and_then(|path| open_extent(path).ok()),
        boot,
        names: text(NAMES_NAME, MAX_NAMES_BYTES),
        warnings: Vec::new(),
    };
    disc.open(&open_extent(index)?, open_extent(archive)?, options)
}

fn open_loose(path: &Path) -> Result<OpenedFiles, GameFileError> {
    FolderFiles::open(path).map(|files| loose(files, None))
}

fn loose(files: FolderFiles, boot: Option<String>) -> OpenedFiles {
    OpenedFiles {
        identity: commando::of_folder(&files, boot).unwrap_or_else(Identity::loose),
        files: SharedFiles::new(files),
        archive: None,
        disc: None,
        boot_file: None,
    }
}

fn open_extent(path: &Path) -> Result<Extent, GameFileError> {
    let failed = |error| GameFileError::io(path.display().to_string(), "open", error);
    Extent::whole(File::open(path).map_err(failed)?).map_err(failed)
}

/// One of the archive's two files is there and the other is not.
fn half_an_archive(shown: &str, has_index: bool, names: &[&str]) -> GameFileError {
    let (have, missing) = if has_index {
        (INDEX_NAME, ARCHIVE_NAME)
    } else {
        (ARCHIVE_NAME, INDEX_NAME)
    };
    GameFileError::Io {
        path: format!("{shown}/{missing}"),
        action: "open",
        source: Arc::new(io::Error::new(
            io::ErrorKind::NotFound,
            format!("{have} is there without it (beside {})", few(names)),
        )),
        advice: format!("copy {missing} from the disc as well"),
    }
}

/// The first bytes of a text.
fn read_start(file: &Extent, limit: u64) -> Option<Vec<u8>> {
    let length = file.len().min(limit);
    file.read(0, usize::try_from(length).ok()?).ok()
}

/// A disc whose archive was found.
struct Disc<'a> {
    medium: Medium,
    shown: &'a str,
    boot: Option<String>,
    /// The boot file itself.
    program: Option<Extent>,
    /// The text of a file of names beside the archive.
    names: Option<Vec<u8>>,
    warnings: Vec<String>,
}

impl Disc<'_> {
    fn open(
        self,
        index: &Extent,
        archive: Extent,
        options: &OpenOptions,
    ) -> Result<OpenedFiles, GameFileError> {
        let index_path = || format!("{}/{INDEX_NAME}", self.shown);
        if index.len() > MAX_INDEX_BYTES {
            return Err(GameFileError::Limit {
                path: index_path(),
                max: MAX_INDEX_BYTES,
                found: index.len(),
                advice: "this is not the game's index; copy or dump it again".into(),
            });
        }
        let sizes = Archive {
            index_bytes: index.len(),
            archive_bytes: archive.len(),
        };
        let title = identity::title(self.boot.as_deref(), &sizes);
        if title.needs_force() && !options.force {
            return Err(GameFileError::WrongDisc {
                path: self.shown.into(),
                found: title.sentence(),
                advice: title.advice().unwrap_or_default().into(),
            });
        }
        let bytes = index
            .read(0, usize::try_from(index.len()).unwrap_or(usize::MAX))
            .map_err(|error| GameFileError::io(index_path(), "read", error))?;
        let mut names = options.names.clone();
        if let Some(text) = &self.names {
            names.add_text(&String::from_utf8_lossy(text));
        }
        let files = ArchiveFiles::open(&bytes, archive, self.shown, names)?;
        let files = Arc::new(files);
        let mut warnings = self.warnings;
        warnings.extend(files.faults());
        let identity = Identity {
            medium: self.medium,
            verified: title == Title::Supported,
            title,
            serial: self.boot.as_deref().and_then(serial),
            boot_file: self.boot,
            index_bytes: Some(sizes.index_bytes),
            index_crc32: Some(crc32fast::hash(&bytes)),
            entries: Some(files.index().entries.len()),
            archive_bytes: Some(sizes.archive_bytes),
            warnings,
        };
        Ok(OpenedFiles {
            files: SharedFiles(files.clone()),
            identity,
            archive: Some(files),
            disc: None,
            boot_file: self.program,
        })
    }
}

/// The files of a folder by the names that a disc would have for them.
struct DiscFolder {
    files: Vec<(String, PathBuf)>,
    has_loose_files: bool,
}

impl DiscFolder {
    fn list(path: &Path) -> io::Result<Self> {
        let mut folder = Self {
            files: Vec::new(),
            has_loose_files: false,
        };
        for path in paths_in(path)? {
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            if path.is_file() {
                folder.files.push((disc_name(name).to_owned(), path));
            } else if name.eq_ignore_ascii_case(crate::folder::NAMED) {
                folder.has_loose_files = true;
            }
        }
        Ok(folder)
    }

    fn find(&self, name: &str) -> Option<&Path> {
        let mut files = self.files.iter();
        let (_, path) = files.find(|(own, _)| own.eq_ignore_ascii_case(name))?;
        Some(path)
    }

    /// A folder of images is not a folder of loose files: say which image to name.
    fn only_images(&self, shown: &str) -> Option<GameFileError> {
        const IMAGES: [&str; 7] = [".iso", ".bin", ".chd", ".cso", ".zso", ".7z", ".zip"];
        let is_image = |name: &str, path: &Path| {
            let name = name.to_ascii_lowercase();
            let is_large = || fs::metadata(path).is_ok_and(|data| data.len() >= SMALLEST_IMAGE);
            let is_called = IMAGES.iter().any(|extension| name.ends_with(extension));
            is_called && (!name.ends_with(".bin") || is_large())
        };
        let is_game_file = |name: &str| {
            let name = name.to_ascii_lowercase();
            let is_directory = MemberName::of(&name)
                .is_some_and(|member| member.kind == CommandoKind::Core && member.level.is_some());
            let is_commando = DiscFile::level(&name).is_some() || is_directory;
            name.ends_with(".lev") || name.ends_with("_sec.wld") || is_commando
        };
        if self.files.iter().any(|(name, _)| is_game_file(name)) {
            return None;
        }
        let mut files = self.files.iter();
        let (image, _) = files.find(|(name, path)| is_image(name, path))?;
        Some(GameFileError::Unsupported {
            path: shown.into(),
            what: "a folder that holds an image and no game files",
            advice: format!("name the image itself: {shown}/{image}"),
        })
    }
}
