//! What a check of one file has found out.

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::world_stream::WorldStream;

use super::findings::NAMED;
use super::tally::Tally;
use super::worlds::PartFile;

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
    pub kept: Option<KeptFile>,
    /// What the file is is not known.
    pub is_unknown: bool,
    /// It is one of Going Commando's.
    pub is_commando: bool,
}

/// What is kept of a file for the files that belong to it.
#[derive(Debug)]
pub enum KeptFile {
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
            is_commando: false,
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

    /// Takes what was found out about a piece of the file, whose name sets it apart from others.
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
