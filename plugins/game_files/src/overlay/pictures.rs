//! Which textures of a file have a picture of their own: `textures/<file>/<texture>.png`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::warn;
use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_renderware::texture::NativeTexture;
use wonderwheel_warriors::classify::Classification;
use wonderwheel_warriors::retexture::retexture;

use super::picture::{self, Picture};
use crate::file_name::encode;
use crate::files::flat_name;
use crate::folder::{paths_in, sub_folder};

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
    /// The pictures in `root`.
    pub fn new(root: PathBuf) -> Self {
        Self {
            root,
            last_good: Mutex::default(),
            said: Mutex::default(),
        }
    }

    /// The folder that they lie in.
    pub fn root(&self) -> &Path {
        &self.root
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
            // As `export` writes it, or as a person does.
            let own = [encode(&texture.name), texture.name.clone()];
            let own = own.map(|name| name.to_ascii_lowercase());
            let found = own
                .iter()
                .find_map(|name| Some((name, pictures.get(name.as_str())?)));
            let [_, lower] = own.clone();
            names.push(lower);
            let Some((name, (path, picture))) = found else {
                return Ok(None);
            };
            taken.insert(name.clone());
            if is_same(texture, picture) {
                return Ok(None);
            }
            // A picture that cannot be a texture costs itself.
            let redrawn = texture.redrawn(picture.width, picture.height, &picture.texels);
            Ok(redrawn
                .map_err(|error| self.say(path, &error.to_string()))
                .ok())
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
        let good = self.last_good.lock();
        let mut good = good.unwrap_or_else(PoisonError::into_inner);
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
        sub_folder(&self.root, &flat_name(name)?)
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
    let mut pictures = BTreeMap::new();
    for path in paths_in(folder).unwrap_or_default() {
        let extension = path.extension().unwrap_or_default();
        let is_png = extension.eq_ignore_ascii_case("png") && path.is_file();
        if let Some(stem) = path.file_stem().and_then(OsStr::to_str).filter(|_| is_png) {
            pictures.entry(stem.to_ascii_lowercase()).or_insert(path);
        }
    }
    pictures
}

/// Whether a picture is what the texture shows already: what was exported and not painted on keeps its bytes.
fn is_same(texture: &NativeTexture, picture: &Picture) -> bool {
    texture.decode().is_ok_and(|image| {
        let texels = image.levels.first().map_or(&[][..], Vec::as_slice);
        (image.width, image.height) == (picture.width, picture.height)
            && texels
                .as_chunks::<4>()
                .0
                .iter()
                .zip(&picture.texels)
                .all(|(own, other)| {
                    // Above 128 nothing is more than opaque, and a PNG cannot say it.
                    let [r, g, b, alpha] = *own;
                    [r, g, b, alpha.min(128)] == *other
                })
    })
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
