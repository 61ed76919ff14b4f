//! Places where a disc may be although no one was named: here, beside the program, in the data folder of the system, in a drive.

pub mod recent;

use std::fs;
use std::path::{Path, PathBuf};

use wonderwheel_game_files::prelude::*;

/// The variable that names folders in the place of the system's drives, as `PATH` does; none when it is empty.
pub const PLACES_VARIABLE: &str = "WONDERWHEEL_PLACES";
/// As many images of a folder as are looked into.
const MOST_IMAGES: usize = 16;

/// The discs that are found, each once. Only the supported game's count, and only such as hold a level.
pub fn search() -> Vec<PathBuf> {
    search_in(&folders())
}

/// The folders that are looked into, in this order.
pub fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::env::current_dir().into_iter().collect();
    let program = std::env::current_exe().ok();
    folders.extend(program.and_then(|program| Some(program.parent()?.to_owned())));
    if let Some(project) = directories::ProjectDirs::from("", "", "wonderwheel") {
        folders.push(project.data_dir().to_owned());
    }
    folders.extend(drives());
    let mut seen = Vec::new();
    folders.retain(|folder| {
        let new = !seen.contains(folder);
        seen.push(folder.clone());
        new
    });
    folders
}

/// Where the system shows discs and drives.
fn drives() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os(PLACES_VARIABLE) {
        let named = std::env::split_paths(&named);
        return named.filter(|folder| folder.is_absolute()).collect();
    }
    if cfg!(windows) {
        return ('D'..='Z')
            .map(|letter| PathBuf::from(format!("{letter}:\\")))
            .collect();
    }
    let within = |folder: &str| sub_folders(Path::new(folder));
    let mut drives = within("/Volumes");
    drives.extend(within("/mnt"));
    for shared in within("/media").into_iter().chain(within("/run/media")) {
        drives.extend(sub_folders(&shared));
        drives.push(shared);
    }
    drives
}

fn sub_folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut folders: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn search_in(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders {
        for path in candidates(folder) {
            let path = fs::canonicalize(&path).unwrap_or(path);
            if !found.contains(&path) && is_disc(&path) {
                found.push(path);
            }
        }
    }
    found
}

/// What in a folder looks like a disc: the folder itself by its two files or an extraction, and images in it.
fn candidates(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let has = |wanted: &str| {
        paths.iter().any(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.map(|name| name.split(';').next().unwrap_or(name));
            name.is_some_and(|name| name.eq_ignore_ascii_case(wanted))
        })
    };
    let mut found = Vec::new();
    if has("ee_files") || (has("WARRIORS.DIR") && has("WARRIORS.WAD")) {
        found.push(folder.to_owned());
    }
    let is_image = |path: &&PathBuf| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case("iso")) && path.is_file()
    };
    found.extend(paths.iter().filter(is_image).take(MOST_IMAGES).cloned());
    found
}

fn is_disc(path: &Path) -> bool {
    open(path).is_ok_and(|opened| {
        let files = &*opened.files;
        let mut others = commando_levels(files).into_iter();
        !levels(files).is_empty() || others.any(|level| level.id.is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_holds_an_extraction_is_found_and_an_image_of_noise_is_not() {
        let home = tempfile::tempdir().expect("a temporary folder");
        let place = home.path().join("å ツ 🎡");
        fs::create_dir_all(place.join("EE_Files")).expect("writable");
        fs::write(place.join("EE_Files/demo.lev"), [1]).expect("writable");
        fs::write(place.join("noise.iso"), [7; 70_000]).expect("writable");
        let empty = home.path().join("empty");
        assert_eq!(search_in(&[empty, place.clone()]), [place]);
    }

    #[test]
    fn a_folder_of_other_files_is_not_looked_through() {
        let home = tempfile::tempdir().expect("a temporary folder");
        fs::write(home.path().join("demo.lev"), [1]).expect("writable");
        assert!(search_in(&[home.path().to_owned()]).is_empty());
    }
}
