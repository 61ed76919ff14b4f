//! Which textures of a file have a picture of their own: `textures/<file>/<texture>.png`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::warn;
use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_warriors::classify::Classification;
use wonderwheel_warriors::retexture::retexture;

use super::picture::{self, Picture};
use crate::files::flat_name;

/// The folder of pictures in an overlay folder.
pub const TEXTURES: &str = "textures";

/// Pictures for the textures of files.
pub(super) struct Pictures {
    root: PathBuf,
    /// The last version of each picture that could be read.
    last_good: Mutex<HashMap<PathBuf, Arc<Picture>>>,
    /// What has been said already.
    said: Mutex<HashSet<String>>,
}

impl Pictures {
    /// The pictures of the overlay `folder`.
    pub fn new(folder: &Path) -> Self {
        Self {
            root: folder.join(TEXTURES),
            last_good: Mutex::default(),
            said: Mutex::default(),
        }
    }

    /// Whether any texture of that file has a picture.
    pub fn has_any_for(&self, name: &str) -> bool {
        self.folder_of(name)
            .is_some_and(|folder| !pictures_in(&folder).is_empty())
    }

    /// The file with every picture in the place of its texture. What cannot be done is said, once, and the rest is done: a
    /// picture that turned bad keeps its last good version, and one that never was good leaves the texture as it is.
    pub fn put_into(&self, name: &str, bytes: Vec<u8>) -> Vec<u8> {
        let Some(folder) = self.folder_of(name) else {
            return bytes;
        };
        let files = pictures_in(&folder);
        let mut pictures = BTreeMap::new();
        for (texture, path) in &files {
            if let Some(picture) = self.read(path) {
                pictures.insert(texture.as_str(), (path, picture));
            }
        }
        if pictures.is_empty() {
            return bytes;
        }
        let kind = Classification::of(Some(name), Content::whole(&bytes), false).kind;
        let mut names = Vec::new();
        let mut taken = HashSet::new();
        let redrawn = retexture(kind, &bytes, &mut |texture| {
            let lower = texture.name.to_ascii_lowercase();
            let redrawn = pictures.get(lower.as_str()).map(|(_, picture)| {
                taken.insert(lower.clone());
                texture.redrawn(picture.width, picture.height, &picture.texels)
            });
            names.push(lower);
            redrawn.transpose()
        });
        for (texture, (path, _)) in &pictures {
            if !taken.contains(*texture) {
                self.say(path, &no_such_texture(name, texture, &names));
            }
        }
        match redrawn {
            Ok(redrawn) => redrawn,
            Err(error) => {
                self.say(&folder, &not_put(name, &error));
                bytes
            }
        }
    }

    fn read(&self, path: &Path) -> Option<Arc<Picture>> {
        let mut good = self
            .last_good
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match picture::read(path) {
            Ok(picture) => {
                let picture = Arc::new(picture);
                good.insert(path.to_owned(), picture.clone());
                Some(picture)
            }
            Err(fault) => {
                self.say(path, &fault);
                good.get(path).cloned()
            }
        }
    }

    /// The folder of a file's pictures: as written, else in any letter case.
    fn folder_of(&self, name: &str) -> Option<PathBuf> {
        let name = flat_name(name)?;
        let exact = self.root.join(&name);
        if exact.is_dir() {
            return Some(exact);
        }
        let mut found: Vec<_> = fs::read_dir(&self.root)
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                let own = path.file_name().and_then(OsStr::to_str);
                own.is_some_and(|own| own.eq_ignore_ascii_case(&name)) && path.is_dir()
            })
            .collect();
        found.sort();
        found.into_iter().next()
    }

    fn say(&self, path: &Path, what: &str) {
        let words = format!("{}: {what}", path.display());
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.insert(words.clone()) {
            warn!("{words}");
        }
    }
}

/// The pictures in a folder by the lower-case name of their texture.
fn pictures_in(folder: &Path) -> BTreeMap<String, PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let mut pictures = BTreeMap::new();
    for path in paths {
        let is_png = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        if let Some(stem) = path.file_stem().and_then(OsStr::to_str).filter(|_| is_png) {
            pictures.entry(stem.to_ascii_lowercase()).or_insert(path);
        }
    }
    pictures
}

fn no_such_texture(file: &str, texture: &str, names: &[String]) -> String {
    let known = match names {
        [] => "no texture at all".into(),
        names => {
            let few: Vec<_> = names.iter().take(12).map(String::as_str).collect();
            let more = match names.len().saturating_sub(few.len()) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{}{more}", few.join(", "))
        }
    };
    format!("{file} has no texture {texture}; it has {known}")
}

fn not_put(file: &str, error: &FormatError) -> String {
    format!("these pictures are not put into {file}: {error}")
}
