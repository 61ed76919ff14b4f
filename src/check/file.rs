//! One file: what it is, what is in it, what is wrong with it.

use std::num::NonZero;

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::classify::{Classified, Content, FileKind};
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::world_stream::WorldStream;

use super::count;
use super::files::GameFile;
use super::findings::NAMED;
use super::tally::Tally;
use super::worlds::{PartFile, Worlds};
use crate::guest::GuestKind;

/// The rule of meshes that nobody can draw.
const UNDECODABLE: &str = "chain-decodes";

/// Pieces of one file whose errors are kept; the others are counted.
const KEPT_ERRORS: usize = 256;

/// What a check of one file has found out so far.
#[derive(Debug)]
pub struct Sheet {
    /// Counts.
    pub tally: Tally,
    /// Broken rules.
    pub findings: Findings,
    /// What could not be read. Each belongs to another piece of the file.
    pub errors: Vec<FormatError>,
    /// How many more pieces could not be read.
    pub more_errors: u64,
    /// What other files are held against.
    pub kept: Option<Kept>,
    /// Nobody knows what the file is.
    pub is_unknown: bool,
    /// It is one of the second guest's.
    pub is_guest: bool,
}

/// What is kept of a file for the files that belong to it.
#[derive(Debug)]
pub enum Kept {
    /// A world's manifest.
    Manifest(Manifest),
    /// A world's BSP and the names of its textures, without texels.
    Stream(Box<WorldStream>),
    /// What a world has to know of a part.
    Part(PartFile),
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            tally: Tally::default(),
            findings: Findings::few(NAMED as u64),
            errors: Vec::new(),
            more_errors: 0,
            kept: None,
            is_unknown: false,
            is_guest: false,
        }
    }
}

impl Sheet {
    /// Reads a piece of the file. An error is noted and gives nothing; the check goes on with the next piece.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Option<T> {
        match read(self) {
            Ok(value) => Some(value),
            Err(error) => {
                self.fail(error);
                None
            }
        }
    }

    /// Takes what was found out about a piece of the file, which its name tells from others.
    pub fn absorb(&mut self, piece: Self, name: &str) {
        self.tally.absorb(piece.tally);
        for error in piece.errors {
            self.fail(error.within(name.to_owned()));
        }
        self.more_errors += piece.more_errors;
        let (kept, counts) = (piece.findings.as_slice(), piece.findings.counts());
        for finding in kept {
            self.findings
                .within(name.to_owned(), |findings| findings.add(finding.clone()));
        }
        for &(rule, count) in counts {
            let kept = kept.iter().filter(|finding| finding.rule == rule).count() as u64;
            // Those of which nothing was kept are counted, and no more is kept of them here.
            let is_remark = piece.findings.is_remark(rule);
            (kept..count).for_each(|_| {
                if is_remark {
                    self.findings.remark(rule, "");
                } else {
                    self.findings.report(rule, "");
                }
            });
        }
    }

    /// Notes a piece that cannot be read.
    pub fn fail(&mut self, error: FormatError) {
        if self.errors.len() < KEPT_ERRORS {
            self.errors.push(error);
        } else {
            self.more_errors += 1;
        }
    }
}

/// Whether a file says how others are to be read, so that it is read before them.
pub fn comes_first(file: &GameFile) -> bool {
    matches!(
        FileKind::from_name(&file.name),
        Some(FileKind::Manifest | FileKind::WorldStream)
    )
}

/// Checks a file whose bytes are at hand. Parts are held against the world that they belong to; a level of the second guest is
/// taken apart by so many workers.
pub fn examine(file: &GameFile, bytes: &[u8], worlds: &Worlds, jobs: NonZero<usize>) -> Sheet {
    let mut sheet = Sheet::default();
    let Classified {
        mut kind,
        agrees,
        by_name,
    } = Classified::of(Some(&file.name), Content::whole(bytes), false);
    // Notes that lie beside the game's files, and marks without contents: a text that begins with a digit looks like a list of
    // objects, and nothing at all like anything.
    let is_note = bytes.is_empty() || kind == FileKind::ObjectList;
    // What is left of a guest's level may look like anything.
    let is_guests = GuestKind::is_called_level(&file.name, bytes);
    if is_guests || (!by_name && !file.is_unnamed && is_note) {
        kind = FileKind::Unknown;
    }
    if kind == FileKind::Unknown
        && let Some(kind) = guest_kind(&file.name, bytes)
    {
        sheet.is_guest = true;
        match kind {
            GuestKind::Level => count::guest::level(&mut sheet, bytes, jobs),
            kind => count::guest::member(&mut sheet, kind, bytes),
        }
        return sheet;
    }
    count::entry::entry(&mut sheet, file, kind, agrees, bytes);
    if bytes.is_empty() && kind != FileKind::Unknown {
        let empty = FormatError::malformed(0, "the bytes of a file", "none");
        sheet.fail(empty);
        return sheet;
    }
    let errors_before = sheet.errors.len();
    match kind {
        FileKind::Pack => count::container::pack(&mut sheet, bytes),
        FileKind::Resource(shape) => count::container::resource(&mut sheet, file, shape, bytes),
        FileKind::WorldStream => count::world::stream(&mut sheet, file, bytes),
        FileKind::Manifest => count::world::manifest(&mut sheet, bytes),
        FileKind::WorldPart => count::part::part(&mut sheet, file, worlds, bytes),
        FileKind::Lua => count::script::script(&mut sheet, file, bytes),
        FileKind::ObjectList => count::objects::objects(&mut sheet, file, bytes),
        FileKind::TextureDictionary | FileKind::Clump => {
            count::loose::section(&mut sheet, kind, bytes);
        }
        FileKind::OlderRenderWare => count::loose::older(&mut sheet, bytes),
        FileKind::Unknown => sheet.is_unknown = true,
        FileKind::SceneRecord
        | FileKind::FontMetrics
        | FileKind::Bitmap
        | FileKind::Icon
        | FileKind::BankIndex
        | FileKind::BankSamples => {}
    }
    if !agrees && kind != FileKind::Unknown && sheet.errors.len() == errors_before {
        disagrees(&mut sheet, kind);
    }
    let broken = sheet.findings.counts().iter();
    let broken: u64 = broken
        .filter(|(rule, _)| *rule == UNDECODABLE)
        .map(|(_, count)| count)
        .sum();
    if broken > 0 {
        let found = format!("{broken} that do not ({UNDECODABLE} says which)");
        sheet.fail(FormatError::malformed(
            0,
            "vertex chains that decode",
            found,
        ));
    }
    sheet
}

/// What a file of the second guest is: what says so itself, and by its name the disc's table of contents, a level that is
/// damaged, and members that were extracted.
fn guest_kind(name: &str, bytes: &[u8]) -> Option<GuestKind> {
    if name == CONTENTS {
        return Some(GuestKind::Contents);
    }
    if GuestKind::is_called_level(name, bytes) {
        return Some(GuestKind::Level);
    }
    GuestKind::recognise(bytes).or_else(|| GuestKind::of_member(name, bytes))
}

/// The table of contents of the second guest's disc.
pub const CONTENTS: &str = "rc2.hdr";

/// The content breaks the rule of the kind that the name says. Where a reader went through it all the same that is a
/// remark; where there is no reader the rule is all there is.
fn disagrees(sheet: &mut Sheet, kind: FileKind) {
    let has_reader = !matches!(
        kind,
        FileKind::SceneRecord
            | FileKind::FontMetrics
            | FileKind::Bitmap
            | FileKind::Icon
            | FileKind::BankIndex
    );
    let wanted = format!("the content of a file of kind {kind}, as its name says");
    if has_reader {
        sheet
            .findings
            .report("kind-by-content", format!("expected {wanted}"));
    } else {
        sheet.fail(FormatError::malformed(0, wanted, "something else"));
    }
}
