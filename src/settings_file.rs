//! The settings file: what a person would otherwise type each time.
//!
//! Lines of `key = value`; `#` begins a comment. The keys are `data`, where the game's files are, and `overlay`, a folder of
//! changed files over them.

use std::path::{Path, PathBuf};

use crate::failure::{Code, Failure};

/// What the settings file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SettingsFile {
    /// Disc image, disc folder or folder of loose files; `none` for the demo.
    pub data: Option<PathBuf>,
    /// Folder of changed files over them.
    pub overlay: Option<PathBuf>,
}

/// Where the settings file is looked for, whether or not it is there.
pub fn path() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "wonderwheel")?;
    Some(folders.config_dir().join("settings.txt"))
}

/// Reads the settings file. A missing one says nothing.
pub fn read() -> Result<SettingsFile, Failure> {
    let Some(path) = path() else {
        return Ok(SettingsFile::default());
    };
    match std::fs::read_to_string(&path) {
        Ok(text) => parse(&text, &path),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(SettingsFile::default()),
        Err(error) => Err(Failure::io(&path, &error)),
    }
}

fn parse(text: &str, path: &Path) -> Result<SettingsFile, Failure> {
    let mut settings = SettingsFile::default();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |fault: &str| {
            let place = format!("{}: line {}", path.display(), index + 1);
            Failure::new(Code::Malformed, format!("{place}: {fault}"))
        };
        let (key, value) = line
            .split_once('=')
            .ok_or_else(|| fault("expected `key = value`"))?;
        let value = value.trim();
        // A shell's habit.
        let bare = value
            .strip_prefix('"')
            .and_then(|value| value.strip_suffix('"'));
        match (key.trim(), bare.unwrap_or(value)) {
            (key @ ("data" | "overlay"), "") => {
                return Err(fault(&format!("`{key}` needs a path")));
            }
            ("data", path) => settings.data = Some(from_home(path)),
            ("overlay", path) => settings.overlay = Some(from_home(path)),
            (key, _) => {
                return Err(fault(&format!(
                    "unknown key `{key}`; the known ones are `data` and `overlay`"
                )));
            }
        }
    }
    Ok(settings)
}

/// A path with a leading `~/` read as a shell reads it.
pub fn from_home(path: &str) -> PathBuf {
    let home = directories::BaseDirs::new();
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.home_dir().join(rest),
        _ => PathBuf::from(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<SettingsFile, String> {
        parse(text, Path::new("settings.txt")).map_err(|failure| failure.message)
    }

    #[test]
    fn the_data_folder_may_have_blanks_and_any_letters() {
        let settings = parsed("# mine\n\n data = /home/ö/my disc 🎡 \n");
        let data = settings.map(|settings| settings.data);
        assert_eq!(data, Ok(Some(PathBuf::from("/home/ö/my disc 🎡"))));
        assert_eq!(parsed(""), Ok(SettingsFile::default()));
    }

    #[test]
    fn a_tilde_is_the_home_folder() {
        let home = directories::BaseDirs::new().expect("there is a home folder");
        let data = parsed("data = ~/a ~ b").map(|settings| settings.data);
        assert_eq!(data, Ok(Some(home.home_dir().join("a ~ b"))));
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert_eq!(
            parsed("data=/a\nhello"),
            Err("settings.txt: line 2: expected `key = value`".into())
        );
        assert_eq!(
            parsed("date = /a"),
            Err(
                "settings.txt: line 1: unknown key `date`; the known ones are `data` and `overlay`"
                    .into()
            )
        );
        assert_eq!(
            parsed("data ="),
            Err("settings.txt: line 1: `data` needs a path".into())
        );
    }
}
