//! The data that were used last, remembered beside the settings file.
//!
//! A line is a path, the newest first; `none` says that the demo was chosen. Whatever is wrong with the file costs nothing but
//! the memory: it is a convenience.

use std::fs;
use std::path::{Path, PathBuf};

use crate::output::{OutputError, replace};

/// In the place of a path: the demo.
pub const NONE: &str = "none";

/// As many as are remembered.
const MOST: usize = 8;
/// As much of the file as is read.
const MOST_BYTES: usize = 64 << 10;

/// Where the list lies, whether or not it is there.
pub fn path() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "wonderwheel")?;
    Some(folders.config_dir().join("recent.txt"))
}

/// What was used, newest first.
pub fn read() -> Vec<PathBuf> {
    let text = path().and_then(|path| fs::read_to_string(path).ok());
    text.map(|text| parse(&text)).unwrap_or_default()
}

/// Puts `used` at the head of the list. A list that cannot be written is no reason to stop.
pub fn remember(used: &Path) {
    let Some(file) = path() else { return };
    let used = if used == Path::new(NONE) {
        used.to_owned()
    } else {
        // The next run may begin in another folder, and one place has one name.
        fs::canonicalize(used).unwrap_or_else(|_| used.to_owned())
    };
    let mut list = read();
    list.retain(|known| *known != used);
    list.insert(0, used);
    let _ = write(&file, &list);
}

fn parse(text: &str) -> Vec<PathBuf> {
    let text = text.get(..MOST_BYTES).unwrap_or(text);
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take(MOST)
        .map(PathBuf::from)
        .collect()
}

fn write(file: &Path, list: &[PathBuf]) -> Result<(), OutputError> {
    let mut text = String::from("# data used last, newest first\n");
    // A path that is no text, or has a line's end in it, cannot be a line.
    let lines = list.iter().take(MOST).filter_map(|path| path.to_str());
    for line in lines.filter(|line| !line.contains(['\n', '\r'])) {
        text.push_str(line);
        text.push('\n');
    }
    replace(file, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_survives_its_file_and_keeps_eight() {
        let home = tempfile::tempdir().expect("a temporary folder");
        let file = home.path().join("å ツ 🎡/recent.txt");
        let list: Vec<_> = (0..20)
            .map(|i| PathBuf::from(format!("/discs å ツ 🎡/{i}.iso")))
            .collect();
        write(&file, &list).expect("writable");
        let text = fs::read_to_string(&file).expect("readable");
        assert_eq!(parse(&text), list[..MOST]);
    }

    #[test]
    fn empty_lines_and_remarks_name_nothing() {
        assert_eq!(parse("# a\n\n  \nnone\n"), [PathBuf::from(NONE)]);
    }
}
