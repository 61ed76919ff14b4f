//! Which guesses are believed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use wonderwheel_game_files::ArchiveFiles;
use wonderwheel_game_files::archive::ListedFile;
use wonderwheel_warriors::classify::{FileKind, ResourceShape};
use wonderwheel_warriors::names::{Candidate, NameBook, levels};

/// Where a name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A person, the rules of names, or the file's own header.
    Known,
    /// The global lists.
    Lists,
    /// The Scene List, and texts in scenes.
    Scenes,
    /// What animations call themselves.
    Animations,
    /// Strings of scripts.
    Scripts,
    /// Lists of objects.
    Objects,
    /// Names of other files, with another ending.
    OtherNames,
}

impl Source {
    /// Where from, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Known => "generated, given or in the file itself",
            Self::Lists => "global lists",
            Self::Scenes => "scene list and scenes",
            Self::Animations => "animations",
            Self::Scripts => "strings of scripts",
            Self::Objects => "object lists",
            Self::OtherNames => "names of other files",
        }
    }
}

/// Names of an archive's files, and how they were found.
#[derive(Debug, Default)]
pub struct RecoveredNames {
    /// The names.
    pub book: NameBook,
    /// How many files have names, by where these come from.
    pub files: BTreeMap<Source, usize>,
    /// How many resources have names.
    pub resources: usize,
    /// Kinds of the files that stay without, and how many of each.
    pub nameless: BTreeMap<FileKind, usize>,
    /// Names with the hash of a file whose kind or place speaks against them.
    pub disbelieved: usize,
    /// Whether the files lie in the order of their names, so that the place counts.
    pub is_ordered: bool,
}

/// Takes guesses.
pub struct Acceptance {
    files: Vec<ListedFile>,
    by_hash: HashMap<u32, usize>,
    /// Upper-cased sure names by their place in `files`.
    sure: BTreeMap<usize, String>,
    found: RecoveredNames,
}

impl Acceptance {
    /// Knows what is known without a guess.
    pub fn new(archive: &ArchiveFiles) -> Self {
        let mut names = Self::of(archive.listing().to_vec());
        let found = &mut names.found;
        for file in names.files.iter().filter(|file| file.is_named) {
            found.book.add_file(&file.name);
            if let Some(resource) = archive.resource_name(&file.name) {
                found.book.add_resource(resource);
            }
            *found.files.entry(Source::Known).or_default() += 1;
        }
        names
    }

    /// Those of files that have names are sure.
    fn of(files: Vec<ListedFile>) -> Self {
        let numbered = || files.iter().enumerate();
        let sure = numbered().filter(|(_, file)| file.is_named);
        let sure: BTreeMap<_, _> = sure
            .map(|(place, file)| (place, file.name.to_ascii_uppercase()))
            .collect();
        let by_hash = numbered().map(|(place, file)| (file.entry.name_hash, place));
        Self {
            by_hash: by_hash.collect(),
            found: RecoveredNames {
                is_ordered: is_ordered(sure.values()),
                ..RecoveredNames::default()
            },
            files,
            sure,
        }
    }

    /// Takes a guess, when everything speaks for it.
    pub fn take(&mut self, source: Source, name: Candidate) {
        let Some(&place) = self.by_hash.get(&name.wad_hash()) else {
            return;
        };
        let Some(file) = self.files.get(place) else {
            return;
        };
        if file.is_named {
            self.take_resource(place, &name);
            return;
        }
        let upper = name.file.to_ascii_uppercase();
        if !is_of_kind(file, &name.file) || !self.fits(place, &upper) {
            self.found.disbelieved += 1;
            return;
        }
        if let Some(file) = self.files.get_mut(place) {
            file.is_named = true;
            file.name = name.file.to_ascii_lowercase();
        }
        self.sure.insert(place, upper);
        self.found.book.add(&name);
        *self.found.files.entry(source).or_default() += 1;
    }

    /// The file's name is known, and may be the hash of this resource's.
    fn take_resource(&mut self, place: usize, name: &Candidate) {
        let (Some(resource), Some(file)) = (&name.resource, self.files.get(place)) else {
            return;
        };
        // Nothing of its place is left to speak for it: a decimal name is where it belongs, whatever it is the hash of.
        let is_word = resource.len() >= 3 && resource.bytes().any(|b| b.is_ascii_lowercase());
        let shape_fits = match file.kind {
            FileKind::Resource(shape) if resource.ends_with("_geo") => {
                shape == ResourceShape::Model
            }
            FileKind::Resource(shape) if resource.ends_with("_tex") => {
                shape == ResourceShape::TextureDictionary
            }
            FileKind::Resource(_) => true,
            _ => false,
        };
        if file.name == name.file && is_word && shape_fits {
            self.found.book.add_resource(resource);
        }
    }

    /// Whether a name belongs between the nearest sure ones.
    fn fits(&self, place: usize, upper: &str) -> bool {
        if !self.found.is_ordered {
            return true;
        }
        let before = self.sure.range(..place).next_back();
        let after = self.sure.range(place + 1..).next();
        before.is_none_or(|(_, before)| &**before < upper)
            && after.is_none_or(|(_, after)| upper < &**after)
    }

    /// The levels that files are called after.
    pub fn levels(&self) -> BTreeSet<String> {
        let names = self.files.iter().filter(|file| file.is_named);
        let levels = names.filter_map(|file| level_of(&file.name));
        levels.map(str::to_owned).collect()
    }

    /// Names of files without their endings.
    pub fn stems(&self) -> BTreeSet<String> {
        let names = self.files.iter().filter(|file| file.is_named);
        let stems = names.filter_map(|file| file.name.rsplit_once('.'));
        stems.map(|(stem, _)| stem.to_owned()).collect()
    }

    /// What was found.
    pub fn finish(mut self) -> RecoveredNames {
        for file in self.files.iter().filter(|file| !file.is_named) {
            *self.found.nameless.entry(file.kind).or_default() += 1;
        }
        self.found.resources = self.found.book.resources().count();
        self.found
    }
}

/// Whether a file is what a name says. A name that says nothing is not believed.
fn is_of_kind(file: &ListedFile, name: &str) -> bool {
    match FileKind::from_name(name) {
        None => false,
        // Nothing in an empty file speaks against it.
        Some(_) if file.entry.size == 0 => true,
        Some(FileKind::Resource(ResourceShape::Other)) => {
            matches!(file.kind, FileKind::Resource(_))
        }
        Some(named) => named == file.kind,
    }
}

/// Whether names stand in their order, a few mistakes apart.
fn is_ordered<'a>(names: impl Iterator<Item = &'a String>) -> bool {
    let (mut pairs, mut wrong) = (0_usize, 0_usize);
    let mut last: Option<&String> = None;
    for name in names {
        if let Some(last) = last {
            pairs += 1;
            wrong += usize::from(last >= name);
        }
        last = Some(name);
    }
    wrong * 20 <= pairs
}

/// The level that a file's name begins with: `level5_fight.lua`.
fn level_of(name: &str) -> Option<&str> {
    let digits = name.strip_prefix("level")?;
    let end = digits.bytes().take_while(u8::is_ascii_digit).count();
    let level = name.get(..5 + end)?;
    levels::level_number(level).map(|_| level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_of_a_file_is_its_first_word() {
        assert_eq!(level_of("level5_fight.lua"), Some("level5"));
        assert_eq!(level_of("level99s_sec.wld"), Some("level99"));
        for other in ["level", "levels.lua", "global.lua", "level05.lua"] {
            assert_eq!(level_of(other), None, "{other}");
        }
    }
    use wonderwheel_warriors::archive::ArchiveEntry;
    use wonderwheel_warriors::names::wad_hash;

    /// Files in this order; the second word is the kind, `known` names are sure.
    fn acceptance(files: &[(&str, FileKind, bool)]) -> Acceptance {
        let listed = files.iter().enumerate();
        let listed = listed.map(|(number, &(name, kind, is_named))| ListedFile {
            number,
            entry: ArchiveEntry {
                offset: 0,
                size: 16,
                name_hash: wad_hash(name),
            },
            name: if is_named {
                name.to_owned()
            } else {
                format!("{number:08x}.bin")
            },
            is_named,
            kind,
        });
        Acceptance::of(listed.collect())
    }

    const LUA: FileKind = FileKind::Lua;

    #[test]
    fn a_name_is_believed_when_kind_and_place_agree() {
        let mut names = acceptance(&[
            ("a.lua", LUA, true),
            ("b.lua", LUA, false),
            ("c.lua", LUA, true),
        ]);
        names.take(Source::Scripts, Candidate::file("b.lua"));
        names.take(Source::Scripts, Candidate::file("not there.lua"));
        let found = names.finish();
        assert_eq!(found.files, [(Source::Scripts, 1)].into());
        assert_eq!(found.disbelieved, 0);
        assert_eq!(found.book.file(wad_hash("b.lua")), Some("b.lua"));
        assert!(found.nameless.is_empty());
    }

    #[test]
    fn a_wrong_kind_or_place_speaks_against_a_name() {
        let mut names = acceptance(&[
            ("a.lua", LUA, true),
            ("z.lua", LUA, false),
            ("b.pak", LUA, false),
            ("nothing", LUA, false),
            ("c.lua", LUA, true),
        ]);
        // Behind `c`, a pack that is a script, and a name that says nothing.
        for name in ["z.lua", "b.pak", "nothing"] {
            names.take(Source::Scripts, Candidate::file(name));
        }
        let found = names.finish();
        assert_eq!(found.disbelieved, 3);
        assert_eq!(found.nameless, [(LUA, 3)].into());
    }

    #[test]
    fn where_files_lie_in_no_order_their_place_says_nothing() {
        let mut names = acceptance(&[
            ("c.lua", LUA, true),
            ("z.lua", LUA, false),
            ("a.lua", LUA, true),
        ]);
        names.take(Source::Scripts, Candidate::file("z.lua"));
        assert_eq!(names.finish().disbelieved, 0);
    }

    #[test]
    fn a_resource_gives_its_name_to_a_file_of_its_shape_alone() {
        let model = Candidate::resource("dyn_bat_geo").file;
        let kind = FileKind::Resource(ResourceShape::TextureDictionary);
        let mut names = acceptance(&[(&model, kind, true)]);
        names.take(Source::Objects, Candidate::resource("dyn_bat_geo"));
        assert_eq!(names.finish().resources, 0);
        let kind = FileKind::Resource(ResourceShape::Model);
        let mut names = acceptance(&[(&model, kind, true)]);
        names.take(Source::Objects, Candidate::resource("dyn_bat_geo"));
        let found = names.finish();
        assert_eq!(found.resources, 1);
        assert_eq!(found.book.resource_in(&model), Some("dyn_bat_geo"));
    }
}
