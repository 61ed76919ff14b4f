//! Names that were recovered, by their hashes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::{Candidate, MAX_NAME, crc32, resource_of_file, wad_hash};

/// Names of files by the hashes of an archive's index, and names of resources by the hashes of their headers.
///
/// Recovery tools fill it; whatever prints hashes asks it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameBook {
    files: BTreeMap<u32, String>,
    resources: BTreeMap<u32, String>,
}

/// What became of a name that was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// Its hash was free.
    New,
    /// The book has this name already.
    Known,
    /// Another name has this hash and stays: the first wins, as in the archive's index.
    Taken,
    /// The name is longer than [`MAX_NAME`], so that no game could ask for it.
    TooLong,
}

impl NameBook {
    /// A book without names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the name of a file, folded to lower case as the index folds it.
    pub fn add_file(&mut self, name: &str) -> Added {
        if name.len() > MAX_NAME {
            return Added::TooLong;
        }
        add(&mut self.files, wad_hash(name), &name.to_ascii_lowercase())
    }

    /// Adds the name of a resource, with its letter case, and its decimal file.
    pub fn add_resource(&mut self, name: &str) -> Added {
        let candidate = Candidate::resource(name);
        self.add_file(&candidate.file);
        add(&mut self.resources, crc32(name), name)
    }

    /// Adds a generated name.
    pub fn add(&mut self, name: &Candidate) -> Added {
        match &name.resource {
            Some(resource) => self.add_resource(resource),
            None => self.add_file(&name.file),
        }
    }

    /// Adds the names whose files an index holds, and says how many of them are new. A caller that can should also hold each
    /// file's kind against its name: see [`super::generate`].
    pub fn recover(
        &mut self,
        names: impl IntoIterator<Item = Candidate>,
        exists: impl Fn(u32) -> bool,
    ) -> usize {
        names
            .into_iter()
            .filter(|name| exists(name.wad_hash()) && self.add(name) == Added::New)
            .count()
    }

    /// The file of this hash of an index.
    pub fn file(&self, wad_hash: u32) -> Option<&str> {
        self.files.get(&wad_hash).map(String::as_str)
    }

    /// The resource of this hash of a header.
    pub fn resource(&self, hash: u32) -> Option<&str> {
        self.resources.get(&hash).map(String::as_str)
    }

    /// The resource that a decimal file holds, when its name is known.
    pub fn resource_in(&self, file: &str) -> Option<&str> {
        self.resource(resource_of_file(file)?)
    }

    /// Files with their hashes, in the order of the hashes.
    pub fn files(&self) -> impl Iterator<Item = (u32, &str)> {
        self.files.iter().map(|(hash, name)| (*hash, name.as_str()))
    }

    /// Resources with their hashes, in the order of the hashes.
    pub fn resources(&self) -> impl Iterator<Item = (u32, &str)> {
        self.resources
            .iter()
            .map(|(hash, name)| (*hash, name.as_str()))
    }

    /// How many files and resources have names.
    pub fn len(&self) -> usize {
        self.files.len() + self.resources.len()
    }

    /// Whether nothing has a name.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the names of a text: one a line, its last word. A line that begins with `resource` names a resource, any other
    /// a file; empty lines and lines that begin with `#` name nothing. Source: spec/archives.md 7.
    pub fn add_text(&mut self, text: &str) {
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let (Some(first), last) = (words.next(), words.last()) else {
                continue;
            };
            if first.starts_with('#') {
                continue;
            }
            match last {
                Some(name) if first == RESOURCE => self.add_resource(name),
                last => self.add_file(last.unwrap_or(first)),
            };
        }
    }

    /// The names as a text for [`Self::add_text`]: `resource <hash> <name>` and `file <hash> <name>`. Decimal files of
    /// known resources are left out, because the resource brings them back.
    pub fn to_text(&self) -> String {
        let resources = self
            .resources()
            .map(|(hash, name)| format!("{RESOURCE} {hash:08x} {name}\n"));
        let files = self
            .files()
            .filter(|(_, name)| self.resource_in(name).is_none())
            .map(|(hash, name)| format!("file {hash:08x} {name}\n"));
        resources.chain(files).collect()
    }
}

/// First word of a line that names a resource.
const RESOURCE: &str = "resource";

fn add(names: &mut BTreeMap<u32, String>, hash: u32, name: &str) -> Added {
    match names.entry(hash) {
        Entry::Vacant(vacant) => {
            vacant.insert(name.to_owned());
            Added::New
        }
        Entry::Occupied(known) if known.get() == name => Added::Known,
        Entry::Occupied(_) => Added::Taken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_under_its_folded_hash() {
        let mut book = NameBook::new();
        assert_eq!(book.add_file("Level99.LEV"), Added::New);
        assert_eq!(book.add_file("level99.lev"), Added::Known);
        assert_eq!(book.file(0x44E9_A4F4), Some("level99.lev"));
        assert_eq!(book.file(0), None);
    }

    #[test]
    fn a_resource_brings_its_decimal_file() {
        let mut book = NameBook::new();
        assert_eq!(book.add_resource("legal_screen"), Added::New);
        assert_eq!(book.resource(0x337A_BB4B), Some("legal_screen"));
        assert_eq!(book.file(0x82E8_7AAA), Some("863681355"));
        assert_eq!(book.resource_in("863681355"), Some("legal_screen"));
        assert_eq!(book.resource_in("level99.lev"), None);
    }

    #[test]
    fn the_first_of_two_names_with_one_hash_stays() {
        // Both have the CRC-32 0x4DDB0C25, the best known pair of words of one length.
        assert_eq!(crc32("plumless"), crc32("buckeroo"));
        let mut book = NameBook::new();
        assert_eq!(book.add_resource("plumless"), Added::New);
        assert_eq!(book.add_resource("buckeroo"), Added::Taken);
        assert_eq!(book.resource(crc32("buckeroo")), Some("plumless"));
    }

    #[test]
    fn a_name_that_no_request_holds_is_refused() {
        let mut book = NameBook::new();
        assert_eq!(book.add_file(&"a".repeat(63)), Added::New);
        assert_eq!(book.add_file(&"a".repeat(64)), Added::TooLong);
    }

    #[test]
    fn only_names_that_an_index_holds_are_recovered() {
        let mut book = NameBook::new();
        let names = ["a.lev", "b.lev", "c.lev"].map(Candidate::file);
        let hash = wad_hash("b.lev");
        assert_eq!(book.recover(names.clone(), |wanted| wanted == hash), 1);
        assert_eq!(book.recover(names, |wanted| wanted == hash), 0);
        assert_eq!(book.files().collect::<Vec<_>>(), [(hash, "b.lev")]);
    }

    #[test]
    fn a_book_survives_its_text() {
        let mut book = NameBook::new();
        book.add_file("level1.lev");
        book.add_file("12345");
        book.add_resource("Big_Font");
        let mut again = NameBook::new();
        again.add_text(&book.to_text());
        assert_eq!(again, book);
        assert_eq!(book.len(), 4);
    }

    #[test]
    fn foreign_lists_give_the_last_word_of_each_line() {
        let mut book = NameBook::new();
        book.add_text("# names\n\n393f70e2 level1.lev\r\nglobal.pak\n  12 34 scene_list.cnk  \n");
        let names: Vec<_> = book.files().map(|(_, name)| name).collect();
        assert_eq!(names.len(), 3);
        assert_eq!(book.file(0x393F_70E2), Some("level1.lev"));
        assert_eq!(book.file(0x1365_0964), Some("scene_list.cnk"));
    }
}
