//! Which files there are: a folder of loose files, or one file.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Named files of an extracted disc. Source: spec/archives.md 7.
const NAMED: &str = "ee_files";
/// Files that are known only by the hash of their name.
const UNNAMED: &str = "unnamed";
/// What an extractor writes beside the game's files.
const NOT_OF_THE_GAME: [&str; 2] = ["index.tsv", "source.txt"];
/// What this program keeps beside a level of its own.
const SETTINGS: &str = ".settings.ron";
/// Packed forms of a disc, by extension.
const PACKED: [&str; 11] = [
    "iso", "cue", "img", "mdf", "nrg", "chd", "cso", "zso", "gz", "dir", "wad",
];

/// A file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Its name in lower case, as the game knows it; for unnamed files `<8 hex digits>.<kind>`.
    pub name: String,
    /// Whether the disc's name of it is unknown.
    pub is_unnamed: bool,
    /// Bytes.
    pub size: u64,
}

/// Something in the folder that is no file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocked {
    /// Where it lies.
    pub path: PathBuf,
    /// Why it is not checked.
    pub why: String,
}

/// The files of a folder, or a single one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileSet {
    /// The files, sorted by name, unnamed ones last.
    pub files: Vec<GameFile>,
    /// What has a file's place and is none, or cannot be looked at.
    pub blocked: Vec<Blocked>,
    /// Folders that were not looked into.
    pub skipped_folders: usize,
}

/// Why a path cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum FileSetError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// What was to be read.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// An archive or a disc image.
    #[error("{}: archives and disc images cannot be checked yet; extract the files and name their folder", path.display())]
    Packed {
        /// The archive or image.
        path: PathBuf,
    },
}

impl FileSet {
    /// Lists a folder or takes a single file.
    ///
    /// A folder is flat, or has the named files in `ee_files` and, where there are any, the others in `unnamed`, in any letter
    /// case. Links to files are followed; no other folder is entered, so that no link can lead in a circle.
    ///
    /// # Errors
    /// The path is not there or cannot be listed; it is an archive, a disc image, or a disc that was not extracted.
    pub fn open(path: &Path) -> Result<Self, FileSetError> {
        let failed = |source| FileSetError::Io {
            path: path.to_owned(),
            source,
        };
        let kind = fs::metadata(path).map_err(failed)?;
        if !kind.is_dir() {
            return Self::single(path, &kind);
        }
        let named = sub_folder(path, NAMED).map_err(failed)?;
        let unnamed = sub_folder(path, UNNAMED).map_err(failed)?;
        let mut set = Self::default();
        match &named {
            Some(named) => set.scan(named, false)?,
            None => {
                refuse_packed_disc(path).map_err(failed)??;
                set.scan(path, false)?;
                set.skipped_folders -= usize::from(unnamed.is_some());
            }
        }
        if let Some(unnamed) = &unnamed {
            set.scan(unnamed, true)?;
        }
        Ok(set)
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    fn single(path: &Path, kind: &fs::Metadata) -> Result<Self, FileSetError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_ascii_lowercase();
        if is_packed(&name) {
            return Err(FileSetError::Packed {
                path: path.to_owned(),
            });
        }
        if !kind.is_file() {
            return Err(FileSetError::Io {
                path: path.to_owned(),
                source: io::Error::other("neither a folder nor a regular file"),
            });
        }
        Ok(Self {
            files: vec![GameFile {
                path: path.to_owned(),
                name,
                is_unnamed: false,
                size: kind.len(),
            }],
            ..Self::default()
        })
    }

    fn scan(&mut self, folder: &Path, is_unnamed: bool) -> Result<(), FileSetError> {
        let failed = |source| FileSetError::Io {
            path: folder.to_owned(),
            source,
        };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            paths.push(entry.map_err(failed)?.path());
        }
        paths.sort();
        // Of names that differ only in case the one in lower case is taken, else the first in byte order, as the game's
        // files are opened.
        let mut by_name = BTreeMap::<String, GameFile>::new();
        for path in paths {
            let Some(shown) = path.file_name().and_then(|name| name.to_str()) else {
                self.block(
                    &path,
                    "its name is not Unicode, so the game cannot ask for it",
                );
                continue;
            };
            let shown = shown.to_owned();
            let name = shown.to_ascii_lowercase();
            if NOT_OF_THE_GAME.contains(&name.as_str()) || name.ends_with(SETTINGS) {
                continue;
            }
            let kind = match fs::metadata(&path) {
                Ok(kind) => kind,
                Err(error) => {
                    self.block(&path, &error.to_string());
                    continue;
                }
            };
            if kind.is_dir() {
                self.skipped_folders += 1;
                continue;
            }
            if !kind.is_file() {
                self.block(&path, "no regular file");
                continue;
            }
            let file = GameFile {
                path: path.clone(),
                name: name.clone(),
                is_unnamed,
                size: kind.len(),
            };
            match by_name.get(&name) {
                Some(_) if shown != name => {
                    self.block(&path, "another file's name differs only in letter case");
                }
                Some(other) => {
                    let other = other.path.clone();
                    self.block(&other, "another file's name differs only in letter case");
                    by_name.insert(name, file);
                }
                None => {
                    by_name.insert(name, file);
                }
            }
        }
        self.files.extend(by_name.into_values());
        Ok(())
    }

    fn block(&mut self, path: &Path, why: &str) {
        self.blocked.push(Blocked {
            path: path.to_owned(),
            why: why.to_owned(),
        });
    }
}

/// The sub-folder of that name: as written, else in any letter case, the first in byte order.
fn sub_folder(folder: &Path, name: &str) -> io::Result<Option<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let own = path.file_name().and_then(|own| own.to_str());
        if own.is_some_and(|own| own.eq_ignore_ascii_case(name)) && path.is_dir() {
            found.push(path);
        }
    }
    let exact = folder.join(name);
    if found.contains(&exact) {
        return Ok(Some(exact));
    }
    Ok(found.into_iter().min())
}

fn is_packed(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| PACKED.contains(&extension))
}

/// A folder with an archive in it instead of loose files.
fn refuse_packed_disc(folder: &Path) -> io::Result<Result<(), FileSetError>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if ["warriors.dir", "warriors.wad"].contains(&name.to_ascii_lowercase().as_str()) {
            return Ok(Err(FileSetError::Packed { path }));
        }
    }
    Ok(Ok(()))
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
        let set = FileSet::open(home.path()).unwrap();
        assert_eq!(names(&set), ["a.lev", "b.lua"]);
        assert_eq!(set.skipped_folders, 1);
        assert_eq!(set.bytes(), 10);
    }

    #[test]
    fn an_extracted_disc_gives_named_files_then_unnamed_ones() {
        let home = folder(&[
            "EE_Files/x.lua",
            "unnamed/0badcafe.pak",
            "source.txt",
            "z.lua",
        ]);
        let set = FileSet::open(home.path()).unwrap();
        assert_eq!(names(&set), ["x.lua", "0badcafe.pak"]);
        let unnamed: Vec<_> = set.files.iter().map(|file| file.is_unnamed).collect();
        assert_eq!(unnamed, [false, true]);
    }

    #[test]
    fn a_packed_disc_is_refused_by_name() {
        for packed in ["WARRIORS.DIR", "game.iso", "game.CHD"] {
            let home = folder(&[packed]);
            let open = FileSet::open(&home.path().join(packed));
            assert!(matches!(open, Err(FileSetError::Packed { .. })), "{packed}");
        }
        let home = folder(&["SYSTEM.CNF", "WARRIORS.DIR", "WARRIORS.WAD"]);
        let open = FileSet::open(home.path());
        assert!(matches!(open, Err(FileSetError::Packed { .. })));
    }

    #[test]
    fn a_path_that_is_not_there_is_an_io_error() {
        let home = folder(&[]);
        let open = FileSet::open(&home.path().join("nothing"));
        assert!(matches!(open, Err(FileSetError::Io { .. })));
        assert_eq!(FileSet::open(home.path()).unwrap(), FileSet::default());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_files_and_nowhere_else() {
        use std::os::unix::fs::symlink;
        let home = folder(&["a.lua"]);
        symlink(home.path().join("a.lua"), home.path().join("b.lua")).unwrap();
        symlink(home.path(), home.path().join("loop")).unwrap();
        symlink(home.path().join("gone"), home.path().join("c.lua")).unwrap();
        let set = FileSet::open(home.path()).unwrap();
        assert_eq!(names(&set), ["a.lua", "b.lua"]);
        assert_eq!(set.skipped_folders, 1);
        assert_eq!(set.blocked.len(), 1);
        assert!(set.blocked[0].path.ends_with("c.lua"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn of_names_that_differ_in_case_the_lower_one_is_taken_and_the_other_reported() {
        let home = folder(&["A.lua", "a.lua"]);
        let set = FileSet::open(home.path()).unwrap();
        assert_eq!(names(&set), ["a.lua"]);
        assert!(set.files[0].path.ends_with("a.lua"));
        assert_eq!(set.blocked.len(), 1);
        assert!(set.blocked[0].path.ends_with("A.lua"));
    }
}
