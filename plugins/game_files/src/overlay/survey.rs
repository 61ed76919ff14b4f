//! What of an overlay folder is used, and what was probably meant by the rest.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use wonderwheel_ps2::plural::counted;
use wonderwheel_warriors::classify::FileKind;

use super::pictures::TEXTURES;
use crate::files::GameFiles;
use crate::side_files::is_side_file;

/// Endings of pictures that are not read.
const OTHER_PICTURES: [&str; 8] = ["jpg", "jpeg", "tga", "dds", "bmp", "gif", "webp", "tif"];
/// So many things that fit nothing are named; of the rest there is a count.
const MOST_NAMED: usize = 8;

/// What an overlay folder holds.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Survey {
    /// Files that take the place of others, or stand beside them.
    pub files: usize,
    /// Pictures for textures.
    pub pictures: usize,
    /// What fits nothing: where it lies, and what was probably meant.
    pub unused: Vec<(PathBuf, String)>,
}

impl Survey {
    /// Looks at an overlay folder, whose pictures lie in `pictures`, and at the files under it.
    pub(super) fn of(root: &Path, pictures: &Path, under: &dyn GameFiles) -> Self {
        let mut survey = Self::default();
        for path in entries(root) {
            if path != pictures {
                survey.entry(&path, under);
            }
        }
        for path in entries(pictures) {
            survey.folder_of_pictures(&path, under);
        }
        if survey.files + survey.pictures == 0 {
            survey.unused.extend(meant(root));
        }
        survey
    }

    /// The survey in lines: what is used, then what is not.
    pub fn lines(&self, root: &Path) -> Vec<String> {
        let (files, pictures) = (
            counted(self.files, "file"),
            counted(self.pictures, "picture"),
        );
        let mut lines = vec![format!("overlay {}: {files}, {pictures}", root.display())];
        let named = self.unused.iter().take(MOST_NAMED);
        lines.extend(named.map(|(path, why)| format!("{}: {why}", path.display())));
        if let Some(more) = self.unused.len().checked_sub(MOST_NAMED + 1) {
            let more = counted(more + 1, "thing");
            lines.push(format!("and {more} more in it that fit nothing"));
        }
        lines
    }

    /// An entry of the overlay folder itself.
    fn entry(&mut self, path: &Path, under: &dyn GameFiles) {
        let name = name_of(path);
        let fits = under.exists(&name)
            || FileKind::from_name(&name).is_some()
            || name.ends_with(".settings.ron");
        let why = match fs::metadata(path) {
            Err(_) => "leads to nothing".to_owned(),
            Ok(data) if data.is_dir() => match () {
                () if under.exists(&name) => format!(
                    "is a folder, and a file has that name; pictures for its textures belong into textures/{name}"
                ),
                () if name.starts_with("textur") => "is not looked into; call it textures".into(),
                () => return,
            },
            Ok(data) if data.len() == 0 && under.exists(&name) => {
                "is empty, and the file under it is used".into()
            }
            Ok(_) if fits => {
                self.files += 1;
                return;
            }
            Ok(_) if is_picture(path) => {
                "a picture belongs into textures/FILE/, FILE being the file whose texture it is"
                    .into()
            }
            Ok(_) => format!(
                "no file has that name{}",
                nearest(&name, &under.names_at_hand())
            ),
        };
        self.unused.push((path.to_owned(), why));
    }

    /// An entry of the folder of pictures.
    fn folder_of_pictures(&mut self, path: &Path, under: &dyn GameFiles) {
        let name = name_of(path);
        if !path.is_dir() {
            let why =
                "a picture belongs into a folder that is called as the file whose texture it is";
            self.unused.push((path.to_owned(), why.into()));
            return;
        }
        let files = entries(path);
        if !under.exists(&name) {
            let why = format!(
                "no file has that name{}",
                nearest(&name, &under.names_at_hand())
            );
            self.unused.push((path.to_owned(), why));
            return;
        }
        for path in files {
            let stem = path.file_stem().map(Path::new);
            let why = match path.extension().and_then(OsStr::to_str) {
                _ if path.is_dir() => "pictures in a folder below are not looked for".to_owned(),
                Some(ending) if ending.eq_ignore_ascii_case("png") => {
                    if stem.is_some_and(is_picture) {
                        "has two endings; take one away".into()
                    } else {
                        self.pictures += 1;
                        continue;
                    }
                }
                Some(ending)
                    if OTHER_PICTURES
                        .iter()
                        .any(|known| ending.eq_ignore_ascii_case(known)) =>
                {
                    "is no PNG; save it as one".into()
                }
                _ => "is no picture".into(),
            };
            self.unused.push((path, why));
        }
    }
}

/// What is in a folder, in order, without what systems and editors leave.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries
        .filter(|entry| !is_side_file(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().to_ascii_lowercase()
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| {
        let known = OTHER_PICTURES.iter().chain(&["png"]);
        known
            .into_iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// What was meant by a folder of which nothing fits: the one above it or the one below.
fn meant(root: &Path) -> Option<(PathBuf, String)> {
    let is_overlay = |folder: &Path| {
        entries(folder).iter().any(|path| {
            let name = name_of(path);
            path.is_dir() && name == TEXTURES || FileKind::from_name(&name).is_some()
        })
    };
    let inner = entries(root)
        .into_iter()
        .find(|path| path.is_dir() && name_of(path) != TEXTURES && is_overlay(path));
    let meant = match (name_of(root) == TEXTURES, root.parent(), inner) {
        (true, Some(parent), _) => parent.to_owned(),
        (_, _, Some(inner)) => inner,
        _ => return None,
    };
    let words = format!("nothing in it fits; was {} meant?", meant.display());
    Some((root.to_owned(), words))
}

/// "; was `x` meant?" where a name is like another.
fn nearest(name: &str, names: &[String]) -> String {
    let names: BTreeSet<&String> = names.iter().collect();
    let most = 1 + name.len() / 5;
    let near = names
        .into_iter()
        .map(|other| (distance(name, other, most), other));
    match near.filter(|(far, _)| *far <= most).min() {
        Some((_, other)) => format!("; was {other} meant?"),
        None => String::new(),
    }
}

/// How many signs are to be changed, added or left out between two names; more than `most` counts as `most + 1`.
fn distance(a: &str, b: &str, most: usize) -> usize {
    if a.len().abs_diff(b.len()) > most {
        return most + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(b.bytes()) {
            let above = *cell;
            left = (diagonal + usize::from(x != y))
                .min(above + 1)
                .min(left + 1);
            diagonal = above;
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemoryFiles;
    use crate::{OverlayFiles, SharedFiles};

    fn said(make: impl Fn(&Path), root: &str) -> String {
        let home = tempfile::tempdir().unwrap();
        let put = |path: &str| {
            let path = home.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        };
        put("mods/keep");
        fs::remove_file(home.path().join("mods/keep")).unwrap();
        make(home.path());
        let under = MemoryFiles::default()
            .with("demos_sec.wld", vec![1])
            .with("demos_ms1.sec", vec![1]);
        let files = OverlayFiles::open(home.path().join(root), SharedFiles::new(under)).unwrap();
        files.survey().lines(Path::new("mods")).join("\n")
    }

    #[test]
    fn what_fits_is_counted_and_what_does_not_is_answered_with_what_was_meant() {
        for (path, root, wanted) in [
            (
                "mods/textures/demos_sec.wld/a.png",
                "mods",
                "overlay mods: 0 files, 1 picture",
            ),
            (
                "mods/Textures/Demos_Sec.wld/a.PNG",
                "mods",
                "0 files, 1 picture",
            ),
            (
                "mods/demos_ms1.sec",
                "mods",
                "overlay mods: 1 file, 0 pictures",
            ),
            (
                "mods/textures/demos_sec.wdl/a.png",
                "mods",
                "was demos_sec.wld meant?",
            ),
            (
                "mods/textures/demos_sec.wld/a.jpg",
                "mods",
                "a.jpg: is no PNG; save it as one",
            ),
            (
                "mods/textures/demos_sec.wld/a.png.png",
                "mods",
                "has two endings",
            ),
            ("mods/textures/a.png", "mods", "belongs into a folder"),
            ("mods/a.png", "mods", "belongs into textures/FILE/"),
            (
                "mods/texturs/demos_sec.wld/a.png",
                "mods",
                "call it textures",
            ),
            (
                "mods/mine/textures/demos_sec.wld/a.png",
                "mods",
                "mods/mine meant?",
            ),
            (
                "mods/textures/demos_sec.wld/a.png",
                "mods/textures",
                "mods meant?",
            ),
            ("mods/demos_ms2.txt", "mods", "no file has that name"),
        ] {
            let make = |home: &Path| {
                let path = home.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "x").unwrap();
            };
            let said = said(make, root);
            assert!(said.contains(wanted), "{path}: {said}");
        }
    }

    #[test]
    fn a_name_is_as_far_as_its_signs_differ() {
        for (a, b, far) in [
            ("", "ab", 2),
            ("abc", "abc", 0),
            ("abc", "acb", 2),
            ("wld", "wdl", 2),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(a, b, 5), far);
            assert_eq!(distance(b, a, 5), far);
        }
    }
}
