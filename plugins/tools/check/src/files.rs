//! Which files there are: those of any store of the game's files, or a single one.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wonderwheel_commando::disc::DiscFile;
use wonderwheel_commando::kinds::MemberName;
use wonderwheel_game_files::archive::{ARCHIVE_NAME, INDEX_NAME};
use wonderwheel_game_files::files::MAX_FILE_BYTES;
use wonderwheel_game_files::open::SMALLEST_IMAGE;
use wonderwheel_game_files::{
    GameFileError, GameFiles, OpenOptions, OpenedFiles, SharedFiles, SingleFile, WhyPassed,
    commando_levels, iso, magic, open_with, unnamed,
};

/// What an extractor writes beside the game's files.
const NOT_OF_THE_GAME: [&str; 2] = ["index.tsv", "source.txt"];
/// What this program keeps beside a level of its own.
const SETTINGS: &str = ".settings.ron";
/// How images are called. A file of such a name is opened as one, so that the message is the reason why it cannot be.
const IMAGES: [&str; 12] = [
    "iso", "bin", "cue", "img", "mdf", "nrg", "chd", "cso", "zso", "gz", "7z", "zip",
];

/// A file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFile {
    /// Its name in lower case, as the game knows it; for unnamed files `<8 hex digits>.<kind>`.
    pub name: String,
    /// Whether the disc's name of it is unknown.
    pub is_unnamed: bool,
    /// Bytes.
    pub size: u64,
}

/// Something among the files that is no file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockedPath {
    /// Where it lies.
    pub path: PathBuf,
    /// Why it is not checked.
    pub why: String,
}

/// The files of a disc image, an archive, a folder, or a single one.
#[derive(Clone)]
pub struct FileSet {
    store: Arc<dyn GameFiles>,
    /// The files, sorted by name, unnamed ones last.
    pub files: Vec<GameFile>,
    /// What has a file's place and is none, or cannot be looked at.
    pub blocked: Vec<BlockedPath>,
    /// Folders that were not looked into.
    pub skipped_folders: usize,
    /// Files that systems and editors left, which are not looked into.
    pub side_files: usize,
    /// Files of a disc that nothing here reads.
    pub unchecked: usize,
    /// Whose disc it is, where it is one.
    pub disc: Option<String>,
    /// What is wrong with the image or the archive, a line each.
    pub damage: Vec<String>,
}

impl FileSet {
    /// Opens what a path leads to: a disc image, a folder with the archive, a folder of loose files, or one file of the game.
    ///
    /// # Errors
    /// Those of [`open_with`].
    pub fn open(path: &Path, options: &OpenOptions) -> Result<Self, GameFileError> {
        let failed = |error| GameFileError::io(path.display().to_string(), "open", error);
        if is_single(path).map_err(failed)? {
            return Ok(Self::of(Arc::new(SingleFile::open(path)?)));
        }
        let OpenedFiles {
            files: SharedFiles(store),
            identity,
            archive,
            disc,
            ..
        } = open_with(path, options)?;
        let is_disc = archive.is_some() || disc.is_some();
        let mut set = Self {
            disc: is_disc.then(|| identity.line()),
            damage: identity.warnings.clone(),
            ..Self::of(store)
        };
        if identity.title.is_going_commando() {
            // Films and sounds: nothing here reads them, and some are too large to be read whole.
            let all = set.files.len();
            let levels = commando_levels(&*set.store);
            let levels: HashSet<_> = levels.into_iter().map(|level| level.file).collect();
            set.files.retain(|file| {
                let name = &file.name;
                let is_member = disc.is_none() && name.ends_with(".bin");
                let is_contents = DiscFile::from_name(name) == Some(DiscFile::TableOfContents);
                levels.contains(name) || is_contents || is_member
            });
            set.unchecked = all - set.files.len();
        }
        Ok(set)
    }

    /// All files of a store.
    pub fn of(store: Arc<dyn GameFiles>) -> Self {
        let names = store.names().into_iter();
        let names = names
            .filter(|name| !NOT_OF_THE_GAME.contains(&name.as_str()) && !name.ends_with(SETTINGS));
        let mut files: Vec<_> = names
            .map(|name| GameFile {
                is_unnamed: unnamed::hash(&name).is_some(),
                // One that is gone by now is a failure when it is to be read.
                size: store.size(&name).unwrap_or(0),
                name,
            })
            .collect();
        files.sort_by(|a, b| (a.is_unnamed, &a.name).cmp(&(b.is_unnamed, &b.name)));
        let mut set = Self {
            files,
            blocked: Vec::new(),
            skipped_folders: 0,
            side_files: 0,
            unchecked: 0,
            disc: None,
            damage: Vec::new(),
            store: store.clone(),
        };
        for passed in store.passed_over() {
            match passed.why {
                WhyPassed::Folder => set.skipped_folders += 1,
                WhyPassed::SideFile => set.side_files += 1,
                why => set.blocked.push(BlockedPath {
                    path: passed.path,
                    why: why.to_string(),
                }),
            }
        }
        set
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// Those of the store.
    pub fn read(&self, file: &GameFile) -> Result<Vec<u8>, GameFileError> {
        self.store.read(&file.name)
    }
}

/// Whether a path leads to one file of the game: a file that is neither an image nor called like one, nor the archive.
fn is_single(path: &Path) -> io::Result<bool> {
    let data = fs::metadata(path)?;
    if !data.is_file() {
        return Ok(false);
    }
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or_default().to_ascii_lowercase();
    let plain = name.split(';').next().unwrap_or(&name);
    let is_archive = [INDEX_NAME, ARCHIVE_NAME]
        .iter()
        .any(|known| plain.eq_ignore_ascii_case(known));
    let extension = plain.rsplit_once('.').map(|(_, extension)| extension);
    let is_called_image = extension.is_some_and(|extension| {
        let is_large = data.len() >= SMALLEST_IMAGE && MemberName::of(plain).is_none();
        IMAGES.contains(&extension) && (extension != "bin" || is_large)
    });
    let mut file = File::open(path)?;
    let mut head = Vec::new();
    let descriptor = iso::FIRST_DESCRIPTOR * iso::SECTOR;
    file.by_ref().take(descriptor + 6).read_to_end(&mut head)?;
    let has_mark = head.ends_with(iso::SIGNATURE) && head.len() as u64 == descriptor + 6;
    // A mark of two bytes may stand at the begin of anything.
    let is_packed = data.len() > MAX_FILE_BYTES && magic::foreign(&head).is_some();
    Ok(!is_archive && !is_called_image && !has_mark && !is_packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let home = tempfile::Builder::new()
            .prefix("check å ツ ")
            .tempdir()
            .unwrap();
        for file in files {
            let path = home.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file.as_bytes()).unwrap();
        }
        home
    }

    fn opened(path: &Path) -> FileSet {
        FileSet::open(path, &OpenOptions::default()).unwrap()
    }

    fn names(set: &FileSet) -> Vec<&str> {
        set.files.iter().map(|file| file.name.as_str()).collect()
    }

    #[test]
    fn a_flat_folder_gives_its_own_files_sorted() {
        let home = folder(&[
            "b.lua",
            "A.LEV",
            "deeper/c.lua",
            "index.tsv",
            "a.settings.ron",
        ]);
        let set = opened(home.path());
        assert_eq!(names(&set), ["a.lev", "b.lua"]);
        assert_eq!(set.skipped_folders, 1);
        assert_eq!(set.bytes(), 10);
        assert_eq!(set.read(&set.files[0]).unwrap(), b"A.LEV");
    }

    #[test]
    fn an_extracted_disc_gives_named_files_then_unnamed_ones() {
        let home = folder(&[
            "EE_Files/x.lua",
            "unnamed/0badcafe.pak",
            "unnamed/notes.md",
            "source.txt",
            "z.lua",
        ]);
        let set = opened(home.path());
        assert_eq!(names(&set), ["x.lua", "0badcafe.pak"]);
        let unnamed: Vec<_> = set.files.iter().map(|file| file.is_unnamed).collect();
        assert_eq!(unnamed, [false, true]);
        assert_eq!(set.blocked.len(), 1);
        assert!(set.blocked[0].path.ends_with("notes.md"));
    }

    #[test]
    fn what_is_called_an_image_and_is_none_is_refused_with_the_reason() {
        for packed in ["game.iso", "game.CHD", "WARRIORS.DIR"] {
            let home = folder(&[packed]);
            assert!(
                FileSet::open(&home.path().join(packed), &OpenOptions::default()).is_err(),
                "{packed}"
            );
        }
    }

    #[test]
    fn a_path_that_is_not_there_is_an_io_error() {
        let home = folder(&[]);
        let open = FileSet::open(&home.path().join("nothing"), &OpenOptions::default());
        assert!(matches!(open, Err(GameFileError::Io { .. })));
        assert!(opened(home.path()).files.is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_files_and_nowhere_else() {
        use std::os::unix::fs::symlink;
        let home = folder(&["a.lua"]);
        symlink(home.path().join("a.lua"), home.path().join("b.lua")).unwrap();
        symlink(home.path(), home.path().join("loop")).unwrap();
        symlink(home.path().join("gone"), home.path().join("c.lua")).unwrap();
        let set = opened(home.path());
        assert_eq!(names(&set), ["a.lua", "b.lua"]);
        assert_eq!(set.skipped_folders, 1);
        assert_eq!(set.blocked.len(), 1);
        assert!(set.blocked[0].path.ends_with("c.lua"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn of_names_that_differ_in_case_the_lower_one_is_taken_and_the_other_reported() {
        let home = folder(&["A.lua", "a.lua"]);
        let set = opened(home.path());
        assert_eq!(names(&set), ["a.lua"]);
        assert_eq!(set.read(&set.files[0]).unwrap(), b"a.lua");
        assert_eq!(set.blocked.len(), 1);
        assert!(set.blocked[0].path.ends_with("A.lua"));
    }
}
