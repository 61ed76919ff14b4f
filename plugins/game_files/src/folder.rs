//! A folder of loose files on disk.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, SystemTime};

use wonderwheel_ps2::system::system_words;
use wonderwheel_warriors::names::wad_hash;

use crate::disk_file::DiskFile;
use crate::error::GameFileError;
use crate::file_name;
use crate::files::{GameFiles, PassedOver, WhyPassed, flat_name};
use crate::side_files::is_side_file;
use crate::unnamed;

/// The sub-folder of named files in an extracted disc.
pub(crate) const NAMED: &str = "ee_files";
/// The sub-folder of files known only by the hash of their name.
const UNNAMED: &str = "unnamed";
/// What an extractor writes beside them: a line a file, with the hash of its name and its path.
const INDEX: &str = "index.tsv";
/// As much of it as is read: a hundred times what the disc's takes.
const MAX_INDEX_BYTES: u64 = 100 << 20;
/// A folder's time stamp younger than this when it was read may hide a later change in the same tick.
const STAMP_GRAIN: Duration = Duration::from_secs(2);

/// What to do with something that is packed.
const OPEN: &str = "name it with --data, or `wonderwheel extract` it into a folder";

/// Loose files: either a flat folder of them, or an extracted disc with `ee_files/` and, where present, `unnamed/`.
///
/// A name, of a file or of one of the two folders, is found whatever its case on disk; when two files differ only in case the one in lower case is taken, else
/// the first in byte order. Files that appear after opening are found too.
///
/// A file that is known by the hash of its name is found by that name, and by the hash ([`unnamed`]). One whose own name no file
/// system would take has another in `ee_files/`; the `index.tsv` beside it says which. Source: spec/archives.md 7.
#[derive(Debug)]
pub struct FolderFiles {
    root: PathBuf,
    /// Each with the name under which it is listed.
    unnamed: HashMap<u32, (String, PathBuf)>,
    /// Files that were given another name on the disk: that name, by the hash of their own.
    renamed: HashMap<u32, String>,
    /// What lies beside those.
    passed_unnamed: Vec<PassedOver>,
    index: RwLock<Index>,
}

/// What one look at the folder saw.
#[derive(Debug, Default)]
struct Index {
    by_name: BTreeMap<String, PathBuf>,
    /// The names by the hashes that an archive would list them under.
    by_hash: HashMap<u32, String>,
    /// What has a file's name and is none: a folder, a pipe, a device, a link into nothing.
    blocked: BTreeMap<String, PathBuf>,
    /// All that is no file to ask for.
    passed: Vec<PassedOver>,
    /// The folder's own time stamp, when it was old enough to be trusted.
    trusted_stamp: Option<SystemTime>,
}

impl FolderFiles {
    /// Opens a folder.
    ///
    /// # Errors
    /// `Io` when it is missing or unreadable; `Unsupported` for a file (a disc image, an archive) or a disc folder, which
    /// [`crate::open()`] takes as they are; `WrongDisc` for a disc folder of another title.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, GameFileError> {
        Self::open_if(path.as_ref(), refuse_disc_folder)
    }

    /// As [`Self::open`], also a disc folder: what it is, others judge.
    pub(crate) fn open_unjudged(path: &Path) -> Result<Self, GameFileError> {
        Self::open_if(path, |_, _| Ok(()))
    }

    fn open_if(
        path: &Path,
        judge: impl FnOnce(&str, &Index) -> Result<(), GameFileError>,
    ) -> Result<Self, GameFileError> {
        let shown = path.display().to_string();
        let missing = "name an existing folder of loose game files";
        let kind = fs::metadata(path).map_err(|e| GameFileError::open(&shown, missing, e))?;
        if !kind.is_dir() {
            return Err(GameFileError::Unsupported {
                path: shown,
                what: "a single file in the place of a folder of loose files",
                advice: format!("images and archives need no extraction: {OPEN}"),
            });
        }
        // An absolute root: the program's working folder may change, the data's may not.
        let path = std::path::absolute(path).map_err(|e| GameFileError::io(&*shown, "open", e))?;
        let top = Index::scan(&path).map_err(|error| GameFileError::io(&*shown, "list", error))?;
        let root = match sub_folder(&path, NAMED) {
            Some(named) => named,
            None => {
                judge(&shown, &top)?;
                path.clone()
            }
        };
        let unnamed = sub_folder(&path, UNNAMED);
        let (unnamed, passed_unnamed) = unnamed.map(scan_unnamed).unwrap_or_default();
        let files = Self {
            unnamed,
            passed_unnamed,
            renamed: if root == path {
                HashMap::new()
            } else {
                renamed_files(&path.join(INDEX))
            },
            root,
            index: RwLock::default(),
        };
        files
            .refresh()
            .map_err(|error| GameFileError::io(shown, "list", error))?;
        Ok(files)
    }

    /// The folder in which named files lie.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        let name = flat_name(name)?;
        let exact = self.root.join(&name);
        if exact.is_file() {
            return Some(exact);
        }
        let _ = self.refresh();
        let index = self.index();
        let named = |name: &String| index.by_name.get(name).filter(|path| path.is_file());
        let hashes = [Some(wad_hash(&name)), unnamed::hash(&name)];
        let mut hashes = hashes.into_iter().flatten();
        let hashed = |hash: &u32| {
            let own = index.by_hash.get(hash).and_then(named);
            own.or_else(|| named(self.renamed.get(hash)?))
                .or_else(|| Some(&self.unnamed.get(hash)?.1))
        };
        named(&name)
            .or_else(|| hashes.find_map(|hash| hashed(&hash)))
            .cloned()
    }

    /// What stands in the place of a file of that name and is none.
    fn blocked(&self, name: &str) -> Option<PathBuf> {
        let name = flat_name(name)?;
        let index = self.index();
        index.blocked.get(&name).cloned()
    }

    fn index(&self) -> RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the folder again when something was added, renamed or removed since.
    fn refresh(&self) -> io::Result<()> {
        let stamp = fs::metadata(&self.root)?.modified().ok();
        let known = self.index().trusted_stamp;
        if stamp.is_none() || stamp != known {
            let index = Index::scan(&self.root)?;
            *self.index.write().unwrap_or_else(PoisonError::into_inner) = index;
        }
        Ok(())
    }

    fn open_file(&self, name: &str) -> Result<DiskFile, GameFileError> {
        let path = match (self.find(name), self.blocked(name)) {
            (Some(path), _) => path,
            (None, Some(path)) => {
                return Err(GameFileError::Io {
                    path: path.display().to_string(),
                    action: "read",
                    source: io::Error::other("this is no regular file").into(),
                    advice: "put the file itself in its place".into(),
                });
            }
            (None, None) => return Err(GameFileError::not_found(&self.describe(), name)),
        };
        DiskFile::open(&path)
    }
}

impl Index {
    fn scan(folder: &Path) -> io::Result<Self> {
        let now = SystemTime::now();
        let stamp = fs::metadata(folder)?.modified().ok();
        let age = |stamp: &SystemTime| now.duration_since(*stamp);
        let trusted_stamp = stamp.filter(|stamp| age(stamp).is_ok_and(|age| age > STAMP_GRAIN));
        let mut by_name = BTreeMap::<String, PathBuf>::new();
        let mut blocked = BTreeMap::new();
        let mut passed = Vec::new();
        let mut pass = |path: &Path, why| {
            let path = path.to_owned();
            passed.push(PassedOver { path, why });
        };
        let mut by_hash = HashMap::new();
        for path in paths_in(folder)? {
            // A name that is not Unicode cannot be asked for.
            let flat = path.file_name().and_then(|name| name.to_str());
            let Some((name, flat)) = flat.and_then(|name| Some((name, own_name(name)?))) else {
                pass(&path, WhyPassed::NoText);
                continue;
            };
            if is_side_file(name) {
                pass(&path, WhyPassed::SideFile);
                continue;
            }
            if let Some(why) = no_file(&path) {
                pass(&path, why);
                // A folder of any other name is no file of the store.
                if flat.contains('.') {
                    blocked.insert(flat, path);
                }
                continue;
            }
            let exact = file_name::encode(&flat) == name || flat == name;
            if exact || !by_name.contains_key(&flat) {
                let first = by_hash.entry(unnamed::index_hash(&flat));
                first.or_insert_with(|| flat.clone());
                if let Some(other) = by_name.insert(flat, path) {
                    pass(&other, WhyPassed::OtherCase);
                }
            } else {
                pass(&path, WhyPassed::OtherCase);
            }
        }
        passed.sort();
        Ok(Self {
            by_name,
            by_hash,
            blocked,
            passed,
            trusted_stamp,
        })
    }
}

/// The name of the game's that a file on disk has.
fn own_name(file: &str) -> Option<String> {
    flat_name(&file_name::decode(file)).or_else(|| flat_name(file))
}

/// Why something is no file that can be read, if it is none. Links are followed.
fn no_file(path: &Path) -> Option<WhyPassed> {
    match fs::metadata(path) {
        Ok(data) if data.is_file() => None,
        Ok(data) if data.is_dir() => Some(WhyPassed::Folder),
        Ok(_) => Some(WhyPassed::NoFile),
        Err(error) => Some(WhyPassed::Unreadable(system_words(&error))),
    }
}

/// The sub-folder of that name: as written, else in any letter case, the first in byte order.
pub(crate) fn sub_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = folder.join(name);
    if exact.is_dir() {
        return Some(exact);
    }
    let mut paths = paths_in(folder).ok()?.into_iter();
    paths.find(|path| {
        let own = path.file_name().and_then(|own| own.to_str());
        own.is_some_and(|own| own.eq_ignore_ascii_case(name)) && path.is_dir()
    })
}

/// What lies in a folder, in byte order.
pub(crate) fn paths_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    Ok(paths)
}

/// A folder that was copied from a disc holds an archive instead of loose files: say so, instead of finding nothing.
fn refuse_disc_folder(shown: &str, top: &Index) -> Result<(), GameFileError> {
    if !top.by_name.contains_key("system.cnf") {
        return Ok(());
    }
    if top.by_name.contains_key("warriors.dir") {
        return Err(GameFileError::Unsupported {
            path: shown.into(),
            what: "a disc folder in the place of a folder of loose files",
            advice: format!("its archive needs no extraction: {OPEN}"),
        });
    }
    let first = top.by_name.keys().take(8).map(String::as_str);
    let first = first.collect::<Vec<_>>().join(", ");
    Err(GameFileError::WrongDisc {
        path: shown.into(),
        found: format!("a disc without WARRIORS.DIR (it holds {first})"),
        advice: "use the North American disc of The Warriors".into(),
    })
}

/// The rows of an extractor's index whose file does not have its own name: all others tell their hash themselves.
fn renamed_files(index: &Path) -> HashMap<u32, String> {
    let Ok(file) = File::open(index) else {
        return HashMap::new();
    };
    let mut text = Vec::new();
    if file.take(MAX_INDEX_BYTES).read_to_end(&mut text).is_err() {
        return HashMap::new();
    }
    let text = String::from_utf8_lossy(&text);
    let row = |line: &str| {
        let mut fields = line.split('\t');
        let hash = u32::from_str_radix(fields.nth(1)?, 16).ok()?;
        let name = fields.nth(3)?.strip_prefix(NAMED)?.strip_prefix('/')?;
        let name = own_name(name)?;
        (unnamed::index_hash(&name) != hash).then_some((hash, name))
    };
    text.lines().filter_map(row).collect()
}

/// `unnamed/<8 hex digits>.<ext>`: files whose name is only known as its hash.
fn scan_unnamed(folder: PathBuf) -> (HashMap<u32, (String, PathBuf)>, Vec<PassedOver>) {
    let mut found = HashMap::new();
    let mut passed = Vec::new();
    // Of two files of one hash the first is taken.
    for path in paths_in(&folder).unwrap_or_default() {
        let why = take_unnamed(&path, &mut found);
        passed.extend(why.map(|why| PassedOver { path, why }));
    }
    (found, passed)
}

/// Adds a file under its hash, or says why it is none.
fn take_unnamed(path: &Path, found: &mut HashMap<u32, (String, PathBuf)>) -> Option<WhyPassed> {
    if let Some(why) = no_file(path) {
        return Some(why);
    }
    let Some(flat) = path.file_name().and_then(|name| flat_name(name.to_str()?)) else {
        return Some(WhyPassed::NoText);
    };
    let listed = if flat.contains('.') {
        flat
    } else {
        format!("{flat}.bin")
    };
    let Some(hash) = unnamed::hash(&listed) else {
        return Some(WhyPassed::NoHash);
    };
    if found.contains_key(&hash) {
        return Some(WhyPassed::SameHash);
    }
    found.insert(hash, (listed, path.to_owned()));
    None
}

impl GameFiles for FolderFiles {
    /// Also where something else stands in the file's place: that is a fault to report, not a file that is not there.
    fn exists(&self, name: &str) -> bool {
        self.find(name).is_some() || self.blocked(name).is_some()
    }

    fn size(&self, name: &str) -> Option<u64> {
        fs::metadata(self.find(name)?).ok().map(|data| data.len())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        let advice = "this is not one of the game's files; replace or remove it";
        self.open_file(name)?.read(advice)
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        self.open_file(name)?.read_range(offset, length)
    }

    fn names(&self) -> Vec<String> {
        let _ = self.refresh();
        let index = self.index();
        let unnamed = self.unnamed.iter().filter(|(hash, (name, _))| {
            !index.by_hash.contains_key(hash) && !index.by_name.contains_key(name)
        });
        let unnamed = unnamed.map(|(_, (name, _))| name);
        let mut names: Vec<_> = index.by_name.keys().chain(unnamed).cloned().collect();
        names.sort();
        names
    }

    fn passed_over(&self) -> Vec<PassedOver> {
        let _ = self.refresh();
        let index = self.index();
        // The folder that was looked into all the same.
        let is_unnamed = |passed: &&PassedOver| {
            let name = passed.path.file_name().unwrap_or_default();
            passed.why == WhyPassed::Folder && name.eq_ignore_ascii_case(UNNAMED)
        };
        let passed = index.passed.iter().filter(|passed| !is_unnamed(passed));
        passed.chain(&self.passed_unnamed).cloned().collect()
    }

    fn disk_path(&self, name: &str) -> Option<PathBuf> {
        self.find(name)
    }

    fn describe(&self) -> String {
        self.root.display().to_string()
    }

    fn watch_roots(&self) -> Vec<PathBuf> {
        vec![self.root.clone()]
    }
}
