//! Text files that lie beside the disc's loose files and are none of them.

use std::fmt;

use crate::names::resource_of_file;

/// A text file that is not the disc's: settings that this project writes beside a level, lists of names, notes.
///
/// The disc's archive has no such files, so they are no [`FileKind`](super::FileKind) and the classifier, which goes by spec/archives.md 5,
/// does not know them. A name tells them, and nothing but a name: any file of letters could be text.
///
/// ```
/// use wonderwheel_warriors::classify::{FileKind, TextFile};
///
/// assert_eq!(TextFile::from_name("demo.settings.ron"), Some(TextFile::Settings));
/// assert_eq!(FileKind::from_name("demo.settings.ron"), None);
/// // An object list is the disc's own.
/// assert_eq!(TextFile::from_name("demo_objs.txt"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextFile {
    /// `<level>.settings.ron`: fog, lights and start point of a level. See [`crate::names::settings`].
    Settings,
    /// Any other `.ron`: a recipe, or a program's own settings.
    Ron,
    /// `.csv`: a table.
    Table,
    /// `.txt`, `.md`, `.log`: a list of names, notes.
    Plain,
}

impl TextFile {
    /// Every kind, in the order of tables.
    pub const ALL: [Self; 4] = [Self::Settings, Self::Ron, Self::Table, Self::Plain];

    /// What a file's name says, with any letter case; `None` for the names of the disc's own files and for all others.
    pub fn from_name(name: &str) -> Option<Self> {
        if super::FileKind::from_name(name).is_some() || resource_of_file(name).is_some() {
            return None;
        }
        let name = name.to_ascii_lowercase();
        if name.ends_with(".settings.ron") {
            return Some(Self::Settings);
        }
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension {
            "ron" => Self::Ron,
            "csv" => Self::Table,
            "txt" | "md" | "log" => Self::Plain,
            _ => return None,
        })
    }

    /// The short name of tables and command lines. Names do not change, and no [`FileKind`](super::FileKind) has one of them.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Ron => "ron",
            Self::Table => "table",
            Self::Plain => "text",
        }
    }

    /// The kind of a short name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// One line for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Settings => "settings of a level: fog, lights, start point",
            Self::Ron => "RON text",
            Self::Table => "table as text",
            Self::Plain => "text",
        }
    }
}

impl fmt::Display for TextFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::super::FileKind;
    use super::*;

    #[test]
    fn names_say_what_text_it_is() {
        for (name, kind) in [
            ("Demo.Settings.RON", Some(TextFile::Settings)),
            ("game.ron", Some(TextFile::Ron)),
            ("retail_levels.csv", Some(TextFile::Table)),
            ("names.txt", Some(TextFile::Plain)),
            ("README.md", Some(TextFile::Plain)),
            ("level1_objs.txt", None),
            ("level1.lua", None),
            ("863681355", None),
            ("settings", None),
            ("", None),
        ] {
            assert_eq!(TextFile::from_name(name), kind, "{name}");
        }
    }

    #[test]
    fn short_names_lead_back_and_are_no_other_kinds() {
        for kind in TextFile::ALL {
            assert_eq!(TextFile::by_name(kind.name()), Some(kind));
            assert_eq!(FileKind::by_name(kind.name()), None, "{kind}");
        }
    }
}
