//! What a file is. The format crate recognises the game's files; what lies beside them, the program's own, by their names.

use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::kind::Kind as Row;
use wonderwheel_warriors::classify::{Classification, FileKind};

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A file of the game.
    Game(FileKind),
    /// A file of Going Commando.
    Commando(CommandoKind),
    /// `<level>.settings.ron`: what this program knows about a level from a text.
    Settings,
    /// Any other text.
    Text,
}

/// Names of texts that lie beside the game's files.
const TEXTS: [&str; 13] = [
    ".txt", ".tsv", ".csv", ".ron", ".md", ".cnf", ".json", ".toml", ".ini", ".cfg", ".log",
    ".xml", ".cue",
];
const SETTINGS: &str = ".settings.ron";

impl Kind {
    /// Those that a person can ask for.
    pub fn all() -> impl Iterator<Item = Self> {
        let game = FileKind::all().filter(|kind| *kind != FileKind::Unknown);
        game.map(Self::Game)
            .chain(CommandoKind::all().map(Self::Commando))
            .chain([Self::Settings, Self::Text])
    }

    /// All that is known of files of this kind; nothing of the program's own texts.
    pub fn row(self) -> Option<&'static Row> {
        match self {
            Self::Game(kind) => Some(kind.row()),
            Self::Commando(kind) => Some(kind.row()),
            Self::Settings | Self::Text => None,
        }
    }

    /// The short name of tables and command lines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Game(kind) => kind.name(),
            Self::Commando(kind) => kind.name(),
            Self::Settings => "level-settings",
            Self::Text => "text",
        }
    }

    /// The kind of a short name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }

    /// One line for people.
    pub fn description(self) -> &'static str {
        match self {
            Self::Settings => "settings of a level",
            _ => self.row().map_or("text", |row| row.description),
        }
    }
}

/// How a kind was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recognition {
    /// The user said so.
    ByOption,
    /// The file's name says so, and the content agrees.
    ByName,
    /// The file's name says so, and the content does not agree.
    ByNameOnly,
    /// The content says so.
    ByContent,
    /// Nothing says anything.
    Not,
}

impl Recognition {
    /// In words, to stand after the kind.
    pub fn words(self) -> &'static str {
        match self {
            Self::ByOption => "as asked",
            Self::ByName => "by its name, and the content agrees",
            Self::ByNameOnly => "by its name, but the content does not look like it",
            Self::ByContent => "by its content",
            Self::Not => "not recognised; try --kind",
        }
    }

    /// One word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::ByOption => "option",
            Self::ByName => "name",
            Self::ByNameOnly => "name-only",
            Self::ByContent => "content",
            Self::Not => "not",
        }
    }
}

/// What a file of that name with these bytes is.
pub fn recognise(name: Option<&str>, bytes: &[u8]) -> (Kind, Recognition) {
    let content = Content::whole(bytes);
    let lower = name.map(str::to_ascii_lowercase).unwrap_or_default();
    if let Some(kind) = CommandoKind::from_name(&lower, content) {
        let row = kind.row();
        let recognised = if row.fits(content) {
            Recognition::ByContent
        } else if row.file(bytes).read().is_ok() {
            Recognition::ByName
        } else {
            Recognition::ByNameOnly
        };
        return (Kind::Commando(kind), recognised);
    }
    let named = Classification::of(name, content, false);
    match (named.by_name, named.agrees) {
        (true, true) => (Kind::Game(named.kind), Recognition::ByName),
        (true, false) => {
            // A file under a wrong name is shown as what it is.
            match FileKind::from_content(bytes) {
                FileKind::Unknown => (Kind::Game(named.kind), Recognition::ByNameOnly),
                found => (Kind::Game(found), Recognition::ByContent),
            }
        }
        (false, true) => (Kind::Game(named.kind), Recognition::ByContent),
        (false, false) => beside_the_game(name, bytes),
    }
}

fn beside_the_game(name: Option<&str>, bytes: &[u8]) -> (Kind, Recognition) {
    let name = name.map(str::to_ascii_lowercase).unwrap_or_default();
    let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    if name.ends_with(SETTINGS) {
        let recognised = if is_text {
            Recognition::ByName
        } else {
            Recognition::ByNameOnly
        };
        return (Kind::Settings, recognised);
    }
    if is_text && TEXTS.iter().any(|text| name.ends_with(text)) {
        return (Kind::Text, Recognition::ByName);
    }
    if let Some(kind) = CommandoKind::from_content(Content::whole(bytes)) {
        return (Kind::Commando(kind), Recognition::ByContent);
    }
    match CommandoKind::of_member(&name, bytes) {
        Some(kind) => (Kind::Commando(kind), Recognition::ByName),
        None => (Kind::Game(FileKind::Unknown), Recognition::Not),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        for kind in Kind::all() {
            assert_eq!(Kind::by_name(kind.name()), Some(kind));
        }
        assert_eq!(Kind::by_name("unknown"), None);
    }

    #[test]
    fn texts_beside_the_games_files_are_told_by_their_names() {
        let text = b"(far: 75.0) \xC3\xA5";
        let of = |name: &str, bytes: &[u8]| recognise(Some(name), bytes);
        assert_eq!(
            of("demo.Settings.RON", text),
            (Kind::Settings, Recognition::ByName)
        );
        assert_eq!(
            of("demo.settings.ron", b"\xFF"),
            (Kind::Settings, Recognition::ByNameOnly)
        );
        assert_eq!(of("NAMES.TXT", text), (Kind::Text, Recognition::ByName));
        // A list of objects is one of the game's texts.
        assert_eq!(
            of("level1_objs.txt", b"0\r\n"),
            (Kind::Game(FileKind::ObjectList), Recognition::ByName)
        );
        assert_eq!(
            of("0badcafe.txt", b"0\r\n"),
            (Kind::Game(FileKind::ObjectList), Recognition::ByContent)
        );
        for (name, bytes) in [("a.txt", &b"\xFF"[..]), ("a.txt", b"a\0b"), ("a.bin", text)] {
            assert_eq!(of(name, bytes).1, Recognition::Not, "{name}");
        }
    }
}
