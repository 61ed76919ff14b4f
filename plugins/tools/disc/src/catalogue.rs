//! What a store holds, file by file: an archive's entries, a disc's files, or loose files.

use std::collections::BTreeMap;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use wonderwheel_commando::disc::DiscFile;
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::level::LevelHeader;
use wonderwheel_game_files::{
    ArchiveFiles, DiscFiles, GameFiles, OpenedFiles, archive::ListedFile, disc_files::OnDisc,
    kinds, unnamed,
};
use wonderwheel_inspect::kind::Kind;
use wonderwheel_ps2::content::Content;
use wonderwheel_warriors::classify::FileKind;

/// A file of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its number in the index of an archive.
    pub number: Option<usize>,
    /// Its first byte in the archive, or on the disc.
    pub offset: Option<u64>,
    /// The hash that an index lists it under.
    pub hash: u32,
    /// Bytes.
    pub size: u64,
    /// What it is.
    pub kind: Kind,
    /// Its name; one made of the hash when it is not known.
    pub name: String,
    /// Whether the name is its own.
    pub is_named: bool,
    /// The resource in it, when its name is known and the file's is that one's hash.
    pub resource: Option<String>,
}

/// All files of what was opened, in the order of its index or of their names.
pub fn of_opened(opened: &OpenedFiles) -> Vec<Item> {
    match (&opened.archive, &opened.disc) {
        (Some(archive), _) => of_archive(archive),
        (None, Some(disc)) => of_disc(disc),
        (None, None) => of_files(&*opened.files),
    }
}

/// All files of a disc without an archive, which is Going Commando's, in the order of their names.
pub fn of_disc(disc: &DiscFiles) -> Vec<Item> {
    let item = |(name, file): (&str, &OnDisc)| Item {
        number: None,
        offset: Some(file.extent.start()),
        hash: unnamed::index_hash(name),
        size: file.extent.len(),
        kind: commando_kind(disc, name).map_or(Kind::Game(FileKind::Unknown), Kind::Commando),
        name: name.to_owned(),
        is_named: true,
        resource: None,
    };
    disc.files().map(item).collect()
}

/// What a file of Going Commando's disc is, by its name and its first bytes: all that says so itself.
fn commando_kind(files: &dyn GameFiles, name: &str) -> Option<CommandoKind> {
    if DiscFile::from_name(name)? == DiscFile::TableOfContents {
        return Some(CommandoKind::Contents);
    }
    let size = files.size(name)?;
    let length = size.min(LevelHeader::MOST_BYTES as u64) as usize;
    let head = files.read_range(name, 0, length).ok()?;
    CommandoKind::from_content(Content::head(&head, size))
}

/// All files of an archive that can be found, in the order of its index.
pub fn of_archive(archive: &ArchiveFiles) -> Vec<Item> {
    let listing = archive.listing().iter();
    listing.map(|file| of_listed(archive, file)).collect()
}

/// A file of an archive.
pub fn of_listed(archive: &ArchiveFiles, file: &ListedFile) -> Item {
    let resource = archive.resource_name(&file.name);
    Item {
        number: Some(file.number),
        offset: Some(file.entry.offset.into()),
        hash: file.entry.name_hash,
        size: file.entry.size.into(),
        kind: Kind::Game(file.kind),
        name: file.name.clone(),
        is_named: file.is_named,
        resource: resource.map(str::to_owned),
    }
}

/// All files of a store without an index, in the order of their names.
pub fn of_files(files: &dyn GameFiles) -> Vec<Item> {
    let item = |name: String| Item {
        number: None,
        offset: None,
        hash: unnamed::index_hash(&name),
        size: files.size(&name).unwrap_or(0),
        kind: match commando_kind(files, &name) {
            Some(kind) => Kind::Commando(kind),
            None => Kind::Game(kinds::kind_of(files, &name)),
        },
        is_named: unnamed::hash(&name).is_none(),
        resource: None,
        name,
    };
    files.names().into_iter().map(item).collect()
}

/// How many files of each kind there are, and their bytes, in the order of the kinds.
pub fn by_kind<'a>(items: impl IntoIterator<Item = &'a Item>) -> BTreeMap<Kind, (usize, u64)> {
    let mut kinds = BTreeMap::<_, (usize, u64)>::new();
    for item in items {
        let (files, bytes) = kinds.entry(item.kind).or_default();
        *files += 1;
        *bytes += item.size;
    }
    kinds
}

/// Which files a person wants.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    kinds: Vec<Kind>,
    patterns: Option<GlobSet>,
}

impl Choice {
    /// Of these kinds, with names that one of these patterns fits; no kinds or no patterns are all of them.
    ///
    /// # Errors
    /// The first pattern that is none.
    pub fn new(kinds: &[String], patterns: &[String]) -> Result<Self, PatternError> {
        let kind = |name: &String| match FileKind::by_name(name) {
            // Files of no kind can be asked for as well.
            Some(kind) => Some(Kind::Game(kind)),
            None => CommandoKind::by_name(name).map(Kind::Commando),
        };
        let kinds = kinds.iter().filter_map(kind);
        Ok(Self {
            kinds: kinds.collect(),
            patterns: match patterns {
                [] => None,
                patterns => Some(glob_set(patterns)?),
            },
        })
    }

    /// Whether a file is wanted. A pattern fits its name, with or without the folder that it is extracted to, or that of the
    /// resource in it.
    pub fn takes(&self, kind: Kind, name: &str, is_named: bool, resource: Option<&str>) -> bool {
        let of_kind = self.kinds.is_empty() || self.kinds.contains(&kind);
        let fits = |patterns: &GlobSet| {
            let folder = if is_named { "ee_files" } else { "unnamed" };
            patterns.is_match(name)
                || patterns.is_match(format!("{folder}/{name}"))
                || resource.is_some_and(|resource| patterns.is_match(resource))
        };
        of_kind && self.patterns.as_ref().is_none_or(fits)
    }

    /// Whether an item is wanted.
    pub fn takes_item(&self, item: &Item) -> bool {
        let resource = item.resource.as_deref();
        self.takes(item.kind, &item.name, item.is_named, resource)
    }
}

/// Names that one of these patterns fits, in any letter case.
///
/// # Errors
/// The first pattern that is none.
pub fn glob_set(patterns: &[String]) -> Result<GlobSet, PatternError> {
    let refused = |pattern: &str, error: &globset::Error| PatternError {
        pattern: pattern.to_owned(),
        why: error.kind().to_string(),
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let glob = GlobBuilder::new(pattern).case_insensitive(true).build();
        set.add(glob.map_err(|error| refused(pattern, &error))?);
    }
    set.build()
        .map_err(|error| refused(&patterns.join(" "), &error))
}

/// A pattern of names that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pattern}: {why}")]
pub struct PatternError {
    /// The pattern.
    pub pattern: String,
    /// What is wrong with it.
    pub why: String,
}

/// The kinds that a [`Choice`] takes.
pub fn kind_names() -> impl Iterator<Item = &'static str> {
    let rows = FileKind::rows().chain(CommandoKind::rows());
    rows.map(|row| row.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, kind: FileKind) -> Item {
        Item {
            number: None,
            offset: None,
            hash: 0,
            size: 0,
            kind: Kind::Game(kind),
            name: name.into(),
            is_named: !name.ends_with(".bin"),
            resource: (name == "863681355").then(|| "legal_screen".into()),
        }
    }

    #[test]
    fn a_choice_is_of_kinds_and_of_patterns() {
        let lua = item("level2.lua", FileKind::Lua);
        let pack = item("level2_1.pak", FileKind::Pack);
        let picture = item("863681355", FileKind::Pack);
        let nameless = item("0e5181f8.bin", FileKind::Unknown);
        let takes = |kinds: &[&str], patterns: &[&str]| {
            let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
            let (kinds, patterns): (Vec<_>, Vec<_>) = (owned(kinds), owned(patterns));
            let choice = Choice::new(&kinds, &patterns).unwrap();
            [&lua, &pack, &picture, &nameless].map(|item| choice.takes_item(item))
        };
        assert_eq!(takes(&[], &[]), [true; 4]);
        assert_eq!(takes(&["lua"], &[]), [true, false, false, false]);
        assert_eq!(takes(&[], &["LEVEL2*"]), [true, true, false, false]);
        assert_eq!(takes(&["pack"], &["level2*"]), [false, true, false, false]);
        assert_eq!(
            takes(&[], &["legal_*", "*.lua"]),
            [true, false, true, false]
        );
        assert_eq!(takes(&[], &["unnamed/*"]), [false, false, false, true]);
        let wrong = Choice::new(&[], &["[".into()]).unwrap_err();
        assert_eq!(wrong.pattern, "[");
    }
}
