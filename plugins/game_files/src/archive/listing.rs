//! What every file of an archive is called, and what it is. Source: spec/archives.md 4 and 5.

use std::collections::HashMap;

use wonderwheel_ps2::content::Content;
use wonderwheel_warriors::archive::ArchiveEntry;
use wonderwheel_warriors::classify::{Classification, FileKind, ResourceShape};
use wonderwheel_warriors::names::file_of_own_hash;

use super::{ArchiveFiles, ListedFile};
use crate::{kinds, unnamed};

impl ArchiveFiles {
    /// Every file that can be found, in the order of the index, with its name and kind. Looks into the first bytes of every
    /// file the first time; a file that cannot be read then has no name, and counts as unknown.
    pub fn listing(&self) -> &[ListedFile] {
        self.listing.get_or_init(|| list(self))
    }

    /// Files that no name leads to, because another before them has the hash of their name: `<8 hex digits>~2.<ext>`, or `~3`
    /// and so on. None on the disc.
    pub fn shadowed(&self) -> Vec<ListedFile> {
        let mut seen = HashMap::new();
        let mut listed = Vec::new();
        for (number, entry) in self.index.entries.iter().enumerate() {
            let count = seen.entry(entry.name_hash).or_insert(0_usize);
            *count += 1;
            if *count == 1 {
                continue;
            }
            let length = entry.size.min(kinds::HEAD_BYTES) as usize;
            let head = self.archive.read(entry.offset.into(), length);
            let mut kind = head.map_or(FileKind::Unknown, |head| {
                FileKind::of_content(Content::head(&head, entry.size.into()))
            });
            if kind == FileKind::Resource(ResourceShape::Other) {
                kind = FileKind::Resource(shape(self, entry));
            }
            listed.push(ListedFile {
                number,
                entry: *entry,
                name: format!("{:08x}~{count}.{}", entry.name_hash, kind.row().extension),
                is_named: false,
                kind,
            });
        }
        listed
    }
}

fn list(files: &ArchiveFiles) -> Vec<ListedFile> {
    let entries = &files.index.entries;
    let number_of = |entry: &ArchiveEntry| files.lookup.number(entry.name_hash);
    let reachable = entries.iter().enumerate();
    let reachable = reachable.filter(|(number, entry)| number_of(entry) == Some(*number));
    let looks = reachable.map(|(number, entry)| look_at(files, number, entry));
    let mut looks: Vec<_> = looks.collect();
    believe_by_place(&mut looks);
    let mut listed: Vec<_> = looks.into_iter().map(|look| look.file).collect();
    name_bank_samples(&mut listed, entries);
    for file in &mut listed {
        if file.kind == FileKind::Resource(ResourceShape::Other) {
            file.kind = FileKind::Resource(shape(files, &file.entry));
        }
    }
    listed
}

/// The shape of a container.
fn shape(files: &ArchiveFiles, entry: &ArchiveEntry) -> ResourceShape {
    kinds::shape(entry.size.into(), |at, bytes| {
        let at = u64::from(entry.offset) + at;
        files.archive.read_exact_at(at, bytes).ok()
    })
}

/// What the first bytes of a file say.
struct Look {
    file: ListedFile,
    /// A generated name with the right hash whose kind the content is not: the file is damaged, or the hash lies.
    doubtful: Option<String>,
}

impl Look {
    fn named(number: usize, entry: &ArchiveEntry, name: &str, kind: FileKind) -> Self {
        Self {
            file: ListedFile {
                number,
                entry: *entry,
                name: name.to_owned(),
                is_named: true,
                kind,
            },
            doubtful: None,
        }
    }
}

fn look_at(files: &ArchiveFiles, number: usize, entry: &ArchiveEntry) -> Look {
    let named = |name: &str, kind| Look::named(number, entry, name, kind);
    let known = files.known().files.get(&entry.name_hash);
    if let (Some(given), Some(known)) = (files.book.file(entry.name_hash), known)
        && given == known
    {
        return named(given, kind_of(given));
    }
    let length = entry.size.min(kinds::HEAD_BYTES) as usize;
    let Ok(head) = files.archive.read(entry.offset.into(), length) else {
        return match known {
            Some(name) => named(name, kind_of(name)),
            None => Look {
                file: nameless(number, entry, FileKind::Unknown),
                doubtful: None,
            },
        };
    };
    let content = Content::head(&head, entry.size.into());
    if let Some(name) = known {
        let found = Classification::of(Some(name), content, false);
        // Nothing in an empty file speaks against its name.
        if found.agrees || !found.by_name || entry.size == 0 {
            return named(name, found.kind);
        }
    }
    match file_of_own_hash(&head, entry.name_hash) {
        Some(own) => named(&own, Classification::of(Some(&own), content, false).kind),
        None => Look {
            file: nameless(number, entry, FileKind::of_content(content)),
            doubtful: known.cloned(),
        },
    }
}

/// The kind that a name says. Without one nothing can be held against the name.
fn kind_of(name: &str) -> FileKind {
    FileKind::from_name(name).unwrap_or(FileKind::Unknown)
}

/// Believes a doubtful name when the file lies where its name belongs: records are in the order of upper-cased names.
/// Source: spec/archives.md 3.3, last paragraph.
fn believe_by_place(looks: &mut [Look]) {
    let upper = |Look { file, .. }: &Look| file.is_named.then(|| file.name.to_ascii_uppercase());
    // The nearest sure name after each, then before each.
    let mut after = vec![None; looks.len()];
    let mut nearest = None;
    for (look, after) in looks.iter().zip(&mut after).rev() {
        after.clone_from(&nearest);
        nearest = upper(look).or(nearest);
    }
    let mut before = None;
    for (look, after) in looks.iter_mut().zip(after) {
        let sure = upper(look);
        if let Some(name) = look.doubtful.take() {
            let own = name.to_ascii_uppercase();
            let fits = before.as_ref().is_none_or(|before| *before < own)
                && after.is_none_or(|after| own < after);
            if fits {
                *look = Look::named(look.file.number, &look.file.entry, &name, kind_of(&name));
            }
        }
        before = sure.or(before);
    }
}

fn nameless(number: usize, entry: &ArchiveEntry, kind: FileKind) -> ListedFile {
    ListedFile {
        number,
        entry: *entry,
        name: unnamed::name(entry.name_hash, kind),
        is_named: false,
        kind,
    }
}

/// Samples have no mark of their own: what is unknown and stands before a bank's index is its samples.
fn name_bank_samples(listed: &mut [ListedFile], entries: &[ArchiveEntry]) {
    let mut next_is_index = false;
    let mut next = entries.len();
    for file in listed.iter_mut().rev() {
        let follows = file.number + 1 == next;
        if follows && next_is_index && !file.is_named && file.kind == FileKind::Unknown {
            *file = nameless(file.number, &file.entry.clone(), FileKind::BankSamples);
        }
        next_is_index = file.kind == FileKind::BankIndex;
        next = file.number;
    }
}
