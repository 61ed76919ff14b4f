//! The result of a check, as rows: what is here, what the retail disc has, what is wrong.

use wonderwheel_warriors::chunk::ChunkType;

use super::files::{FileSet, GameFile};
use super::known::{self, Basis, Book, KnownChunks, KnownCount};
use super::run::Outcome;
use super::tally::{Range, Tally};

/// Everything that a check has to say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Files of no known kind.
    pub unknown: Vec<String>,
    /// Whose disc it is, where it is one.
    pub disc: Option<String>,
    /// What is wrong with the image or the archive that holds the files.
    pub damage: Vec<String>,
    /// What is no file to check: where it lies, and why.
    pub blocked: Vec<(String, String)>,
    /// Folders that were not looked into.
    pub skipped_folders: usize,
    /// Files that systems and editors left.
    pub side_files: usize,
    /// How much of the retail disc this is.
    pub completeness: Completeness,
    /// What that is measured by.
    pub share: Share,
    /// Files of a disc that were not looked into, because nothing here reads them.
    pub unchecked: usize,
    /// Counts, in the order of the game's groups.
    pub groups: Vec<Group>,
    /// Chunks by type, every type that is here or on the disc.
    pub chunks: Vec<ChunkRow>,
    /// Broken rules.
    pub findings: Vec<Rule>,
    /// Remarks, which ask for nothing.
    pub notes: Vec<Rule>,
    /// What cannot be read, a piece of a file each.
    pub failures: Vec<FailedPiece>,
    /// How many more pieces of a file cannot be read.
    pub more_failures: Vec<(String, u64)>,
}

/// How much of the retail disc a set of files is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Completeness {
    /// As many files as the disc has.
    Whole,
    /// Nine tenths of the files, at least: some are missing.
    Nearly,
    /// A part: its counts say nothing about it.
    #[default]
    Part,
}

/// So many of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// So many are here.
    pub here: u64,
    /// The retail disc has so many.
    pub all: u64,
    /// Of what, in words: `files of the retail disc's archive`.
    pub of: &'static str,
    /// Whether they are Going Commando's.
    pub is_commando: bool,
}

impl Completeness {
    fn of(Share { here, all, .. }: Share) -> Self {
        if here >= all {
            Self::Whole
        } else if here * 10 >= all * 9 {
            Self::Nearly
        } else {
            Self::Part
        }
    }

    /// Whether counts are held against the disc's.
    pub fn is_judged(self) -> bool {
        self != Self::Part
    }

    /// The word for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Nearly => "nearly",
            Self::Part => "part",
        }
    }
}

/// How many files the retail disc's archive has.
pub fn files_of_the_disc() -> u64 {
    known::known("archive-entries").map_or(0, |row| row.count)
}

/// Counts that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Short name.
    pub id: &'static str,
    /// Heading.
    pub title: &'static str,
    /// Counts.
    pub rows: Vec<Row>,
    /// Smallest and largest values.
    pub ranges: Vec<RangeRow>,
}

/// One count.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Stable id.
    pub id: &'static str,
    /// What is counted.
    pub what: &'static str,
    /// What it was counted from.
    pub basis: &'static str,
    /// The count; `None` when it is not counted.
    pub here: Option<u64>,
    /// The retail disc's.
    pub retail: u64,
    /// Why it is not counted.
    pub why_not: Option<&'static str>,
}

impl Row {
    /// Whether anything was counted.
    pub fn is_here(&self) -> bool {
        self.here.unwrap_or(0) > 0
    }

    /// Whether a person who looks for what is here, or for what is missing from a whole disc, wants to see it.
    pub fn is_telling(&self, completeness: Completeness) -> bool {
        let is_missing =
            completeness.is_judged() && self.here.is_some_and(|here| here != self.retail);
        self.is_here() || is_missing
    }
}

/// A smallest and a largest value.
#[derive(Debug, Clone, PartialEq)]
pub struct RangeRow {
    /// Stable id.
    pub id: &'static str,
    /// What lies in the range.
    pub what: &'static str,
    /// The range here; `None` when nothing lies in it.
    pub here: Option<Range>,
    /// The retail disc's smallest, where it is known, and largest.
    pub retail: (Option<u64>, u64),
}

impl RangeRow {
    /// Whether everything here lies within the retail disc's range.
    pub fn is_within(&self) -> bool {
        self.here.is_none_or(|here| {
            here.most <= self.retail.1 && self.retail.0.is_none_or(|least| here.least >= least)
        })
    }
}

/// The chunks of a type.
#[derive(Debug, Clone, PartialEq)]
pub struct ChunkRow {
    /// The type's number.
    pub ty: u32,
    /// Its name.
    pub name: &'static str,
    /// Chunks and bytes here.
    pub here: (u64, u64),
    /// The smallest and the largest here.
    pub sizes: Option<Range>,
    /// Chunks on the retail disc.
    pub retail: u64,
    /// Their bytes.
    pub retail_bytes: u64,
    /// The smallest and the largest on the retail disc.
    pub retail_sizes: Option<Range>,
}

/// The places that break a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Short name of the rule.
    pub rule: &'static str,
    /// How many places.
    pub count: u64,
    /// The first few: file, and what was expected and found.
    pub first: Vec<(String, String)>,
}

/// A piece of a file that cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct FailedPiece {
    /// The file.
    pub file: String,
    /// The way to the field; empty for the file as a whole.
    pub path: String,
    /// Byte offset in the file, where one is known.
    pub offset: Option<u64>,
    /// What is wrong.
    pub error: String,
}

impl Report {
    /// Puts the outcome of a check into rows.
    pub fn new(set: &FileSet, outcome: &Outcome) -> Self {
        let shown = |file: usize| set.files.get(file).map_or_else(String::new, shown);
        let (mut findings, mut notes) = (Vec::new(), Vec::new());
        for (rule, sum) in outcome.rules.iter() {
            let first = sum.first.iter();
            let first = first.map(|place| (shown(place.file), place.words.clone()));
            let list = if sum.is_note {
                &mut notes
            } else {
                &mut findings
            };
            list.push(Rule {
                rule,
                count: sum.count,
                first: first.collect(),
            });
        }
        let failures = outcome.failures.iter().map(|failure| FailedPiece {
            file: shown(failure.file),
            path: failure.path.clone(),
            offset: failure.offset,
            error: failure.error.clone(),
        });
        let files = set.files.len() as u64;
        let known_files = files - outcome.unknown.len() as u64;
        // A set is one game's; files of the other one that lie beside them are counted and not judged.
        let is_commando = outcome.commando_files > 0 && outcome.commando_files == known_files;
        let tally = &outcome.tally;
        let (here, all, of) = if is_commando {
            let here = tally.count("commando-levels");
            (here, known::commando::LEVELS, "levels of the retail disc")
        } else {
            let here = known_files - outcome.commando_files;
            (
                here,
                files_of_the_disc(),
                "files of the retail disc's archive",
            )
        };
        let share = Share {
            here,
            all,
            of,
            is_commando,
        };
        let (mut groups, mut chunks) = (Vec::new(), Vec::new());
        if !is_commando {
            groups = self::groups(tally, known::WARRIORS);
            chunks = self::chunks(tally);
        }
        if outcome.commando_files > 0 {
            groups.extend(self::groups(tally, known::COMMANDO));
        }
        let blocked = set.blocked.iter();
        let more = outcome.more_failures.iter();
        Self {
            files,
            bytes: set.bytes(),
            disc: set.disc.clone(),
            damage: set.damage.clone(),
            unknown: outcome.unknown.iter().map(|&file| shown(file)).collect(),
            blocked: blocked
                .map(|blocked| (blocked.path.display().to_string(), blocked.why.clone()))
                .collect(),
            skipped_folders: set.skipped_folders,
            side_files: set.side_files,
            completeness: Completeness::of(share),
            share,
            unchecked: set.unchecked,
            groups,
            chunks,
            findings,
            notes,
            failures: failures.collect(),
            more_failures: more.map(|&(file, count)| (shown(file), count)).collect(),
        }
    }

    /// Files of a known kind.
    pub fn known_files(&self) -> u64 {
        self.files - self.unknown.len() as u64
    }

    /// Places that break a rule, remarks not counted; what is wrong with the image or the archive counts too.
    pub fn finding_count(&self) -> u64 {
        let places: u64 = self.findings.iter().map(|rule| rule.count).sum();
        places + self.damage.len() as u64
    }

    /// Files of which something cannot be read.
    pub fn broken_files(&self) -> u64 {
        self.failures.chunk_by(|a, b| a.file == b.file).count() as u64
    }

    /// Pieces of files that cannot be read.
    pub fn broken_pieces(&self) -> u64 {
        let more: u64 = self.more_failures.iter().map(|(_, count)| count).sum();
        self.failures.len() as u64 + more
    }

    /// Whether anything could not be read.
    pub fn has_failures(&self) -> bool {
        !self.failures.is_empty() || !self.blocked.is_empty()
    }
}

/// A file as a person looks for it.
fn shown(file: &GameFile) -> String {
    if file.is_unnamed {
        format!("unnamed/{}", file.name)
    } else {
        file.name.clone()
    }
}

fn groups(tally: &Tally, book: Book) -> Vec<Group> {
    let group = |&(id, title): &(&'static str, &'static str)| Group {
        id,
        title,
        rows: (book.known.iter().filter(|row| row.group == id))
            .map(|known| row(tally, known))
            .collect(),
        ranges: book
            .ranges
            .iter()
            .filter(|range| range.group == id)
            .map(|range| RangeRow {
                id: range.id,
                what: range.what,
                here: tally.range_of(range.id),
                retail: (range.least, range.most),
            })
            .collect(),
    };
    book.groups.iter().map(group).collect()
}

fn row(tally: &Tally, known: &'static KnownCount) -> Row {
    Row {
        id: known.id,
        what: known.what,
        basis: match known.basis {
            Basis::Header => "header",
            Basis::Decoded => "decoded",
            Basis::Files => "files",
        },
        here: known.why_not.is_none().then(|| tally.count(known.id)),
        retail: known.count,
        why_not: known.why_not,
    }
}

fn chunks(tally: &Tally) -> Vec<ChunkRow> {
    let row = |ty: &ChunkType| {
        let ty = ty.value();
        let here = tally.chunks().get(&ty);
        let known = known::chunks_of(ty);
        ChunkRow {
            ty,
            name: ChunkType::from_u32(ty).map_or("", ChunkType::name),
            here: here.map_or((0, 0), |chunks| (chunks.count, chunks.bytes)),
            sizes: here.map(|chunks| chunks.sizes),
            retail: known.map_or(0, |known| known.count),
            retail_bytes: known.map_or(0, |known| known.bytes),
            retail_sizes: known.map(|&KnownChunks { least, most, .. }| Range { least, most }),
        }
    };
    let rows = ChunkType::ALL.iter().map(row);
    rows.filter(|row| row.here.0 > 0 || row.retail > 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_judged_when_nine_tenths_of_the_files_are_there() {
        use Completeness::{Nearly, Part, Whole};
        for (here, all, expected) in [
            (0, 10_701, Part),
            (9_630, 10_701, Part),
            (9_631, 10_701, Nearly),
            (10_700, 10_701, Nearly),
            (10_701, 10_701, Whole),
            (24, 27, Part),
            (25, 27, Nearly),
        ] {
            let share = Share {
                here,
                all,
                of: "files",
                is_commando: false,
            };
            assert_eq!(Completeness::of(share), expected, "{here} of {all}");
        }
        assert!(!Completeness::Part.is_judged());
    }

    #[test]
    fn a_count_of_nothing_tells_something_only_where_the_disc_is_whole() {
        let row = |here| Row {
            id: "a",
            what: "a",
            basis: "header",
            here,
            retail: 3,
            why_not: None,
        };
        for (here, part, whole) in [
            (Some(1), true, true),
            (Some(3), true, true),
            (Some(0), false, true),
            (None, false, false),
        ] {
            use Completeness::{Nearly, Part};
            let found = [Part, Nearly].map(|completeness| row(here).is_telling(completeness));
            assert_eq!(found, [part, whole], "{here:?}");
        }
    }

    #[test]
    fn a_range_is_held_against_both_ends_where_both_are_known() {
        let row = |least, most, retail| RangeRow {
            id: "a",
            what: "a",
            here: Some(Range { least, most }),
            retail,
        };
        assert!(row(2, 3, (Some(2), 3)).is_within());
        assert!(!row(1, 3, (Some(2), 3)).is_within());
        assert!(row(1, 3, (None, 3)).is_within());
        assert!(!row(1, 4, (None, 3)).is_within());
    }

    #[test]
    fn a_count_of_nothing_is_0_and_one_that_is_not_counted_is_none() {
        let groups = groups(&Tally::default(), known::WARRIORS);
        let row = |id| {
            let rows = || groups.iter().flat_map(|group| &group.rows);
            rows().find(|row| row.id == id).unwrap()
        };
        assert_eq!(row("world-sectors").here, Some(0));
        assert_eq!(row("disc-files").here, None);
        assert!(row("disc-files").why_not.is_some());
        let mut rows = groups.iter().flat_map(|group| &group.rows);
        assert!(rows.all(|row| !row.is_here()));
    }
}
